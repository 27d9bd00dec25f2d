import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import MobileOutlined from '@ant-design/icons/MobileOutlined';
import { session } from '@trade-assistant/contract/areas/auth/session.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import Tag from 'antd/es/tag';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { parseDevice } from '../../kit/device.ts';
import { confirm, showError, showSuccess } from '../../kit/feedback.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { translate, useLocale, useText } from '../../kit/i18n.ts';
import { Item, ItemList, ItemSign } from '../../kit/parts/item-list.tsx';
import styles from './info.module.css';
import { LoadState } from './load-state.tsx';
import { infoWords } from './words.ts';

type Session = CallData<typeof session, 'list', 'in'>[number];

const methods: Readonly<Record<string, Text>> = {
  password: infoWords.byPassword,
  totp: infoWords.byTotp,
  passkey: infoWords.byPasskey,
  social: infoWords.bySocial,
};

/** The user's sessions, and buttons that end them. */
export function Sessions() {
  const t = useText();
  const list = useCall(session, 'list', {});
  const [busy, setBusy] = useState<string | null>(null);
  if (!list.data) return <LoadState error={list.error} onRetry={() => void list.refetch()} />;
  const others = list.data.filter(({ isOwn }) => !isOwn);

  const run = async (what: string, work: () => Promise<Text | string>) => {
    setBusy(what);
    try {
      showSuccess(await work());
      await invalidate(session);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(null);
    }
  };
  const endOne = async ({ id, userAgent, address }: Session) => {
    const device = parseDevice(userAgent).name || address;
    const isYes = await confirm({
      title: t(infoWords.sessionEndAsk, { device }),
      content: t(infoWords.sessionEndHint),
      okText: t(infoWords.sessionEnd),
      isDangerous: true,
    });
    if (isYes)
      await run(id, async () => {
        await call(session, 'end', { ids: id });
        return infoWords.sessionEnded;
      });
  };
  const endOthers = async () => {
    const isYes = await confirm({
      title: t(infoWords.sessionEndOthersAsk, { n: others.length }),
      content: t(infoWords.sessionEndHint),
      okText: t(infoWords.sessionEnd),
      isDangerous: true,
    });
    if (isYes)
      await run('others', async () => {
        const { count: n } = await call(session, 'end-others', {});
        return translate(infoWords.sessionsEnded, { n });
      });
  };

  return (
    <>
      <div className={styles.head}>
        <p className={styles.hint}>{t(infoWords.sessionsHint)}</p>
        {others.length > 0 ? (
          <Button danger loading={busy === 'others'} onClick={() => void endOthers()}>
            {t(infoWords.sessionEndOthers)}
          </Button>
        ) : null}
      </div>
      <ItemList>
        {list.data.map((one) => (
          <SessionItem key={one.id} session={one} isBusy={busy === one.id} onEnd={() => void endOne(one)} />
        ))}
      </ItemList>
      {others.length === 0 ? <p className="kit-weak">{t(infoWords.sessionsOnlyOwn)}</p> : null}
    </>
  );
}

function SessionItem({ session: one, isBusy, onEnd }: { session: Session; isBusy: boolean; onEnd: () => void }) {
  const t = useText();
  const locale = useLocale();
  const device = parseDevice(one.userAgent);
  const method = methods[one.method];
  return (
    <Item
      sign={<ItemSign>{device.isPhone ? <MobileOutlined aria-hidden /> : <DesktopOutlined aria-hidden />}</ItemSign>}
      name={
        <>
          {device.name || t(infoWords.unknownDevice)}
          {one.isOwn ? <Tag>{t(infoWords.sessionOwn)}</Tag> : null}
        </>
      }
      title={one.userAgent}
      facts={
        <>
          <span>{one.address}</span>
          {method ? <span>{t(method)}</span> : null}
          <span title={one.createTime}>
            {t(infoWords.sessionSince, { time: relativeTime(one.createTime, locale) })}
          </span>
          <span title={one.lastSeenTime}>
            {one.isOwn
              ? t(infoWords.sessionNow)
              : t(infoWords.sessionSeen, { time: relativeTime(one.lastSeenTime, locale) })}
          </span>
        </>
      }
      action={
        one.isOwn ? null : (
          <Button danger loading={isBusy} onClick={onEnd}>
            {t(infoWords.sessionEnd)}
          </Button>
        )
      }
    />
  );
}
