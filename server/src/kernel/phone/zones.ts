import table from './zones.json' with { type: 'json' };

/** Zones by prefix with the calling code, and digits of the longest prefix. */
interface Zones {
  readonly of: ReadonlyMap<string, readonly string[]>;
  readonly longest: number;
}

let known: Zones | undefined;

/** Returns the table, read at its first use. */
function zones(): Zones {
  if (known) return known;
  const of = new Map<string, readonly string[]>();
  for (const [names, prefixes] of Object.entries(table.prefixes))
    for (const prefix of prefixes.split(' ')) of.set(prefix, names.split('&'));
  known = { of, longest: Math.max(...[...of.keys()].map(({ length }) => length)) };
  return known;
}

/**
 * Returns the time zones of a number by its longest known prefix, which is longer than the calling code; null where none is known. A prefix
 * has several zones where its area has, and mobile prefixes of a whole country the zone of most inhabitants.
 *
 * @param callingCode of the country that the number should be of; a number of another one has no zones
 */
export function zonesOfNumber(e164: bigint, callingCode: string): readonly string[] | null {
  const digits = String(e164);
  if (!digits.startsWith(callingCode)) return null;
  const { of, longest } = zones();
  for (let length = Math.min(longest, digits.length); length > callingCode.length; length -= 1) {
    const found = of.get(digits.slice(0, length));
    if (found) return found;
  }
  return null;
}
