import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import {
  activePeriod,
  filterType,
  priceLevel,
  priceStatus,
} from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Pagination from 'antd/es/pagination';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { CountryValue, countryName } from '../../../kit/fields/country.tsx';
import { cleanMoney } from '../../../kit/fields/money.ts';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './price-matrix.module.css';

type Price = WireRowOf<typeof priceConfigure>;
type ByPrice = Readonly<Record<string, string>>;

/** The prices in force of one service: a row per country, a column per agent level, edited in place. */
export default function PriceMatrix({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [business, setBusiness] = useState<number>(businessType.is.whatsapp);
  const [service, setService] = useState<number>(serviceType.is.number);
  const [current, setCurrent] = useState(1);
  /** Typed sale prices and refusals, by the id of the price. */
  const [typed, setTyped] = useState<ByPrice>({});
  const [refused, setRefused] = useState<ByPrice>({});
  const [remark, setRemark] = useState('');
  const [waiting, setWaiting] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data, error } = useCall(
    priceConfigure,
    'list',
    {
      ...{ current, size: MAX_PAGE_SIZE, ascs: 'countryCode' },
      ...{ businessType: String(business), serviceType: String(service), status: String(priceStatus.is.enabled) },
    },
    { staleMillis: 0, keepPrevious: true },
  );
  const prices = data?.records ?? [];
  const changed = prices.filter((price) => isChanged(price, typed[price.id]));
  const businesses = useDictionary(businessType);
  const services = useDictionary(serviceType);
  const show = (change: () => void) => {
    change();
    setCurrent(1);
    setTyped({});
    setRefused({});
  };
  const save = async () => {
    setBusy(true);
    const problems: Record<string, string> = {};
    let done = 0;
    for (const { id, version } of changed) {
      const change = { id, version, salePrice: typed[id] ?? '', ...(remark.trim() ? { remark: remark.trim() } : {}) };
      try {
        const { approvalId } = await call(priceConfigure, 'update', change);
        if (approvalId === null) done += 1;
        else setWaiting(approvalId);
      } catch (refusal) {
        problems[id] = messageOf(refusal);
      }
    }
    // Refused prices stay typed, beside their reason.
    setTyped((before) => Object.fromEntries(Object.entries(before).filter(([id]) => id in problems)));
    setRefused(problems);
    setBusy(false);
    if (done > 0) showSuccess({ zh: `已调整 ${done} 条价格`, en: `${done} prices changed` });
    await invalidate(priceConfigure);
  };
  return (
    <SidePanel
      title={t({ zh: '价格矩阵', en: 'Price matrix' })}
      width={960}
      onClose={onClose}
      isClosable={!isBusy}
      footer={
        <>
          <CancelButton disabled={isBusy} />
          <Button type="primary" loading={isBusy} disabled={changed.length === 0} onClick={() => void save()}>
            {t({ zh: '保存 {n} 条', en: 'Save {n} {n|price|prices}' }, { n: changed.length })}
          </Button>
        </>
      }
    >
      <div className="kit-toolbar-main">
        <Select<number>
          aria-label={t({ zh: '业务', en: 'Business' })}
          value={business}
          onChange={(chosen) => show(() => setBusiness(chosen))}
          options={Object.values(businesses.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
        />
        <Select<number>
          aria-label={t({ zh: '服务', en: 'Service' })}
          className={styles.service ?? ''}
          value={service}
          onChange={(chosen) => show(() => setService(chosen))}
          options={Object.values(services.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
        />
        <Input
          className={styles.remark ?? ''}
          aria-label={t({ zh: '备注', en: 'Remark' })}
          placeholder={t({ zh: '备注（低于成本时必填）', en: 'Remark (required below cost)' })}
          maxLength={255}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
      {error && <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />}
      {waiting !== null && (
        <Alert
          type="info"
          showIcon
          className="kit-alert"
          title={t({ zh: '低于成本的价格已提交复核', en: 'Prices below cost were sent for approval' })}
          action={
            <Link to={`/${approval.name}/index?record=${waiting}`}>
              {t({ zh: '查看申请', en: 'Open the request' })}
            </Link>
          }
        />
      )}
      {!data && !error && <Skeleton active />}
      {data && prices.length === 0 && (
        <p className="kit-weak">{t({ zh: '该服务还没有生效的价格', en: 'This service has no price in force' })}</p>
      )}
      {prices.length > 0 && (
        <Cells
          prices={prices}
          typed={typed}
          refused={refused}
          isBusy={isBusy}
          onType={(id, value) => setTyped((before) => ({ ...before, [id]: value }))}
        />
      )}
      {data && data.total > MAX_PAGE_SIZE && (
        <Pagination
          align="end"
          current={current}
          pageSize={MAX_PAGE_SIZE}
          total={data.total}
          showSizeChanger={false}
          disabled={changed.length > 0}
          onChange={setCurrent}
        />
      )}
    </SidePanel>
  );
}

const isChanged = (price: Price, value: string | undefined): boolean =>
  value !== undefined && isMoney(value) && parseMoney(value) !== parseMoney(price.salePrice);

interface CellsProps {
  readonly prices: readonly Price[];
  readonly typed: ByPrice;
  readonly refused: ByPrice;
  readonly isBusy: boolean;
  readonly onType: (id: string, value: string) => void;
}

function Cells({ prices, typed, refused, isBusy, onType }: CellsProps) {
  const t = useText();
  const locale = useLocale();
  const levels = Object.values(useDictionary(priceLevel).entries);
  const rows = Map.groupBy(prices, (price) =>
    [price.countryCode, price.filterType ?? '', price.activePeriod ?? ''].join(' '),
  );
  return (
    <div className={styles.scroll}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '国家', en: 'Country' })}</th>
            {levels.map((level) => (
              <th key={level.value} data-align="right">
                {level[locale]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()].map(([key, [first, ...others]]) => (
            <tr key={key}>
              <td>
                {first && <CountryValue code={first.countryCode} />}
                {first?.filterType != null && <DictValue dictionary={filterType} value={first.filterType} />}
                {first?.activePeriod != null && <DictValue dictionary={activePeriod} value={first.activePeriod} />}
              </td>
              {levels.map((level) => {
                const price = [first, ...others].find((one) => one?.agentLevel === level.value);
                return (
                  <td key={level.value} data-align="right">
                    {price ? (
                      <>
                        <Input
                          size="small"
                          className={`kit-number ${styles.cell}`}
                          inputMode="decimal"
                          autoComplete="off"
                          aria-label={`${countryName(price.countryCode, locale)} ${level[locale]}`}
                          disabled={isBusy}
                          status={refused[price.id] ? 'error' : ''}
                          value={typed[price.id] ?? price.salePrice}
                          onFocus={(event) => event.target.select()}
                          onChange={(event) => onType(price.id, cleanMoney(event.target.value))}
                        />
                        {refused[price.id] && (
                          <p className="kit-bad" role="alert">
                            {refused[price.id]}
                          </p>
                        )}
                      </>
                    ) : (
                      <Nothing />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
