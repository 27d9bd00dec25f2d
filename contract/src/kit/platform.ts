/** The tenant of the operator of the installation, which manages everything shared by tenants. */
export const PLATFORM_TENANT = '000000';
