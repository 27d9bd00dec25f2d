import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { useText } from '../../kit/i18n.ts';
import { Facts } from '../../kit/list/record/facts.tsx';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { ReviewQueue } from '../../kit/parts/review-queue.tsx';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { AccountNumber } from './account-number.tsx';
import { PayeeFacts } from './payee-facts.tsx';
import { needsReference, REFERENCE_LABEL, REFERENCE_MAX, referenceHelp } from './payment-reference.ts';
import type { WithdrawalResource } from './resources.ts';

/** So many are looked through in one sitting; the oldest first. */
const QUEUE = 50;
const UNMENTIONED = [
  ...['userId', 'payee', 'payeeId', 'payeeType', 'payeeName', 'methodNameEn', 'status', 'approvalId'],
  ...['auditUserName', 'auditTime', 'rejectReason', 'updateTime', 'createUserName', 'paymentMethod', 'methodType'],
];

/** The withdrawals waiting for a decision, one at a time: approving records a manual payment. */
export default function WithdrawalQueue({ resource, onClose }: { resource: WithdrawalResource; onClose: () => void }) {
  const t = useText();
  /** By the id of a withdrawal. */
  const [references, setReferences] = useState<Readonly<Record<string, string>>>({});
  const isRecord = resource.name === withdrawalRecord.name;
  const input = { status_in: String(withdrawalStatus.is.pending), ascs: 'createTime', current: 1, size: QUEUE };
  const ofAgents = useCall(withdrawal, 'list', input, { enabled: !isRecord });
  const ofUsers = useCall(withdrawalRecord, 'page', input, { enabled: isRecord });
  const waiting = isRecord ? ofUsers : ofAgents;
  return (
    <SidePanel title={t({ zh: '逐条审核', en: 'Review one by one' })} width={960} onClose={onClose}>
      {waiting.error && <ListProblem error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.data && (
        <>
          <p className="kit-weak">
            {t({
              zh: '先向收款账户打款，再登记。需要自动代付的，请在列表中选择“代付”。',
              en: 'Send the money first, then record it as paid. To pay through a channel, use “Pay out” in the list.',
            })}
          </p>
          <ReviewQueue
            items={waiting.data.records}
            facts={(row) => (
              <>
                <Facts resource={resource} row={row} unmentioned={UNMENTIONED} />
                {row.payee && (
                  <PayeeFacts payee={row.payee}>
                    {row.payee.cardLast4 && (
                      <AccountNumber key={row.id} resource={resource} id={row.id} last4={row.payee.cardLast4} />
                    )}
                  </PayeeFacts>
                )}
                <Reference
                  id={row.id}
                  isNeeded={needsReference([row])}
                  value={references[row.id] ?? ''}
                  onChange={(value) => setReferences((before) => ({ ...before, [row.id]: value }))}
                />
              </>
            )}
            evidence={() => []}
            onDecide={async ({ id }, reason, idempotencyKey) => {
              const txHash = references[id]?.trim();
              await (reason === null
                ? call(resource, 'pass', { ids: id, ...(txHash ? { txHash } : {}) }, { idempotencyKey })
                : call(resource, 'turn-down', { ids: id, reason }, { idempotencyKey }));
              void invalidate('agent/withdrawal');
            }}
          />
        </>
      )}
    </SidePanel>
  );
}

interface ReferenceProps {
  readonly id: string;
  readonly isNeeded: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The payment details of a withdrawal. Approving without required ones is refused and returns the withdrawal. */
function Reference({ id, isNeeded, value, onChange }: ReferenceProps) {
  const t = useText();
  return (
    <Form.Item
      layout="vertical"
      htmlFor={`reference-${id}`}
      label={t(REFERENCE_LABEL)}
      required={isNeeded}
      help={t(referenceHelp(isNeeded))}
    >
      <Input
        id={`reference-${id}`}
        maxLength={REFERENCE_MAX}
        aria-required={isNeeded}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  );
}
