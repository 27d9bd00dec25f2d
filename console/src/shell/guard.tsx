import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLocked, useSession } from '../kit/client/session.ts';
import { LOCK, redirectFor } from './guard-rules.ts';
import { isLeaving, isOtherUser } from './sign-out.ts';

/** Stands before every page and decides by the rules who goes where. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const token = useSession((session) => session.accessToken);
  const isRemnant = useSession((session) => !session.accessToken && (session.user ?? session.refreshToken) !== null);
  const isLocked = useLocked();

  // What a lost token leaves behind belongs to nobody.
  useEffect(() => {
    if (isRemnant) useSession.getState().signOut();
  }, [isRemnant]);

  const who = { isSignedIn: Boolean(token), isLocked, isLeaving: isLeaving(), isSuccessor: isOtherUser() };
  const to = redirectFor({ pathname, search }, who);
  if (to === undefined) return children;
  // The lock page leads back to where its user was going.
  return <Navigate to={to} replace state={to === LOCK ? { wanted: pathname + search } : null} />;
}
