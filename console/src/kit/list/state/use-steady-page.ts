import type { Page } from '@trade-assistant/contract/kit/page.ts';
import { useMemo, useState } from 'react';
import type { Row } from '../types.ts';

interface Held {
  /** The list, filters and order that the rows belong to. */
  readonly key: string;
  readonly page: Page<Row>;
  /** Changes made in this browser when the rows were shown. */
  readonly own: number;
}

interface SteadyPage {
  readonly page: Page<Row> | undefined;
  /** Rows that were added, removed or moved meanwhile. */
  readonly changed: number;
  /** Shows the newest rows in their order. */
  readonly accept: () => void;
}

/**
 * Returns a page whose rows keep their places while changes of others would add, remove or move some; their values are the newest
 * known. Another page, filter or order, and changes made in this browser, show the newest rows at once.
 * @param key undefined while the page is one of before
 * @param own counts the changes made in this browser
 */
export function useSteadyPage(newest: Page<Row> | undefined, key: string | undefined, own: number): SteadyPage {
  const [held, hold] = useState<Held>();
  const accept = () => {
    if (newest && key !== undefined) hold({ key, page: newest, own });
  };
  const isHeld = held !== undefined && held.key === key && held.own === own;
  const changed = newest && isHeld ? countOfChanged(held.page.records, newest.records) : 0;
  if (newest && key !== undefined && changed === 0 && held?.page !== newest) hold({ key, page: newest, own });
  const page = useMemo(() => {
    if (!newest || !held || changed === 0) return newest;
    const byId = new Map(newest.records.map((row) => [row.id, row]));
    return { ...newest, records: held.page.records.map((row) => byId.get(row.id) ?? row) };
  }, [newest, held, changed]);
  return { page, changed, accept };
}

/** Returns how many rows were added or removed; if none, how many have another place. */
function countOfChanged(before: readonly Row[], after: readonly Row[]): number {
  const [old, fresh] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const moved = after.filter(({ id }, index) => before[index]?.id !== id).length;
  return difference(old, fresh) || moved;
}

const difference = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((id) => !other.has(id)).length + [...other].filter((id) => !one.has(id)).length;
