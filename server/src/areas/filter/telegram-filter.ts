import { telegramFilter } from '@trade-assistant/contract/areas/filter/telegram-filter.ts';
import { checkKinds, telegram } from '../../engines/checks/index.ts';
import { checkRoutes } from './check/routes.ts';
import { checkTable } from './check/table.ts';

export const works = [checkKinds.telegram];

export const tasks = checkTable(telegramFilter);
export default checkRoutes(telegramFilter, tasks, telegram);
