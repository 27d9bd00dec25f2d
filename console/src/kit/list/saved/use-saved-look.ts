import { type ReactNode, useMemo, useState } from 'react';
import { useEvent } from '../../use-event.ts';
import { partsOfView } from '../state/address.ts';
import type { List } from '../use-list.ts';
import type { ListLook } from '../use-list-look.ts';
import type { LookOfView, SavedLook, ViewedList } from './saved-views.ts';

export function useLookOfView(): LookOfView {
  const [look, onLook] = useState<SavedLook>();
  return useMemo(() => ({ look, onLook }), [look]);
}

/** Returns a list for the parts that save and show its views, with the dialog they have opened. */
export function useViewedList(
  { resource, call, place, state, shownView, options, setState }: List,
  { all, arrangement, density, view, views }: Pick<ListLook, 'all' | 'arrangement' | 'density' | 'view' | 'views'>,
  { onLook }: LookOfView,
): { readonly viewed: ViewedList; readonly dialog: ReactNode } {
  const [dialog, onDialog] = useState<ReactNode>(null);
  const { filters: shownFilters, sort: shownSort } = state;
  const onShow: ViewedList['onShow'] = useEvent((chosen) => {
    onLook(chosen?.look);
    const { filters, sort } = chosen ?? { filters: options.startFilters ?? {}, sort: resource.defaultSort ?? '' };
    setState({
      ...(chosen && shownView?.due === 'look' ? {} : { filters, sort, current: 1 }),
      view: chosen ? { id: chosen.id, name: chosen.name, base: partsOfView(chosen) } : undefined,
    });
  });
  const onRename = useEvent((name: string) => shownView && setState({ view: { ...shownView, name } }));
  const viewed = useMemo(
    (): ViewedList => ({
      ...{ resource, call, screen: place, shown: shownView, onShow, onRename, onDialog },
      present: {
        filters: shownFilters,
        sort: shownSort,
        look: { columns: arrangement, density, layout: views.length > 1 ? view : null },
      },
      columns: all.map(({ name }) => name),
    }),
    [
      resource,
      call,
      place,
      shownView,
      onShow,
      onRename,
      shownFilters,
      shownSort,
      arrangement,
      density,
      view,
      views,
      all,
    ],
  );
  return { viewed, dialog };
}
