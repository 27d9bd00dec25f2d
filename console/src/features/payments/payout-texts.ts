import { withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { bookText, sentText, sumOf } from './amount-due.tsx';
import type { WithdrawalResource } from './resources.ts';

type Withdrawal = WireRowOf<WithdrawalResource>;

const isRow = (row: Withdrawal | undefined, rows: readonly Withdrawal[]): row is Withdrawal =>
  row !== undefined && rows.length === 1;

/** The requested amount of withdrawals and whose they are: `云杉贸易 100.00 USDT`. */
export function requestedText(rows: readonly Withdrawal[]): Text {
  const [row] = rows;
  const total = bookText(sumOf(rows.map(({ amount }) => amount)));
  if (isRow(row, rows)) return { zh: `${row.userName} ${total}`, en: `${total} of ${row.userName}` };
  return { zh: `${rows.length} 笔，共 ${total}`, en: `${rows.length} withdrawals, ${total} in total` };
}

/** The amount that is sent and the user who receives it. */
export function paidText(rows: readonly Withdrawal[]): Text {
  const [row] = rows;
  if (isRow(row, rows)) {
    const { zh, en } = sentText(row);
    return { zh: `${row.userName} ${zh}`, en: `${en} to ${row.userName}` };
  }
  const total = bookText(sumOf(rows.map(({ netAmount }) => netAmount)));
  return { zh: `${rows.length} 笔，共 ${total}`, en: `${rows.length} withdrawals, ${total} in total` };
}

/**
 * The success message of a payout, by the states the server answers: `{what}` of `done` is who receives how much; withdrawals
 * above the limit of one person wait for a second one.
 */
export function outcomeText(
  rows: readonly Withdrawal[],
  answer: readonly { readonly id: string; readonly status: number }[],
  done: Text,
): Text {
  const waiting = new Set(answer.filter(({ status }) => status === withdrawalStatus.is.checking).map(({ id }) => id));
  const [asked, ended] = [rows.filter(({ id }) => waiting.has(id)), rows.filter(({ id }) => !waiting.has(id))];
  const texts: Text[] = [];
  if (ended.length > 0) {
    const { zh, en } = paidText(ended);
    texts.push({ zh: fill(done.zh, { what: zh }), en: fill(done.en, { what: en }) });
  }
  if (asked.length > 0) {
    const { zh, en } = paidText(asked);
    texts.push({
      zh: `${zh} 超过单人额度，已提交第二人复核`,
      en: `Above the single-person limit and sent for approval: ${en}`,
    });
  }
  return { zh: texts.map(({ zh }) => zh).join('；'), en: texts.map(({ en }) => en).join('. ') };
}
