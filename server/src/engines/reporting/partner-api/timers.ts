import { sql } from 'drizzle-orm';
import { deleteInBatches } from '../../../kernel/db/batches.ts';
import { defineTimer, type Timer } from '../../../kernel/jobs/index.ts';
import { expireKeys } from './keys.ts';

/** Events and their deliveries are kept so long, and spending a little longer than its longest period. */
const KEPT_DAYS = 30;
const SPENDING_DAYS = 62;

/** Housekeeping of the partner interface. */
export const openTimers: readonly Timer[] = [
  defineTimer({ name: 'open/expire-keys', every: 60_000, run: async (app) => void (await expireKeys(app)) }),
  defineTimer({
    name: 'open/purge',
    every: { at: '03:30' },
    run: async ({ db }) => {
      const old = (days: number) => sql`(now() - make_interval(days => ${days}::int))`;
      await deleteInBatches(db, 'open_delivery', sql`create_time < ${old(KEPT_DAYS)} and state <> 0`);
      await deleteInBatches(
        db,
        'open_event',
        sql`create_time < ${old(KEPT_DAYS)} and not exists (select from open_delivery d where d.event_id = open_event.id)`,
      );
      await deleteInBatches(db, 'open_spend', sql`day < ${old(SPENDING_DAYS)}::date`);
      await deleteInBatches(
        db,
        'open_task',
        sql`not exists (select from work_task t where t.id = open_task.task_id and t.purged_time is null)`,
      );
    },
  }),
];
