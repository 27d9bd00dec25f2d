import { loginPath, returnPath } from './redirect.ts';

/** The user who navigates. */
export interface NavigationContext {
  readonly isSignedIn: boolean;
  readonly isLocked: boolean;
  /** Whether the session ended because its user asked for it. */
  readonly isLeaving: boolean;
  /** Whether somebody else was here before, whose session expired. */
  readonly isSuccessor: boolean;
}

const LOGIN = '/login';
export const LOCK = '/lock';
/** Addresses that need nobody to be signed in. */
const OPEN: ReadonlySet<string> = new Set([LOGIN, '/register', '/403', '/404', '/500']);
/** Where other providers send people back to, to be signed in. */
const RETURN = '/oauth/redirect/';

/**
 * The rules of every navigation, in order: a locked screen leads to the lock page; who is signed in has no business at
 * the login page; who is not signs in first, unless the address is open to all. @returns where to go instead
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
  // Found ended before it was known that its user left: what the address remembers is nobody's.
  if (path === LOGIN && who.isLeaving && new URLSearchParams(search).has('redirect')) return LOGIN;
  if (OPEN.has(path) || path.startsWith(RETURN)) return undefined;
  return who.isLeaving || path === LOCK ? LOGIN : loginPath(pathname + search);
}
