import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo, useRef, useState } from 'react';
import { invalidate } from '../client/query.ts';
import { useSession } from '../client/session.ts';
import type { FormField } from '../form/values.ts';
import { useLocale } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import { useCanAny } from '../permission.tsx';
import { usePreference } from '../preferences.ts';
import { useEvent } from '../use-event.ts';
import { useIsPhone } from '../use-media.ts';
import type { LookOfView } from './saved/saved-views.ts';
import { type Arrangement, isArrangement, isShown, NO_ARRANGEMENT, ordered } from './table/arrangement.ts';
import { columnsOf, leadingFirst, namesOf, nameTitle, OTHER_NAME } from './table/columns.tsx';
import { type Density, isDensity } from './table/density.ts';
import type { Row, View } from './types.ts';
import type { List } from './use-list.ts';

export type ListLook = ReturnType<typeof useListLook>;

/** How its user wants to see a list: columns, density, search form. Remembered, unless a saved view decides. */
export function useListLook(
  { resource, options, place, access, rows, page, state, shownView }: List,
  { look: lookOfView, onLook }: LookOfView,
) {
  const look = shownView ? lookOfView : undefined;
  const can = useCanAny();
  const firstInput = useRef<HTMLInputElement>(null);
  const isPhone = useIsPhone();
  const [isSearchWanted, setSearchWanted] = usePreference<boolean>(`list:search:${place}`, true);
  const [isSheetOpen, setSheetOpen] = useState(false);
  // A phone has no room for both: there the form is a sheet over the list.
  const [isSearchShown, setSearchShown] = isPhone ? [isSheetOpen, setSheetOpen] : [isSearchWanted, setSearchWanted];
  const [ownDensity, setDensity] = usePreference<Density>('list:density', 'medium', isDensity);
  const density = look?.density ?? ownDensity;
  // A phone has room for cards alone.
  const views = isPhone ? CARDS_ONLY : (options.views ?? TABLE_ONLY);
  const [chosenView, setView] = usePreference<View | ''>(`list:view:${place}`, '');
  const wantedView = look?.layout ?? chosenView;
  const view = views.find((one) => one === wantedView) ?? views[0] ?? 'table';
  const [ownArrangement, setArrangement] = usePreference<Arrangement>(
    `list:columns:${place}`,
    NO_ARRANGEMENT,
    isArrangement,
  );
  const arrangement = look?.columns ?? ownArrangement;
  const locale = useLocale();
  const all = useMemo(() => {
    const names = namesOf(resource);
    const leading = options.leading?.map((name) => (name === names?.zh ? names[locale] : name));
    return leadingFirst(columnsOf(resource, options.columns ?? {}, can, locale), leading);
  }, [resource, options, can, locale]);
  const { shown } = arrangement;
  const reader = useSession(({ user }) => user?.name);
  const ownText = ownNames(page?.records, reader, shown).join(' ');
  const own = useMemo(() => (ownText ? ownText.split(' ') : NONE), [ownText]);
  const columns = useMemo(
    () => ordered(all, arrangement).filter((column) => isShown(column, arrangement) && !own.includes(column.name)),
    [all, arrangement, own],
  );
  const [foldedNames, setFolded] = useState('');
  const sortedBy = state.sort.replace('-', '');
  const folding = useMemo(() => {
    const last = resource.defaultSort?.replace('-', '');
    const chosen = sortedBy === last ? shown : [...shown, sortedBy];
    return { kept: [...chosen, resource.stateField ?? '', ...(resource.head ?? [])], last, onFold: setFolded, density };
  }, [resource, shown, sortedBy, density]);
  const folded = useMemo(
    () => [...own, ...(view === 'table' && foldedNames ? foldedNames.split(' ') : NONE)],
    [view, foldedNames, own],
  );
  const searched = useMemo(
    () =>
      Object.fromEntries(
        ownNameFirst(resource, locale, Object.entries(options.search?.(resource.fields) ?? resource.fields)).filter(
          ([, field]) => access.can(field.options.readPermission),
        ),
      ),
    [options, resource, access, locale],
  );
  const hasSearch = useMemo(() => Object.values(searched).some((field) => field.options.search), [searched]);
  useKeys({
    '/': () => {
      setSearchShown(true);
      // The form may only now be drawn.
      requestAnimationFrame(() => firstInput.current?.focus());
    },
  });
  const onToggleSearch = useEvent(() => setSearchShown(!isSearchShown));
  const onArrange = useEvent((columns: Arrangement) => (look ? onLook({ ...look, columns }) : setArrangement(columns)));
  const onDensity = useEvent((next: Density) => (look ? onLook({ ...look, density: next }) : setDensity(next)));
  const onView = useEvent((layout: View) => (look ? onLook({ ...look, layout }) : setView(layout)));
  const onRefresh = useEvent(() => void invalidate(resource));
  const { isFetching } = rows;
  const tools = useMemo(
    () => ({
      views,
      view,
      onView,
      columns: all,
      arrangement,
      onArrange,
      folded,
      density,
      onDensity,
      isSearchShown,
      onToggleSearch: hasSearch ? onToggleSearch : undefined,
      isRefreshing: isFetching,
      onRefresh,
    }),
    [
      views,
      view,
      onView,
      all,
      arrangement,
      onArrange,
      folded,
      density,
      onDensity,
      isSearchShown,
      hasSearch,
      onToggleSearch,
      isFetching,
      onRefresh,
    ],
  );
  return {
    views,
    view,
    all,
    arrangement,
    columns,
    folding,
    density,
    searched,
    hasSearch,
    isPhone,
    isSearchShown,
    onToggleSearch,
    firstInput,
    tools,
  };
}

const CARDS_ONLY: readonly View[] = ['cards'];
const TABLE_ONLY: readonly View[] = ['table'];
const NONE: readonly string[] = [];

/** Fields that say whose a row is. */
const OWNERS = ['ownerName', 'agentName', 'userName'];

/** Returns the columns of owners in which each row has the reader's own name, and that the reader did not ask for. */
function ownNames(rows: readonly Row[] = [], reader: string | undefined, shown: readonly string[]): readonly string[] {
  if (rows.length === 0 || !reader) return NONE;
  return OWNERS.filter((name) => !shown.includes(name) && rows.every((row) => row[name] === reader));
}

/** Names are searched under the titles their columns have. By the one in the other language few search: it comes last. */
function ownNameFirst(resource: Resource, locale: Locale, fields: [string, FormField][]): [string, FormField][] {
  const names = namesOf(resource);
  if (!names) return fields;
  const other = locale === 'zh' ? 'en' : 'zh';
  const titled = fields.map(([name, field]): [string, FormField] => {
    const title = name === names[locale] ? nameTitle(resource, names) : name === names[other] && OTHER_NAME[locale];
    return [name, title ? { ...field, options: { ...field.options, label: title } } : field];
  });
  return [...titled.filter(([name]) => name !== names[other]), ...titled.filter(([name]) => name === names[other])];
}
