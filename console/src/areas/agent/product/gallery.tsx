import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import Search from 'antd/es/input/Search';
import Pagination from 'antd/es/pagination';
import Segmented from 'antd/es/segmented';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { BuyAgainLinks } from '../../../features/shop/buy-again-links.tsx';
import { PausedNotice } from '../../../features/upline/paused-notice.tsx';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useSession } from '../../../kit/client/session.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../../kit/dialog-load-boundary.tsx';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { Status } from '../../../kit/fields/status.tsx';
import { FormDraftContext } from '../../../kit/form/draft.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { CLEAR } from '../../../kit/parts/clear-icon.tsx';
import DraftNotices from '../../../kit/parts/draft-notices.tsx';
import { pagerItem } from '../../../kit/parts/pager-item.ts';
import { useCan } from '../../../kit/permission.tsx';
import { CountryOnSaleSelect } from './country-on-sale-select.tsx';
import styles from './gallery.module.css';
import { ProductCard } from './product-card.tsx';
import type { Product } from './product-row.ts';
import { PurchaseCheck } from './purchase-check.tsx';
import { largestQuantity, smallestQuantity } from './quantity.ts';
import { useBuying } from './use-buying.ts';

const Buy = lazyWithRetry(() => import('./buy.tsx'));
const PreOrderPanel = lazyWithRetry(() => import('../../../features/shop/pre-order-panel.tsx'));
const CurrentPrices = lazyWithRetry(() => import('../../../features/prices/current-prices.tsx'));

const SIZE = 24;
/** Each card shows its stock and price; the notice above them a paused account. */
const SHOWN_ON_CARDS = ['STOCK_NOT_ENOUGH', 'PRICE_NOT_FOUND', 'UPLINE_DISABLED'];

/** The server's order; none for the shop's own. */
const ORDERS = {
  sort: {},
  saleCount: { descs: 'saleCount' },
  stock: { descs: 'stock' },
  priceUp: { ascs: 'salePrice' },
  priceDown: { descs: 'salePrice' },
} as const;
type Order = keyof typeof ORDERS;
type Kind = 'all' | 'number' | 'lease' | 'package';
const KINDS = { number: serviceType.is.number, lease: serviceType.is.lease, package: serviceType.is.package };

