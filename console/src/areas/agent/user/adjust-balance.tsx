import { agentUser, BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/user.ts';
import { money, text, textarea } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { FieldForm, showFieldErrors } from '../../../kit/form/field-form.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { type NamedFields, valuesToSend } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';

const fields: NamedFields = {
  money: money({
    label: { zh: '金额', en: 'Amount' },
    help: { zh: '正数加款，负数扣款，每个用户相同', en: 'Positive adds, negative takes away; the same for every user' },
    required: true,
  }),
  voucherNo: text({ label: { zh: '凭证编号', en: 'Voucher no.' }, max: 64 }),
  reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: 255, required: true }),
};

interface AdjustBalanceProps {
  readonly users: readonly WireRowOf<typeof agentUser>[];
  /** How many were chosen beyond what one adjustment takes. */
  readonly leftOut: number;
  readonly onClose: () => void;
}

/** Adds to or takes from the balances of users, all of them or none. */
export default function AdjustBalance({ users, leftOut, onClose }: AdjustBalanceProps) {
  const t = useText();
  const [form] = Form.useForm();
  const { isBusy, problem, attempt } = useAttempt({ onRefused: (error) => showFieldErrors(form, fields, error) });
  const typed = Form.useWatch('money', form) as string | undefined;
  const change = typed && isMoney(typed) ? parseMoney(typed) : undefined;

  const submit = async () => {
    if (change === 0n) {
      form.setFields([{ name: 'money', errors: [t({ zh: '金额不能为零', en: 'The amount must not be zero' })] }]);
      return;
    }
    await attempt(async (idempotencyKey) => {
      const values = valuesToSend(fields, form.getFieldsValue());
      const answer = await call(
        agentUser,
        'manual-update-balance',
        { ...values, ids: users.map(({ id }) => id).join(',') } as never,
        { idempotencyKey },
      );
      showSuccess(
        answer.pendingApproval
          ? { zh: '金额较大，已提交财务复核', en: 'A second person has to approve this amount' }
          : { zh: '已调账', en: 'Adjusted' },
      );
      void invalidate(agentUser, 'finance/log');
      onClose();
    });
  };
  return (
    <SidePanel
      title={t({ zh: '人工调账 · {n} 人', en: 'Adjust the balance of {n}' }, { n: users.length })}
      width={560}
      onClose={onClose}
      isClosable={false}
      footer={
        <>
          <CancelButton />
          <Button
            type="primary"
            danger={change !== undefined && change < 0n}
            loading={isBusy}
            onClick={() => form.submit()}
          >
            {change !== undefined && change < 0n ? t({ zh: '扣款', en: 'Take away' }) : t({ zh: '加款', en: 'Add' })}
          </Button>
        </>
      }
    >
      {leftOut > 0 && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t(
            { zh: '一次最多 {max} 人，另有 {n} 人未包含', en: 'At most {max} at once; {n} are left out' },
            { max: BALANCE_UPDATE_MAX, n: leftOut },
          )}
        />
      )}
      <Problem text={problem} />
      <FieldForm form={form} fields={fields} isBusy={isBusy} onSubmit={() => void submit()} />
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '用户', en: 'User' })}</th>
            <th data-align="right">{t({ zh: '当前余额', en: 'Balance' })}</th>
            <th data-align="right">{t({ zh: '调整后', en: 'Then' })}</th>
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
    </SidePanel>
  );
}
