/** Whether role names (comma-joined keys or names) are those of an administrator. */
export const isAdministrator = (roleNames: string): boolean => /administrator|管理员/i.test(roleNames);
