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
