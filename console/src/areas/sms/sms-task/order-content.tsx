import { smsTask } from '@trade-assistant/contract/areas/sms/sms-task.ts';
import { withValues } from '@trade-assistant/contract/sms-text.ts';
import type { TemplateValues } from '@trade-assistant/contract/template.ts';
import type { Order } from '../../../features/orders/types.ts';
import { SmsPreview } from '../../../features/sms-composer/sms-preview.tsx';
import { useCall } from '../../../kit/client/query.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';

/** The text of a task, with the values of a recipient. */
export default function OrderContent({
  order,
  values = {},
}: {
  readonly order: Order;
  readonly values?: TemplateValues | undefined;
}) {
  const { data, error, refetch } = useCall(smsTask, 'text', { id: order.id });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  return data ? <SmsPreview text={withValues(data.text, values)} sender={order.senderName ?? undefined} /> : null;
}
