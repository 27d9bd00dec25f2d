/** The looks in which components are tried for barriers: one light, one dark, each in one of the languages. */
export const looks = [
  { theme: 'default', locale: 'zh' },
  { theme: 'dark', locale: 'en' },
] as const;
