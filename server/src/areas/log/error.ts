import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { errorLogs } from '../../kernel/audit/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(errorLog, errorLogs, {
  scope: 'tenant',
  actions: {
    'send-logs': async (c, { logs }) => {
      c.app.audit.reported({ request: c.request, errors: logs });
      return { count: logs.length };
    },
  },
});
