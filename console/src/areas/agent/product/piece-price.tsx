import { unit as units } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { isPackage } from './quantity.ts';

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
          t(isPackage({ serviceType }) ? PACK_OF_UNITS : PACK, { n: countText(specQty) })
        )}
      </span>
    </>
  );
}

/** A pack of several numbers. */
export const PACK = { zh: '装（{n} 个）', en: 'pack of {n}' };
/** A pack of several units that are used later. */
export const PACK_OF_UNITS = { zh: '装（{n} 条）', en: 'pack of {n}' };
