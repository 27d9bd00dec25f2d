import { shelfStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { businessType, numberType, serviceType as serviceTypes } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { publicParameters } from '../../../kit/client/user-info.ts';
import { showError, showSuccess } from '../../../kit/feedback.tsx';
import { CountryValue, countryName } from '../../../kit/fields/country.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { DictValue, Status } from '../../../kit/fields/status.tsx';
import { first, formFields, initialValues, without } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCanAny } from '../../../kit/permission.tsx';
import { PreOrderForecast } from '../parts/lazy-parts.tsx';
import { priceFields, toApproval } from '../price-configure/price-form.tsx';
import { isUnsold, type Kind, stockAddress } from './batch.ts';
import styles from './batches.module.css';

interface SalePanelProps {
  readonly batchNo: string;
  readonly batchName: string;
  readonly onClose: () => void;
}

/** How the numbers of a batch are sold, kind by kind: price, product, and the form of what is missing. */
export default function SalePanel({ batchNo, batchName, onClose }: SalePanelProps) {
  const t = useText();
  const [asked, ask] = useState<{ readonly kind: Kind; readonly form: 'price' | 'product' } | null>(null);
  const { data, error } = useCall(preWarehouse, 'batch-sales', { batchNos: batchNo }, { staleMillis: 0 });
  const [sale] = data ?? [];
  const kinds = sale?.kinds ?? [];
  const available = kinds.reduce((sum, kind) => sum + kind.available, 0);
  /** Says how many numbers of the batch are on sale after a change. */
  const tell = async () => {
    const [now] = await call(preWarehouse, 'batch-sales', { batchNos: batchNo });
    await invalidate(preWarehouse, agentProduct, priceConfigure);
    if (now) showSuccess(onSaleText(now.onSale));
  };
  return (
    <SidePanel title={`${t({ zh: '上架', en: 'Put on sale' })} · ${batchName}`} onClose={onClose}>
      {error && <Alert type="error" showIcon title={messageOf(error)} />}
      {!sale && !error && <Skeleton active />}
      {sale && (
        <Alert
          role="status"
          showIcon
          type={kinds.length === 0 ? 'info' : isUnsold(sale) ? 'warning' : 'success'}
          title={
            kinds.length === 0
              ? t({ zh: '该批次没有在库号码', en: 'No numbers of this batch are in stock' })
              : t(
                  { zh: '{n} / {all} 个可用号码在售', en: '{n} of {all} available numbers are on sale' },
                  { n: countText(sale.onSale), all: countText(available) },
                )
          }
        />
      )}
      <PreOrderForecast batchNo={batchNo} />
      {kinds.map((kind) => (
        <KindOfBatch
          key={`${kind.countryCode} ${kind.businessType} ${kind.numberType}`}
          batchNo={batchNo}
          kind={kind}
          onAsk={(form) => ask({ kind, form })}
          onChanged={tell}
        />
      ))}
      {asked?.form === 'price' && <PriceForm kind={asked.kind} onSaved={tell} onClose={() => ask(null)} />}
      {asked?.form === 'product' && <ProductForm kind={asked.kind} onSaved={tell} onClose={() => ask(null)} />}
    </SidePanel>
  );
}

/** Returns how many numbers of a batch are on sale, as a sentence. */
const onSaleText = (onSale: number): Text => ({
  zh: `该批次现有 ${countText(onSale)} 个号码在售`,
  en: `${countText(onSale)} numbers of this batch are on sale now`,
});

const MISSING: Readonly<Record<NonNullable<Kind['missing']>, Text>> = {
  numbers: { zh: '没有可用号码', en: 'No numbers are available' },
  listing: { zh: '号码已下架', en: 'The numbers are taken off sale' },
  price: { zh: '缺少价格', en: 'No price' },
  product: { zh: '缺少商品', en: 'No product' },
  shelf: { zh: '商品未上架', en: 'The product is not on sale' },
  unfit: { zh: '检测失效或剩余租期不足，不能销售', en: 'Inactive or with too short a lease, so not for sale' },
};

interface KindProps {
  readonly batchNo: string;
  readonly kind: Kind;
  readonly onAsk: (form: 'price' | 'product') => void;
  readonly onChanged: () => Promise<void>;
}

