import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { leafPlaces, type MenuPlace } from '../../shell/navigation/menu.ts';

/** Rows of a list that wait for the reader. */
export interface WaitingWork {
  readonly resource: string;
  readonly title: string;
  readonly screen: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly count: number;
  readonly isEstimate: boolean;
  readonly oldest: string | null;
  /** How its oldest rows are shown; null: only their number. */
  readonly brief: Brief | null;
}

interface Brief {
  readonly call: string;
  readonly since: string | null;
  readonly about: readonly string[];
  readonly amount: string | null;
  readonly settle: string | null;
}

/** Work with the number of its rows that are shown. */
export interface ShownWork {
  readonly work: WaitingWork;
  readonly rows: number;
}

/** Lines of a block; on a phone, of all. */
export const LINES_MOST = 5;

/** Returns how many rows of each work are shown: the lines go round until all rows or lines are used. Work without rows takes one. */
export function shownRows(work: readonly WaitingWork[], most = LINES_MOST): ShownWork[] {
  const rows = work.map(() => 0);
  const available = work.map(({ brief, count }) => (brief ? count : 1));
  for (let left = most, isMore = true; left > 0 && isMore; ) {
    isMore = false;
    for (const [index, all] of available.entries())
      if (left > 0 && (rows[index] ?? 0) < all) {
        rows[index] = (rows[index] ?? 0) + 1;
        left -= 1;
        isMore = true;
      }
  }
  return work.map((one, index) => ({ work: one, rows: rows[index] ?? 0 }));
}

interface Block {
  readonly key: string;
  readonly title: Text;
  readonly work: readonly WaitingWork[];
}

const OTHER: Omit<Block, 'work'> = { key: 'other', title: { zh: '其他', en: 'Other' } };

/** Returns waiting work by the groups of the menu that have its screens, in the order of the menu; work without a place comes last. */
export function blocksOf(places: readonly MenuPlace[], work: readonly WaitingWork[]): Block[] {
  const groups = places.map(({ key, title, ...place }) => ({
    ...{ key, title },
    pages: new Set(leafPlaces([{ key, title, ...place }]).map((leaf) => leaf.key)),
  }));
  const groupOf = ({ screen }: WaitingWork): string =>
    groups.find(({ pages }) => pages.has(`/${screen}/index`))?.key ?? OTHER.key;
  const byGroup = Map.groupBy(work, groupOf);
  return [...groups, OTHER].flatMap(({ key, title }) => {
    const own = byGroup.get(key);
    return own ? [{ key, title, work: own }] : [];
  });
}
