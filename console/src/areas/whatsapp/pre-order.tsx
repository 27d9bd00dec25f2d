import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

export default resourcePage(preOrder);
