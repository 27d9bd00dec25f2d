import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { paymentType } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { localAmountOf } from '@trade-assistant/contract/areas/user/local-amount.ts';
import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { money } from '@trade-assistant/contract/kit/field.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import Skeleton from 'antd/es/skeleton';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { dayLimitText, dueText } from '../../../features/payments/amount-due.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './order.module.css';
import Pay from './pay.tsx';

type Method = CallData<typeof paymentMethod, 'choices', 'in'>[number];

interface OrderProps {
  /** The amount proposed by the address. */
  readonly amount?: string | undefined;
  readonly onClose: () => void;
}

/** Orders a recharge: how much, by which method; then how to pay it. */
export default function Order({ amount, onClose }: OrderProps) {
  const t = useText();
  const methods = useCall(paymentMethod, 'choices', { direction: 'recharge' });
  const [ordered, setOrdered] = useState<string | null>(null);
  if (ordered) return <Pay id={ordered} onClose={onClose} />;
  const title = t({ zh: '充值', en: 'Recharge' });
  if (methods.data && methods.data.length > 0)
    return (
      <Ask
        title={title}
        methods={methods.data}
        amount={amount && isMoney(amount) ? amount : undefined}
        onOrdered={setOrdered}
        onClose={onClose}
      />
    );
  return (
    <SidePanel title={title} width={560} onClose={onClose}>
      {methods.error && <ListProblem error={methods.error} onRetry={() => void methods.refetch()} />}
      {methods.isPending && <Skeleton active />}
      {methods.data && (
        <Alert
          type="info"
          showIcon
          title={t({
            zh: '暂无可用的支付方式，请联系客服。',
            en: 'No payment method is available right now. Please contact support.',
          })}
          action={<Link to="/message/index">{t({ zh: '联系客服', en: 'Contact support' })}</Link>}
        />
      )}
    </SidePanel>
  );
}

interface AskProps extends OrderProps {
  readonly title: string;
  readonly methods: readonly Method[];
  readonly onOrdered: (id: string) => void;
}

function Ask({ title, methods, amount, onOrdered, onClose }: AskProps) {
  const t = useText();
  const locale = useLocale();
  const [form] = Form.useForm();
  const [code, setCode] = useState(methods[0]?.methodCode);
  const method = methods.find(({ methodCode }) => methodCode === code) ?? methods[0];
  const fields = useMemo(
    () => ({
      amount: money({
        label: { zh: `金额（${BOOK_CURRENCY}）`, en: `Amount (${BOOK_CURRENCY})` },
        ...(method ? { help: limitsOf(method) } : {}),
        required: true,
        least: method ? parseMoney(method.minAmount) : 1n,
        ...(method ? { most: parseMoney(method.maxAmount) } : {}),
      }),
    }),
    [method],
  );
  const typed = Form.useWatch('amount', form) as string | undefined;
  if (!method) return null;
  const due = typed && isMoney(typed) && parseMoney(typed) > 0n ? dueOf(method, typed) : undefined;
  const notice = locale === 'zh' ? method.notice : method.noticeEn || method.notice;
  return (
    <FormPanel<{ amount: string }>
      title={title}
      width={560}
      form={form}
      fields={fields}
      initial={{ amount }}
      keptAs={{ name: 'recharge', subject: 'new' }}
      submitText={t({ zh: '去付款', en: 'Continue to payment' })}
      onSubmit={async (values, idempotencyKey) => {
        const input = { amount: values.amount, paymentMethod: method.methodCode };
        const { id } = await call(recharge, 'create-order', input, { idempotencyKey });
        onOrdered(id);
        return STAY_OPEN;
      }}
      invalidates={[recharge]}
      onClose={onClose}
      before={
        <Radio.Group
          className={styles.methods ?? ''}
          aria-label={t({ zh: '支付方式', en: 'Payment method' })}
          value={method.methodCode}
          onChange={({ target }) => setCode(target.value)}
          optionType="button"
          options={methods.map((one) => ({
            value: one.methodCode,
            label: locale === 'zh' ? one.methodName : one.methodNameEn,
          }))}
        />
      }
    >
      {method.quickAmounts.length > 0 && (
        <p className="kit-toolbar-main">
          {method.quickAmounts.map((quick) => (
            <Button key={quick} onClick={() => form.setFieldValue('amount', formatMoney(parseMoney(quick)))}>
              {groupedMoney(quick).replace(/\.00$/, '')}
            </Button>
          ))}
        </p>
      )}
      {method.localCurrency && method.fxRate && (
        <p className="kit-weak kit-number">
          1 {BOOK_CURRENCY} = {Number(method.fxRate)} {method.localCurrency}
        </p>
      )}
      {due && (
        <p aria-live="polite">
          {t({ zh: '应付金额', en: 'Amount due' })} <strong className="kit-number">{t(due)}</strong>
        </p>
      )}
      {notice && <p className="kit-whole">{notice}</p>}
    </FormPanel>
  );
}

/** Payment of an order; the tail that tells a payment in crypto apart is added by the server. */
const dueOf = ({ fxRate, localCurrency, methodType }: Method, amount: string) =>
  methodType === paymentType.is.crypto
    ? undefined
    : dueText({
        payAmount: amount,
        localAmount: localAmountOf(parseMoney(amount), fxRate, localCurrency),
        localCurrency,
      });

/** Whole hours are said as such. */
const timeText = (minutes: number, locale: Locale): string =>
  minutes >= 120 && minutes % 60 === 0
    ? { zh: `${minutes / 60} 小时`, en: `${minutes / 60} hours` }[locale]
    : { zh: `${minutes} 分钟`, en: minutes === 1 ? '1 minute' : `${minutes} minutes` }[locale];

const limitsOf = ({ minAmount, maxAmount, dayMax, expireMinutes }: Method) => {
  const range = `${groupedMoney(minAmount)} – ${groupedMoney(maxAmount)} ${BOOK_CURRENCY}`;
  const day = dayMax === null ? { zh: '', en: '' } : dayLimitText(dayMax);
  return {
    zh: `每笔 ${range}${day.zh}，下单后 ${timeText(expireMinutes, 'zh')}内付款`,
    en: `${range} each${day.en}; pay within ${timeText(expireMinutes, 'en')}`,
  };
};
