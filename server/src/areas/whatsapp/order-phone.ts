import { whatsappOrderPhone } from '@trade-assistant/contract/areas/whatsapp/order-phone.ts';
import { lineList, messagePhoneRoutes, whatsapp } from '../../engines/messaging/sending/index.ts';

export const lines = lineList();
export default messagePhoneRoutes(whatsappOrderPhone, lines, whatsapp);
