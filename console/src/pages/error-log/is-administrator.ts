/** Whether these are role keys of an administrator. */
export const isAdministrator = (roleKeys: readonly string[]): boolean => roleKeys.includes('administrator');
