import { BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/balance-adjustment.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import { money, text, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, isMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useNavigate } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { showError, showSuccess, showUndo } from '../../kit/feedback.tsx';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { STAY_OPEN } from '../../kit/form/use-form-attempt.ts';
import type { NamedFields, Values } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { FormPanel } from '../../kit/parts/form-panel.tsx';
import { bookText } from './amount-due.tsx';
import { reverseEntries } from './reverse-entries.ts';

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
  /** The resource of the users, whose calls adjust them. */
  readonly resource?: typeof agentUser | typeof appUser;
  readonly users: readonly Pick<WireRowOf<typeof agentUser>, 'id' | 'account' | 'realName' | 'balance'>[];
  /** Number of selected accounts beyond the limit of one adjustment. */
  readonly leftOut: number;
  readonly onClose: () => void;
}

/** Adds to or deducts from the balances of users, all of them or none. */
export default function AdjustBalance({ resource = agentUser, users, leftOut, onClose }: AdjustBalanceProps) {
  // Both resources have the same calls.
  const adjusted = resource as typeof agentUser;
  const t = useText();
  const navigate = useNavigate();
  const [only, another] = users;
  const [form] = Form.useForm();
  const typed = Form.useWatch('money', form) as string | undefined;
  const change = typed && isMoney(typed) ? parseMoney(typed) : undefined;

  const isTaken = change !== undefined && change < 0n;
  const ids = users.map(({ id }) => id).join(',');
  const limit = useCall(adjusted, 'adjustment-limit', { ids }, { staleMillis: 0 });
  const alone = limit.data?.alone;
  const size = change === undefined ? 0n : change < 0n ? -change : change;
  const needsSecond = alone !== undefined && size > parseMoney(alone);

  /** Reverses the entries of the adjustment, with the same rules. */
  const takeBack = async (reason: string, done: readonly { id: string; journalNo: string }[]): Promise<void> => {
    const { zh, en } = changeText(users, -(change ?? 0n));
    try {
      const { approvalId } = await reverseEntries(
        done.map(({ id: userId, journalNo }) => ({ userId, journalNo })),
        {
          change: formatMoney(change ?? 0n),
          reason: `${t({ zh: '撤销：', en: 'Undo: ' })}${reason}`,
          resource: adjusted,
        },
      );
      showSuccess(
        approvalId
          ? { zh: `撤销已提交复核：${zh}`, en: `Undo sent for approval: ${en}` }
          : { zh: `已撤销：${zh}`, en: `Undone: ${en}` },
      );
      await invalidate(adjusted);
    } catch (error) {
      showError(error);
    }
  };

  const adjust = async (values: Values, idempotencyKey: string) => {
    if (change === 0n) {
      form.setFields([{ name: 'money', errors: [t({ zh: '金额不能为零', en: 'The amount must not be zero' })] }]);
      return STAY_OPEN;
    }
    const input = { ...values, ids };
    const answer = await call(adjusted, 'manual-update-balance', input as never, { idempotencyKey });
    const { zh, en } = changeText(users, change ?? 0n);
    if (answer.approvalId) {
      showSuccess({ zh: `已提交复核：${zh}，另一人通过后生效`, en: `Sent for approval by another person: ${en}` });
      void navigate(`/${approval.name}/index?record=${answer.approvalId}`);
    } else
      showUndo(
        { zh: `已调账：${zh}`, en: `Adjusted: ${en}` },
        () => void takeBack(String(values.reason), answer.items),
      );
    return undefined;
  };
  return (
    <FormPanel
      title={
        only && !another
          ? t({ zh: '人工调账 · {name}', en: 'Adjust balance · {name}' }, { name: only.realName })
          : t({ zh: '人工调账 · {n} 人', en: 'Adjust balances · {n} users' }, { n: users.length })
      }
      width={560}
      submitText={
        needsSecond
          ? t({ zh: '提交复核', en: 'Send for approval' })
          : isTaken
            ? t({ zh: '扣款', en: 'Debit' })
            : t({ zh: '加款', en: 'Credit' })
      }
      isDangerous={isTaken}
      form={form}
      fields={fields}
      onSubmit={adjust}
      invalidates={[adjusted]}
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
      {alone !== undefined && (
        <p className={needsSecond ? 'kit-bad' : 'kit-weak'} aria-live="polite">
          {t(
            {
              zh: '您今天对每人还可独自调账 {amount}，超出须由另一人复核',
              en: 'You can adjust up to {amount} per user today; above it another person must approve',
            },
            { amount: bookText(alone) },
          )}
        </p>
      )}
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

/** The user of a line and the amount they get or lose. */
function changeText([only, ...others]: AdjustBalanceProps['users'], change: bigint): Text {
  const amount = `${change > 0n ? '+' : ''}${bookText(formatMoney(change))}`;
  if (others.length === 0)
    return { zh: `${only?.realName ?? ''} ${amount}`, en: `${amount} for ${only?.realName ?? ''}` };
  const n = others.length + 1;
  return { zh: `${n} 人每人 ${amount}`, en: `${amount} each for ${n} users` };
}
