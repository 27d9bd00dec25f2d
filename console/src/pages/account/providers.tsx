import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { Suspense, useEffect, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { showSuccess } from '../../kit/feedback.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { Item, ItemList } from '../../kit/parts/item-list.tsx';
import { lastLinkOutcome, redirectToLink, storeLinkOutcome } from '../login/social.ts';
import styles from './info.module.css';
import { LoadState } from './load-state.tsx';
import { infoWords } from './words.ts';

const ProofDialog = lazyWithRetry(() => import('./proof-dialog.tsx'));

type Provider = CallData<typeof oauth, 'links', 'in'>[number];

/** The sign-in providers, those linked to this account, and the outcome of the last linking. */
export function Providers() {
  const t = useText();
  const list = useCall(oauth, 'links', {});
  const [asking, setAsking] = useState<Provider | null>(null);
  const { failure, forget } = useOutcome();

  if (list.data?.length === 0) return null;
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{t(infoWords.providers)}</h2>
      </div>
      <p className={styles.hint}>{t(infoWords.providersHint)}</p>
      {failure ? (
        <Alert type="error" showIcon title={failure} className="kit-alert" closable={{ onClose: forget }} />
      ) : null}
      {list.data ? (
        <ItemList>
          {list.data.map((one) => (
            <ProviderItem key={one.source} provider={one} onAsk={() => setAsking(one)} />
          ))}
        </ItemList>
      ) : (
        <LoadState error={list.error} onRetry={() => void list.refetch()} />
      )}
      <DialogLoadBoundary onFailed={() => setAsking(null)}>
        <Suspense>
          {asking ? (
            <ProofDialog
              title={t(asking.isLinked ? infoWords.providerUnlinkAsk : infoWords.providerLinkAsk, {
                name: asking.name,
              })}
              okText={t(asking.isLinked ? infoWords.providerUnlink : infoWords.providerGo)}
              hint={t(asking.isLinked ? infoWords.providerUnlinkHint : infoWords.providerLinkHint, {
                name: asking.name,
              })}
              isDangerous={asking.isLinked === 1}
              isPasswordOnly
              onProved={async ({ password }) => {
                forget();
                const input = { source: asking.source, password };
                if (asking.isLinked === 0) return redirectToLink((await call(oauth, 'link', input)).url);
                await call(oauth, 'unlink', input);
                showSuccess(infoWords.providerUnlinked);
                await invalidate(oauth);
              }}
              onClose={() => setAsking(null)}
            />
          ) : null}
        </Suspense>
      </DialogLoadBoundary>
    </section>
  );
}

/** The outcome of the last linking: a success is a passing message, a failure stays until the next try. */
function useOutcome(): { failure: string | undefined; forget: () => void } {
  const [outcome, setOutcome] = useState(lastLinkOutcome);
  useEffect(() => {
    if (!outcome || 'failure' in outcome) return;
    storeLinkOutcome(undefined);
    showSuccess(infoWords.providerLinked);
  }, [outcome]);
  const forget = () => {
    storeLinkOutcome(undefined);
    setOutcome(undefined);
  };
  return { failure: outcome && 'failure' in outcome ? outcome.failure : undefined, forget };
}

function ProviderItem({ provider: one, onAsk }: { provider: Provider; onAsk: () => void }) {
  const t = useText();
  const locale = useLocale();
  return (
    <Item
      sign={
        <span className={styles.initial} aria-hidden="true">
          {[...one.name][0]}
        </span>
      }
      name={
        <>
          {one.name}
          <span className="kit-status" data-tone={one.isLinked ? 'good' : 'off'}>
            {t(one.isLinked ? infoWords.providerIsLinked : infoWords.providerIsNot)}
          </span>
        </>
      }
      facts={
        <>
          {one.account ? <span>{one.account}</span> : null}
          {one.linkTime ? (
            <span title={one.linkTime}>{t(infoWords.providerSince, { time: relativeTime(one.linkTime, locale) })}</span>
          ) : null}
          {one.isLinked ? (
            <span title={one.lastLoginTime ?? ''}>
              {one.lastLoginTime
                ? t(infoWords.passkeyUsed, { time: relativeTime(one.lastLoginTime, locale) })
                : t(infoWords.passkeyUnused)}
            </span>
          ) : null}
          {one.isOffered ? null : <span>{t(infoWords.providerGone)}</span>}
        </>
      }
      action={
        <Button danger={one.isLinked === 1} onClick={onAsk}>
          {t(one.isLinked ? infoWords.providerUnlink : infoWords.providerLink)}
        </Button>
      }
    />
  );
}
