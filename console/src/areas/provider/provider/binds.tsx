import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { smppBindState } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Figures } from '../../../kit/parts/figures.tsx';
import styles from './provider.module.css';

type Report = CallData<typeof provider, 'binds', 'in'>;
type Bind = Report['binds'][number];
type Translate = ReturnType<typeof useText>;

const REFRESH_MILLIS = 3000;
const { bound, refused } = smppBindState.is;

/** The binds of an SMPP account: how many are bound, at which rate they send, and why others are not. */
export function Binds({ row }: { row: WireRowOf<typeof provider> }) {
  const t = useText();
  const { data, error } = useCall(
    provider,
    'binds',
    { id: row.id },
    { everyMillis: REFRESH_MILLIS, keepPrevious: true },
  );
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  const count = data.binds.filter(({ state }) => state === bound).length;
  const { type, text } = sentenceOf(row, data, count, t);
  return (
    <>
      <Alert type={type} showIcon title={text} />
      <Figures
        items={[
          {
            label: { zh: '已绑定连接', en: 'Bound' },
            value: `${count} / ${row.bindCount}`,
          },
          {
            label: { zh: '当前速率上限', en: 'Rate borne now' },
            value: `${data.rateNow} / s`,
            note: t({ zh: '约定 {n} 条/秒', en: 'agreed: {n} parts a second' }, { n: String(data.rateLimit) }),
          },
          {
            label: { zh: '最近收到', en: 'Last received' },
            value: row.webhookTime ? <TimeValue wire={row.webhookTime} /> : t({ zh: '尚未收到', en: 'None yet' }),
            note: t({ zh: '回执或来信', en: 'receipt or text' }),
          },
        ]}
      />
      {data.binds.length > 0 && <BindTable binds={data.binds} />}
    </>
  );
}

/** Returns the state of the account in one sentence. */
function sentenceOf(
  { status, bindCount }: WireRowOf<typeof provider>,
  { binds, rateNow, rateLimit }: Report,
  count: number,
  t: Translate,
): { type: 'success' | 'info' | 'warning' | 'error'; text: string } {
  if (status !== 1)
    return { type: 'info', text: t({ zh: '未启用，不连接短信中心。', en: 'Disabled: no connection is kept.' }) };
  const rejected = binds.find(({ state }) => state === refused);
  if (rejected)
    return {
      type: 'error',
      text: t(
        {
          zh: '短信中心拒绝登录（{error}）。请检查系统账号、密码和允许的连接数。',
          en: 'The SMSC refuses the account ({error}). Check system ID, password and the number of binds it allows.',
        },
        { error: rejected.lastError ?? '' },
      ),
    };
  if (count === 0)
    return {
      type: 'error',
      text: t(
        { zh: '没有已绑定的连接，短信在等待。{error}', en: 'No bind is up, and texts wait. {error}' },
        { error: binds.find(({ lastError }) => lastError)?.lastError ?? '' },
      ),
    };
  if (binds.some(({ pausedUntil }) => pausedUntil))
    return {
      type: 'warning',
      text: t({
        zh: '短信中心要求放慢，稍后从同一条继续。',
        en: 'The SMSC asks to slow down; sending continues with the same part after a pause.',
      }),
    };
  if (count < bindCount)
    return {
      type: 'warning',
      text: t(
        { zh: '{n} 个连接未绑定，发送较慢。', en: 'Binds that are not up: {n}. Sending is slower.' },
        { n: String(bindCount - count) },
      ),
    };
  if (rateNow < rateLimit)
    return {
      type: 'info',
      text: t({
        zh: '全部连接正常；因之前被限速，速率正在逐步恢复。',
        en: 'All binds are up; after throttling the rate is rising again.',
      }),
    };
  return { type: 'success', text: t({ zh: '全部连接正常。', en: 'All binds are up.' }) };
}

const BindTable = ({ binds }: { binds: readonly Bind[] }) => {
  const t = useText();
  return (
    <div className={styles['scroll']}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '连接', en: 'Bind' })}</th>
            <th>{t({ zh: '状态', en: 'State' })}</th>
            <th>{t({ zh: '开始时间', en: 'Since' })}</th>
            <th>{t({ zh: '节点', en: 'Node' })}</th>
            <th>{t({ zh: '暂停至', en: 'Paused until' })}</th>
            <th>{t({ zh: '下次连接', en: 'Next attempt' })}</th>
            <th>{t({ zh: '最近错误', en: 'Last error' })}</th>
          </tr>
        </thead>
        <tbody>
          {binds.map((bind) => (
            <tr key={bind.bindNo}>
              <td className="kit-number">{bind.bindNo}</td>
              <td>
                <DictValue dictionary={smppBindState} value={bind.state} />
              </td>
              <td>
                <TimeValue wire={bind.since} />
              </td>
              <td>{bind.node ?? <Nothing />}</td>
              <td>{bind.pausedUntil ? <TimeValue wire={bind.pausedUntil} /> : <Nothing />}</td>
              <td>{bind.nextTryTime && bind.state !== bound ? <TimeValue wire={bind.nextTryTime} /> : <Nothing />}</td>
              <td>
                {bind.lastError ?? <Nothing />}
                {bind.lastErrorTime && (
                  <span className="kit-weak">
                    {' '}
                    <TimeValue wire={bind.lastErrorTime} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
