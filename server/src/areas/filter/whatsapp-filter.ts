import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { checkKinds, whatsapp } from '../../engines/checks/index.ts';
import { taskList } from '../../engines/work/index.ts';
import { checkRoutes } from './check/routes.ts';

export const works = [checkKinds.whatsapp];

export const tasks = taskList();
export default checkRoutes(whatsappFilter, tasks, whatsapp);
