import type { Logger } from 'pino';
import type { ApprovalKind } from '../approvals.ts';
import type { Audit } from '../audit/index.ts';
import type { Sessions, Social } from '../auth/index.ts';
import type { Config } from '../config/index.ts';
import type { Db } from '../db/index.ts';
import type { Dictionaries } from '../dictionaries/index.ts';
import type { Exports } from '../exports.ts';
import type { Files } from '../files/index.ts';
import type { Limits } from '../limits/index.ts';
import type { Lists } from '../lists.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Outbound } from '../outbound/index.ts';
import type { Parameters } from '../parameters/index.ts';
import type { Realtime } from '../realtime/index.ts';
import type { Secrets } from '../secrets/index.ts';

/** The job queue as the rest of the process sees it. Work is queued with `startTask`, in a transaction. */
export interface JobQueue {
  /** `idle`: this process works no queue; `lost`: it should, and at the moment cannot. */
  readonly state: 'idle' | 'working' | 'lost';
  readonly names: readonly string[];
  /** Entries waiting to be run and being run, over all nodes. */
  depth(): Promise<{ waiting: number; running: number }>;
}

/** Parts of a running process; built once by the composition root and passed on, never imported. */
export interface App {
  readonly config: Config;
  readonly db: Db;
  readonly log: Logger;
  readonly sessions: Sessions;
  readonly social: Social;
  readonly jobs: JobQueue;
  /** Kinds of approvals by number. */
  readonly approvals: ReadonlyMap<number, ApprovalKind>;
  /** Calls that answer with rows as a file, made without a request. */
  readonly exports: Exports;
  readonly lists: Lists;
  readonly files: Files;
  /** Calls services whose addresses users entered. */
  readonly outbound: Outbound;
  readonly realtime: Realtime;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly metrics: Metrics;
  readonly limits: Limits;
  readonly parameters: Parameters;
  readonly dictionaries: Dictionaries;
}
