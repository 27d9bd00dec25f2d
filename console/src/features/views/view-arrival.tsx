import { useEffect, useEffectEvent } from 'react';
import { showError, showWarning } from '../../kit/feedback.tsx';
import { firstViewKey, type ViewedList } from '../../kit/list/saved/saved-views.ts';
import { readPreference, setPreference } from '../../kit/preferences.ts';
import { showView, useSavedViews } from './saved-views.ts';

/** Fetches the view that a list was opened with and shows it. Draws nothing. */
export default function ViewArrival({ list }: { list: ViewedList }) {
  const { shown } = list;
  const { data, error, isFetching } = useSavedViews(list.screen);
  const found = data?.find(({ id }) => id === shown?.id);
  const isMissing = data !== undefined && !found && !isFetching;
  const arrive = useEffectEvent(() => {
    if (found) showView(list, found);
    else if (isMissing) {
      const first = firstViewKey(list.screen);
      if (readPreference<string>(first, '') === shown?.id) setPreference(first, undefined);
      list.onShow(null);
      showWarning({
        zh: '该视图已被删除，或不再与您共享',
        en: 'This view was deleted or is no longer shared with you',
      });
    } else if (error) {
      list.onShow(null);
      showError(error);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them decides whether the view can be shown
  useEffect(() => arrive(), [found, isMissing, error, shown?.due]);
  return null;
}
