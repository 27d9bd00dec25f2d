import { confirm } from '../kit/feedback.tsx';
import { translate } from '../kit/i18n.ts';
import { signOut } from './sign-out.ts';
import { words } from './words.ts';

/** Signs out after a confirmation. */
export async function confirmSignOut(): Promise<void> {
  if (await confirm({ title: translate(words.signOutAsk), okText: translate(words.signOut) })) await signOut();
}
