import { orderPage } from '../../features/orders/order-page.tsx';
import { telegramChannel } from './order/channel.ts';

export default orderPage(telegramChannel);
