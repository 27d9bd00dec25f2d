import { CLAIM_TEXT_MAX, CLAIMS_MAX, warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { PROOFS_MAX, proofLimits } from '@trade-assistant/contract/areas/compliance/proofs.ts';
import { images, textarea } from '@trade-assistant/contract/kit/field.ts';
import Alert from 'antd/es/alert';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { CallError } from '../../kit/client/call-error.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { FormPanel } from '../../kit/parts/form-panel.tsx';
import { NumbersOfOrder } from './numbers-of-order.tsx';

const fields = {
  numbers: textarea({
    label: { zh: '失效的号码', en: 'Inactive numbers' },
    help: {
      zh: `完整号码或号码编号，每行一个，最多 ${CLAIMS_MAX} 个；须在质保期内`,
      en: `Whole numbers or number IDs, one per line, up to ${CLAIMS_MAX}; within their warranty`,
    },
    max: 4000,
    required: true,
  }),
  content: textarea({ label: { zh: '情况说明', en: 'What happened' }, max: CLAIM_TEXT_MAX, required: true }),
  evidence: images({
    label: { zh: '证据', en: 'Evidence' },
    help: { zh: 'PDF 或图片，每个不超过 10 MB', en: 'PDF or pictures, up to 10 MB each' },
    count: PROOFS_MAX,
    upload: { resource: 'agent/warranty-claim', call: 'put-proof', ...proofLimits },
  }),
};

/** The claim that prevents another one, in a refusal. */
const claimIn = (error: unknown): { claimId: string; claimNo: string } | undefined => {
  const data = error instanceof CallError ? (error.data as Record<string, unknown> | null) : null;
  return typeof data?.['claimId'] === 'string' ? (data as { claimId: string; claimNo: string }) : undefined;
};

interface Props {
  readonly numbers?: string | undefined;
  readonly onClose: () => void;
}

/** Files claims about numbers, written or those of an order; the numbers are then checked twice, half an hour apart. */
export default function FileClaim({ orderId, ...props }: Props & { readonly orderId?: string }) {
  return orderId === undefined ? (
    <ClaimForm {...props} />
  ) : (
    <NumbersOfOrder resource={warrantyClaim} orderId={orderId}>
      {(numbers, note) => <ClaimForm {...props} numbers={numbers} note={note} />}
    </NumbersOfOrder>
  );
}

function ClaimForm({ numbers, note, onClose }: Props & { readonly note?: ReactNode }) {
  const t = useText();
  const [existing, setExisting] = useState<{ claimId: string; claimNo: string }>();
  return (
    <FormPanel<{ numbers: string; content: string; evidence?: string[] }>
      title={t({ zh: '申请质保', en: 'File a warranty claim' })}
      fields={fields}
      initial={numbers ? { numbers } : {}}
      submitText={t({ zh: '提交申请', en: 'File claim' })}
      invalidates={[warrantyClaim]}
      onClose={onClose}
      onSubmit={async (values, idempotencyKey) => {
        setExisting(undefined);
        try {
          const { claims } = await call(warrantyClaim, 'file', values, { idempotencyKey });
          showSuccess(
            t(
              { zh: '已提交 {n} 个质保单，正在检测', en: '{n} {n|claim|claims} filed; the numbers are being checked' },
              { n: String(claims.length) },
            ),
          );
        } catch (error) {
          setExisting(claimIn(error));
          throw error;
        }
      }}
      before={
        existing ? (
          <Alert
            className="kit-alert"
            type="info"
            showIcon
            title={
              <Link to={`/${warrantyClaim.name}?record=${existing.claimId}`} onClick={onClose}>
                {t({ zh: '查看质保单 {no}', en: 'View claim {no}' }, { no: existing.claimNo })}
              </Link>
            }
          />
        ) : (
          note
        )
      }
    />
  );
}
