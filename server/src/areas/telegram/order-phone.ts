import { telegramOrderPhone } from '@trade-assistant/contract/areas/telegram/order-phone.ts';
import { lineList, messagePhoneRoutes, singleLineRoutes, telegram } from '../../engines/messaging/sending/index.ts';

export const lines = lineList();
export default messagePhoneRoutes(telegramOrderPhone, lines, telegram, singleLineRoutes(telegram, lines));
