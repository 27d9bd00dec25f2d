import { CountryValue } from '../../../../kit/fields/country.tsx';
import { useText } from '../../../../kit/i18n.ts';
import { countText } from '../../../../kit/parts/figures.tsx';
import { PackageScope } from '../../quota/package-scope.tsx';
import type { Product } from '../product-row.ts';
import { isLease, isPackage, termOf } from '../quantity.ts';

/** What is bought, and on which terms. `unitPrice` as it is at this quantity. */
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
              en: 'good for {n} days from now; what is left then is lost',
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
              en: '{n} {n|month|months} now, then {price} a number and month at the price of the day; numbers that are not renewed are taken back after the days of grace',
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
          {product.stock === null
            ? t({ zh: '即买即用', en: 'Ready at once' })
            : t({ zh: '库存 {n}', en: '{n} in stock' }, { n: countText(product.stock) })}
        </span>
      </p>
      {product.description && <p className="kit-whole">{product.description}</p>}
    </>
  );
}
