import { loginPath, returnPath } from './redirect.ts';

/** State of the user who navigates. */
export interface NavigationContext {
  readonly isSignedIn: boolean;
  readonly isLocked: boolean;
  /** Whether the user ended the session by signing out. */
  readonly isLeaving: boolean;
  /** Whether the session of a previous, different user had expired. */
  readonly isSuccessor: boolean;
}

const LOGIN = '/login';
export const LOCK = '/lock';
/** Addresses that need no session. */
const OPEN: ReadonlySet<string> = new Set([LOGIN, '/register', '/403', '/404', '/500']);
/** Where other providers send people back to, to be signed in. */
const RETURN = '/oauth/redirect/';

/**
 * The rules of every navigation, in order: a locked screen leads to the lock page; a signed-in user is led away from
 * the login page; a signed-out user signs in first, unless the address is open to all.
 * @returns the address to go to instead
 */
export function redirectFor(
  { pathname, search }: { readonly pathname: string; readonly search: string },
  who: NavigationContext,
): string | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  if (who.isSignedIn && who.isLocked) return path === LOCK ? undefined : LOCK;
  if (who.isSignedIn && path === LOGIN) return who.isSuccessor ? '/' : returnPath(search);
  // The lock page leads users who are not locked back to where they were.
  if (who.isSignedIn) return undefined;
  // The session ended by a sign-out: the requested page in the address belongs to no user.
  if (path === LOGIN && who.isLeaving && new URLSearchParams(search).has('redirect')) return LOGIN;
  if (OPEN.has(path) || path.startsWith(RETURN)) return undefined;
  return who.isLeaving || path === LOCK ? LOGIN : loginPath(pathname + search);
}
