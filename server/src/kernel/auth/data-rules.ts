/** The rows of a resource that one rule grants. Ids as text, so that it can be stored with a job. */
export type RowRule =
  | { readonly kind: 'own' }
  | { readonly kind: 'departments'; readonly ids: readonly string[] }
  /** The parameters of the resource's list, as a search gives them; a row meets all of them. */
  | { readonly kind: 'custom'; readonly conditions: Readonly<Record<string, string>> };

/** The rules of all roles of a person for one resource. */
export interface DataRule {
  /** A row is reached by any of them; null: every row. */
  readonly rows: readonly RowRule[] | null;
  /** Names of fields; null: all. */
  readonly visible: readonly string[] | null;
  readonly writable: readonly string[] | null;
}

/** By resource; resources that are missing here have no rule. */
export type DataRules = Readonly<Record<string, DataRule>>;
