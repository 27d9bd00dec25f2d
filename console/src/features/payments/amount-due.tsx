import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { groupedMoney } from '../../kit/fields/money.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useText } from '../../kit/i18n.ts';

/** An amount of the book currency, with the local money it is paid in where there is some. */
interface Amounts {
  readonly book: string;
  readonly localAmount: string | null;
  readonly localCurrency: string | null;
}

interface Payable {
  readonly payAmount: string;
  readonly localAmount: string | null;
  readonly localCurrency: string | null;
}

/** An amount with its currency, every digit of it. */
export const bookText = (wire: string): string => `${groupedMoney(wire)} ${BOOK_CURRENCY}`;

/** Appended to the limits of one payment: the limit of a day. */
export const dayLimitText = (dayMax: string): Text => ({
  zh: `，每日最多 ${bookText(dayMax)}`,
  en: `, up to ${bookText(dayMax)} a day`,
});

/** The amount that is paid, with its amount in the book currency in brackets where it is paid in local money. */
export function amountsText({ book, localAmount, localCurrency }: Amounts): Text {
  if (!localAmount || !localCurrency) return { zh: bookText(book), en: bookText(book) };
  const local = `${groupedMoney(localAmount)} ${localCurrency}`;
  return { zh: `${local}（${bookText(book)}）`, en: `${local} (${bookText(book)})` };
}

interface Sent {
  readonly netAmount: string;
  readonly localAmount: string | null;
  readonly localCurrency: string | null;
}

/** Returns the amount that the payee of a withdrawal receives. */
export const sentText = ({ netAmount, localAmount, localCurrency }: Sent): Text =>
  amountsText({ book: netAmount, localAmount, localCurrency });

/** Returns the amount that the payer of a recharge transfers. */
export const dueText = ({ payAmount, localAmount, localCurrency }: Payable): Text =>
  amountsText({ book: payAmount, localAmount, localCurrency });

/** The amount due of a recharge: in the currency it is paid in, then in the book currency where that is another one. */
export function AmountDue({ row: { payAmount, localAmount, localCurrency } }: { row: Payable }) {
  const t = useText();
  const book = <MoneyValue wire={payAmount} currency={BOOK_CURRENCY} decimals={6} />;
  if (!localAmount || !localCurrency) return book;
  const [open, close] = t({ zh: '（|）', en: ' (|)' }).split('|');
  return (
    <>
      <MoneyValue wire={localAmount} currency={localCurrency} />
      <span className="kit-weak">
        {open}
        {book}
        {close}
      </span>
    </>
  );
}

/** The sum of amounts, as sent. */
export const sumOf = (wires: readonly string[]): string =>
  formatMoney(
    wires.reduce((sum, wire) => sum + parseMoney(wire), 0n),
    2,
  );
