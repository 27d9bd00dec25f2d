/** No call takes anything nested so deep; what is refuses itself. */
const DEEPEST = 50;

/** Where in an input a text holds U+0000, which no column of the database takes; undefined when none does. */
export function pathOfNul(value: unknown, depth = 0): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? [] : undefined;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (name.includes('\0')) return [];
    const path = pathOfNul(inner, depth + 1);
    if (path) return [name, ...path];
  }
  return undefined;
}
