import { preOrder, preOrderFields } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { int, textarea } from '@trade-assistant/contract/kit/field.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { depositOf, moneyText, type PreOrder, piecesLeft } from './money.ts';

interface DecideProps {
  readonly row: PreOrder;
  readonly onClose: () => void;
}

const ZERO_PIECES = 0;
const reasonField = textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true });

/** Approves a pre-order in full or in part; says what is released before it is confirmed. */
export function Approve({ row, onClose }: DecideProps) {
  const t = useText();
  const [form] = Form.useForm();
  const approved = (Form.useWatch('approvedQty', form) as number | undefined) ?? row.quantity;
  const [fields] = useState(() => ({
    approvedQty: int({ label: preOrderFields.approvedQty.options.label, min: 1, max: row.quantity, required: true }),
    remark: textarea({ label: preOrderFields.approveRemark.options.label, max: REASON_MAX }),
  }));
  const left = Math.max(row.quantity - approved, ZERO_PIECES);
  return (
    <FormPanel
      title={`${t({ zh: '批准', en: 'Approve' })} · ${row.preOrderNo}`}
      form={form}
      fields={fields}
      initial={{ approvedQty: row.quantity }}
      submitText={t({ zh: '批准 {n}', en: 'Approve {n}' }, { n: countText(approved) })}
      invalidates={[preOrder]}
      onSubmit={async (values, idempotencyKey) => {
        await call(preOrder, 'approve', { id: row.id, pass: 1, ...values } as never, { idempotencyKey });
        showSuccess({ zh: '已批准，进入排队', en: 'Approved and waiting in line' });
      }}
      onClose={onClose}
    >
      <Alert
        type={left > 0 ? 'warning' : 'info'}
        showIcon
        title={
          left > 0
            ? t(
                {
                  zh: '退回 {n} 份的定金 {money}，其余继续冻结',
                  en: 'The deposit of {n} pieces, {money}, is released; the rest stays held',
                },
                { n: countText(left), money: moneyText(depositOf(row, left), row) },
              )
            : t(
                {
                  zh: '定金 {money} 继续冻结，按交付结算',
                  en: 'The deposit of {money} stays held and is settled with each delivery',
                },
                { money: moneyText(depositOf(row, row.quantity), row) },
              )
        }
      />
    </FormPanel>
  );
}

/** Rejects, revokes or refunds a pre-order; says what is released before it is confirmed. */
export function End({ row, how, onClose }: DecideProps & { readonly how: 'reject' | 'revoke' | 'refund' }) {
  const t = useText();
  const [form] = Form.useForm();
  const all = piecesLeft(row);
  const typed = (Form.useWatch('quantity', form) as number | undefined) ?? all;
  const pieces = how === 'refund' ? typed : all;
  const words = {
    reject: t({ zh: '驳回', en: 'Reject' }),
    revoke: t({ zh: '撤销', en: 'Revoke' }),
    refund: t({ zh: '退款', en: 'Refund' }),
  }[how];
  const [fields] = useState(() =>
    how === 'refund'
      ? {
          quantity: int({ label: { zh: '退款数量', en: 'Pieces to refund' }, min: 1, max: all, required: true }),
          reason: reasonField,
        }
      : { reason: reasonField },
  );
  return (
    <FormPanel
      title={`${words} · ${row.preOrderNo}`}
      form={form}
      fields={fields}
      initial={how === 'refund' ? { quantity: all } : {}}
      submitText={words}
      isDangerous
      invalidates={[preOrder]}
      onSubmit={async (values, idempotencyKey) => {
        const { reason, quantity } = values as { reason: string; quantity?: number };
        if (how === 'reject')
          await call(preOrder, 'approve', { id: row.id, pass: 0, remark: reason }, { idempotencyKey });
        else if (how === 'revoke') await call(preOrder, 'revoke', { id: row.id, reason }, { idempotencyKey });
        else
          await call(preOrder, 'refund', { id: row.id, reason, ...(quantity ? { quantity } : {}) }, { idempotencyKey });
        showSuccess({ zh: '已处理，定金已退回', en: 'Done; the deposit was released' });
      }}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={t(
          {
            zh: '退回未交付 {n} 份的定金 {money}；已交付部分不受影响',
            en: 'The deposit of {n} undelivered pieces, {money}, is released; delivered numbers stay',
          },
          { n: countText(pieces), money: moneyText(depositOf(row, Math.max(pieces, ZERO_PIECES)), row) },
        )}
      />
    </FormPanel>
  );
}
