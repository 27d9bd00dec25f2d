import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { financeDirection } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import type { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Alert from 'antd/es/alert';
import { useNavigate } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { useCall } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { bookText } from './amount-due.tsx';

type Movement = Pick<
  WireRowOf<typeof financeLog>,
  'userId' | 'userName' | 'journalNo' | 'amount' | 'direction' | 'financeType' | 'walletKind'
>;

const fields = { reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }) };

interface ReversalProps {
  readonly movement: Movement;
  readonly onClose: () => void;
}

/** Undoes a recharge or an adjustment by one of the opposite amount; above the limit of one person a second one decides. */
export default function Reversal({ movement, onClose }: ReversalProps) {
  const t = useText();
  const navigate = useNavigate();
  const { userId, userName, journalNo, amount } = movement;
  const isTaken = movement.direction === financeDirection.is.in;
  const size = bookText(amount.replace('-', ''));
  const limit = useCall(agentUser, 'adjustment-limit', { ids: userId }, { staleMillis: 0 });
  const needsSecond = limit.data !== undefined && parseMoney(amount.replace('-', '')) > parseMoney(limit.data.alone);
  const words = isTaken
    ? { zh: `从${userName}的余额扣回 ${size}`, en: `${size} taken back from the balance of ${userName}` }
    : { zh: `退还${userName} ${size}`, en: `${size} returned to the balance of ${userName}` };
  return (
    <FormDialog<{ reason: string }>
      title={t({ zh: '冲回 · {no}', en: 'Reverse · {no}' }, { no: journalNo })}
      submitText={needsSecond ? t({ zh: '提交复核', en: 'Send for approval' }) : t({ zh: '冲回', en: 'Reverse' })}
      isDangerous={isTaken}
      fields={fields}
      before={
        <>
          <p>
            {t({
              zh: `${words.zh}。原流水保留，新增一笔相反的流水。`,
              en: `${words.en}. The original entry stays; an opposite entry is added.`,
            })}
          </p>
          {needsSecond && (
            <Alert
              type="warning"
              showIcon
              className="kit-alert"
              title={t({
                zh: '超出您今天的单人限额，须由另一人复核',
                en: 'Above your limit for today: another person must approve it',
              })}
            />
          )}
        </>
      }
      onSubmit={async ({ reason }, idempotencyKey) => {
        const money = formatMoney(parseMoney(amount.replace('-', '')) * (isTaken ? -1n : 1n));
        const input = { ids: userId, money, reason, reverses: journalNo };
        const answer = await call(agentUser, 'manual-update-balance', input, { idempotencyKey });
        if (answer.approvalId) {
          showSuccess({ zh: `已提交复核：${words.zh}`, en: `Sent for approval: ${words.en}` });
          void navigate(`/${approval.name}/index?record=${answer.approvalId}`);
        } else showSuccess({ zh: `已冲回：${words.zh}`, en: `Reversed: ${words.en}` });
      }}
      invalidates={[agentUser]}
      onClose={onClose}
    />
  );
}
