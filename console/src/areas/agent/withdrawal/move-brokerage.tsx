import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { money } from '@trade-assistant/contract/kit/field.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { bookText } from '../../../features/payments/amount-due.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import type { NamedFields } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

const fields: NamedFields = {
  amount: money({
    label: { zh: `金额（${BOOK_CURRENCY}）`, en: `Amount (${BOOK_CURRENCY})` },
    help: { zh: '立即到账，不收手续费，转入后不能转回', en: 'Immediate and free of charge; cannot be moved back' },
    required: true,
    least: 1n,
  }),
};

/** Makes earned brokerage balance, to be spent. */
export default function MoveBrokerage({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [form] = Form.useForm();
  const { data } = useCall(agentUser, 'balance', {});
  return (
    <FormPanel<{ amount: string }>
      title={t({ zh: '佣金转余额', en: 'Move commission to balance' })}
      width={480}
      form={form}
      fields={fields}
      keptAs={{ name: 'transfer', subject: 'new' }}
      submitText={t({ zh: '转入余额', en: 'Move' })}
      onSubmit={async ({ amount }, idempotencyKey) => {
        await call(withdrawal, 'transfer', { amount }, { idempotencyKey });
        showSuccess({ zh: `已转入余额 ${bookText(amount)}`, en: `${bookText(amount)} moved to your balance` });
      }}
      invalidates={[withdrawal]}
      onClose={onClose}
      before={
        data && (
          <p className="kit-toolbar-main">
            {t({ zh: '佣金', en: 'Commission' })}{' '}
            <MoneyValue wire={data.brokerage} currency={data.currency} decimals={6} />
            <Button size="small" onClick={() => form.setFieldValue('amount', data.brokerage)}>
              {t({ zh: '全部', en: 'All' })}
            </Button>
          </p>
        )
      }
    />
  );
}
