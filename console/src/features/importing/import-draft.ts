/** Under what name a page keeps what is typed into its import. */
export const IMPORT_DRAFT = 'import';
