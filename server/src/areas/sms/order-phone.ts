import { smsOrderPhone } from '@trade-assistant/contract/areas/sms/order-phone.ts';
import { lineList, messagePhoneRoutes, singleLineRoutes, sms } from '../../engines/messaging/sending/index.ts';

export const lines = lineList();
export default messagePhoneRoutes(smsOrderPhone, lines, sms, singleLineRoutes(sms, lines));
