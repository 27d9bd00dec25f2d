import { telegramFilter } from '@trade-assistant/contract/areas/filter/telegram-filter.ts';
import { checkKinds, checkRoutes, telegram } from '../../engines/messaging/checks/index.ts';
import { taskList } from '../../engines/messaging/work/index.ts';

export const works = [checkKinds.telegram];

export const tasks = taskList();
export default checkRoutes(telegramFilter, tasks, telegram);
