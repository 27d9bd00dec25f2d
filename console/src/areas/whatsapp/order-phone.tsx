import { recipientPage } from '../../features/orders/recipient-page.tsx';
import { whatsappChannel } from './order/channel.ts';

export default recipientPage(whatsappChannel);
