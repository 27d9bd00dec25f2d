import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';

/** The state of a list: page, order, and filters by the wire's parameter names. */
export interface ListState {
  readonly current: number;
  readonly size: number;
  /** One field, descending with a leading minus; '' for the server's own order. */
  readonly sort: string;
  readonly filters: Readonly<Record<string, string>>;
  /** The id of the record that is open over the list, and which of its tabs is shown. */
  readonly record?: string | undefined;
  readonly tab?: string | undefined;
  /** The saved view the list shows. */
  readonly view?: ShownView | undefined;
}

/** A saved view that a list shows, perhaps changed since. */
export interface ShownView {
  readonly id: string;
  /** The part that is still to be taken from it: everything, or only columns and density, where the address has own filters. */
  readonly due?: 'whole' | 'look';
  /** Known once it was taken. */
  readonly name?: string;
  /** Its filters and order: an address leaves them out as long as the list has the same. */
  readonly base?: string;
}

export const FIRST_PAGE: ListState = { current: 1, size: DEFAULT_PAGE_SIZE, sort: '', filters: {} };

/** Reads a list's state from an address's query. Names the list does not accept are other people's and are ignored. */
export function readAddress(search: string, allowed: ReadonlySet<string>, start: ListState = FIRST_PAGE): ListState {
  const query = new URLSearchParams(search);
  const filters: Record<string, string> = {};
  for (const [name, value] of query) {
    if (allowed.has(name) && !RESERVED.has(name) && value !== '') filters[name] = value;
  }
  const [ascending, descending] = [query.get('ascs'), query.get('descs')];
  const view = query.get('view') ?? '';
  const isWhole = Object.keys(filters).length === 0 && ascending === null && descending === null;
  return {
    current: count(query.get('current'), Number.MAX_SAFE_INTEGER) ?? start.current,
    size: count(query.get('size'), MAX_PAGE_SIZE) ?? start.size,
    sort: descending ? `-${descending}` : (ascending ?? start.sort),
    filters,
    ...(query.get('record') ? { record: query.get('record') ?? '', tab: query.get('tab') || undefined } : {}),
    ...(ID.test(view) ? { view: { id: view, due: isWhole ? 'whole' : 'look' } } : {}),
  };
}

/** Returns the query for a list's state: '' for the initial state, so that plain links stay plain. */
export function writeAddress(state: ListState, start: ListState = FIRST_PAGE): string {
  const { view } = state;
  const isAsSaved = view !== undefined && (view.due === 'whole' || view.base === partsOfView(state));
  const query = new URLSearchParams(isAsSaved ? {} : state.filters);
  if (view) query.set('view', view.id);
  // A changed view names its order: without filters it would be the view as it was saved.
  const isOrdered = view ? !isAsSaved : state.sort !== start.sort;
  // A parameter without a value means no order, as opposed to the default order.
  if (isOrdered && state.sort === '') query.set('ascs', '');
  else if (isOrdered) for (const [name, value] of Object.entries(sortInput(state.sort))) query.set(name, value);
  if (state.current !== 1) query.set('current', String(state.current));
  if (state.size !== start.size) query.set('size', String(state.size));
  if (state.record) query.set('record', state.record);
  if (state.record && state.tab) query.set('tab', state.tab);
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** Returns filters and order as one text, to compare a list with a view. */
export const partsOfView = ({ filters, sort }: Pick<ListState, 'filters' | 'sort'>): string =>
  JSON.stringify([sort, ...Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1))]);

/** The input of the list call. */
export const listInput = (state: ListState): Record<string, unknown> => ({
  current: state.current,
  size: state.size,
  ...sortInput(state.sort),
  ...state.filters,
});

/** Removes empty filters, so that clearing a box removes its filter. */
export const withoutEmptyFilters = (filters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));

/** Returns whether an address is that of a resource's list: its own path, with or without `/index`. */
export const isAddressOf = (path: string, resourceName: string): boolean =>
  path === `/${resourceName}` || path === `/${resourceName}/index`;

const RESERVED: ReadonlySet<string> = new Set(['current', 'size', 'ascs', 'descs', 'record', 'tab', 'view']);
const ID = /^\d{1,18}$/;

const sortInput = (sort: string): Record<string, string> =>
  sort === '' ? {} : sort.startsWith('-') ? { descs: sort.slice(1) } : { ascs: sort };

function count(text: string | null, most: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 ? Math.min(value, most) : undefined;
}
