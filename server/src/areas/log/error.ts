import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { errorLogs } from '../../kernel/audit/index.ts';
import type { Job } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { cleaningOf } from './cleaning/job.ts';

const cleaning = cleaningOf(errorLog, errorLogs);
export const jobs: readonly Job[] = [cleaning.job] as unknown as readonly Job[];

export default resourceRoutes(errorLog, errorLogs, {
  scope: 'tenant',
  actions: {
    ...cleaning.actions,
    'send-logs': async (c, { logs }) => {
      c.app.audit.reported({ request: c.request, errors: logs });
      return { count: logs.length };
    },
  },
});
