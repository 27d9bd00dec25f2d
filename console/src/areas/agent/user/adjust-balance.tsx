import { BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/balance-adjustment.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { money, text, textarea } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import type { NamedFields, Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

const fields: NamedFields = {
  money: money({
    label: { zh: '金额', en: 'Amount' },
    help: { zh: '正数加款，负数扣款，每个用户相同', en: 'Positive credits, negative debits; applied to each user' },
    required: true,
  }),
  voucherNo: text({ label: { zh: '凭证编号', en: 'Voucher no.' }, max: 64 }),
  reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: 255, required: true }),
};

interface AdjustBalanceProps {
  readonly users: readonly WireRowOf<typeof agentUser>[];
  /** Number of selected accounts beyond the limit of one adjustment. */
  readonly leftOut: number;
  readonly onClose: () => void;
}

/** Adds to or deducts from the balances of users, all of them or none. */
export default function AdjustBalance({ users, leftOut, onClose }: AdjustBalanceProps) {
  const t = useText();
  const navigate = useNavigate();
  const [form] = Form.useForm();
  const typed = Form.useWatch('money', form) as string | undefined;
  const change = typed && isMoney(typed) ? parseMoney(typed) : undefined;

  const isTaken = change !== undefined && change < 0n;

  const adjust = async (values: Values, idempotencyKey: string) => {
    if (change === 0n) {
      form.setFields([{ name: 'money', errors: [t({ zh: '金额不能为零', en: 'The amount must not be zero' })] }]);
      return STAY_OPEN;
    }
    const input = { ...values, ids: users.map(({ id }) => id).join(',') };
    const answer = await call(agentUser, 'manual-update-balance', input as never, { idempotencyKey });
    if (answer.approvalId) {
      showSuccess({ zh: '超出单人限额，已提交复核', en: 'Above the single-person limit; sent for approval' });
      void navigate(`/${approval.name}/index?record=${answer.approvalId}`);
    } else showSuccess({ zh: '已调账', en: 'Adjusted' });
    return undefined;
  };
  return (
    <FormPanel
      title={t({ zh: '人工调账 · {n} 人', en: 'Adjust the balance of {n}' }, { n: users.length })}
      width={560}
      submitText={isTaken ? t({ zh: '扣款', en: 'Debit' }) : t({ zh: '加款', en: 'Credit' })}
      isDangerous={isTaken}
      form={form}
      fields={fields}
      onSubmit={adjust}
      invalidates={[agentUser]}
      onClose={onClose}
      before={
        leftOut > 0 && (
          <Alert
            type="warning"
            showIcon
            className="kit-alert"
            title={t(
              { zh: '一次最多 {max} 人，另有 {n} 人未包含', en: 'At most {max} at once; {n} are not included' },
              { max: BALANCE_UPDATE_MAX, n: leftOut },
            )}
          />
        )
      }
    >
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '用户', en: 'User' })}</th>
            <th data-align="right">{t({ zh: '当前余额', en: 'Balance' })}</th>
            <th data-align="right">{t({ zh: '调整后', en: 'Balance after' })}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                {user.realName} <span className="kit-weak">{user.account}</span>
              </td>
              <td data-align="right">
                <MoneyValue wire={user.balance} />
              </td>
              <td data-align="right">
                {change === undefined ? '–' : <MoneyValue wire={formatMoney(parseMoney(user.balance) + change)} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FormPanel>
  );
}
