import BugOutlined from '@ant-design/icons/BugOutlined';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { Suspense, useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useErrorLog } from '../../kit/errors/collect.ts';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import styles from './error-log-button.module.css';

/** Returns whether these role keys include an administrator's. */
const isAdministrator = (roleKeys: readonly string[]): boolean => roleKeys.includes('administrator');

const ErrorLog = lazyWithRetry(() => import('./error-log.tsx'));
const MOST_SHOWN = 99;

/** Opens the errors of this browser for administrators, and shows their number. */
export function ErrorLogButton() {
  const t = useText();
  const known = useSession((session) => session.user?.roleName ?? '');
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const count = useErrorLog(({ errors }) => errors.length);
  const [isOpen, setOpen] = useState(false);
  if (!isAdministrator(info.data?.roles ?? known.split(','))) return null;
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  return (
    <>
      <BarButton
        label={t({ zh: '错误日志（{n}）', en: 'Error log ({n})' }, { n: shown })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles.icon} data-count={count > 0 ? shown : undefined}>
          <BugOutlined aria-hidden />
        </span>
      </BarButton>
      <DialogLoadBoundary onFailed={() => setOpen(false)}>
        <Suspense>{isOpen && <ErrorLog onClose={() => setOpen(false)} />}</Suspense>
      </DialogLoadBoundary>
    </>
  );
}
