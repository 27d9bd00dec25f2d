import KeyOutlined from '@ant-design/icons/KeyOutlined';
import { passkey } from '@trade-assistant/contract/areas/auth/passkey.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Tag from 'antd/es/tag';
import { Suspense, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { confirm, showError, showSuccess } from '../../kit/feedback.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { Item, ItemList, ItemSign } from '../../kit/parts/item-list.tsx';
import { passkeysWork } from '../login/passkey.ts';
import styles from './info.module.css';
import { LoadState } from './load-state.tsx';
import { infoWords } from './words.ts';

const PasskeyDialog = lazyWithRetry(() => import('./passkey-dialog.tsx'));

type Passkey = CallData<typeof passkey, 'list', 'in'>[number];

/** The passkeys of the account: their names, where they work, and their last use. */
export function Passkeys() {
  const t = useText();
  const list = useCall(passkey, 'list', {});
  const [open, setOpen] = useState<'add' | Passkey | null>(null);
  const [hasSupport] = useState(passkeysWork);

  const remove = async ({ id, name }: Passkey) => {
    const isYes = await confirm({
      title: t(infoWords.passkeyRemoveAsk, { name }),
      content: t(infoWords.passkeyRemoveHint),
      okText: t(infoWords.remove),
      isDangerous: true,
    });
    if (!isYes) return;
    try {
      await call(passkey, 'remove', { id });
      showSuccess(infoWords.removed);
    } catch (error) {
      showError(error);
    }
    await invalidate(passkey);
  };

  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2>{t(infoWords.passkeys)}</h2>
        <Button type="primary" disabled={!hasSupport} onClick={() => setOpen('add')}>
          {t(infoWords.passkeyAdd)}
        </Button>
      </div>
      <p className={styles.hint}>{t(infoWords.passkeysHint)}</p>
      {hasSupport ? null : <p className="kit-weak">{t(infoWords.passkeyUnavailable)}</p>}
      {list.data ? (
        <ItemList>
          {list.data.map((one) => (
            <PasskeyItem key={one.id} passkey={one} onRename={() => setOpen(one)} onRemove={() => void remove(one)} />
          ))}
        </ItemList>
      ) : (
        <LoadState error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 ? <p className="kit-weak">{t(infoWords.passkeysNone)}</p> : null}
      <DialogLoadBoundary onFailed={() => setOpen(null)}>
        <Suspense>
          {open ? <PasskeyDialog renamed={open === 'add' ? undefined : open} onClose={() => setOpen(null)} /> : null}
        </Suspense>
      </DialogLoadBoundary>
    </section>
  );
}

interface ItemProps {
  readonly passkey: Passkey;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyItem({ passkey: one, onRename, onRemove }: ItemProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <Item
      sign={
        <ItemSign>
          <KeyOutlined aria-hidden />
        </ItemSign>
      }
      name={
        <>
          {one.name}
          {one.isSynced ? <Tag>{t(infoWords.passkeySynced)}</Tag> : null}
        </>
      }
      facts={
        <>
          <span>{t(infoWords.passkeyHost, { host: one.host })}</span>
          <span title={one.createTime}>{t(infoWords.passkeyMade, { time: relativeTime(one.createTime, locale) })}</span>
          <span title={one.lastUsedTime ?? ''}>
            {one.lastUsedTime
              ? t(infoWords.passkeyUsed, { time: relativeTime(one.lastUsedTime, locale) })
              : t(infoWords.passkeyUnused)}
          </span>
        </>
      }
      action={
        <div className={styles.buttons}>
          <Button onClick={onRename}>{t(infoWords.rename)}</Button>
          <Button danger onClick={onRemove}>
            {t(infoWords.remove)}
          </Button>
        </div>
      }
    />
  );
}
