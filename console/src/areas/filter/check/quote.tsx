import { evidence } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import type { CheckResource } from '../../../features/checks/types.ts';
import { BalanceLow } from '../../../features/payments/balance-low.tsx';
import { NoPrice, unpricedIn } from '../../../features/prices/no-price.tsx';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { aboutTime } from '../../../kit/fields/time.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';

interface Choice {
  readonly filterType: number;
  readonly activePeriod: number;
  /** For staff: whose check it is. */
  readonly agentId?: string;
  /** The task that is upgraded. */
  readonly taskId?: string;
}

/** Asks what a check of so many numbers costs; of one while their number is not known. */
export const useQuote = (resource: CheckResource, countryCode: string | null, choice: Choice, lines: number | null) =>
  useCall(
    resource,
    'price',
    { ...choice, countryCode: countryCode ?? '', quantity: Math.max(1, lines ?? 1) },
    { enabled: countryCode !== null, staleMillis: 0, keepPrevious: true },
  );

interface QuoteProps {
  readonly resource: CheckResource;
  readonly filterType: number;
  readonly asked: ReturnType<typeof useQuote>;
  /** Null while their number is not known. */
  readonly lines: number | null;
  /** Results of the last 30 days are used again. */
  readonly isCached?: boolean;
  /** Whether the list was read: its numbers are counted, not estimated. */
  readonly isCounted?: boolean;
}

/** Price, time and balance of a check before it is paid. */
export function Quote({ resource, filterType, asked, lines, isCached = false, isCounted = false }: QuoteProps) {
  const t = useText();
  const locale = useLocale();
  const unpriced = unpricedIn(asked.error);
  if (unpriced) {
    const { dictionary } = resource.fields.filterType;
    const check = dictionary && entryOf(dictionary, filterType)?.[locale];
    return <NoPrice countryCodes={unpriced} service={`${resource.title[locale]} · ${check ?? ''}`} />;
  }
  if (asked.error) return <Alert type="error" showIcon title={messageOf(asked.error)} />;
  if (!asked.data) return asked.isFetching ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null;
  const {
    unitPrice,
    cachedUnitPrice,
    packageUnits,
    total,
    balance,
    currency,
    enough,
    estimatedSeconds,
    evidenceAvailable,
  } = asked.data;
  return (
    <>
      {evidenceAvailable === null && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t({ zh: '当前没有可用的服务商支持该检测', en: 'No provider offers this check at present' })}
        />
      )}
      {evidenceAvailable === evidence.is.sandbox && (
        <Alert
          type="info"
          showIcon
          className="kit-alert"
          title={t({ zh: '沙箱检测：结果仅供演示', en: 'Sandbox: results are for demonstration only' })}
        />
      )}
      <TotalLines>
        <TotalLine label={t({ zh: '单价', en: 'Unit price' })}>
          <MoneyValue wire={unitPrice} currency={currency} decimals={6} />
        </TotalLine>
        {isCached && cachedUnitPrice !== null && (
          <TotalLine label={t({ zh: '缓存结果单价', en: 'Price of a cached result' })}>
            <MoneyValue wire={cachedUnitPrice} currency={currency} decimals={6} />
          </TotalLine>
        )}
        {lines !== null && lines > 0 && (
          <>
            <TotalLine
              label={isCounted ? t({ zh: '号码', en: 'Numbers' }) : t({ zh: '号码（约）', en: 'Numbers (estimated)' })}
            >
              {countText(lines)}
            </TotalLine>
            {packageUnits > 0 && (
              <TotalLine label={t({ zh: '套餐抵扣', en: 'Covered by packages' })}>
                {t({ zh: '{n} 个', en: '{n} {n|number|numbers}' }, { n: countText(packageUnits) })}
              </TotalLine>
            )}
            <TotalLine
              label={isCached ? t({ zh: '最多', en: 'At most' }) : t({ zh: '预计金额', en: 'Estimated amount' })}
              isMain
            >
              <MoneyValue wire={total} currency={currency} decimals={6} />
            </TotalLine>
            <TotalLine label={t({ zh: '预计用时', en: 'Estimated time' })}>{aboutTime(estimatedSeconds, t)}</TotalLine>
          </>
        )}
        <TotalLine label={t({ zh: '可用余额', en: 'Balance' })}>
          <MoneyValue wire={balance} currency={currency} decimals={6} />
        </TotalLine>
      </TotalLines>
      <p className="kit-weak">
        {t({
          zh: '先冻结全部金额，只对有明确结果的号码扣费，其余退回。',
          en: 'The whole amount is held first; only definite results are charged, the rest is returned.',
        })}
      </p>
      {!enough && lines !== null && lines > 0 && (
        <BalanceLow title={t({ zh: '余额不足：任务会等待支付', en: 'Balance too low: the task will await funds' })} />
      )}
    </>
  );
}

/** Amount and time in one line, in sight while the form is filled in. */
export function QuoteNote({ asked: { data }, lines }: Pick<QuoteProps, 'asked' | 'lines'>) {
  const t = useText();
  if (!data || lines === null || lines === 0) return null;
  return (
    <span className="kit-footer-note" aria-live="polite">
      <MoneyValue wire={data.total} currency={data.currency} decimals={6} /> · {aboutTime(data.estimatedSeconds, t)}
    </span>
  );
}
