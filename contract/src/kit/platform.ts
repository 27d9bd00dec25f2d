/** The tenant of whoever runs the installation: what all tenants share is theirs to look after. */
export const PLATFORM_TENANT = '000000';
