import { LOG_KEPT_DAYS } from '@trade-assistant/contract/areas/log/cleaning.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Db } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { defineJob, startTask } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const BATCH = 1000;
const DAY_MILLIS = 86_400_000;

const cleaningErrors = defineErrors({
  LOG_TOO_YOUNG: {
    status: 400,
    zh: '最近 {days} 天的日志不能手工清理，请选择更早的日期',
    en: 'Logs of the last {days} days stay: choose an earlier date',
  },
});

function assertOld(before: Date): void {
  if (before.getTime() > Date.now() - LOG_KEPT_DAYS * DAY_MILLIS)
    throw cleaningErrors.LOG_TOO_YOUNG({ days: LOG_KEPT_DAYS });
}

async function countOlder(db: Db, table: PgTable, tenantId: string, before: Date): Promise<number> {
  const { rows } = await db.drizzle.execute<{ count: number }>(
    sql`select count(*)::int as count from ${table} where tenant_id = ${tenantId} and create_time < ${before}`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the calls that delete entries of one log from before a day, and the task that does it in batches. */
export function cleaningOf(resource: Resource, table: PgTable) {
  const job = defineJob({
    name: `${resource.name}-clean`,
    permission: `${resource.name}:clean`,
    title: { zh: `清理${resource.title.zh}`, en: `Clean up: ${resource.title.en.toLowerCase()}` },
    input: z.object({ before: z.iso.datetime() }),
    async run(job, input) {
      const { app, actor } = job;
      const before = new Date(input.before);
      const name = sql.identifier(getTableName(table));
      const total = await countOlder(app.db, table, actor.tenantId, before);
      let count = job.state<{ count: number }>()?.count ?? 0;
      for (;;) {
        job.signal.throwIfAborted();
        const taken = await app.db.tx(async (tx) => {
          // By both key columns: the time determines the partition of a row.
          const { rowCount } = await tx.execute(sql`
            delete from ${name} where (id, create_time) in (
              select id, create_time from ${name} where tenant_id = ${actor.tenantId} and create_time < ${before}
              order by create_time limit ${BATCH})`);
          count += rowCount ?? 0;
          await job.checkpoint(tx, { count });
          announceChange(tx, actor.tenantId, resource);
          return rowCount ?? 0;
        });
        job.progress(count, Math.max(total, count));
        if (taken < BATCH) return { result: { count } };
      }
    },
  });
  return {
    job,
    actions: {
      cleanable: async (c: Context, { before }: { before: Date }) => {
        assertOld(before);
        return { count: await countOlder(c.app.db, table, c.actor.tenantId, before) };
      },
      clean: async (c: Context, { before }: { before: Date }) => {
        assertOld(before);
        return c.tx(async (tx) => {
          const { taskNo } = await startTask(tx, c.actor, job, { before: before.toISOString() });
          return { taskNo };
        });
      },
    },
  };
}
