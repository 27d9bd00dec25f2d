import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { feePayer, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { money } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, isMoney, parseMoney, roundMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import Skeleton from 'antd/es/skeleton';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { bookText, dayLimitText } from '../../../features/payments/amount-due.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import styles from './order.module.css';
import { fits, isUsable, keyOf, type Payee, PayeeSelect } from './payee-select.tsx';
import { type Method, Quote } from './quote.tsx';

interface OrderProps {
  /** The amount proposed by the address. */
  readonly amount?: string | undefined;
  readonly onClose: () => void;
}

/** Requests a withdrawal: wallet, method, payee, amount. */
export default function Order({ amount, onClose }: OrderProps) {
  const t = useText();
  const methods = useCall(paymentMethod, 'choices', { direction: 'withdrawal' });
  const payees = useCall(withdrawal, 'payees', {});
  const balances = useCall(agentUser, 'balance', {});
  const title = t({ zh: '提现', en: 'Withdraw' });
  const asked = [methods, payees, balances];
  const failed = asked.find(({ error }) => error);
  if (methods.data && methods.data.length > 0 && payees.data && balances.data)
    return (
      <Ask
        title={title}
        methods={methods.data}
        payees={payees.data}
        balances={balances.data}
        amount={amount && isMoney(amount) ? amount : undefined}
        onClose={onClose}
      />
    );
  return (
    <SidePanel title={title} width={560} onClose={onClose}>
      {failed?.error && <ListProblem error={failed.error} onRetry={() => asked.forEach((one) => void one.refetch())} />}
      {!failed && asked.some(({ isPending }) => isPending) && <Skeleton active />}
      {methods.data?.length === 0 && (
        <Alert
          type="info"
          showIcon
          title={t({
            zh: '暂无可用的提现方式，请联系客服。',
            en: 'No withdrawal method is available right now. Please contact support.',
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
  readonly payees: readonly Payee[];
  readonly balances: CallData<typeof agentUser, 'balance', 'in'>;
}

const { brokerage } = withdrawalWallet.is;

function Ask({ title, methods, payees, balances, amount, onClose }: AskProps) {
  const t = useText();
  const locale = useLocale();
  const wallets = useDictionary(withdrawalWallet);
  const [form] = Form.useForm();
  const typed = Form.useWatch('amount', form) as string | undefined;
  const [wallet, setWallet] = useState<number>(brokerage);
  const [code, setCode] = useState(methods[0]?.methodCode);
  const [chosen, choose] = useState<string>();
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
      applyNote: withdrawal.fields.applyNote,
    }),
    [method],
  );
  if (!method) return null;
  const fitting = payees.filter((payee) => fits(method, payee));
  const payee = fitting.find((one) => keyOf(one) === chosen) ?? fitting.find(isUsable);
  const has = (of: number) => (of === brokerage ? balances.brokerage : balances.balance);
  const notice = locale === 'zh' ? method.notice : method.noticeEn || method.notice;
  return (
    <FormPanel<{ amount: string; applyNote?: string }>
      title={title}
      width={560}
      form={form}
      fields={fields}
      initial={{ amount }}
      keptAs={{ name: 'withdrawal', subject: 'new' }}
      submitText={t({ zh: '申请提现', en: 'Request withdrawal' })}
      isDisabled={payee === undefined || !isUsable(payee)}
      onSubmit={async (values, idempotencyKey) => {
        if (!payee) return;
        const { payeeType, id: payeeId } = payee;
        const order = { ...values, walletKind: wallet, paymentMethod: method.methodCode, payeeType, payeeId };
        await call(withdrawal, 'create-order', order, { idempotencyKey });
        const asked = bookText(values.amount);
        showSuccess({
          zh: `已申请提现 ${asked}（${payee.name}），审核后打款`,
          en: `Withdrawal of ${asked} to ${payee.name} requested; paid after review`,
        });
      }}
      invalidates={[withdrawal]}
      onClose={onClose}
      before={
        <div className={styles.choices ?? ''}>
          <Radio.Group
            aria-label={t({ zh: '提现账户', en: 'From' })}
            value={wallet}
            onChange={({ target }) => setWallet(target.value)}
            optionType="button"
            options={Object.values(wallets.entries).map(({ value, zh, en }) => ({
              value,
              label: `${locale === 'zh' ? zh : en} ${groupedMoney(has(value))}`,
            }))}
          />
          <Radio.Group
            aria-label={t({ zh: '提现方式', en: 'Method' })}
            value={method.methodCode}
            onChange={({ target }) => setCode(target.value)}
            optionType="button"
            options={methods.map((one) => ({
              value: one.methodCode,
              label: locale === 'zh' ? one.methodName : one.methodNameEn,
            }))}
          />
          <PayeeSelect method={method} payees={fitting} value={payee && keyOf(payee)} onChange={choose} />
          <span>
            <Button onClick={() => form.setFieldValue('amount', allOf(has(wallet), method))}>
              {t({ zh: '全部提现', en: 'All of it' })}
            </Button>
          </span>
        </div>
      }
    >
      {typed && isMoney(typed) && parseMoney(typed) > parseMoney(has(wallet)) && (
        <Alert
          type="warning"
          showIcon
          title={t({
            zh: `可提现 ${groupedMoney(has(wallet))} ${BOOK_CURRENCY}`,
            en: `You can withdraw up to ${groupedMoney(has(wallet))} ${BOOK_CURRENCY}`,
          })}
        />
      )}
      <Quote method={method} amount={typed} />
      {notice && <p className="kit-whole">{notice}</p>}
    </FormPanel>
  );
}

/** The fee of a method, before an amount is typed. */
function feeText({ feeFixed, feeRate, feePayer: payer }: Method): Text {
  const parts = [
    ...(feeFixed !== null && parseMoney(feeFixed) > 0n ? [bookText(feeFixed)] : []),
    ...(feeRate !== null && Number(feeRate) > 0 ? [`${Number(feeRate)}%`] : []),
  ].join(' + ');
  if (payer === feePayer.is.platform || parts === '') return { zh: '免手续费', en: 'No fee' };
  return { zh: `手续费 ${parts}，从提现金额中扣除`, en: `Fee ${parts}, deducted from the amount` };
}

/** Returns the whole balance, cut to the method's decimals. */
const allOf = (balance: string, { scale }: Method): string =>
  formatMoney(roundMoney(parseMoney(balance), scale, 'down'));

const limitsOf = (method: Method) => {
  const { minAmount, maxAmount, dayMax } = method;
  const range = `${groupedMoney(minAmount)} – ${groupedMoney(maxAmount)} ${BOOK_CURRENCY}`;
  const day = dayMax === null ? { zh: '', en: '' } : dayLimitText(dayMax);
  const fee = feeText(method);
  return { zh: `每笔 ${range}${day.zh}；${fee.zh}`, en: `${range} each${day.en}. ${fee.en}` };
};
