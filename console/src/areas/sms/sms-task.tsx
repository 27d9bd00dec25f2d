import { orderPage } from '../../features/orders/order-page.tsx';
import { smsChannel } from './sms-task/channel.ts';

export default orderPage(smsChannel);
