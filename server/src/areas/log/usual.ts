import { usualLog } from '@trade-assistant/contract/areas/log/usual.ts';
import { usualLogs } from '../../kernel/audit/index.ts';
import type { Job } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { cleaningOf } from './cleaning/job.ts';

const cleaning = cleaningOf(usualLog, usualLogs);
export const jobs: readonly Job[] = [cleaning.job] as unknown as readonly Job[];

export default resourceRoutes(usualLog, usualLogs, { scope: 'tenant', actions: cleaning.actions });
