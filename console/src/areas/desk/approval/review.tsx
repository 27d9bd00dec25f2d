import { approval, approvalStatus } from '@trade-assistant/contract/areas/desk/approval.ts';
import { useMemo } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { Facts } from '../../../kit/list/record/facts.tsx';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { ReviewQueue } from '../../../kit/parts/review-queue.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { Lines } from './lines.tsx';

/** So many are looked through in one sitting; the oldest first. */
const QUEUE = 50;
const UNMENTIONED = ['lines', 'currency', 'isOwn', 'status', 'decidedByName', 'decideTime', 'decision'];

/** The requests that wait for the reader, one at a time. */
export default function Review({ onClose }: { onClose: () => void }) {
  const t = useText();
  const waiting = useCall(approval, 'list', {
    status_in: String(approvalStatus.is.waiting),
    ascs: 'createTime',
    current: 1,
    size: QUEUE,
  } as never);
  const items = useMemo(() => waiting.data?.records.filter(({ isOwn }) => isOwn === 0) ?? [], [waiting.data]);
  return (
    <SidePanel title={t({ zh: '逐条复核', en: 'Review one by one' })} width={640} onClose={onClose}>
      {waiting.error && <ListProblem error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.data && (
        <ReviewQueue
          items={items}
          facts={(row) => (
            <>
              <Facts resource={approval} row={row} unmentioned={UNMENTIONED} />
              <Lines lines={row.lines} kind={row.kind} />
            </>
          )}
          evidence={() => []}
          onDecide={async ({ id }, reason, idempotencyKey) => {
            await (reason === null
              ? call(approval, 'pass', { ids: id }, { idempotencyKey })
              : call(approval, 'turn-down', { ids: id, reason }, { idempotencyKey }));
            void invalidate(approval);
          }}
        />
      )}
    </SidePanel>
  );
}
