import { serviceType as services, unit as units } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { DictValue } from '../../kit/fields/status.tsx';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';

interface PiecePriceProps {
  /** Price of one number or unit, as decimal text. */
  readonly price: string;
  readonly currency?: string;
  readonly of: { readonly specQty: number; readonly unit: number; readonly serviceType: number };
}

/** The price of what is counted as one: a number, or a pack of several ("10.50 / pack of 10"). */
export function PiecePrice({ price, currency, of: { specQty, unit, serviceType } }: PiecePriceProps) {
  const t = useText();
  const wire = specQty === 1 ? price : formatMoney(times(parseMoney(price), specQty));
  return (
    <>
      <strong>
        <MoneyValue wire={wire} {...(currency ? { currency } : {})} decimals={4} />
      </strong>
      <span className="kit-unit">
        {' / '}
        {specQty === 1 ? (
          <DictValue dictionary={units} value={unit} />
        ) : (
          t(serviceType === services.is.package ? PACK_OF_UNITS : PACK, { n: countText(specQty) })
        )}
      </span>
    </>
  );
}

/** Stock, in packs where several numbers are sold as one. */
export function StockText({
  of: { stock, specQty },
}: {
  of: { readonly stock: number | null; readonly specQty: number };
}) {
  const t = useText();
  if (stock === null) return t({ zh: '即买即用', en: 'Ready immediately' });
  return t(specQty === 1 ? STOCK : STOCK_PACKS, { n: countText(stock) });
}

const STOCK = { zh: '库存 {n}', en: '{n} in stock' };
const STOCK_PACKS = { zh: '库存 {n} 装', en: '{n} {n|pack|packs} in stock' };

/** The unit behind a quantity of packs. */
export function Packs({ specQty }: { specQty: number }) {
  const t = useText();
  return <span className="kit-unit"> {t({ zh: '装 × {n}', en: '× pack of {n}' }, { n: countText(specQty) })}</span>;
}

/** A pack of several numbers. */
export const PACK = { zh: '装（{n} 个）', en: 'pack of {n}' };
/** A pack of several units that are used later. */
export const PACK_OF_UNITS = { zh: '装（{n} 条）', en: 'pack of {n}' };
