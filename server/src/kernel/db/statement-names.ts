import { hash } from 'node:crypto';

/** A connection keeps every statement it has prepared, with its plan: so many texts are prepared at most. */
const NAMES_MAX = 300;
/** Texts are counted until they have a name. A list's filters can make any number of texts; the oldest are forgotten. */
const COUNTED_MAX = 1000;
/** A text that comes this often comes again. */
const OFTEN = 10;
/** Statements with thousands of parameters are made for one occasion. */
const LENGTH_MAX = 20_000;

const names = new Map<string, string>();
const counts = new Map<string, number>();

/** The name to prepare a statement under, for texts of which there are few. */
export function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `p_${hash('sha256', text, 'base64url').slice(0, 22)}`;
    names.set(text, name);
  }
  return name;
}

/** The name of a text that this process has sent often; undefined for others, which are parsed and planned each time. */
export function nameOfFrequent(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_MAX || text.length > LENGTH_MAX) return known;
  const count = (counts.get(text) ?? 0) + 1;
  counts.delete(text);
  if (count >= OFTEN) return nameOf(text);
  counts.set(text, count);
  if (counts.size > COUNTED_MAX) counts.delete(counts.keys().next().value as string);
  return undefined;
}
