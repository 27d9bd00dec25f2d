import { PHONE_MONTHS_MAX, smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { int, yes } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { FormDialog } from '../../../kit/parts/form-dialog.tsx';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';

const months = int({
  label: { zh: '月数', en: 'Months' },
  help: { zh: `按月预付，1–${PHONE_MONTHS_MAX} 个月`, en: `Paid in advance, 1–${PHONE_MONTHS_MAX} months` },
  required: true,
  min: 1,
  max: PHONE_MONTHS_MAX,
});
const autoRenew = yes({
  label: { zh: '自动续租', en: 'Auto-renew' },
  help: { zh: '到期日自动从余额支付下一个月', en: 'The next month is paid from the balance on the last day' },
  required: true,
});

/** Leases a sender or renews its lease: months, and what they cost. */
export default function PayMonths({ phone, onClose }: { phone: WireRowOf<typeof smsPhone>; onClose: () => void }) {
  const t = useText();
  const [form] = Form.useForm();
  const isRenewal = phone.leaseEnd !== null;
  const price = phone.monthlyPrice ?? '0';
  const count = Number(Form.useWatch('months', form) ?? 1);
  const amountOf = (chosen: number) => formatMoney(times(parseMoney(price), chosen));
  const isWhole = Number.isInteger(count) && count >= 1;
  return (
    <FormDialog<{ months: number; autoRenew?: 0 | 1 }>
      title={`${isRenewal ? t({ zh: '续租', en: 'Renew' }) : t({ zh: '租用', en: 'Lease' })} · ${phone.phoneNo}`}
      width={460}
      form={form}
      fields={isRenewal ? { months } : { months, autoRenew }}
      initial={{ months: 1, ...(isRenewal ? {} : { autoRenew: 0 }) }}
      submitText={t(
        { zh: '支付 {amount}', en: 'Pay {amount}' },
        { amount: `${amountOf(isWhole ? count : 1)} ${BOOK_CURRENCY}` },
      )}
      invalidates={[smsPhone]}
      onClose={onClose}
      onSubmit={async (values, idempotencyKey) => {
        const input = { id: phone.id, months: values.months, expectedAmount: amountOf(values.months) };
        const { amount, leaseEnd } = isRenewal
          ? await call(smsPhone, 'renew', input, { idempotencyKey })
          : await call(smsPhone, 'lease', { ...input, autoRenew: values.autoRenew ?? 0 }, { idempotencyKey });
        showSuccess(
          t(
            { zh: '已租至 {date}，已付 {amount}', en: 'Leased until {date}; {amount} paid' },
            { date: leaseEnd, amount: `${amount} ${BOOK_CURRENCY}` },
          ),
        );
      }}
    >
      <TotalLines>
        <TotalLine label={t({ zh: '月租', en: 'Monthly price' })}>
          <MoneyValue wire={price} currency={BOOK_CURRENCY} />
        </TotalLine>
        <TotalLine label={t({ zh: '合计', en: 'Total' })} isMain>
          <MoneyValue wire={amountOf(isWhole ? count : 1)} currency={BOOK_CURRENCY} />
        </TotalLine>
      </TotalLines>
    </FormDialog>
  );
}
