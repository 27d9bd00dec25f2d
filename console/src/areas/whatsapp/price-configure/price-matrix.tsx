import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { priceLevel, priceStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { MAX_PAGE_SIZE } from '@trade-assistant/contract/kit/page.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Pagination from 'antd/es/pagination';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { CallError, messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { showSuccess, showWarning } from '../../../kit/feedback.tsx';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { type Cell, PriceCells, type Refusal, rowsOf } from './price-cells.tsx';
import { undoPrices, type Written } from './price-changes.ts';
import styles from './price-matrix.module.css';

type ByCell<T> = Readonly<Record<string, T>>;

/** The prices in force of one service: a row per country, a column per agent level, edited in place. */
export default function PriceMatrix({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [business, setBusiness] = useState<number>(businessType.is.whatsapp);
  const [service, setService] = useState<number>(serviceType.is.number);
  const [current, setCurrent] = useState(1);
  const [typed, setTyped] = useState<ByCell<string>>({});
  const [refused, setRefused] = useState<ByCell<Refusal>>({});
  /** The prices of the last save, which can be undone. */
  const [saved, setSaved] = useState<readonly Written[]>([]);
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
  const levels = Object.values(useDictionary(priceLevel).entries).map(({ value }) => value);
  const rows = rowsOf(data?.records ?? [], levels);
  const changed = rows.flatMap(({ cells }) => cells.filter((cell) => isChanged(cell, typed[cell.key])));
  const businesses = useDictionary(businessType);
  const services = useDictionary(serviceType);
  const show = (change: () => void) => {
    change();
    setCurrent(1);
    setTyped({});
    setRefused({});
  };
  const write = (cell: Cell, salePrice: string) => {
    const reason = remark.trim() ? { remark: remark.trim() } : {};
    if (!cell.price) return call(priceConfigure, 'save', { ...formOf(cell, salePrice), ...reason });
    const { id, version } = cell.price;
    return call(priceConfigure, 'update', { id, version, salePrice, ...reason });
  };
  const save = async () => {
    setBusy(true);
    const problems: Record<string, Refusal> = {};
    const written: Written[] = [];
    for (const cell of changed)
      try {
        const { id, version, approvalId } = await write(cell, typed[cell.key] ?? '');
        const before = cell.price ? { salePrice: cell.price.salePrice } : null;
        if (approvalId !== null) setWaiting(approvalId);
        else if (id !== null && version !== null) written.push({ id, version, before });
      } catch (refusal) {
        problems[cell.key] = refusalOf(refusal);
      }
    // Refused prices stay typed, beside their reason.
    setTyped((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key in problems)));
    setRefused(problems);
    if (written.length > 0) {
      setSaved(written);
      showSuccess({ zh: `已调整 ${written.length} 条价格`, en: `${written.length} prices changed` });
    }
    await invalidate(priceConfigure);
    setBusy(false);
  };
  const undo = async () => {
    setBusy(true);
    const { done, approvalId, problems } = await undoPrices(saved);
    setSaved([]);
    if (approvalId !== null) setWaiting(approvalId);
    if (done > 0) showSuccess({ zh: `已撤销 ${done} 条调价`, en: `${done} price changes undone` });
    for (const problem of problems) showWarning(problem);
    await invalidate(priceConfigure);
    setBusy(false);
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
          {saved.length > 0 && (
            <Button disabled={isBusy} onClick={() => void undo()}>
              {t({ zh: '撤销刚才的 {n} 条', en: 'Undo the last {n}' }, { n: saved.length })}
            </Button>
          )}
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
      {data && rows.length === 0 && (
        <p className="kit-weak">{t({ zh: '该服务还没有生效的价格', en: 'This service has no price in force' })}</p>
      )}
      {rows.length > 0 && (
        <PriceCells
          rows={rows}
          typed={typed}
          refused={refused}
          isBusy={isBusy}
          onType={(key, value) => setTyped((before) => ({ ...before, [key]: value }))}
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

const isChanged = ({ price }: Cell, value: string | undefined): boolean =>
  value !== undefined && isMoney(value) && (!price || parseMoney(value) !== parseMoney(price.salePrice));

/** The form of a price in an empty cell: like another one of its row. */
function formOf({ like, agentLevel }: Cell, salePrice: string) {
  const { businessType, serviceType, filterType, activePeriod, countryCode, unit, chargeOn, costPrice } = like;
  const { minQty, maxQty, stepQty } = like;
  return {
    ...{ businessType, serviceType, filterType, activePeriod, countryCode, agentLevel, unit, chargeOn, salePrice },
    ...{ minQty, maxQty, stepQty },
    // A reader without costs was not sent any, and sends none.
    ...(costPrice === undefined ? {} : { costPrice }),
  };
}

function refusalOf(error: unknown): Refusal {
  const other = error instanceof CallError ? (error.data as { id?: string } | null)?.id : undefined;
  return { text: messageOf(error), other };
}
