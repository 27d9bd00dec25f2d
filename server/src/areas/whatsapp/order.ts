import { whatsappOrder } from '@trade-assistant/contract/areas/whatsapp/order.ts';
import { messageOrderRoutes, orderKinds, whatsapp } from '../../engines/messaging/sending/index.ts';
import { orderList } from '../../engines/messaging/work/index.ts';

export const works = [orderKinds.whatsapp];

export const orders = orderList();
export default messageOrderRoutes(whatsappOrder, orders, whatsapp, ({ templateId }) => ({
  templateId: templateId as bigint,
  category: null,
  details: {},
}));