function KindOfBatch({ batchNo, kind, onAsk, onChanged }: KindProps) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const { missing, price, productId, productName } = kind;
  const putOnShelf = async () => {
    setBusy(true);
    try {
      await call(agentProduct, 'update', { id: productId ?? '', shelfStatus: shelfStatus.is.on });
      await onChanged();
    } catch (failure) {
      showError(failure, () => void putOnShelf());
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.kind}>
      <h2>
        <CountryValue code={kind.countryCode} /> · <DictValue dictionary={businessType} value={kind.businessType} /> ·{' '}
        <DictValue dictionary={numberType} value={kind.numberType} />
      </h2>
      <p>
        {missing === null ? (
          <Status tone="good" words={{ zh: '在售', en: 'On sale' }} />
        ) : (
          <Status tone="attention" words={MISSING[missing]} />
        )}{' '}
        {kind.available > 0 && (
          <Link to={stockAddress(batchNo, kind)}>
            {t({ zh: '{n} 个可用', en: '{n} available' }, { n: countText(kind.available) })}
          </Link>
        )}
        {missing === null &&
          kind.onSale < kind.available &&
          ` · ${t(
            { zh: '{n} 个检测失效或租期不足，不销售', en: '{n} inactive or with too short a lease, not sold' },
            { n: countText(kind.available - kind.onSale) },
          )}`}
        {kind.unlisted > 0 && ` · ${t({ zh: '{n} 个下架', en: '{n} off sale' }, { n: countText(kind.unlisted) })}`}
      </p>
      {price && (
        <p>
          {t({ zh: '价格', en: 'Price' })}{' '}
          <span className="kit-number">
            {price.from === price.to ? groupedMoney(price.to) : `${groupedMoney(price.from)}–${groupedMoney(price.to)}`}{' '}
            {price.currency}
          </span>{' '}
          <span className="kit-weak">{t({ zh: '每个，按代理等级', en: 'each, by agent level' })}</span>
        </p>
      )}
      {productId !== null && (
        <p>
          {t({ zh: '商品', en: 'Product' })} <Link to={`/agent/product/index?record=${productId}`}>{productName}</Link>
        </p>
      )}
      <Remedy {...{ batchNo, kind, isBusy, onAsk }} onShelf={() => void putOnShelf()} />
    </section>
  );
}

interface RemedyProps extends Pick<KindProps, 'batchNo' | 'kind' | 'onAsk'> {
  readonly isBusy: boolean;
  readonly onShelf: () => void;
}

/** The button that changes what keeps numbers from sale. */
function Remedy({ batchNo, kind: { missing }, isBusy, onAsk, onShelf }: RemedyProps) {
  const t = useText();
  const can = useCanAny();
  const ways = {
    price: ['whatsapp/price-configure:add', { zh: '设置价格', en: 'Set the price' }, () => onAsk('price')],
    product: ['agent/product:add', { zh: '新增商品', en: 'Add the product' }, () => onAsk('product')],
    shelf: ['agent/product:edit', { zh: '上架商品', en: 'Put the product on sale' }, onShelf],
  } as const;
  if (missing === 'listing')
    return (
      <Link to={stockAddress(batchNo)}>{t({ zh: '查看号码并上架', en: 'Open the numbers to put them on sale' })}</Link>
    );
  if (missing === null || !(missing in ways)) return null;
  const [permission, label, onClick] = ways[missing as keyof typeof ways];
  return can(permission) ? (
    <div>
      <Button type="primary" loading={isBusy} onClick={onClick}>
        {t(label)}
      </Button>
    </div>
  ) : (
    <p className="kit-weak">{t({ zh: '需有权限的同事处理', en: 'A colleague with the permission can change it' })}</p>
  );
}

interface FormProps {
  readonly kind: Kind;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** The form of a price for a kind of number, with what it applies to filled in. */
function PriceForm({ kind, onSaved, onClose }: FormProps) {
  const t = useText();
  const can = useCanAny();
  const { businessType: business, serviceType, countryCode } = kind;
  const key = { businessType: business, serviceType, countryCode };
  const asked = without(
    priceFields(formFields(priceConfigure, can)),
    ...Object.keys(key),
    'filterType',
    'activePeriod',
  );
  const fields = first(asked, 'salePrice', 'agentLevel');
  const of = (locale: 'zh' | 'en') =>
    `${countryName(countryCode, locale)} · ${entryOf(businessType, business)?.[locale]} · ${entryOf(serviceTypes, serviceType)?.[locale]}`;
  const save = async (values: CallInput<typeof priceConfigure, 'save', 'in'>, idempotencyKey: string) => {
    const answer = await call(priceConfigure, 'save', { ...values, ...key }, { idempotencyKey });
    const waiting = toApproval(answer);
    if (waiting) showSuccess(waiting.said);
    else await onSaved();
  };
  return (
    <FormPanel
      title={t({ zh: `设置价格 · ${of('zh')}`, en: `Set the price · ${of('en')}` })}
      submitText={t({ zh: '保存', en: 'Save' })}
      fields={fields}
      initial={initialValues(fields, publicParameters())}
      onSubmit={save}
      onClose={onClose}
    />
  );
}

/** The form of a product that sells a kind of number, filled in and on sale. */
function ProductForm({ kind, onSaved, onClose }: FormProps) {
  const t = useText();
  const can = useCanAny();
  const fields = formFields(agentProduct, can);
  const { businessType: business, serviceType, countryCode, numberType: type } = kind;
  const nameIn = (locale: 'zh' | 'en') =>
    [
      countryName(countryCode, locale),
      entryOf(businessType, business)?.[locale],
      locale === 'zh' ? '号码' : 'numbers',
    ].join(' ');
  const save = async (values: CallInput<typeof agentProduct, 'save', 'in'>, idempotencyKey: string) => {
    await call(agentProduct, 'save', values, { idempotencyKey });
    await onSaved();
  };
  return (
    <FormPanel
      title={t({ zh: '新增商品', en: 'Add the product' })}
      submitText={t({ zh: '保存并上架', en: 'Save and put on sale' })}
      fields={fields}
      initial={{
        ...initialValues(fields, publicParameters()),
        ...{ businessType: business, serviceType, countryCode, numberType: type },
        ...{ nameZh: nameIn('zh'), nameEn: nameIn('en'), shelfStatus: shelfStatus.is.on },
      }}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
