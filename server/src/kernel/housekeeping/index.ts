import { sql } from 'drizzle-orm';
import { sealTrail } from '../audit/index.ts';
import { purgeAuth } from '../auth/index.ts';
import { deleteInBatches } from '../db/batches.ts';
import { dropOldPartitions, makeComingMonths } from '../db/partitions.ts';
import { purgeNonces } from '../http/nonces.ts';
import { defineTimer, type Timer } from '../jobs/index.ts';
import { purgeLimits } from '../limits/index.ts';
import { PLATFORM } from '../parameters/index.ts';

/** Kinds of errors kept of one tenant. */
const GROUPS_MAX = 2000;
const FILE_PURGE_MILLIS = 10 * 60_000;
const SIGN_IN_PURGE_MILLIS = 60_000;

/** Logs for people, each with how long it is kept; the audit trail stays. */
const LOGS = [
  ['log_api', 'log.apiMonths'],
  ['log_usual', 'log.usualMonths'],
  ['log_error', 'log.errorMonths'],
] as const;

const months = defineTimer({
  name: 'kernel/months',
  every: { at: '02:10' },
  run: async (app) => {
    await makeComingMonths(app.db.drizzle);
    for (const [table, key] of LOGS) await dropOldPartitions(app.db, table, app.parameters.get(PLATFORM, key));
  },
});

const signInPurge = defineTimer({
  name: 'auth/purge',
  every: SIGN_IN_PURGE_MILLIS,
  run: async (app) => {
    await purgeAuth(app.db, app.parameters.get(PLATFORM, 'session.days'));
    await purgeLimits(app.db);
    await purgeNonces(app.db);
  },
});

/** Deletes expired files and abandoned uploads. */
const filePurge = defineTimer({
  name: 'files/purge',
  every: FILE_PURGE_MILLIS,
  run: async (app) => {
    await app.files.purge();
  },
});

/** Old idempotency keys, tasks that ended long ago, and exports that are not counted any more. */
const rowPurge = defineTimer({
  name: 'kernel/purge',
  every: { at: '03:20' },
  run: async (app) => {
    await deleteInBatches(
      app.db,
      'kernel_idempotency',
      sql`create_time < now() - make_interval(hours => ${app.parameters.get(PLATFORM, 'idempotency.hours')}::integer)`,
    );
    await deleteInBatches(app.db, 'kernel_export_hour', sql`hour < now() - interval '2 days'`);
    await deleteInBatches(
      app.db,
      'kernel_task',
      sql`state in (3, 4, 5) and end_time < now() - make_interval(days => ${app.parameters.get(PLATFORM, 'task.days')}::integer)`,
    );
  },
});

/** Groups of errors not seen for as long as errors are kept, and beyond the bound those not seen longest. */
const groupPurge = defineTimer({
  name: 'log/groups',
  every: { at: '02:40' },
  run: async (app) => {
    const months = app.parameters.get(PLATFORM, 'log.errorMonths');
    await deleteInBatches(
      app.db,
      'log_error_group',
      sql`last_time < now() - make_interval(months => ${months}::integer + 1) or id in (
        select id from (select id, row_number() over (partition by tenant_id order by last_time desc, id desc) as n from log_error_group) o
        where n > ${GROUPS_MAX}::integer)`,
    );
  },
});

/** Links changes to the chain of their tenant's trail. */
const trailSeal = defineTimer({
  name: 'audit/seal',
  every: 60_000,
  run: async (app) => void (await sealTrail(app.db, app.secrets)),
});

/** The kernel's own recurring work. */
export const kernelTimers: readonly Timer[] = [months, signInPurge, filePurge, rowPurge, groupPurge, trailSeal];
