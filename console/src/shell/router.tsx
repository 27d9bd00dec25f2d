import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import { wasPageShown } from './tabs/tab-store.ts';

/**
 * The router over the browser's history. A page that is new is prepared in the background while the one before stays; the
 * library's own router treats ready pages the same way, which spreads a moment's work over many frames.
 */
export function ShellRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (wasPageShown(next.location.pathname)) setState(next);
        else startTransition(() => setState(next));
      }),
    [history],
  );
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
