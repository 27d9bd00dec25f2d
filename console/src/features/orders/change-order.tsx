import { int, text, textarea, time } from '@trade-assistant/contract/kit/field.ts';
import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { ORDER_LINES_MAX } from '@trade-assistant/contract/tasks/order-calls.ts';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { FormPanel } from '../../kit/parts/form-panel.tsx';
import { ConsentChoice } from '../consents/consent-choice.tsx';
import type { Order, OrderResource } from './types.ts';

const { paused, exception } = orderStatus.is;

const fields = {
  orderName: text({ label: { zh: '名称', en: 'Name' }, max: 64, required: true }),
  scheduleTime: time({
    label: { zh: '发送时间', en: 'Send at' },
    help: { zh: '不填则立即发送', en: 'Empty: at once' },
  }),
  speedPerMinute: int({ label: { zh: '每分钟最多', en: 'Messages a minute at most' }, min: 1, max: 60_000 }),
  quota: int({ label: { zh: '最多发送', en: 'Messages at most' }, min: 1, max: ORDER_LINES_MAX }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255 }),
};

/** Changes name, time and speed of an order; for one that waits for it, the declaration of source. */
export default function ChangeOrder({
  resource,
  order,
  onClose,
}: {
  readonly resource: OrderResource;
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const t = useText();
  const [consentId, setConsent] = useState<string | null>(order.consentId ?? null);
  const { orderName, scheduleTime, speedPerMinute, quota, remark } = order;
  const mayRenew = order.status === paused || order.status === exception;
  return (
    <FormPanel<Record<string, unknown>>
      title={t({ zh: '修改设置 · {name}', en: 'Change settings · {name}' }, { name: orderName })}
      fields={fields}
      initial={{ orderName, scheduleTime, speedPerMinute, quota, remark }}
      submitText={t({ zh: '保存', en: 'Save' })}
      invalidates={[resource]}
      onClose={onClose}
      onSubmit={async (values, idempotencyKey) => {
        const empty = { scheduleTime: null, speedPerMinute: null, quota: null, remark: null };
        const renewed = mayRenew && consentId !== order.consentId ? { consentId } : {};
        await call(resource, 'update', { id: order.id, ...empty, ...values, ...renewed }, { idempotencyKey });
        showSuccess(t({ zh: '已保存', en: 'Saved' }));
      }}
    >
      {mayRenew && <ConsentChoice ownerId={order.ownerId} value={consentId} onChange={setConsent} />}
    </FormPanel>
  );
}
