import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { checkKinds, whatsapp } from '../../engines/checks/index.ts';
import { checkRoutes } from './check/routes.ts';
import { checkTable } from './check/table.ts';

export const works = [checkKinds.whatsapp];

export const tasks = checkTable(whatsappFilter);
export default checkRoutes(whatsappFilter, tasks, whatsapp);
