import { usualLog } from '@trade-assistant/contract/areas/log/usual.ts';
import { usualLogs } from '../../kernel/audit/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(usualLog, usualLogs, { scope: 'tenant' });
