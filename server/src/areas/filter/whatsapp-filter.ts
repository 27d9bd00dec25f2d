import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { checkKinds, checkRoutes, whatsapp } from '../../engines/messaging/checks/index.ts';
import { taskList } from '../../engines/messaging/work/index.ts';

export const works = [checkKinds.whatsapp];

export const tasks = taskList();
export default checkRoutes(whatsappFilter, tasks, whatsapp);
