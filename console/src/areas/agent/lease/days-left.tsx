import { leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { lease as leases } from '@trade-assistant/contract/areas/agent/lease.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Figures } from '../../../kit/parts/figures.tsx';
import styles from './days-left.module.css';

export type Lease = WireRowOf<typeof leases>;

/** Owners are warned from so many days on, and urgently from so many. */
const SOON = 7;
const URGENT = 3;
/** Of a bar that is full. */
const MONTH = 31;

/** The remaining days of a lease, as text and as part of a month. */
export function DaysLeft({ lease: { daysLeft } }: { lease: Pick<Lease, 'daysLeft'> }) {
  const t = useText();
  if (daysLeft === null) return <Nothing />;
  const words =
    daysLeft < 0
      ? t({ zh: '逾期 {n} 天', en: '{n} {n|day|days} overdue' }, { n: String(-daysLeft) })
      : daysLeft === 0
        ? t({ zh: '今天到期', en: 'Ends today' })
        : t({ zh: '{n} 天', en: '{n} {n|day|days}' }, { n: daysLeft.toLocaleString('en-US') });
  const tone = daysLeft <= URGENT ? 'bad' : daysLeft <= SOON ? 'attention' : 'good';
  return (
    <span className={styles.days} data-tone={tone}>
      <span className="kit-number">{words}</span>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${Math.max(0, Math.min(1, daysLeft / MONTH)) * 100}%` }} />
      </span>
    </span>
  );
}

export const isRunning = ({ status }: Pick<Lease, 'status'>): boolean =>
  status === leaseStatus.is.active || status === leaseStatus.is.overdue;

/** Whether the reader can do something about a lease. */
export const isMine = (lease: Pick<Lease, 'status' | 'isOwn'>): boolean => lease.isOwn === 1 && isRunning(lease);

/** The important figures of a lease in its record. */
export function LeaseFigures({ lease }: { lease: Lease }) {
  return (
    <Figures
      items={[
        { label: { zh: '剩余', en: 'Remaining' }, value: <DaysLeft lease={lease} /> },
        { label: { zh: '已付月数', en: 'Months paid' }, value: String(lease.months) },
        { label: { zh: '月租', en: 'Per month' }, value: <MoneyValue wire={lease.monthPrice} decimals={4} /> },
      ]}
    />
  );
}
