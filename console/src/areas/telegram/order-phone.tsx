import { recipientPage } from '../../features/orders/recipient-page.tsx';
import { telegramChannel } from './order/channel.ts';

export default recipientPage(telegramChannel);
