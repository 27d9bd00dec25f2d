import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { Suspense } from 'react';
import { create } from 'zustand';
import { useCall } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { useCan } from '../../../kit/permission.tsx';

const ResetPanel = lazyWithRetry(() => import('./reset-panel.tsx'));

/** The user just added, who has no password yet. */
const useNewUser = create<{ readonly id: string | null }>(() => ({ id: null }));
export const offerFirstPassword = (id: string): void => useNewUser.setState({ id });
const close = (): void => useNewUser.setState({ id: null });

/** Offers a first password for the new user, to users with the permission. */
export function FirstPassword() {
  const id = useNewUser((state) => state.id);
  const canResetPassword = useCan('system/user:reset-password');
  const isOpen = id !== null && canResetPassword;
  const { data } = useCall(user, 'detail', { id: id ?? '0' }, { enabled: isOpen });
  if (!isOpen) return null;
  return (
    <DialogLoadBoundary onFailed={close}>
      <Suspense>
        <ResetPanel isFirst users={[{ ...data, id }]} onClose={close} />
      </Suspense>
    </DialogLoadBoundary>
  );
}
