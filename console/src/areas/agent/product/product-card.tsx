import { productTag } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { capability, numberType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import Button from 'antd/es/button';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { RowName } from '../../../kit/fields/row-name.tsx';
import { BitsValue, DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { PackageScope } from '../quota/package-scope.tsx';
import styles from './product-card.module.css';
import type { Product } from './product-row.ts';
import { amountOf, isLease, isPackage, largestQuantity, termOf } from './quantity.ts';

/** A product in the shop. */
export function ProductCard({ product, onBuy }: { product: Product; onBuy: () => void }) {
  const t = useText();
  const isOut = largestQuantity(product) === 0;
  const piecePrice = amountOf({ ...product, tiers: [] }, 1);
  return (
    <article className={styles.card}>
      {product.cover && <img className={styles.cover} src={product.cover} alt="" loading="lazy" />}
      <header>
        {product.countryCode ? (
          <CountryValue code={product.countryCode} />
        ) : (
          isPackage(product) && <span className="kit-tag">{t({ zh: '套餐包', en: 'Package' })}</span>
        )}
        {isLease(product) && <span className="kit-tag">{t({ zh: '月租', en: 'Monthly' })}</span>}
        {product.tags > 0 && <BitsValue dictionary={productTag} value={product.tags} />}
      </header>
      <h2>
        <RowName resource={agentProduct} row={product} />
      </h2>
      {isPackage(product) && (
        <p className="kit-weak">
          <PackageScope of={product} />
          {product.validDays !== null &&
            t({ zh: ' · {n} 天有效', en: ' · {n} days' }, { n: countText(product.validDays) })}
        </p>
      )}
      <p className="kit-weak">
        {product.numberType !== null && <DictValue dictionary={numberType} value={product.numberType} />}{' '}
        {product.capability !== null && <BitsValue dictionary={capability} value={product.capability} />}
      </p>
      <p className={styles.price}>
        {product.salePrice === null ? (
          <Nothing />
        ) : (
          <>
            <strong>
              <MoneyValue wire={product.salePrice} currency={product.currency} decimals={4} />
            </strong>
            <span className="kit-unit">
              {' / '}
              <DictValue dictionary={unit} value={product.unit} />
            </span>
          </>
        )}
        {isLease(product) && (
          <span className="kit-weak">
            {t({ zh: '首期 {n} 个月', en: 'first {n} {n|month|months}' }, { n: countText(termOf(product)) })}
          </span>
        )}
        {isPackage(product) && piecePrice !== undefined && (
          <span className="kit-weak">
            {t({ zh: '每份 {n} 条，', en: '{n} per pack, ' }, { n: countText(product.specQty) })}
            <MoneyValue wire={formatMoney(piecePrice)} decimals={2} />
          </span>
        )}
        {product.listPrice !== null && product.listPrice !== product.salePrice && (
          <s className="kit-weak">
            <MoneyValue wire={product.listPrice} decimals={4} />
          </s>
        )}
      </p>
      <footer>
        <span className="kit-weak kit-number">
          {product.stock === null
            ? t({ zh: '即买即用', en: 'Ready immediately' })
            : t({ zh: '库存 {n}', en: '{n} in stock' }, { n: countText(product.stock) })}
          {' · '}
          {t({ zh: '{n} 起购', en: 'min. {n}' }, { n: countText(product.minBuy) })}
        </span>
        <Button type="primary" disabled={isOut || product.salePrice === null} onClick={onBuy}>
          {isOut ? t({ zh: '缺货', en: 'Sold out' }) : t({ zh: '购买', en: 'Buy' })}
        </Button>
      </footer>
    </article>
  );
}
