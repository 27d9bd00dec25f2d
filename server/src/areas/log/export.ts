import { exportLog } from '@trade-assistant/contract/areas/log/export.ts';
import { exportLogs } from '../../kernel/export-log.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(exportLog, exportLogs, { scope: 'tenant' });
