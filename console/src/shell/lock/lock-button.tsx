import LockOutlined from '@ant-design/icons/LockOutlined';
import Dropdown from 'antd/es/dropdown';
import { Suspense, useEffect } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { changeLockPassword, lockScreen, useLockDialog } from './lock-screen.ts';
import { lockWords } from './words.ts';

const LockPasswordDialog = lazyWithRetry(() => import('./lock-password-dialog.tsx'));

/** Locks the screen, as Alt L does. Its context menu changes the lock password. */
export function LockButton() {
  const t = useText();
  const { purpose } = useLockDialog();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyL') return;
      event.preventDefault();
      void lockScreen();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <Dropdown
        trigger={['contextMenu']}
        menu={{
          items: [
            { key: 'lock', label: t(lockWords.lock), extra: 'Alt L', onClick: () => void lockScreen() },
            { key: 'change', label: t(lockWords.change), onClick: () => void changeLockPassword() },
          ],
        }}
      >
        <BarButton label={t(lockWords.lock)} aria-keyshortcuts="Alt+L" onClick={() => void lockScreen()}>
          <LockOutlined aria-hidden />
        </BarButton>
      </Dropdown>
      <DialogLoadBoundary onFailed={() => useLockDialog.setState({ purpose: null })}>
        <Suspense>
          {purpose && (
            <LockPasswordDialog purpose={purpose} onClose={() => useLockDialog.setState({ purpose: null })} />
          )}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}
