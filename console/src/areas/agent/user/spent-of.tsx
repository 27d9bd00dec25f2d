import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';

/** How much of a limit is spent. */
export function SpentOf({ limit, spent }: { limit: string | null; spent: string | null }) {
  if (limit === null) return <Nothing />;
  const isReached = Number(spent) >= Number(limit);
  return (
    <span className={isReached ? 'kit-bad' : undefined}>
      <MoneyValue wire={spent ?? '0'} /> / <MoneyValue wire={limit} currency={BOOK_CURRENCY} />
    </span>
  );
}
