/** How a user arranged a list's columns. Names the list no longer has are kept: the next release may bring them back. */
export type Arrangement = {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns hidden by default that were switched on, and those shown even without room. */
  readonly shown: readonly string[];
};

export const NO_ARRANGEMENT: Arrangement = { order: [], hidden: [], shown: [] };

/** Whether something kept earlier is an arrangement. */
export const isArrangement = (value: unknown): value is Arrangement =>
  typeof value === 'object' &&
  value !== null &&
  (['order', 'hidden', 'shown'] as const).every(
    (list) => list in value && Array.isArray((value as Record<string, unknown>)[list]),
  );

interface Arrangeable {
  readonly name: string;
  readonly isHiddenAtFirst?: boolean | undefined;
}

/** All columns in the user's order. Columns the arrangement has not met keep their place behind their left neighbour. */
export function ordered<C extends Arrangeable>(columns: readonly C[], { order }: Arrangement): C[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  const result = order.flatMap((name) => known.get(name) ?? []);
  const placed = new Set(result.map((column) => column.name));
  columns.forEach((column, index) => {
    if (placed.has(column.name)) return;
    const left = columns[index - 1]?.name;
    const at = left === undefined ? 0 : result.findIndex((other) => other.name === left) + 1;
    result.splice(at, 0, column);
    placed.add(column.name);
  });
  return result;
}

/** Whether a column is on. */
export const isShown = (column: Arrangeable, { hidden, shown }: Arrangement): boolean =>
  column.isHiddenAtFirst ? shown.includes(column.name) : !hidden.includes(column.name);

/** Switches a column on or off; a column folded for lack of room is always shown from then on. */
export function toggled(column: Arrangeable, arrangement: Arrangement, isFolded = false): Arrangement {
  const { name, isHiddenAtFirst = false } = column;
  const [hidden, shown] = [without(arrangement.hidden, name), without(arrangement.shown, name)];
  if (isFolded || !isShown(column, arrangement))
    return { ...arrangement, hidden, shown: isFolded || isHiddenAtFirst ? [...shown, name] : shown };
  return { ...arrangement, hidden: isHiddenAtFirst ? hidden : [...hidden, name], shown };
}

const without = (names: readonly string[], name: string) => names.filter((one) => one !== name);

/** Moves a column to another place. */
export function moved<C extends Arrangeable>(
  columns: readonly C[],
  arrangement: Arrangement,
  name: string,
  to: number,
): Arrangement {
  const names = ordered(columns, arrangement)
    .map((column) => column.name)
    .filter((other) => other !== name);
  names.splice(Math.max(0, Math.min(to, names.length)), 0, name);
  return { ...arrangement, order: names };
}
