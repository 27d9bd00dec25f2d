import { sql } from 'drizzle-orm';
import { maintainPartitions } from '../audit/index.ts';
import { purgeAuth } from '../auth/index.ts';
import { deleteInBatches } from '../db/batches.ts';
import { defineTimer, type Timer } from '../jobs/index.ts';
import { purgeLimits } from '../limits/index.ts';

const IDEMPOTENCY_HOURS = 24;
const TASK_DAYS = 90;
const FILE_PURGE_MILLIS = 10 * 60_000;
const SIGN_IN_PURGE_MILLIS = 60_000;

const logPartitions = defineTimer({
  name: 'audit/partitions',
  every: { at: '02:10' },
  run: (app) => maintainPartitions(app.db),
});

const signInPurge = defineTimer({
  name: 'auth/purge',
  every: SIGN_IN_PURGE_MILLIS,
  run: async (app) => {
    await purgeAuth(app.db);
    await purgeLimits(app.db);
  },
});

/** Files past their time, and uploads nobody finished. */
const filePurge = defineTimer({
  name: 'files/purge',
  every: FILE_PURGE_MILLIS,
  run: async (app) => {
    await app.files.purge();
  },
});

/** Idempotency keys are kept for a day; ended tasks for three months. */
const rowPurge = defineTimer({
  name: 'kernel/purge',
  every: { at: '03:20' },
  run: async (app) => {
    await deleteInBatches(
      app.db,
      'kernel_idempotency',
      sql`create_time < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
    );
    await deleteInBatches(
      app.db,
      'kernel_task',
      sql`state in (3, 4, 5) and end_time < now() - make_interval(days => ${TASK_DAYS})`,
    );
  },
});

/** The kernel's own recurring work. */
export const kernelTimers: readonly Timer[] = [logPartitions, signInPurge, filePurge, rowPurge];
