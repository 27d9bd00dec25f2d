import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { paymentType, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Skeleton from 'antd/es/skeleton';
import { bookText } from '../../../features/payments/amount-due.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import type { NamedFields } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { HowToPay } from './how-to-pay.tsx';

type Instructions = CallData<typeof recharge, 'instructions', 'in'>;
type PaymentEvidence = Pick<WireRowOf<typeof recharge>, 'txHash' | 'payerName' | 'proofs' | 'payerNote' | 'version'>;

const { txHash, payerName, proofs, payerNote } = recharge.fields;
const cryptoFields: NamedFields = { txHash, proofs, payerNote };
const bankFields: NamedFields = { payerName, proofs, payerNote };

interface PayProps {
  readonly id: string;
  /** Evidence submitted earlier. */
  readonly given?: PaymentEvidence;
  readonly onClose: () => void;
}

/** How to pay a recharge, and saying that it is paid. */
export default function Pay({ id, given, onClose }: PayProps) {
  const t = useText();
  const { data, error, refetch } = useCall(recharge, 'instructions', { id });
  if (data) return <Prove instructions={data} given={given} onClose={onClose} />;
  return (
    <SidePanel title={t({ zh: '付款', en: 'Pay' })} width={560} onClose={onClose}>
      {error ? <ListProblem error={error} onRetry={() => void refetch()} /> : <Skeleton active />}
    </SidePanel>
  );
}

interface ProveProps extends Pick<PayProps, 'onClose'> {
  readonly instructions: Instructions;
  readonly given: PaymentEvidence | undefined;
}

function Prove({ instructions, given, onClose }: ProveProps) {
  const t = useText();
  const { id, rechargeNo, status, methodType } = instructions;
  const isHandedIn = status === rechargeStatus.is.review;
  return (
    <FormPanel
      title={
        <>
          {t({ zh: '付款', en: 'Pay' })} · <span className="kit-number">{rechargeNo}</span>
        </>
      }
      width={560}
      fields={methodType === paymentType.is.crypto ? cryptoFields : bankFields}
      initial={given}
      keptAs={{ name: 'recharge-proof', subject: id }}
      submitText={isHandedIn ? t({ zh: '更新凭证', en: 'Update proof' }) : t({ zh: '我已付款', en: 'I have paid' })}
      onSubmit={async (values, idempotencyKey) => {
        await call(recharge, 'update', { id, ...values } as never, { idempotencyKey });
        const book = bookText(instructions.payAmount);
        showSuccess({
          zh: `已提交 ${book} 的付款凭证，财务确认到账后入账`,
          en: `Proof of ${book} submitted. It is credited once Finance confirms receipt`,
        });
      }}
      invalidates={[recharge]}
      onClose={onClose}
      before={<HowToPay instructions={instructions} />}
    />
  );
}
