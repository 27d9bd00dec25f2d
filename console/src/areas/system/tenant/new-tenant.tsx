import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import { Suspense } from 'react';
import { create } from 'zustand';
import { useCall } from '../../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { useCan } from '../../../kit/permission.tsx';

const PasswordDialog = lazyWithRetry(() => import('./password-dialog.tsx'));

/** The tenant just added, whose administrator has no password yet. */
const useNewTenant = create<{ readonly id: string | null }>(() => ({ id: null }));
export const offerFirstPassword = (id: string): void => useNewTenant.setState({ id });
const close = (): void => useNewTenant.setState({ id: null });

/** Offers a first password for the administrator of a new tenant, to users with the permission. */
export function FirstPassword() {
  const id = useNewTenant((state) => state.id);
  const mayReset = useCan('system/tenant:administrator');
  const isOpen = id !== null && mayReset;
  const { data } = useCall(tenant, 'detail', { id: id ?? '0' }, { enabled: isOpen });
  if (!isOpen) return null;
  return (
    <DialogLoadBoundary onFailed={close}>
      <Suspense>
        <PasswordDialog isFirst tenant={{ id, tenantName: data?.tenantName ?? '' }} onClose={close} />
      </Suspense>
    </DialogLoadBoundary>
  );
}
