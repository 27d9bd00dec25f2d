import { lock } from '@trade-assistant/contract/areas/auth/lock.ts';
import { create } from 'zustand';
import { call } from '../../kit/client/call.ts';
import { CallError } from '../../kit/client/call-error.ts';
import { useSession } from '../../kit/client/session.ts';
import { showError } from '../../kit/feedback.tsx';
import { digestOf } from '../../pages/login/digest.ts';

/** The dialog of the lock password: to set the first one and lock, or to change it; null while it is closed. */
export const useLockDialog = create<{ purpose: 'first' | 'change' | null }>(() => ({ purpose: null }));

/** Locks the screen. Asks for a new lock password first when the user has none. */
export async function lockScreen(): Promise<void> {
  try {
    await call(lock, 'lock', {});
    // Close the dialog: the frame is unmounted before it has faded out, and would show it again later.
    useLockDialog.setState({ purpose: null });
    useSession.getState().setLocked(true);
  } catch (error) {
    if (error instanceof CallError && error.bizCode === 'LOCK_PASSWORD_NEEDED')
      useLockDialog.setState({ purpose: 'first' });
    else showError(error, () => void lockScreen());
  }
}

/** Asks for a new lock password, or for the first one. */
export async function changeLockPassword(): Promise<void> {
  try {
    const { hasPassword } = await call(lock, 'state', {});
    useLockDialog.setState({ purpose: hasPassword ? 'change' : 'first' });
  } catch (error) {
    showError(error, () => void changeLockPassword());
  }
}

/** Sets the lock password; `current` if there is one. Only digests of the passwords are sent. */
export async function saveLockPassword(password: string, current?: string): Promise<void> {
  await call(lock, 'set-password', {
    password: await digestOf(password),
    ...(current === undefined ? {} : { current: await digestOf(current) }),
  });
}
