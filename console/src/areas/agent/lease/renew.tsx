import { lease as leases, RENEWAL_MONTHS_MAX } from '@trade-assistant/contract/areas/agent/lease.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import InputNumber from 'antd/es/input-number';
import Segmented from 'antd/es/segmented';
import Skeleton from 'antd/es/skeleton';
import { useId, useState } from 'react';
import { BalanceLow } from '../../../features/payments/balance-low.tsx';
import { call } from '../../../kit/client/call.ts';
import { CallError, messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';
import styles from './renew.module.css';

type Quote = CallData<typeof leases, 'quote', 'in'>;

const MONTHS = [1, 3, 6, 12];
const WITHIN = [7, 15, 30];

/** Renews the chosen numbers, or all whose lease ends within a number of days. Shows the price before payment. */
export default function Renew({ ids, onClose }: { ids?: readonly string[]; onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [months, setMonths] = useState<number | null>(1);
  const [withinDays, setWithin] = useState(WITHIN[0] ?? 7);
  const choice = ids ? { ids: ids.join(',') } : { withinDays };
  const isWhole = months !== null && Number.isInteger(months) && months >= 1 && months <= RENEWAL_MONTHS_MAX;
  const asked = useCall(
    leases,
    'quote',
    { ...choice, months: months ?? 1 },
    { enabled: isWhole, staleMillis: 0, keepPrevious: true },
  );
  const quote = isWhole && !asked.error ? asked.data : undefined;
  const [before, setBefore] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt({
    onRefused: (error) => {
      if (error.bizCode !== 'PRICE_CHANGED' || !quote) return false;
      // The former price is shown beside the new one, which one click accepts.
      setBefore(quote.amount);
      void invalidate(leases);
      return true;
    },
  });
  const isShort = quote !== undefined && leftOf(quote) < 0n;
  // A price that is only refreshed can be paid: a press meanwhile is not lost, and the server refuses another price.
  const isReady = quote !== undefined && !isShort && !asked.isPlaceholderData;
  const submit = async () => {
    if (!isReady || quote === undefined || months === null) return;
    await attempt(async (idempotencyKey) => {
      const done = await call(leases, 'renew', { ...choice, months, expectedAmount: quote.amount }, { idempotencyKey });
      showSuccess(
        t(
          { zh: '{n} 个号码已续租至 {date}', en: '{n} {n|number|numbers} renewed until {date}' },
          { n: countText(done.numbers), date: spanOf(done) },
        ),
      );
      onClose();
      void invalidate(leases);
    });
  };
  return (
    <SidePanel
      title={t({ zh: '续租', en: 'Renew' })}
      width={520}
      onClose={onClose}
      isClosable={!isBusy}
      footer={
        <>
          <CancelButton disabled={isBusy} />
          <Button type="primary" loading={isBusy} disabled={!isReady} onClick={() => void submit()}>
            {quote
              ? t({ zh: '支付 {amount}', en: 'Pay {amount}' }, { amount: `${quote.amount} ${BOOK_CURRENCY}` })
              : t({ zh: '续租', en: 'Renew' })}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      {before !== null && quote && before !== quote.amount && (
        <Alert
          type="warning"
          showIcon
          title={t({ zh: '价格已更新，请确认新价格', en: 'The price has changed; please confirm the new one' })}
          description={
            <span className="kit-number">
              <s>{before}</s> → <strong>{quote.amount}</strong> {BOOK_CURRENCY}
            </span>
          }
        />
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {!ids && (
          <>
            <span id={`${id}-within`}>{t({ zh: '到期范围', en: 'Ending' })}</span>
            <Segmented<number>
              block
              aria-labelledby={`${id}-within`}
              value={withinDays}
              onChange={setWithin}
              options={WITHIN.map((days) => ({
                value: days,
                label: t({ zh: '{n} 天内到期', en: 'Ending in {n} days' }, { n: String(days) }),
              }))}
            />
          </>
        )}
        <label htmlFor={`${id}-months`}>{t({ zh: '续租月数', en: 'Months' })}</label>
        <div className={styles.months}>
          <InputNumber<number>
            id={`${id}-months`}
            mode="spinner"
            autoFocus
            precision={0}
            min={1}
            max={RENEWAL_MONTHS_MAX}
            disabled={isBusy}
            status={isWhole ? '' : 'error'}
            value={months}
            onChange={setMonths}
          />
          <Segmented<number>
            aria-label={t({ zh: '常用月数', en: 'Common terms' })}
            value={months ?? 0}
            onChange={setMonths}
            options={MONTHS.map((count) => ({
              value: count,
              label: t({ zh: '{n} 个月', en: '{n} mo.' }, { n: String(count) }),
            }))}
          />
        </div>
        {!isWhole && (
          <p className="kit-bad" role="alert">
            {t({ zh: '请输入 1 – {most}', en: 'Enter 1 to {most}' }, { most: String(RENEWAL_MONTHS_MAX) })}
          </p>
        )}
        {isWhole && asked.error && (
          <Alert
            type={asked.error instanceof CallError && asked.error.bizCode === 'LEASE_NONE' ? 'info' : 'error'}
            showIcon
            title={messageOf(asked.error)}
          />
        )}
        {asked.isPending && isWhole && <Skeleton active paragraph={{ rows: 3 }} title={false} />}
        {quote && <Sum quote={quote} />}
        {isShort && (
          <BalanceLow
            title={t({ zh: '余额不足，请先充值', en: 'Insufficient balance. Please recharge first' })}
            left={leftOf(quote)}
          />
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </SidePanel>
  );
}

/** Returns the amount left to spend after the payment. */
const leftOf = ({ balance, bonus, amount }: Quote) =>
  micros(parseMoney(balance) + parseMoney(bonus) - parseMoney(amount));

const spanOf = ({ endsFrom, endsUntil }: { endsFrom: string; endsUntil: string }): string =>
  endsFrom === endsUntil ? endsFrom : `${endsFrom} – ${endsUntil}`;

/** Quantity and price by business and country, then the sources of the payment. */
function Sum({ quote }: { quote: Quote }) {
  const t = useText();
  return (
    <>
      <ul className={styles.kinds}>
        {quote.kinds.map((kind) => (
          <li key={`${kind.businessType} ${kind.countryCode}`}>
            <span>
              <DictValue dictionary={businessType} value={kind.businessType} /> <CountryValue code={kind.countryCode} />
            </span>
            <span className="kit-weak kit-number">
              {t(
                { zh: '{n} 个 × {months} 个月 × {price}', en: '{n} × {months} {months|month|months} × {price}' },
                { n: countText(kind.numbers), months: String(quote.months), price: kind.unitPrice },
              )}
            </span>
            <MoneyValue wire={kind.amount} currency={BOOK_CURRENCY} decimals={6} />
          </li>
        ))}
      </ul>
      <TotalLines>
        <TotalLine label={t({ zh: '号码', en: 'Numbers' })}>{countText(quote.numbers)}</TotalLine>
        <TotalLine label={t({ zh: '续租至', en: 'Renewed until' })}>{spanOf(quote)}</TotalLine>
        <TotalLine label={t({ zh: '金额', en: 'Amount' })} isMain>
          <MoneyValue wire={quote.amount} currency={BOOK_CURRENCY} decimals={6} />
        </TotalLine>
        <TotalLine label={t({ zh: '当前余额', en: 'Balance' })}>
          <MoneyValue
            wire={formatMoney(micros(parseMoney(quote.balance) + parseMoney(quote.bonus)))}
            currency={BOOK_CURRENCY}
            decimals={6}
          />
        </TotalLine>
        <TotalLine label={t({ zh: '续租后余额', en: 'Balance afterwards' })}>
          <MoneyValue wire={formatMoney(leftOf(quote))} currency={BOOK_CURRENCY} decimals={6} />
        </TotalLine>
      </TotalLines>
    </>
  );
}