/** The shop: products on sale at the user's own prices. */
export function Gallery() {
  const t = useText();
  const locale = useLocale();
  const channels = useDictionary(businessType);
  const [country, setCountry] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const [channel, setChannel] = useState<number | null>(null);
  const [order, setOrder] = useState<Order>('sort');
  const [current, setCurrent] = useState(1);
  const [hasPrices, setPrices] = useState(false);
  const [preOrdered, preOrder] = useState<Product | null>(null);
  const canPreOrder = useCan('whatsapp/pre-order:add');
  const { product: buying, draft, begin, forget, hide, kept } = useBuying();
  const { data, error, isPending, refetch } = useCall(
    agentProduct,
    'list',
    {
      current,
      size: SIZE,
      ...ORDERS[order],
      ...(channel === null ? {} : { businessType: String(channel) }),
      shelfStatus: String(shelfStatus.is.on),
      ...(kind === 'all' ? {} : { serviceType: String(KINDS[kind]) }),
      ...(country ? { countryCode: country } : {}),
      ...(name ? { [locale === 'zh' ? 'nameZh' : 'nameEn']: name } : {}),
    },
    { keepPrevious: true },
  );
  const search = (change: () => void) => {
    change();
    setCurrent(1);
  };
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t({ zh: '号码商城', en: 'Shop' })}</h1>
        <MyBalance />
      </header>
      {kept && <DraftNotices drafts={[kept]} />}
      <div className={styles.search}>
        <Segmented<Kind>
          aria-label={t({ zh: '商品类别', en: 'Product type' })}
          value={kind}
          onChange={(chosen) => search(() => setKind(chosen))}
          options={[
            { value: 'all', label: t({ zh: '全部', en: 'All' }) },
            { value: 'number', label: t({ zh: '号码', en: 'Numbers' }) },
            { value: 'lease', label: t({ zh: '月租', en: 'Monthly' }) },
            { value: 'package', label: t({ zh: '套餐包', en: 'Packages' }) },
          ]}
        />
        <Select<number>
          allowClear
          aria-label={t({ zh: '渠道', en: 'Channel' })}
          placeholder={t({ zh: '所有渠道', en: 'All channels' })}
          value={channel}
          onChange={(chosen) => search(() => setChannel(chosen ?? null))}
          options={Object.values(channels.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
        />
        <CountryOnSaleSelect
          aria-label={t({ zh: '国家', en: 'Country' })}
          placeholder={t({ zh: '所有国家', en: 'All countries' })}
          value={country}
          onChange={(code) => search(() => setCountry(code))}
        />
        <Search
          allowClear={CLEAR}
          placeholder={t({ zh: '商品名称', en: 'Product name' })}
          aria-label={t({ zh: '商品名称', en: 'Product name' })}
          onSearch={(typed) => search(() => setName(typed.trim()))}
        />
        <Select<Order>
          aria-label={t({ zh: '排序', en: 'Sort by' })}
          value={order}
          onChange={(chosen) => search(() => setOrder(chosen))}
          options={[
            { value: 'sort', label: t({ zh: '推荐排序', en: 'Recommended' }) },
            { value: 'saleCount', label: t({ zh: '销量优先', en: 'Best-selling' }) },
            { value: 'stock', label: t({ zh: '库存优先', en: 'Most in stock' }) },
            { value: 'priceUp', label: t({ zh: '价格从低到高', en: 'Price: low to high' }) },
            { value: 'priceDown', label: t({ zh: '价格从高到低', en: 'Price: high to low' }) },
          ]}
        />
        <Button onClick={() => setPrices(true)}>{t({ zh: '价目表', en: 'Price sheet' })}</Button>
      </div>
      <PausedNotice />
      <BuyAgainLinks />
      <PurchaseCheck isQuiet without={SHOWN_ON_CARDS} />
      {error && (
        <Alert
          type="error"
          showIcon
          title={messageOf(error)}
          action={<Button onClick={() => void refetch()}>{t({ zh: '重试', en: 'Retry' })}</Button>}
        />
      )}
      {isPending && <Skeleton active />}
      {data?.records.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            country || name || kind !== 'all' || channel !== null
              ? t({ zh: '没有符合条件的商品', en: 'No matching products' })
              : t({ zh: '暂时没有在售的商品', en: 'No products available right now' })
          }
        />
      )}
      <ul className={styles.cards}>
        {(order === 'sort' ? inStockFirst(data?.records ?? []) : (data?.records ?? [])).map((product) => (
          <li key={product.id}>
            <ProductCard
              product={product}
              onBuy={() => begin(product)}
              onPreOrder={canPreOrder ? () => preOrder(product) : undefined}
            />
          </li>
        ))}
      </ul>
      {data && data.total > SIZE && (
        <Pagination
          align="end"
          current={current}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          itemRender={pagerItem(t)}
          onChange={setCurrent}
        />
      )}
      <DialogLoadBoundary onFailed={() => setPrices(false)}>
        <Suspense>{hasPrices && <CurrentPrices onClose={() => setPrices(false)} />}</Suspense>
      </DialogLoadBoundary>
      <DialogLoadBoundary onFailed={() => preOrder(null)}>
        <Suspense>
          {preOrdered && (
            <PreOrderPanel
              product={{ ...preOrdered, name: nameIn(preOrdered, locale) }}
              quantity={smallestQuantity(preOrdered)}
              onClose={() => preOrder(null)}
            />
          )}
        </Suspense>
      </DialogLoadBoundary>
      <DialogLoadBoundary onFailed={hide}>
        <Suspense>
          {buying && (
            <FormDraftContext value={draft}>
              <Buy
                key={buying.id}
                product={buying}
                draft={draft}
                onBought={() => forget(buying.id)}
                onClose={() => {
                  forget(buying.id);
                  hide();
                }}
              />
            </FormDraftContext>
          )}
        </Suspense>
      </DialogLoadBoundary>
    </div>
  );
}

const nameIn = ({ nameZh, nameEn }: Product, locale: 'zh' | 'en'): string =>
  locale === 'zh' ? nameZh : nameEn || nameZh;

/** Products in stock first; otherwise the server's order. */
const inStockFirst = (products: readonly Product[]): Product[] =>
  products.toSorted((a, b) => Number(largestQuantity(b) > 0) - Number(largestQuantity(a) > 0));

/** The balance of the user, with a link to its movements. */
function MyBalance() {
  const t = useText();
  const userId = useSession(({ user }) => user?.userId ?? '');
  const { data } = useCall(agentUser, 'balance', {});
  if (!data) return null;
  return (
    <span>
      {t({ zh: '余额', en: 'Balance' })}{' '}
      <Link to={`/finance/log/index?userId=${userId}&walletKind=1`}>
        <MoneyValue wire={data.balance} currency={data.currency} decimals={6} />
      </Link>{' '}
      {data.lowBalance && <Status tone="attention" words={{ zh: '余额不足，请及时充值', en: 'Low balance' }} />}
    </span>
  );
}
