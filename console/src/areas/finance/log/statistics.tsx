import { walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { Chart, type ChartOption } from '../../../kit/chart/chart.tsx';
import { toneColour } from '../../../kit/chart/tone-colour.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { RefPicker } from '../../../kit/form/ref-picker.tsx';
import { RangeInput, type TimeRange } from '../../../kit/form/time-input.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Figures } from '../../../kit/parts/figures.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { TypeTag } from './tags.tsx';

type Statistics = CallData<typeof financeLog, 'statistics', 'in'>;

interface StatisticsPanelProps {
  /** By default the user's own, for staff the whole tenant. */
  readonly userId?: string | undefined;
  readonly userName?: string | undefined;
  readonly onClose: () => void;
}

const AGENTS = { resource: 'agent/user', call: 'lazy-list' };

/** Opening, movements and closing of a range, by type and by day. */
export default function StatisticsPanel({ userId: given, userName, onClose }: StatisticsPanelProps) {
  const t = useText();
  const canChooseUser = useCan('agent/user:view') && given === undefined;
  const [userId, setUserId] = useState<string | null>(given ?? null);
  const [kind, setKind] = useState<number | null>(null);
  const [range, setRange] = useState<TimeRange | undefined>();
  const { data, error, isPending } = useCall(
    financeLog,
    'statistics',
    {
      ...(userId ? { userId } : {}),
      ...(kind === null ? {} : { walletKind: kind }),
      ...(range ? { createTime_dategt: range.from, createTime_datelt: range.to } : {}),
    },
    { keepPrevious: true },
  );
  return (
    <SidePanel
      title={`${t({ zh: '资金统计', en: 'Statistics' })}${userName ? ` · ${userName}` : ''}`}
      width={880}
      onClose={onClose}
    >
      <div className="kit-search kit-flush">
        {canChooseUser && (
          <div className="kit-search-item">
            <label htmlFor="statistics-user">{t({ zh: '用户', en: 'User' })}</label>
            <RefPicker id="statistics-user" source={AGENTS} value={userId} onChange={setUserId} />
          </div>
        )}
        <div className="kit-search-item">
          <label htmlFor="statistics-wallet">{t({ zh: '账户', en: 'Wallet' })}</label>
          <DictSelect id="statistics-wallet" dictionary={walletKind} value={kind} onChange={setKind} />
        </div>
        <div className="kit-search-item" data-wide>
          <label htmlFor="statistics-range">{t({ zh: '时间', en: 'Time' })}</label>
          <RangeInput id="statistics-range" value={range} onChange={setRange} />
        </div>
      </div>
      <p className="kit-weak">
        {range ? ' ' : t({ zh: '未选时间时统计本月至今', en: 'Without dates: this month so far' })}
      </p>
      {error && <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />}
      {isPending && <Skeleton active />}
      {data && <Outcome data={data} kind={kind} onLeave={onClose} />}
    </SidePanel>
  );
}

interface OutcomeProps {
  readonly data: Statistics;
  /** The chosen wallet; null: all. */
  readonly kind: number | null;
  readonly onLeave: () => void;
}

function Outcome({ data, kind, onLeave }: OutcomeProps) {
  const t = useText();
  const money = (wire: string) => <MoneyValue wire={wire} currency={data.currency} />;
  return (
    <>
      {!data.checkOk && (
        <Alert
          type="error"
          showIcon
          className="kit-alert"
          title={t({
            zh: '期初加变动不等于期末，请联系财务核对',
            en: 'Opening balance plus movements differs from the closing balance. Please contact Finance',
          })}
        />
      )}
      <Figures
        items={[
          { label: { zh: '期初', en: 'Opening' }, value: money(data.opening) },
          { label: { zh: '充值', en: 'Recharge' }, value: money(data.recharge) },
          { label: { zh: '消费', en: 'Spent' }, value: money(data.consume) },
          { label: { zh: '退款', en: 'Refunds' }, value: money(data.refund) },
          { label: { zh: '返佣', en: 'Commission' }, value: money(data.rebate) },
          { label: { zh: '提现', en: 'Withdrawn' }, value: money(data.withdraw) },
          { label: { zh: '转入', en: 'Transferred in' }, value: money(data.transferIn) },
          { label: { zh: '转出', en: 'Transferred out' }, value: money(data.transferOut) },
          { label: { zh: '人工调账', en: 'Adjusted' }, value: money(data.adjust) },
          { label: { zh: '其他', en: 'Other' }, value: money(data.other) },
          { label: { zh: '期末', en: 'Closing' }, value: money(data.closing) },
        ]}
      />
      <Days days={data.byDay} currency={data.currency} />
      <Types data={data} kind={kind} onLeave={onLeave} />
    </>
  );
}

function Days({ days, currency }: { days: Statistics['byDay']; currency: string }) {
  const t = useText();
  const option = useMemo<ChartOption>(
    () => ({
      tooltip: { trigger: 'axis' },
      legend: { top: 0 },
      grid: { left: 8, right: 8, top: 52, bottom: 0, containLabel: true },
      xAxis: { type: 'category', data: days.map(({ date }) => date.slice(5)) },
      yAxis: { type: 'value', name: currency },
      // Only the drawing rounds: amounts shown as text never pass a float.
      series: [
        {
          type: 'bar',
          color: toneColour('good'),
          name: t({ zh: '入账', en: 'In' }),
          data: days.map((day) => Number(day.in)),
        },
        {
          type: 'bar',
          color: toneColour('attention'),
          name: t({ zh: '出账', en: 'Out' }),
          data: days.map((day) => -Number(day.out)),
        },
      ],
    }),
    [days, currency, t],
  );
  if (days.length === 0)
    return <p className="kit-weak">{t({ zh: '这段时间没有资金变动', en: 'No movements in this period' })}</p>;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '每日收支', en: 'Daily trend' })}</h2>
      <Chart option={option} height={240} label={t({ zh: '每日入账与出账', en: 'Money in and out by day' })} />
    </section>
  );
}

/** Each type with its total and a link to its rows. */
function Types({ data, kind, onLeave }: OutcomeProps) {
  const t = useText();
  if (data.byType.length === 0) return null;
  const rowsOf = (type: number) =>
    `/finance/log/index?${new URLSearchParams({
      financeType_in: String(type),
      ...(data.userId === null ? {} : { userId: data.userId }),
      ...(kind === null ? {} : { walletKind: String(kind) }),
      createTime_dategt: data.from,
      createTime_datelt: data.to,
    })}`;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '按业务类型', en: 'By type' })}</h2>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '类型', en: 'Type' })}</th>
            <th data-align="right">{t({ zh: '入账', en: 'In' })}</th>
            <th data-align="right">{t({ zh: '出账', en: 'Out' })}</th>
            <th data-align="right">{t({ zh: '笔数', en: 'Count' })}</th>
          </tr>
        </thead>
        <tbody>
          {data.byType.map((row) => (
            <tr key={row.financeType}>
              <td>
                <TypeTag type={row.financeType} />
              </td>
              <td data-align="right">
                <MoneyValue wire={row.in} currency={data.currency} decimals={6} />
              </td>
              <td data-align="right">
                <MoneyValue wire={row.out} currency={data.currency} decimals={6} />
              </td>
              <td data-align="right" className="kit-number">
                <Link
                  to={rowsOf(row.financeType)}
                  onClick={onLeave}
                  aria-label={t(
                    { zh: '查看 {n} 笔{type}', en: 'View {n} {type} rows' },
                    { n: row.count, type: row.name },
                  )}
                >
                  {row.count.toLocaleString('en-US')}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
