import { view } from '@trade-assistant/contract/areas/desk/view.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useCall } from '../../kit/client/query.ts';
import { showWarning } from '../../kit/feedback.tsx';
import { translate } from '../../kit/i18n.ts';
import type { ViewedList } from '../../kit/list/saved/saved-views.ts';
import { partsOfView } from '../../kit/list/state/address.ts';
import type { PreferenceValue } from '../../kit/preferences.ts';

export type SavedView = CallData<typeof view, 'of-screen', 'in'>[number];

const STALE_MILLIS = 30_000;

/** The preference with the ids of the views pinned to the menu. */
export const PINS = 'pins';
export const NO_PINS: readonly string[] = [];
export const areIds = (value: PreferenceValue): boolean =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

export const useSavedViews = (screen: string) => useCall(view, 'of-screen', { screen }, { staleMillis: STALE_MILLIS });

/** Shows a view, and names the filters and columns that its reader may not see. */
export function showView(list: ViewedList, { id, name, filters, sort, look, dropped }: SavedView): void {
  const isUnsorted = dropped.some((one) => one === 'ascs' || one === 'descs');
  list.onShow({
    ...{ id, name, filters },
    sort: isUnsorted ? (list.resource.defaultSort ?? '') : sort,
    look,
  });
  const { order = [], shown = [] } = look.columns ?? {};
  const columns = [...order, ...shown].filter(
    (column) => Object.hasOwn(list.resource.fields, column) && !list.columns.includes(column),
  );
  const labels = new Set([...dropped, ...columns].map((one) => translate(labelOf(list, one))));
  if (labels.size > 0) showWarning(translate(LEFT_OUT, { parts: [...labels].join(translate({ zh: '、', en: ', ' })) }));
}

const LEFT_OUT: Text = {
  zh: '视图中有您无权查看或已取消的内容，已省略：{parts}',
  en: 'Left out of the view, because you may not see it or the list no longer has it: {parts}',
};

/** Returns the label of a list parameter (`createTime_dategt`) or column. */
function labelOf({ resource }: ViewedList, name: string): Text {
  if (name === 'ascs' || name === 'descs') return { zh: '排序', en: 'order' };
  const base = name.replace(/_[a-z]+$/, '');
  const own = (of: string) => (Object.hasOwn(resource.fields, of) ? resource.fields[of] : undefined);
  return (own(name) ?? own(base))?.options.label ?? { zh: base, en: base };
}

/** Returns whether a list differs from the view it shows. */
export function isChanged({ present, shown }: ViewedList, { look }: SavedView): boolean {
  if (shown?.base !== partsOfView(present)) return true;
  return (['columns', 'density', 'layout'] as const).some(
    (part) => look[part] !== null && JSON.stringify(look[part]) !== JSON.stringify(present.look[part]),
  );
}

/** Returns the date that a period of the list is about: the one that it is filtered by, else its first. */
export function periodField({ resource, present, columns }: ViewedList): string | undefined {
  const dates = Object.entries(resource.fields).filter(
    ([name, { kind, options }]) =>
      (kind === 'date' || kind === 'dateTime') && options.search === 'range' && columns.includes(name),
  );
  const filtered = dates.find(([name]) => Object.keys(present.filters).some((one) => one.startsWith(`${name}_`)));
  return (filtered ?? dates.find(([name]) => name === 'createTime') ?? dates[0])?.[0];
}

/** Returns the content with which a list overwrites a view, whose period stays as long as its days were not changed. */
export function overwriting(list: ViewedList, { period, filters }: SavedView) {
  const daysOf = (given: Readonly<Record<string, string>>) =>
    JSON.stringify(
      Object.entries(given)
        .filter(([name]) => period && name.startsWith(`${period.field}_`))
        .sort(),
    );
  return { ...contentOf(list), period: daysOf(list.present.filters) === daysOf(filters) ? period : null };
}

/** Returns a list as the call `save` takes it. */
export const contentOf = ({ present: { filters, sort, look } }: ViewedList) => ({
  filters: { ...filters },
  sort,
  look: {
    ...look,
    columns: look.columns && {
      order: [...look.columns.order],
      hidden: [...look.columns.hidden],
      shown: [...look.columns.shown],
    },
  },
});
