import { create } from 'zustand';
import { queryClient } from '../../kit/client/query.ts';
import { forgetKept } from '../../kit/persisted-state.ts';

/** How often each tab has been asked to start afresh; the number is part of its page's key. */
export const useRefreshes = create<Readonly<Record<string, number>>>(() => ({}));

/** Restarts the page of a tab: new state, data fetched again. */
export function refreshTab(path: string): void {
  forgetKept((one) => one === path);
  void queryClient.invalidateQueries();
  useRefreshes.setState((before) => ({ [path]: (before[path] ?? 0) + 1 }));
}
