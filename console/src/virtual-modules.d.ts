/** Modules that plugins beside `vite.config.ts` make. */

declare module 'virtual:phone-formats' {
  /** By calling code: patterns of whole national numbers and their groups; the first match applies. */
  const formats: Readonly<Record<string, readonly (readonly [whole: RegExp, groups: string])[]>>;
  export default formats;
}

declare module 'virtual:generic-page-names' {
  /** Names of the resources whose page is generated. */
  const names: readonly string[];
  export default names;
}

declare module 'virtual:generic-pages' {
  /** Functions that load the contracts of resources whose page is generated, by the names of the resources. */
  const contracts: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>;
  export default contracts;
}
