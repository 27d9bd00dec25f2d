import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { activePeriod, filterType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { businessType, serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Popover from 'antd/es/popover';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useCall } from '../../kit/client/query.ts';
import { CountryValue } from '../../kit/fields/country.tsx';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { DictValue, Nothing, Status } from '../../kit/fields/status.tsx';
import { CountrySelect } from '../../kit/form/country-select.tsx';
import { DictSelect } from '../../kit/form/dict-select.tsx';
import { useText } from '../../kit/i18n.ts';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { useCanAny } from '../../kit/permission.tsx';
import { PiecePrice } from '../shop/piece-price.tsx';
import { TierTable } from './tier-table.tsx';

type Prices = CallData<typeof priceConfigure, 'latest', 'in'>;

/** The prices of the reader by business and service, resolved for the reader's level. */
export default function CurrentPrices({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [business, setBusiness] = useState<number>(businessType.is.whatsapp);
  const [service, setService] = useState<number>(serviceType.is.number);
  const [country, setCountry] = useState<string | null>(null);
  const canSeeProducts = useCanAny()(`${agentProduct.name}:view`);
  const { data, error, isPending } = useCall(
    priceConfigure,
    'latest',
    { businessType: business, serviceType: service, ...(country ? { countryCode: country } : {}) },
    { keepPrevious: true },
  );
  // Products of several units are sold, and so priced, by the pack.
  const packs = useCall(
    agentProduct,
    'list',
    {
      ...{ businessType: String(business), serviceType: String(service), shelfStatus: String(shelfStatus.is.on) },
      ...{ current: 1, size: MAX_PAGE_SIZE },
    },
    { enabled: canSeeProducts, keepPrevious: true },
  );
  return (
    <SidePanel title={t({ zh: '当前价格', en: 'Current prices' })} onClose={onClose}>
      <div className="kit-search kit-flush">
        <div className="kit-search-item">
          <label htmlFor="prices-business">{t({ zh: '业务', en: 'Business' })}</label>
          <DictSelect
            id="prices-business"
            dictionary={businessType}
            isClearable={false}
            value={business}
            onChange={(value) => value !== null && setBusiness(value)}
          />
        </div>
        <div className="kit-search-item">
          <label htmlFor="prices-service">{t({ zh: '服务', en: 'Service' })}</label>
          <DictSelect
            id="prices-service"
            dictionary={serviceType}
            isClearable={false}
            value={service}
            onChange={(value) => value !== null && setService(value)}
          />
        </div>
        <div className="kit-search-item">
          <label htmlFor="prices-country">{t({ zh: '国家', en: 'Country' })}</label>
          <CountrySelect id="prices-country" value={country} onChange={setCountry} />
        </div>
      </div>
      {error && <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />}
      {isPending && <Skeleton active />}
      {data && <PriceTable prices={data} packs={packs.data?.records ?? []} />}
    </SidePanel>
  );
}

type Pack = WireRowOf<typeof agentProduct>;

function PriceTable({ prices, packs }: { prices: Prices; packs: readonly Pack[] }) {
  const t = useText();
  if (prices.items.length === 0) return <p className="kit-weak">{t({ zh: '没有价格', en: 'No prices' })}</p>;
  return (
    <>
      <p className="kit-weak">
        {prices.updatedAt && t({ zh: '更新于 {time}', en: 'As of {time}' }, { time: prices.updatedAt })}
      </p>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '国家', en: 'Country' })}</th>
            <th>{t({ zh: '项目', en: 'Item' })}</th>
            <th data-align="right">{t({ zh: '单价', en: 'Unit price' })}</th>
            <th data-align="right">{t({ zh: '起购量', en: 'Minimum' })}</th>
            <th data-align="right">{t({ zh: '供应', en: 'Supply' })}</th>
          </tr>
        </thead>
        <tbody>
          {prices.items.map((item) => (
            <tr key={`${item.priceId}:${item.countryCode}:${item.filterType}:${item.activePeriod}`}>
              <td>
                <CountryValue code={item.countryCode} />
              </td>
              <td>
                <ItemName item={item} />
              </td>
              <td data-align="right">
                <MoneyValue wire={item.unitPrice} currency={prices.currency} decimals={4} />
                <span className="kit-unit">
                  {' / '}
                  <DictValue dictionary={unit} value={item.unit} />
                </span>
                {packsOf(item, packs).map((pack) => (
                  <div key={pack.id}>
                    <PiecePrice price={pack.salePrice} currency={prices.currency} of={pack} />
                  </div>
                ))}
                {item.tiers.length > 0 && (
                  <Popover
                    trigger={['hover', 'click']}
                    content={<TierTable tiers={item.tiers} currency={prices.currency} />}
                  >
                    <button type="button" className="kit-link">
                      {t({ zh: '阶梯价', en: 'Tiers' })}
                    </button>
                  </Popover>
                )}
              </td>
              <td data-align="right" className="kit-number">
                {item.minQty === null ? <Nothing /> : item.minQty.toLocaleString('en-US')}
              </td>
              <td data-align="right">
                {item.available ? (
                  <Status tone="good" words={{ zh: '可购', en: 'Available' }} />
                ) : (
                  <Status tone="off" words={{ zh: '缺货', en: 'Out of stock' }} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Returns the packs on sale for which a price applies, one of each size. */
function packsOf({ countryCode, filterType, activePeriod }: Prices['items'][number], packs: readonly Pack[]) {
  const priced = packs.flatMap((pack) => (pack.salePrice === null ? [] : [{ ...pack, salePrice: pack.salePrice }]));
  const own = priced.filter(
    (pack) =>
      pack.specQty > 1 &&
      (pack.countryCode ?? '*') === countryCode &&
      pack.filterType === filterType &&
      pack.activePeriod === activePeriod,
  );
  return [...Map.groupBy(own, ({ specQty }) => specQty).values()].flatMap(([first]) => first ?? []);
}

function ItemName({ item }: { item: Prices['items'][number] }) {
  if (item.filterType === null) return <Nothing />;
  return (
    <>
      <DictValue dictionary={filterType} value={item.filterType} />
      {item.activePeriod !== null && (
        <>
          {' · '}
          <DictValue dictionary={activePeriod} value={item.activePeriod} />
        </>
      )}
    </>
  );
}
