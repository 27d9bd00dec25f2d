import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { Facts } from '../../kit/list/record/facts.tsx';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { ReviewQueue } from '../../kit/parts/review-queue.tsx';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { AmountDue } from './amount-due.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { ReceivingAccount } from './receiving-account.tsx';
import { RechargeClaims } from './recharge-claims.tsx';
import type { RechargeResource } from './resources.ts';

/** So many are looked through in one sitting; the oldest first. */
const QUEUE = 50;
const UNMENTIONED = [
  ...['userId', 'bankInfo', 'proofs', 'status', 'auditUserName', 'auditTime', 'rejectReason', 'updateTime'],
  ...['createUserName', 'paymentMethod', 'methodType', 'methodNameEn', 'approvalId'],
];

/** The recharges waiting for a decision, one at a time with their proof. */
export default function RechargeQueue({ resource, onClose }: { resource: RechargeResource; onClose: () => void }) {
  const t = useText();
  const isRecord = resource.name === rechargeRecord.name;
  const input = { status_in: String(rechargeStatus.is.review), ascs: 'createTime', current: 1, size: QUEUE };
  const ofAgents = useCall(recharge, 'list', input, { enabled: !isRecord });
  const ofUsers = useCall(rechargeRecord, 'page', input, { enabled: isRecord });
  const waiting = isRecord ? ofUsers : ofAgents;
  return (
    <SidePanel title={t({ zh: '逐条审核', en: 'Review one by one' })} width={960} onClose={onClose}>
      {waiting.error && <ListProblem error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.data && (
        <ReviewQueue
          items={waiting.data.records}
          facts={(row) => (
            <>
              <Facts
                resource={resource}
                row={row}
                unmentioned={UNMENTIONED}
                shown={{ payAmount: () => <AmountDue row={row} /> }}
              />
              {row.approvalId && <ApprovalLink id={row.approvalId} />}
              {row.bankInfo && <ReceivingAccount account={row.bankInfo} />}
              <RechargeClaims resource={resource} id={row.id} txHash={row.txHash} />
            </>
          )}
          evidence={({ proofs }) => proofs ?? []}
          onDecide={async ({ id }, reason, idempotencyKey) => {
            await (reason === null
              ? call(resource, 'pass', { ids: id }, { idempotencyKey })
              : call(resource, 'turn-down', { ids: id, reason }, { idempotencyKey }));
            void invalidate('agent/recharge');
          }}
        />
      )}
    </SidePanel>
  );
}
