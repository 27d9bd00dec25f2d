import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { call } from '../../kit/client/call.ts';
import { useCall } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { sentText } from './amount-due.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { PayoutsTable } from './payouts-table.tsx';
import type { WithdrawalResource } from './resources.ts';

interface SecondReviewProps {
  readonly row: WireRowOf<WithdrawalResource>;
  readonly approvalId: string;
  readonly onClose: () => void;
}

/** Approves the payout that another person requested, after showing whose request it is, the payee and the amount. */
export default function SecondReview({ row, approvalId, onClose }: SecondReviewProps) {
  const t = useText();
  const { data, error, refetch } = useCall(approval, 'detail', { id: approvalId }, { staleMillis: 0 });
  const sent = sentText(row);
  const isOwn = data?.isOwn === 1;
  return (
    <FormDialog
      width={640}
      title={t({ zh: '复核打款 · {no}', en: 'Second approval · {no}' }, { no: row.withdrawNo })}
      submitText={t({ zh: '通过', en: 'Approve' })}
      isDisabled={!data || isOwn}
      content={
        <>
          {error && <ListProblem error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton active />}
          {data && (
            <p>
              {t(
                {
                  zh: '{asker} 申请：{subject}。通过后立即按申请打款。',
                  en: '{asker} requested: {subject}. It is paid as requested as soon as you approve.',
                },
                { asker: data.createUserName ?? '–', subject: data.subject },
              )}
            </p>
          )}
          {isOwn && (
            <Alert
              type="warning"
              showIcon
              className="kit-alert"
              title={t({
                zh: '这是您自己的申请，须由另一人复核',
                en: 'This is your own request; another person must approve it',
              })}
            />
          )}
          <PayoutsTable rows={[row]} />
          <ApprovalLink id={approvalId} />
        </>
      }
      onSubmit={async (_values, idempotencyKey) => {
        await call(approval, 'pass', { ids: approvalId }, { idempotencyKey });
        showSuccess({
          zh: `已通过：${row.userName} ${sent.zh}`,
          en: `Approved: ${sent.en} to ${row.userName}`,
        });
      }}
      invalidates={['agent/withdrawal']}
      onClose={onClose}
    />
  );
}
