import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  closeDays,
  type DayReport,
  type DayRow,
  days,
  eventName,
  reportOfToday,
  rowsBehind,
  spanOf,
  workOutAgain,
} from '../../engines/reporting/closing/index.ts';
import type { App } from '../../kernel/app/index.ts';
import type { Db } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineJob, defineTimer, eachAlone, type Job, startTask } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const report = financeDay.calls.today.data;

const recheckJob = defineJob({
  name: 'finance/day-recheck',
  permission: 'finance/day:run',
  title: financeDay.calls.recheck.title,
  input: z.object({ id: z.string() }),
  async run(job, { id }) {
    const row = await rowOf(job.app.db, job.actor.tenantId, BigInt(id));
    const now = row && (await job.app.db.tx((tx) => workOutAgain(tx, row.tenantId, row.day), { retry: true }));
    if (!now) throw commonErrors.NOT_FOUND();
    return { result: { dayId: id, day: now.day, differences: now.differenceCount, changed: now.change } };
  },
});

export const jobs: readonly Job[] = [recheckJob] as unknown as readonly Job[];

export const timers = [defineTimer({ name: 'finance/day-close', every: 10 * 60_000, run: closeAll })];

/** Closes the day of each tenant in turn; a failure of one does not stop the others. */
async function closeAll(app: App): Promise<void> {
  const { rows } = await app.db.pool.query<{ tenant_id: string }>(
    'select tenant_id from sys_tenant where deleted_at is null order by tenant_id',
  );
  await eachAlone(rows, ({ tenant_id: tenantId }) => closeDays(app.db, tenantId));
}

export default resourceRoutes(financeDay, days, {
  scope: 'tenant',
  actions: {
    lines: async (c, { id }) => {
      const row = await visibleRow(c, id);
      const current = named(c, z.decode(report, row.current as z.input<typeof report>));
      if (row.change === 0) return { current, closed: null };
      return { current, closed: named(c, z.decode(report, row.closed as z.input<typeof report>)) };
    },
    today: async (c) => {
      assertReachesToday(c);
      return named(c, await c.app.db.tx((tx) => reportOfToday(tx, c.actor.tenantId)));
    },
    rows: async (c, { day, ...asked }) => {
      if (c.actor.dataRules?.[financeDay.name]?.rows) await visibleDay(c, day);
      // Orders and payments belong to other lists: the permission for figures does not include their owners.
      const found = await c.app.db.tx(async (tx) =>
        rowsBehind(tx, until(await spanOf(tx, c.actor.tenantId, day)), asked),
      );
      if (!found) throw commonErrors.NOT_FOUND();
      return found;
    },
    explain: (c, { id, remark }) =>
      c.tx(async (tx) => {
        const row = await visibleRow(c, id);
        await tx
          .update(days)
          .set({
            remark: remark || null,
            updateUser: c.actor.userId,
            updateTime: sql`now()` as unknown as Date,
            version: sql`${days.version} + 1`,
          })
          .where(eq(days.id, row.id));
        return { id };
      }),
    recheck: (c, { id }) =>
      c.tx(async (tx) => {
        const row = await visibleRow(c, id);
        const { taskNo } = await startTask(tx, c.actor, recheckJob, { id: String(row.id) });
        return { taskNo };
      }),
  },
});

/** Today has no row yet, so a rule that limits rows excludes it. @throws NOT_FOUND */
function assertReachesToday({ actor }: Context): void {
  if (actor.dataRules?.[financeDay.name]?.rows) throw commonErrors.NOT_FOUND();
}

/** @throws NOT_FOUND for a day out of the reader's scope */
async function visibleDay(c: Context, day: string): Promise<void> {
  const found = await c.app.db.drizzle.$count(days, and(visible(c.actor, days, 'tenant'), eq(days.day, day)));
  if (found === 0) throw commonErrors.NOT_FOUND();
}

/** Returns the span of the day, until now for the current day. */
function until(span: Awaited<ReturnType<typeof spanOf>>) {
  const now = new Date();
  return span.until > now ? { ...span, until: now } : span;
}

const named = (c: Context, figures: DayReport): DayReport => ({
  ...figures,
  events: figures.events.map((one) => ({ ...one, name: eventName(one.event, c.locale) })),
});

async function visibleRow(c: Context, id: bigint): Promise<DayRow> {
  const [row] = await c.app.db.drizzle
    .select()
    .from(days)
    .where(and(visible(c.actor, days, 'tenant'), eq(days.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

async function rowOf(db: Pick<Db, 'drizzle'>, tenantId: string, id: bigint): Promise<DayRow | undefined> {
  const [row] = await db.drizzle
    .select()
    .from(days)
    .where(and(eq(days.tenantId, tenantId), eq(days.id, id), isNull(days.deletedAt)));
  return row;
}
