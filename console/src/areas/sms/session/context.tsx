import { consentStatus } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { sessionStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './inbox.module.css';

/** The facts about the number of a session, and the means to answer it. */
export default function Context({ id }: { readonly id: string }) {
  const t = useText();
  const locale = useLocale();
  const record = useCall(smsSession, 'detail', { id });
  const facts = useCall(smsSession, 'context', { id });
  if (facts.error) return <ListProblem error={facts.error} onRetry={() => void facts.refetch()} />;
  if (!facts.data || !record.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { price, currency, balance, turnsLeft, capLeft, consent, orders, earlier, sender, countryCode } = facts.data;
  const none = t({ zh: '无', en: 'None' });
  return (
    <div className={styles.facts}>
      <NumberLine id={id} masked={record.data.number} />
      <dl>
        <Fact name={t({ zh: '国家', en: 'Country' })}>{countryCode ?? '—'}</Fact>
        <Fact name={t({ zh: '会话任务', en: 'Session task' })}>{record.data.taskName}</Fact>
        <Fact name={t({ zh: '发送号码', en: 'Sender' })}>{sender ?? '—'}</Fact>
        <Fact name={t({ zh: '每条价格', en: 'Price of a part' })}>
          {price === null ? t({ zh: '暂未定价', en: 'No price' }) : `${price} ${currency ?? ''}`}
        </Fact>
        {balance !== null && <Fact name={t({ zh: '可用余额', en: 'Balance' })}>{balance}</Fact>}
        <Fact name={t({ zh: '已用 / 剩余轮次', en: 'Turns used / left' })}>
          {record.data.turns} / {turnsLeft}
        </Fact>
        <Fact name={t({ zh: '会话费用', en: 'Cost so far' })}>
          {record.data.spent}
          {capLeft !== null && ` (${t({ zh: '剩余 {n}', en: '{n} left' }, { n: capLeft })})`}
        </Fact>
        <Fact name={t({ zh: '名单声明', en: 'Consent' })}>
          {consent === null
            ? t({ zh: '对方先来信', en: 'They wrote first' })
            : `${consent.consentNo} · ${entryOf(consentStatus, consent.status)?.[locale] ?? ''}${consent.validUntil ? ` · ${consent.validUntil}` : ''}`}
        </Fact>
      </dl>
      <h3>{t({ zh: '最近订单', en: 'Last orders' })}</h3>
      {orders.length === 0 ? (
        <p className="kit-weak">{none}</p>
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order.orderNo}>
              {order.orderName}
              <small>
                {order.orderNo} · {order.time.slice(0, 16)} · {entryOf(lineStatus, order.status)?.[locale]}
              </small>
            </li>
          ))}
        </ul>
      )}
      <h3>{t({ zh: '以往会话', en: 'Earlier sessions' })}</h3>
      {earlier.length === 0 ? (
        <p className="kit-weak">{none}</p>
      ) : (
        <ul>
          {earlier.map((one) => (
            <li key={one.id}>
              <Link to={`?view=all&session=${one.id}`}>{one.sessionNo}</Link>
              <small>
                {one.lastMsgTime.slice(0, 16)} · {entryOf(sessionStatus, one.sessionStatus)?.[locale]}
              </small>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The number, masked until a reader with the right gives a reason, which the audit trail keeps. */
function NumberLine({ id, masked }: { readonly id: string; readonly masked: string }) {
  const t = useText();
  const canReveal = useCan('sms/session:plain');
  const [number, setNumber] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const label = t({ zh: '查看原因（将记入审计）', en: 'Reason for viewing (kept in the audit trail)' });
  const reveal = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { numbers } = await call(smsSession, 'reveal', { ids: id, reason: reason.trim() });
      setNumber(numbers[0]?.number ?? null);
      setAsking(false);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.number}>
        <strong>{number === null ? masked : `+${number}`}</strong>
        {canReveal && number === null && !isAsking && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t({ zh: '显示', en: 'Show' })}
          </Button>
        )}
      </p>
      <Problem text={problem} />
      {isAsking && (
        <form
          className={styles.reason}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() !== '') void reveal();
          }}
        >
          <Input
            autoFocus
            value={reason}
            maxLength={200}
            placeholder={label}
            aria-label={label}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={reason.trim() === ''}>
            {t({ zh: '显示', en: 'Show' })}
          </Button>
        </form>
      )}
    </>
  );
}
