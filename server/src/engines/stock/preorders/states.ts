import { preOrderStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';

const { draft, submitted, approved, partly, completed, refunded, revoked, rejected } = preOrderStatus.is;

/** States of a pre-order; only `movePreOrder` changes them. */
export const PREORDER = preOrderStatus.is;

/** Pre-orders in line for arriving numbers. */
export const IN_LINE: readonly number[] = [approved, partly];

interface Step {
  readonly title: Text;
  readonly from: readonly number[];
  /** The new state; null keeps it. */
  readonly to: number | null;
  readonly by: 'agent' | 'staff' | 'agent or staff' | 'system';
  readonly money: string;
  readonly numbers: string;
}

/**
 * Every way the state of a pre-order changes, with its effect on money and numbers. The code refuses all others; the README shows this table.
 */
export const preOrderMachine = {
  submit: {
    title: { zh: '提交', en: 'submit' },
    from: [draft],
    to: submitted,
    by: 'agent',
    money: 'the deposit is held',
    numbers: '–',
  },
  approve: {
    title: { zh: '批准', en: 'approve' },
    from: [submitted],
    to: approved,
    by: 'staff',
    money: 'the deposit of a quantity that is not approved is released',
    numbers: 'joins the line; numbers on sale are locked for the first in line',
  },
  reject: {
    title: { zh: '驳回', en: 'reject' },
    from: [submitted],
    to: rejected,
    by: 'staff',
    money: 'the deposit is released',
    numbers: '–',
  },
  deliverSome: {
    title: { zh: '部分交付', en: 'deliver a part' },
    from: [approved, partly],
    to: partly,
    by: 'system',
    money: 'the share of the deposit is released into the charge of the part; the balance pays the rest',
    numbers: 'locked numbers are delivered by a product order',
  },
  deliverAll: {
    title: { zh: '全部交付', en: 'deliver the rest' },
    from: [approved, partly],
    to: completed,
    by: 'system',
    money: 'the rest of the deposit is released into the charge of the last part; the balance pays the rest',
    numbers: 'locked numbers are delivered by a product order; leaves the line',
  },
  refundSome: {
    title: { zh: '部分退款', en: 'refund a part' },
    from: [approved, partly],
    to: null,
    by: 'staff',
    money: 'the share of the deposit is released',
    numbers: 'waits for fewer; surplus locked numbers go to the next in line or on sale',
  },
  refundRest: {
    title: { zh: '退款', en: 'refund' },
    from: [approved, partly],
    to: refunded,
    by: 'staff',
    money: 'the rest of the deposit is released; delivered numbers are refunded by their orders',
    numbers: 'leaves the line; locked numbers go to the next in line or on sale',
  },
  overdue: {
    title: { zh: '逾期退款', en: 'refund as overdue' },
    from: [approved, partly],
    to: refunded,
    by: 'system',
    money: 'the rest of the deposit is released, 72 hours after the latest delivery',
    numbers: 'leaves the line; locked numbers go to the next in line or on sale',
  },
  revoke: {
    title: { zh: '撤销', en: 'revoke' },
    from: [submitted, approved],
    to: revoked,
    by: 'agent or staff',
    money: 'the deposit is released',
    numbers: 'leaves the line; locked numbers go to the next in line or on sale',
  },
  lapse: {
    title: { zh: '过期撤销', en: 'lapse' },
    from: [submitted],
    to: revoked,
    by: 'system',
    money: 'the deposit is released, 72 hours after the latest delivery',
    numbers: '–',
  },
} as const satisfies Record<string, Step>;

export type PreOrderEvent = keyof typeof preOrderMachine;

/** Returns the table as Markdown, for the README. */
export function statesTable(): string {
  const names = (states: readonly number[]) =>
    states.map((state) => `${state} ${entryOf(preOrderStatus, state)?.en}`).join(', ');
  const rows = Object.entries(preOrderMachine).map(
    ([event, { from, to, by, money, numbers }]) =>
      `| ${event} | ${names(from)} | ${to === null ? 'the same' : names([to])} | ${by} | ${money} | ${numbers} |`,
  );
  return ['| event | from | to | by | money | numbers |', '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}
