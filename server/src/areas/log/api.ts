import { apiLog } from '@trade-assistant/contract/areas/log/api.ts';
import { apiLogs } from '../../kernel/audit/index.ts';
import type { Job } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { cleaningOf } from './cleaning/job.ts';
import { callTitle } from './words/call-title.ts';

const cleaning = cleaningOf(apiLog, apiLogs);
export const jobs: readonly Job[] = [cleaning.job] as unknown as readonly Job[];

export default resourceRoutes(apiLog, apiLogs, {
  scope: 'tenant',
  computed: {
    fields: ['title'],
    fill: async ({ locale }, rows) => rows.map(({ title }) => ({ title: callTitle(title, locale) })),
  },
  actions: cleaning.actions,
});
