import { productTag } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { capability, numberType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import Button from 'antd/es/button';
import { PiecePrice, StockText } from '../../../features/shop/piece-price.tsx';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { RowName } from '../../../kit/fields/row-name.tsx';
import { BitsValue, DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { PackageScope } from '../quota/package-scope.tsx';
import styles from './product-card.module.css';
import type { Product } from './product-row.ts';
import { isLease, isPackage, isPreOrdered, largestQuantity, termOf } from './quantity.ts';

const LEAST = { zh: '{n} 起购', en: 'min. {n}' };
const LEAST_PACKS = { zh: '{n} 装起购', en: 'min. {n} {n|pack|packs}' };

interface ProductCardProps {
  readonly product: Product;
  readonly onBuy: () => void;
  /** Undefined for users who may not pre-order. */
  readonly onPreOrder: (() => void) | undefined;
}

/** A product in the shop. */
export function ProductCard({ product, onBuy, onPreOrder }: ProductCardProps) {
  const t = useText();
  const isOut = largestQuantity(product) === 0;
  return (
    <article className={styles.card}>
      <header>
        {product.countryCode ? (
          <CountryValue code={product.countryCode} />
        ) : (
          isPackage(product) && <span className="kit-tag">{t({ zh: '套餐包', en: 'Package' })}</span>
        )}
        {isLease(product) && <span className="kit-tag">{t({ zh: '月租', en: 'Monthly' })}</span>}
        {product.tags > 0 && <BitsValue dictionary={productTag} value={product.tags} />}
      </header>
      <div className={styles.title}>
        {product.cover && <img className={styles.cover} src={product.cover} alt="" loading="lazy" />}
        <h2>
          <RowName resource={agentProduct} row={product} />
        </h2>
      </div>
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
          <PiecePrice price={product.salePrice} currency={product.currency} of={product} />
        )}
        {isLease(product) && (
          <span className="kit-weak">
            {t({ zh: '首期 {n} 个月', en: 'first {n} {n|month|months}' }, { n: countText(termOf(product)) })}
          </span>
        )}
        {product.listPrice !== null && product.listPrice !== product.salePrice && (
          <s className="kit-weak">
            <MoneyValue wire={formatMoney(times(parseMoney(product.listPrice), product.specQty))} decimals={4} />
          </s>
        )}
      </p>
      <footer>
        <span className="kit-weak kit-number">
          <StockText of={product} />
          {' · '}
          {t(product.specQty === 1 ? LEAST : LEAST_PACKS, { n: countText(product.minBuy) })}
        </span>
        {isOut && onPreOrder && isPreOrdered(product) ? (
          <Button disabled={product.salePrice === null} onClick={onPreOrder}>
            {t({ zh: '预定', en: 'Pre-order' })}
          </Button>
        ) : (
          <Button type="primary" disabled={isOut || product.salePrice === null} onClick={onBuy}>
            {isOut ? t({ zh: '缺货', en: 'Sold out' }) : t({ zh: '购买', en: 'Buy' })}
          </Button>
        )}
      </footer>
    </article>
  );
}
