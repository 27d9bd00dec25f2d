import { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import type { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { time } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import type { NamedFields, Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormDialog } from '../../../kit/parts/form-dialog.tsx';

const fields: NamedFields = {
  since: time({
    label: { zh: '从此时起', en: 'Since' },
    help: { zh: '重发该时间之后全部失败的投递', en: 'Sends all failed deliveries from this time on' },
    required: true,
  }),
};

interface ResendFailedProps {
  readonly row: WireRowOf<typeof openEndpoint>;
  readonly onClose: () => void;
}

/** Sends all failed deliveries of an endpoint again, from a time on: when it began to fail. */
export default function ResendFailed({ row, onClose }: ResendFailedProps) {
  const t = useText();
  const resend = async ({ since }: Values, idempotencyKey: string) => {
    const input = { endpointId: row.id, since: String(since) };
    const { sent } = await call(openDelivery, 'resend-failed', input, { idempotencyKey });
    showSuccess(t({ zh: '正在重发 {n} 次投递', en: 'Sending again: {n}' }, { n: String(sent) }));
  };
  return (
    <FormDialog
      title={t(
        { zh: '重发“{name}”失败的投递', en: 'Send failed deliveries of “{name}” again' },
        { name: row.endpointName },
      )}
      submitText={t({ zh: '重发', en: 'Send again' })}
      fields={fields}
      initial={{ since: row.failingSince ?? undefined }}
      onSubmit={resend}
      invalidates={[openDelivery]}
      onClose={onClose}
    />
  );
}
