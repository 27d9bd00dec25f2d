import { confirm } from '../kit/feedback.tsx';
import { translate } from '../kit/i18n.ts';
import { signOut } from './sign-out.ts';
import { words } from './words.ts';

/** Ends the session if that is what is meant. */
export async function confirmSignOut(): Promise<void> {
  if (await confirm({ title: translate(words.signOutAsk), okText: translate(words.signOut) })) await signOut();
}
