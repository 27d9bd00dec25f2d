import { exportLog } from '@trade-assistant/contract/areas/log/export.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

/** Files of numbers and of money that left the product. */
export default resourcePage(exportLog);
