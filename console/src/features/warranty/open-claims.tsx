import { CLAIM_NUMBERS_MAX, supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { text, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import type { ReactNode } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { FormPanel } from '../../kit/parts/form-panel.tsx';
import { NumbersOfOrder } from './numbers-of-order.tsx';

const openFields = {
  numbers: textarea({
    label: { zh: '号码', en: 'Numbers' },
    help: {
      zh: `完整号码或号码编号，用空格、逗号或换行分隔，一次最多 ${CLAIM_NUMBERS_MAX} 个；按供应商和批次自动归入索赔单`,
      en: `Whole numbers or number IDs, separated by spaces, commas or lines, up to ${CLAIM_NUMBERS_MAX}; sorted into claims by supplier and batch`,
    },
    max: 60_000,
    required: true,
  }),
  reason: text({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }),
};

interface Props {
  readonly numbers?: string | undefined;
  readonly onClose: () => void;
}

/** Opens claims on suppliers for numbers, written or those of an order. */
export default function OpenClaims({ orderId, ...props }: Props & { readonly orderId?: string }) {
  return orderId === undefined ? (
    <ClaimsForm {...props} />
  ) : (
    <NumbersOfOrder resource={supplierClaim} orderId={orderId}>
      {(numbers, note) => <ClaimsForm {...props} numbers={numbers} note={note} />}
    </NumbersOfOrder>
  );
}

function ClaimsForm({ numbers, note, onClose }: Props & { readonly note?: ReactNode }) {
  const t = useText();
  const save = async (values: CallInput<typeof supplierClaim, 'open', 'in'>, idempotencyKey: string) => {
    const { added, skipped, unknown } = await call(supplierClaim, 'open', values, { idempotencyKey });
    await invalidate(supplierClaim);
    const left = skipped + unknown;
    showSuccess({
      zh: `已加入 ${countText(added)} 个号码${left > 0 ? `，${countText(left)} 个无法索赔` : ''}`,
      en: `${countText(added)} numbers claimed${left > 0 ? `; ${countText(left)} cannot be claimed` : ''}`,
    });
  };
  return (
    <FormPanel
      title={t({ zh: '新建索赔', en: 'Open claims' })}
      submitText={t({ zh: '加入索赔', en: 'Add to claims' })}
      fields={openFields}
      initial={numbers ? { numbers } : {}}
      before={note}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
