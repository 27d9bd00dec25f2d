import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLocked, useSession } from '../kit/client/session.ts';
import { loginPath } from './redirect.ts';
import { isLeaving } from './sign-out.ts';

/** Lets the signed-in pass. Everybody else signs in first and then gets where they wanted to go. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const isSignedIn = useSession((session) => session.accessToken !== null);
  const isLocked = useLocked();
  if (isLocked) return <Navigate to="/lock" replace state={{ wanted: pathname + search }} />;
  if (isSignedIn) return children;
  return <Navigate to={isLeaving() ? '/login' : loginPath(pathname + search)} replace />;
}
