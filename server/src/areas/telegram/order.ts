import { telegramOrder } from '@trade-assistant/contract/areas/telegram/order.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { telegramOrderType } from '@trade-assistant/contract/message-dictionaries.ts';
import { isBlank } from '@trade-assistant/contract/template.ts';
import { messageOrderRoutes, orderKinds, refusedAt, telegram } from '../../engines/messaging/sending/index.ts';
import { orderList } from '../../engines/messaging/work/index.ts';

export const works = [orderKinds.telegram];

const DEFAULT_TTL = 300;

export const orders = orderList();
export default messageOrderRoutes(telegramOrder, orders, telegram, (given) => {
  const input = given as CallInput<typeof telegramOrder, 'save', 'out'>;
  const { orderType, codeLength, codeColumn, ttl = DEFAULT_TTL, senderUsername, text } = input;
  if (orderType === telegramOrderType.is.notice) {
    if (!text || isBlank(text)) throw refusedAt('text', 'TEXT_REQUIRED');
    return { templateId: null, category: orderType, details: { text } };
  }
  if (codeLength === undefined && codeColumn === undefined) throw refusedAt('codeLength', 'CODE_REQUIRED');
  const own = codeColumn === undefined ? { codeLength: codeLength ?? 0 } : { codeColumn };
  return {
    templateId: null,
    category: orderType,
    details: { ...own, ttl, ...(senderUsername === undefined ? {} : { senderUsername }) },
  };
});
