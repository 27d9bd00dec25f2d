import { twoFactor } from '@trade-assistant/contract/areas/auth/two-factor.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { Suspense, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { showSuccess } from '../../kit/feedback.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { ItemFacts } from '../../kit/parts/item-list.tsx';
import styles from './info.module.css';
import { LoadState } from './load-state.tsx';
import CodesDialog from './recovery-codes.tsx';
import { infoWords } from './words.ts';

// The recovery codes' dialog is not loaded lazily: the codes are shown once and must not wait for the network.
const SetupDialog = lazyWithRetry(() => import('./two-factor-setup.tsx'));
const ProofDialog = lazyWithRetry(() => import('./proof-dialog.tsx'));

const FEW_CODES = 3;

/** Two-step verification at sign-in: its state and all actions. */
export function TwoFactor() {
  const t = useText();
  const locale = useLocale();
  const state = useCall(twoFactor, 'state', {});
  const [open, setOpen] = useState<'setup' | 'disable' | 'renew' | null>(null);
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(null);

  if (!state.data) return <LoadState error={state.error} onRetry={() => void state.refetch()} />;
  const { isOn, since, codesLeft } = state.data;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>
          {t(infoWords.twoFactor)}
          <span className="kit-status" data-tone={isOn ? 'good' : 'off'}>
            {t(isOn ? infoWords.on : infoWords.off)}
          </span>
        </h2>
        <div className={styles.buttons}>
          {isOn ? (
            <>
              <Button onClick={() => setOpen('renew')}>{t(infoWords.codesRenew)}</Button>
              <Button danger onClick={() => setOpen('disable')}>
                {t(infoWords.twoFactorDisable)}
              </Button>
            </>
          ) : (
            <Button type="primary" onClick={() => setOpen('setup')}>
              {t(infoWords.twoFactorBegin)}
            </Button>
          )}
        </div>
      </div>
      <p className={styles.hint}>{t(infoWords.twoFactorHint)}</p>
      {isOn ? (
        <ItemFacts>
          {since ? <span title={since}>{t(infoWords.onSince, { time: relativeTime(since, locale) })}</span> : null}
          <span>{t(infoWords.codesLeft, { n: codesLeft })}</span>
        </ItemFacts>
      ) : null}
      {isOn && codesLeft < FEW_CODES ? <Alert type="warning" showIcon title={t(infoWords.codesFew)} /> : null}
      <DialogLoadBoundary onFailed={close}>
        <Suspense>
          {open === 'setup' ? <SetupDialog onDone={setCodes} onClose={close} /> : null}
          {open === 'disable' ? (
            <ProofDialog
              title={t(infoWords.twoFactorDisable)}
              hint={t(infoWords.disableHint)}
              isDangerous
              onProved={async (proof) => {
                await call(twoFactor, 'disable', proof);
                showSuccess(infoWords.disabled);
                void invalidate(twoFactor);
              }}
              onClose={close}
            />
          ) : null}
          {open === 'renew' ? (
            <ProofDialog
              title={t(infoWords.codesRenew)}
              hint={t(infoWords.codesRenewHint)}
              onProved={async (proof) => {
                setCodes((await call(twoFactor, 'renew-codes', proof)).recoveryCodes);
                void invalidate(twoFactor);
              }}
              onClose={close}
            />
          ) : null}
          {codes && open === null ? <CodesDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
        </Suspense>
      </DialogLoadBoundary>
    </section>
  );
}
