import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { session } from '@trade-assistant/contract/areas/auth/session.ts';
import { Suspense, useEffect, useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { hasChoice, type RoleSessions } from './role-session.ts';
import { useRoleSwitch } from './use-role-switch.ts';

const RoleSwitchDialog = lazyWithRetry(() => import('./role-switch-dialog.tsx'));

/** Switches the user's current department and role, if the tenant uses this; asks for them after a sign-in. */
export function RoleSwitchButton() {
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const isOffered = info.data?.parameters['account.switchMode'] === 1 || info.data?.isNarrowed === 1;
  const { data } = useCall(session, 'duties', {}, { enabled: isOffered, staleMillis: 60_000 });
  return isOffered && data && hasChoice(data) ? <Offered duties={data} /> : null;
}

function Offered({ duties }: { duties: RoleSessions }) {
  const t = useText();
  const locale = useLocale();
  const { isOpen, isDue } = useRoleSwitch();
  const [isAtSignIn, setAtSignIn] = useState(false);
  useEffect(() => {
    if (!isDue) return;
    setAtSignIn(true);
    useRoleSwitch.setState({ isDue: false, isOpen: true });
  }, [isDue]);
  const close = () => {
    setAtSignIn(false);
    useRoleSwitch.setState({ isOpen: false });
  };
  const named = [
    duties.roles.find(({ id }) => id === duties.roleId),
    duties.depts.find(({ id }) => id === duties.deptId),
  ].flatMap((one) => (one ? [locale === 'en' ? one.nameEn : one.name] : []));
  const what = t({ zh: '切换机构与角色', en: 'Switch department and role' });
  return (
    <>
      <BarButton
        label={named.length > 0 ? `${what} (${named.join(' · ')})` : what}
        aria-haspopup="dialog"
        onClick={() => useRoleSwitch.setState({ isOpen: true })}
      >
        <IdcardOutlined aria-hidden />
      </BarButton>
      <DialogLoadBoundary onFailed={close}>
        <Suspense>
          {isOpen && (
            <RoleSwitchDialog
              duties={duties}
              isAtSignIn={isAtSignIn}
              onSwitched={() => window.location.assign('/')}
              onClose={close}
            />
          )}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}
