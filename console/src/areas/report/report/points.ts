import type { Result } from './sources.ts';

type Line = Result['rows'][number];

/** A point of a chart: a line of the answer, or a day, week or month without rows, whose line is null. */
export interface Point {
  readonly name: string;
  /** Figures in the order of the measures; null where nothing can be said, such as an average of nothing. */
  readonly values: readonly (number | null)[];
  readonly line: Line | null;
}

/** Points a chart can show; the table has all. */
export const POINTS_MAX = 60;
/** Figures that are zero where there are no rows. */
const ZERO_RULES: readonly string[] = ['count', 'distinct', 'sum'];

/**
 * Returns the points of an answer. Days, weeks and months between the first and the last one that have no rows are points too, where the
 * lines differ in their time alone. Of too many points the newest are kept, or the first where they are not in the order of time.
 */
export function pointsOf({ columns, rows }: Result): Point[] {
  const groups = columns.filter(({ rule }) => rule === null);
  const measures = columns.filter(({ rule }) => rule !== null);
  const names = namesOf(rows);
  const points = rows.map(
    (line, index): Point => ({
      name: names[index] ?? '',
      values: measures.map((_, at) => Number(line.values[at] ?? 0)),
      line,
    }),
  );
  const at = groups.findIndex(({ unit }) => unit !== null);
  const unit = groups[at]?.unit;
  const days = rows.map((line) => line.groups[at] ?? null);
  const direction = unit ? directionOf(days) : 0;
  if (!unit || direction === 0) return points.slice(0, POINTS_MAX);
  const isAlone = groups.every((_, index) => index === at || new Set(rows.map((line) => line.groups[index])).size < 2);
  const empty = measures.map(({ rule }) => (ZERO_RULES.includes(rule ?? '') ? 0 : null));
  const filled = isAlone ? withGaps(points, days, { unit, direction, empty }) : points;
  return direction > 0 ? filled.slice(-POINTS_MAX) : filled.slice(0, POINTS_MAX);
}

/** Returns 1 if days rise, -1 if they fall, 0 otherwise; lines without a day come last. */
function directionOf(days: readonly (string | null)[]): number {
  const known = days.filter((day) => day !== null);
  const rises = known.every((day, index) => index === 0 || day >= (known[index - 1] ?? ''));
  if (rises) return 1;
  return known.every((day, index) => index === 0 || day <= (known[index - 1] ?? '')) ? -1 : 0;
}

function withGaps(
  points: readonly Point[],
  days: readonly (string | null)[],
  { unit, direction, empty }: { unit: 'day' | 'week' | 'month'; direction: number; empty: readonly (number | null)[] },
): Point[] {
  const filled: Point[] = [];
  let last: string | null = null;
  for (const [index, point] of points.entries()) {
    const day = days[index] ?? null;
    if (day !== null && last !== null)
      for (const missing of daysBetween(last, day, unit, direction))
        filled.push({ name: unit === 'month' ? missing.slice(0, 7) : missing, values: empty, line: null });
    filled.push(point);
    last = day;
  }
  return filled;
}

/** Returns the spans between two days in their direction; of a long gap those beside the newer day, as many as a chart can show. */
function daysBetween(from: string, to: string, unit: 'day' | 'week' | 'month', direction: number): string[] {
  const [newer, older] = direction > 0 ? [to, from] : [from, to];
  const between: string[] = [];
  for (let day = stepFrom(newer, unit, -1); day > older && between.length < POINTS_MAX; day = stepFrom(day, unit, -1))
    between.push(day);
  return direction > 0 ? between.reverse() : between;
}

/** Returns the first day of the next span, or of the one before. */
function stepFrom(day: string, unit: 'day' | 'week' | 'month', direction: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + direction);
  else date.setUTCDate(date.getUTCDate() + direction * (unit === 'week' ? 7 : 1));
  return date.toISOString().slice(0, 10);
}

/** Returns the names of points: of their groups those in which they differ. */
function namesOf(rows: Result['rows']): string[] {
  const differs = (index: number) => new Set(rows.map(({ labels }) => labels[index])).size > 1;
  return rows.map(({ labels }) => {
    const own = labels.filter((_, index) => differs(index));
    return (own.length > 0 ? own : labels).join(' · ');
  });
}
