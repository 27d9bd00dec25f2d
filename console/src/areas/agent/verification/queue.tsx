import { verificationStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { Facts } from '../../../kit/list/record/facts.tsx';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { ReviewQueue } from '../../../kit/parts/review-queue.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { DocumentNumber } from './document-number.tsx';

/** So many are looked through in one sitting; the oldest first. */
const QUEUE = 50;
const UNMENTIONED = [
  ...['userId', 'pictures', 'status', 'auditUserName', 'auditTime', 'rejectReason', 'updateTime', 'createUserName'],
  ...['idCardNo', 'cardLast4'],
];

/** The documents that wait for a decision, one at a time beside their pictures. */
export default function VerificationQueue({ onClose }: { onClose: () => void }) {
  const t = useText();
  const waiting = useCall(verification, 'list', {
    status_in: String(verificationStatus.is.review),
    ascs: 'createTime',
    current: 1,
    size: QUEUE,
  });
  return (
    <SidePanel title={t({ zh: '逐条审核', en: 'Review one by one' })} width={960} onClose={onClose}>
      {waiting.error && <ListProblem error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.data && (
        <ReviewQueue
          items={waiting.data.records}
          facts={(row) => (
            <>
              <Facts resource={verification} row={row} unmentioned={UNMENTIONED} />
              <DocumentNumber key={row.id} id={row.id} last4={row.cardLast4} />
            </>
          )}
          evidence={({ pictures }) => pictures}
          onDecide={async ({ id }, reason, idempotencyKey) => {
            await (reason === null
              ? call(verification, 'pass', { ids: id }, { idempotencyKey })
              : call(verification, 'turn-down', { ids: id, reason }, { idempotencyKey }));
            void invalidate(verification);
          }}
        />
      )}
    </SidePanel>
  );
}
