import { partitionTimer } from '../audit/partitions.ts';
import { defineTimer, type Timer } from './define.ts';

const IDEMPOTENCY_HOURS = 24;
const TASK_DAYS = 90;
const FILE_PURGE_MILLIS = 10 * 60_000;

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
    await app.db.pool.query('delete from kernel_idempotency where create_time < now() - make_interval(hours => $1)', [
      IDEMPOTENCY_HOURS,
    ]);
    await app.db.pool.query(
      'delete from kernel_task where state in (3, 4, 5) and end_time < now() - make_interval(days => $1)',
      [TASK_DAYS],
    );
  },
});

/** The kernel's own recurring work. */
export const kernelTimers: readonly Timer[] = [partitionTimer, filePurge, rowPurge];
