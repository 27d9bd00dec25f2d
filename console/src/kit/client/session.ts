import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { storageKey } from '../storage.ts';

/** The answer of the token call, without envelope and in snake case. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds from now. */
  readonly expires_in: number;
  /** Age in seconds at which it should be renewed; by default half of its lifetime. */
  readonly token_time?: number;
  readonly tenant_id?: string;
  readonly user_id?: string;
  readonly account?: string;
  readonly user_name?: string;
  readonly real_name?: string;
  readonly nick_name?: string;
  readonly role_name?: string;
  readonly avatar?: string;
  readonly oauth_id?: string;
  /** 1 while the session is locked: a refresh keeps the lock. */
  readonly locked?: number;
  readonly [more: string]: unknown;
}

export interface SessionUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly name: string;
  /** Comma-joined role keys. */
  readonly roleName: string;
  readonly avatar: string;
  /** The server refuses everything else until a new password is chosen. */
  readonly mustChangePassword: boolean;
  /** The user must set up two-step verification first. */
  readonly mustSetUpFactor?: boolean;
}

export interface Session {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  /** When the access token was given, in milliseconds since the epoch, and the age at which it is renewed. */
  readonly issuedAt: number;
  readonly tokenTimeMillis: number;
  readonly user: SessionUser | null;
  /** Full permission codes: `whatsapp/warehouse:edit`. */
  readonly permissions: ReadonlySet<string>;
  /** Whether the screen is locked, according to the server's latest answer. */
  readonly isLocked: boolean;
  /** User whose session expired without a sign-out: their open pages are kept for them. */
  readonly expiredUserId: string | null;
  /** Stores a token answer: after a login, and after each refresh. */
  signIn(answer: TokenAnswer): void;
  setPermissions(codes: Iterable<string>): void;
  /** Changes the shown profile (name, avatar) after an edit. */
  setUser(change: Partial<SessionUser>): void;
  setLocked(isLocked: boolean): void;
  /** Forgets everything. The guard then leads to the login page. */
  signOut(): void;
  /** Ends a session the server rejected: forgets everything except its user. */
  expire(): void;
}

const nobody = {
  accessToken: null,
  refreshToken: null,
  issuedAt: 0,
  tokenTimeMillis: 0,
  user: null,
  permissions: new Set<string>(),
  isLocked: false,
  expiredUserId: null,
};

/** The signed-in user, kept in local storage so that all tabs share one session. */
export const useSession = create<Session>()(
  persist(
    (set) => ({
      ...nobody,
      signIn: (answer) => {
        set((before) => ({
          accessToken: answer.access_token,
          refreshToken: answer.refresh_token,
          issuedAt: Date.now(),
          tokenTimeMillis: (answer.token_time ?? answer.expires_in / 2) * 1000,
          user: userOf(answer, before.user),
          // A refresh keeps the permissions, a change of user must not inherit them.
          permissions:
            answer.user_id === undefined || answer.user_id === before.user?.userId ? before.permissions : new Set(),
          isLocked: answer.locked === 1,
          expiredUserId: null,
        }));
      },
      setPermissions: (codes) => set({ permissions: new Set(codes) }),
      setUser: (change) => set(({ user }) => ({ user: user ? { ...user, ...change } : null })),
      setLocked: (isLocked) => set({ isLocked }),
      signOut: () => set(nobody),
      expire: () => set((before) => ({ ...nobody, expiredUserId: ownerOf(before) })),
    }),
    {
      name: storageKey('session'),
      storage: createJSONStorage(() => localStorage, {
        replacer: (_key, value) => (value instanceof Set ? { set: [...value] } : value),
        reviver: (_key, value) => (isStoredSet(value) ? new Set(value.set) : value),
      }),
      partialize: ({ signIn, setPermissions, setUser, setLocked, signOut, expire, ...kept }) => kept,
    },
  ),
);

/** Whether a user is signed in and their screen is locked. */
export const useLocked = (): boolean => useSession(isLockedIn);

/** The same, outside of React. */
export const isLocked = (): boolean => isLockedIn(useSession.getState());

const LOCKED_STATUS = 423;

/** Records a lock reported by an answer's status: the screen may have been locked in another tab or by the user. */
export function noticeLock(status: number): void {
  const session = useSession.getState();
  if (status === LOCKED_STATUS && session.accessToken !== null && !session.isLocked) session.setLocked(true);
}

/**
 * Records a refusal that requires a new password or two-step verification first: the requirement may have been set
 * while the screen was open.
 */
export function noticeDue(bizCode: string | undefined): void {
  const { user, setUser } = useSession.getState();
  if (bizCode === 'PASSWORD_CHANGE_REQUIRED' && user && !user.mustChangePassword) setUser({ mustChangePassword: true });
  if (bizCode === 'SECOND_FACTOR_DUE' && user && !user.mustSetUpFactor) setUser({ mustSetUpFactor: true });
}

const isLockedIn = (session: Session): boolean => session.accessToken !== null && session.isLocked;

const lost = new Set<() => void>();

/** Records a 403: the session has fewer permissions than the screen assumed. */
export function reportForbidden(status: number): void {
  if (status === 403) for (const listener of lost) listener();
}

/** Calls `listener` at each refusal with 403; returns a function that unsubscribes. */
export function onForbidden(listener: () => void): () => void {
  lost.add(listener);
  return () => lost.delete(listener);
}

/** Calls `listener` when the session ends, here or in another tab; returns a function that unsubscribes. */
export const onSessionEnd = (listener: () => void): (() => void) =>
  useSession.subscribe((session, before) => {
    if (before.accessToken !== null && session.accessToken === null) listener();
  });

/** Returns the owner of the open pages: the signed-in user, or the last one when the session expired. */
export const ownerOf = ({ user, expiredUserId }: Pick<Session, 'user' | 'expiredUserId'>): string | null =>
  user?.userId ?? expiredUserId;

/** Calls `listener` when the owner of the open pages changes; returns a function that unsubscribes. */
export const onOwnerChange = (listener: () => void): (() => void) =>
  useSession.subscribe((session, before) => {
    if (ownerOf(session) !== ownerOf(before)) listener();
  });

/** Reads the session again as other tabs left it in the storage. */
export const rereadSession = async (): Promise<void> => {
  await useSession.persist.rehydrate();
};

/** Applies sign-in, refresh and sign-out of other tabs to this one. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === storageKey('session')) void rereadSession();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function userOf(answer: TokenAnswer, before: SessionUser | null): SessionUser {
  return {
    userId: answer.user_id ?? before?.userId ?? '',
    tenantId: answer.tenant_id ?? before?.tenantId ?? '000000',
    account: answer.account ?? before?.account ?? '',
    name: answer.real_name || answer.nick_name || answer.user_name || answer.account || before?.name || '',
    roleName: answer.role_name ?? before?.roleName ?? '',
    avatar: answer.avatar ?? before?.avatar ?? '',
    mustChangePassword: answer.must_change_password === 1,
  };
}

// A hoisted declaration: the store reads the storage while this module is still being evaluated.
function isStoredSet(value: unknown): value is { set: string[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'set' in value &&
    Array.isArray(value.set) &&
    Object.keys(value).length === 1
  );
}
