/**
 * Returns a table row's values for `jsonb_populate_record`: column names, 64-bit integers as text (JSON would round them), times in UTC.
 * Nested values of `jsonb` columns keep their names. Nulls are omitted, as the record starts with nulls.
 */
export function rowJson(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (value !== null) row[columnName(name)] = value;
  return row;
}

/** JSON with every bigint as a decimal string. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));

const names = new Map<string, string>();

/** `createUserName` → `create_user_name`: the rule the tables are declared by. */
export function columnName(property: string): string {
  let name = names.get(property);
  if (name === undefined) {
    name = property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    names.set(property, name);
  }
  return name;
}
