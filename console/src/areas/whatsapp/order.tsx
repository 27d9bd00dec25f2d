import { orderPage } from '../../features/orders/order-page.tsx';
import { whatsappChannel } from './order/channel.ts';

export default orderPage(whatsappChannel);
