import { send } from '../kit/client/request.ts';
import { onOwnerChange, useSession } from '../kit/client/session.ts';
import { KEPT, writeStored } from '../kit/storage.ts';

let leaving = false;

/** Whether the session ended because its user asked for it: the next one starts at home, not where this one was. */
export const isLeaving = (): boolean => leaving;

/** Ends the session, on the server too. Without a network the tokens are forgotten here and die there by age. */
export async function signOut(): Promise<void> {
  leaving = true;
  await send({ path: 'auth/oauth/logout', method: 'POST' }).catch(() => undefined);
  useSession.getState().signOut();
}

// What was typed goes with its owner, also where nothing of the console is loaded: behind a lock, in another window.
onOwnerChange(() => writeStored(KEPT, undefined, 'session'));

/** A new session has begun. */
export const arrived = (): void => {
  leaving = false;
};
