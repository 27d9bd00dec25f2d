import { StockText } from '../../../../features/shop/piece-price.tsx';
import { CountryValue } from '../../../../kit/fields/country.tsx';
import { useText } from '../../../../kit/i18n.ts';
import { countText } from '../../../../kit/parts/figures.tsx';
import { PackageScope } from '../../quota/package-scope.tsx';
import type { Product } from '../product-row.ts';
import { isLease, isPackage, termOf } from '../quantity.ts';

/** The purchased product and its terms. `unitPrice` applies to the current quantity. */
export function PurchaseTerms({ product, unitPrice }: { product: Product; unitPrice: string | undefined }) {
  const t = useText();
  return (
    <>
      {isPackage(product) && (
        <p className="kit-weak">
          <PackageScope of={product} />
          {' · '}
          {t(
            {
              zh: '自购买起 {n} 天内有效，到期未用的作废',
              en: 'valid for {n} days from purchase; unused units expire',
            },
            { n: countText(product.validDays ?? 0) },
          )}
        </p>
      )}
      {isLease(product) && (
        <p className="kit-weak">
          {t(
            {
              zh: '先付 {n} 个月，之后每号每月 {price}（以续租时的价格为准）；到期未续租，宽限期后收回',
              en: '{n} {n|month|months} now, then {price} per number and month at the current price; numbers that are not renewed are reclaimed after the grace period',
            },
            {
              n: countText(termOf(product)),
              price: unitPrice === undefined ? '–' : `${unitPrice} ${product.currency}`,
            },
          )}
        </p>
      )}
      <p className="kit-toolbar-main">
        {product.countryCode && <CountryValue code={product.countryCode} />}
        <span className="kit-weak kit-number">
          <StockText of={product} />
        </span>
      </p>
      {product.description && <p className="kit-whole">{product.description}</p>}
    </>
  );
}
