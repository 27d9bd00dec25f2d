import { send } from '../kit/client/request.ts';
import { onOwnerChange, ownerOf, type Session, useSession } from '../kit/client/session.ts';
import { clearStored, KEPT, MESSAGE_DRAFTS, writeStored } from '../kit/storage.ts';

let leaving = false;

/** Returns whether the user signed out: the next session starts at home, not at this one's page. */
export const isLeaving = (): boolean => leaving;

let isOther = false;

/** Returns whether another user signed in after an expired session: the requested page in the address is not theirs. */
export const isOtherUser = (): boolean => isOther;

// In any window of the browser: the others learn that the session has ended. One of them may notice the end before it
// knows that a sign-out caused it.
useSession.subscribe((session, before) => {
  // A new session has started. A renewal during a sign-out is not a new session.
  if (session.accessToken !== null && before.accessToken === null) {
    leaving = false;
    isOther = before.expiredUserId !== null && before.expiredUserId !== session.user?.userId;
  } else if (hadOwner(before) && session.accessToken === null && ownerOf(session) === null) leaving = true;
});

/** Whether a session had a user; the rest of a lost token has none. */
const hadOwner = ({ accessToken, expiredUserId }: Session): boolean => Boolean(accessToken) || expiredUserId !== null;

/** Ends the session, on the server too. Without a network the tokens are forgotten here and die there by age. */
export async function signOut(): Promise<void> {
  leaving = true;
  await send({ path: 'auth/oauth/logout', method: 'POST' }).catch(() => undefined);
  useSession.getState().signOut();
}

// Input is removed with its owner, also where the console is not loaded: behind a lock, in another window.
onOwnerChange(() => {
  writeStored(KEPT, undefined, 'session');
  clearStored(MESSAGE_DRAFTS);
});
