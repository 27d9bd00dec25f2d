declare module 'virtual:generic-pages' {
  /** Functions that load the contracts of resources whose page is generated, by the names of the resources. */
  const contracts: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>>;
  export default contracts;
}
