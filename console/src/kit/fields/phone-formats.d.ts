declare module 'virtual:phone-formats' {
  /** By calling code: patterns of whole national numbers and their groups; the first match applies. */
  const formats: Readonly<Record<string, readonly (readonly [whole: RegExp, groups: string])[]>>;
  export default formats;
}
