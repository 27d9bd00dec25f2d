import { smsTask } from '@trade-assistant/contract/areas/sms/sms-task.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { messageOrderRoutes, orderKinds, sms, smsTextCalls } from '../../engines/messaging/sending/index.ts';
import { orderList } from '../../engines/messaging/work/index.ts';

export const works = [orderKinds.sms];

export const orders = orderList();
export default messageOrderRoutes(
  smsTask,
  orders,
  sms,
  (given) => {
    const { smsType, content, link } = given as CallInput<typeof smsTask, 'save', 'out'>;
    const text = content.replaceAll('\r\n', '\n');
    return { templateId: null, category: smsType, details: { text, ...(link ? { link } : {}) } };
  },
  smsTextCalls,
);
