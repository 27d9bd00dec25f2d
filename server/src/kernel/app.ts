import type { Logger } from 'pino';
import type { Audit } from './audit/index.ts';
import type { Sessions, Social } from './auth/index.ts';
import type { Config } from './config/index.ts';
import type { Db } from './db/index.ts';
import type { Files } from './files/index.ts';
import type { Metrics } from './health/index.ts';
import type { Jobs } from './jobs/index.ts';
import type { Limits } from './limits/index.ts';
import type { Realtime } from './realtime/index.ts';
import type { Secrets } from './secrets/index.ts';

/** What a running process is made of; built once by the composition root and handed down, never imported. */
export interface App {
  readonly config: Config;
  readonly db: Db;
  readonly log: Logger;
  readonly sessions: Sessions;
  readonly social: Social;
  readonly jobs: Jobs;
  readonly files: Files;
  readonly realtime: Realtime;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly metrics: Metrics;
  readonly limits: Limits;
}
