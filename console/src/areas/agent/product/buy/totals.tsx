import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import { PiecePrice } from '../../../../features/shop/piece-price.tsx';
import { MoneyValue } from '../../../../kit/fields/money-value.tsx';
import { useText } from '../../../../kit/i18n.ts';
import { countText } from '../../../../kit/parts/figures.tsx';
import { TotalLine, TotalLines } from '../../../../kit/parts/total-lines.tsx';
import type { Product } from '../product-row.ts';
import { isLease, termOf } from '../quantity.ts';

interface TotalsProps {
  readonly product: Product;
  /** Where all pieces cost the same. */
  readonly unitPrice: string | undefined;
  readonly amount: Micro | undefined;
  readonly balance: string | undefined;
  /** Balance after the payment. */
  readonly left: Micro | undefined;
}

/** The totals of a purchase. */
export function PurchaseTotals({ product, unitPrice, amount, balance, left }: TotalsProps) {
  const t = useText();
  const isRented = isLease(product);
  return (
    <TotalLines>
      {isRented ? (
        <Line label={t({ zh: '每号每月', en: 'Per number and month' })} wire={unitPrice} currency={product.currency} />
      ) : (
        <TotalLine label={t({ zh: '单价', en: 'Unit price' })}>
          {unitPrice === undefined ? '–' : <PiecePrice price={unitPrice} currency={product.currency} of={product} />}
        </TotalLine>
      )}
      <Line
        label={t(
          isRented ? { zh: '金额（{n} 个月）', en: 'Amount for {n} {n|month|months}' } : { zh: '金额', en: 'Amount' },
          { n: countText(termOf(product)) },
        )}
        wire={amount === undefined ? undefined : formatMoney(amount)}
        currency={product.currency}
        isMain
      />
      <Line label={t({ zh: '当前余额', en: 'Balance' })} wire={balance} currency={product.currency} />
      <Line
        label={t({ zh: '购买后余额', en: 'Balance after purchase' })}
        wire={left === undefined ? undefined : formatMoney(left)}
        currency={product.currency}
      />
    </TotalLines>
  );
}

interface LineProps {
  readonly label: string;
  readonly wire: string | undefined;
  readonly currency: string;
  readonly isMain?: boolean;
}

function Line({ label, wire, currency, isMain = false }: LineProps) {
  return (
    <TotalLine label={label} isMain={isMain}>
      {wire === undefined ? '–' : <MoneyValue wire={wire} currency={currency} decimals={6} />}
    </TotalLine>
  );
}
