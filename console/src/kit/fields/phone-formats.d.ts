declare module 'virtual:phone-formats' {
  /** By calling code: what a whole national number looks like, and its groups; the first that fits is the one. */
  const formats: Readonly<Record<string, readonly (readonly [whole: RegExp, groups: string])[]>>;
  export default formats;
}
