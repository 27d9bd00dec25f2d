import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { financeDirection, walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useNavigate } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { bookText } from './amount-due.tsx';
import { reverseEntries } from './reverse-entries.ts';

type LogRow = WireRowOf<typeof financeLog>;
type Movement = Pick<LogRow, 'userId' | 'userName' | 'journalNo'>;

/** Returns by how much the movements of an entry changed a wallet. */
const changeOf = (rows: readonly LogRow[], kind: number): bigint =>
  rows
    .filter(({ walletKind }) => walletKind === kind)
    .map(({ amount, direction }) => (direction === financeDirection.is.in ? 1n : -1n) * parseMoney(amount))
    .reduce((sum, one) => sum + one, 0n);

const fields = { reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }) };

interface ReversalProps {
  readonly movement: Movement;
  readonly onClose: () => void;
}

/**
 * Undoes a recharge with its bonus, or an adjustment, by one of the opposite amount; above the limit of one person a second one decides.
 */
export default function Reversal({ movement, onClose }: ReversalProps) {
  const t = useText();
  const navigate = useNavigate();
  const { userId, userName, journalNo } = movement;
  const limit = useCall(agentUser, 'adjustment-limit', { ids: userId }, { staleMillis: 0 });
  const { data, error, refetch } = useCall(financeLog, 'list', { userId, journalNo, current: 1, size: 20 } as never);
  const change = changeOf(data?.records ?? [], walletKind.is.balance);
  const bonus = changeOf(data?.records ?? [], walletKind.is.bonus);
  const isTaken = change > 0n;
  const moved = isTaken ? change + bonus : -change - bonus;
  const needsSecond = limit.data !== undefined && moved > parseMoney(limit.data.alone);
  const sizes = [bookText(formatMoney(isTaken ? change : -change)), bookText(formatMoney(isTaken ? bonus : -bonus))];
  const size =
    bonus === 0n
      ? { zh: `${sizes[0]}`, en: `${sizes[0]}` }
      : { zh: `${sizes[0]}及赠送 ${sizes[1]}`, en: `${sizes[0]} and a bonus of ${sizes[1]}` };
  const words = isTaken
    ? { zh: `从${userName}的余额扣回 ${size.zh}`, en: `${size.en} taken back from the balance of ${userName}` }
    : { zh: `退还${userName} ${size.zh}`, en: `${size.en} returned to the balance of ${userName}` };
  return (
    <FormDialog<{ reason: string }>
      title={t({ zh: '冲回 · {no}', en: 'Reverse · {no}' }, { no: journalNo })}
      submitText={needsSecond ? t({ zh: '提交复核', en: 'Send for approval' }) : t({ zh: '冲回', en: 'Reverse' })}
      isDangerous={isTaken}
      isDisabled={!data}
      fields={fields}
      before={
        <>
          {error && <ListProblem error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton active />}
          {data && (
            <p>
              {t({
                zh: `${words.zh}。原流水保留，新增一笔相反的流水。`,
                en: `${words.en}. The original entry stays; an opposite entry is added.`,
              })}
              {isTaken &&
                bonus > 0n &&
                t({
                  zh: '赠送已用掉的部分从余额扣回。',
                  en: ' The part of the bonus that was spent is taken from the balance.',
                })}
            </p>
          )}
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
        const answer = await reverseEntries(
          [{ userId, journalNo }],
          { change: formatMoney(change), reason },
          { idempotencyKey },
        );
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
