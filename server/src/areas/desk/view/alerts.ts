import type { alertProblem } from '@trade-assistant/contract/areas/desk/view.ts';
import { defineErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { outageOf, sqlState } from '../../../kernel/db/index.ts';
import type { ListReader } from '../../../kernel/lists.ts';
import { presentFilters } from './period.ts';
import { type ViewRow, views } from './table.ts';

type Problem = z.output<typeof alertProblem>;

const QUERY_CANCELED = '57014';
/** Views taken from the table at a time, and checked at the same time. */
const BATCH = 60;
const AT_ONCE = 3;
/** Of one run, in milliseconds; views that were checked longest ago come first. */
const RUN_MILLIS = 8 * 60_000;
/** Failed checks in a row that pause an alert. */
const FAILURES_MAX = 3;

const errors = defineErrors({
  VIEW_TOO_SLOW: {
    status: 400,
    zh: '此视图的列表读取过慢，无法设置提醒；请增加条件后再试',
    en: 'The list of this view is too slow for an alert; add filters and try again',
  },
});

/**
 * Returns whether a view has rows for a reader.
 * @throws VIEW_TOO_SLOW, and what the list refuses: a parameter, the permission
 */
export async function hasRows(
  app: App,
  reader: ListReader,
  viewed: Parameters<typeof presentFilters>[1],
): Promise<boolean> {
  const filters = presentFilters(app.lists, viewed, reader.zone);
  try {
    const page = { ...filters, current: '1', size: '1' };
    const { records } = await app.lists.read(reader, viewed.resource, viewed.call, page);
    return records.length > 0;
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELED) throw errors.VIEW_TOO_SLOW();
    throw error;
  }
}

/** Checks all views with an alert, as their owners, and notifies the owner of each that has rows again. */
export async function checkAlerts(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ now: string }>(sql`select now()::text as now`);
  const began = sql`${rows[0]?.now}::timestamptz`;
  const until = Date.now() + RUN_MILLIS;
  while (Date.now() < until) {
    const due = await app.db.drizzle
      .select()
      .from(views)
      .where(
        and(
          eq(views.alert, 1),
          isNull(views.deletedAt),
          // Owner and rights may come back; a slow or refused view waits for a change of its owner.
          or(isNull(views.alertProblem), sql`${views.alertProblem} in ('owner', 'right')`),
          or(isNull(views.checkedTime), sql`${views.checkedTime} < ${began}`),
        ),
      )
      .orderBy(sql`${views.checkedTime} nulls first`, asc(views.id))
      .limit(BATCH);
    if (due.length === 0) return;
    const queue = due.values();
    const take = async () => {
      for (const row of queue) await check(app, row);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
  }
}

async function check(app: App, row: ViewRow): Promise<void> {
  const owner = await app.sessions.actorOf(app.db.drizzle, row.ownerId);
  if (!owner) return record(app, row, { problem: 'owner' });
  const resource = app.lists.resources.find(({ name }) => name === row.resource);
  const reader: ListReader = { actor: owner, locale: 'zh', zone: row.zone, traceId: '' };
  if (!resource || !app.lists.allows(reader, resource, row.call)) return record(app, row, { problem: 'right' });
  try {
    await record(app, row, { found: await hasRows(app, reader, row) });
  } catch (error) {
    if (outageOf(error) !== undefined) throw error;
    if (isAppError(error, 'NO_PERMISSION')) return record(app, row, { problem: 'right' });
    if (isAppError(error, 'VIEW_TOO_SLOW')) return record(app, row, { failure: 'slow' });
    if (isAppError(error) && error.status < 500) return record(app, row, { problem: 'faulty' });
    app.log.error({ err: error, view: String(row.id) }, 'an alert could not be checked');
    return record(app, row, { failure: 'faulty' });
  }
}

/** Result of a check: whether there are rows, why the alert is paused, or why this check failed. */
type Outcome = { readonly found: boolean } | { readonly problem: Problem } | { readonly failure: Problem };

async function record(app: App, row: ViewRow, outcome: Outcome): Promise<void> {
  const failures = 'failure' in outcome ? row.failures + 1 : 0;
  const problem =
    'problem' in outcome ? outcome.problem : 'failure' in outcome && failures >= FAILURES_MAX ? outcome.failure : null;
  const found = 'found' in outcome ? outcome.found : row.hasRows === 1;
  await app.db.tx(async (tx) => {
    const [current] = await tx
      .update(views)
      .set({ failures, alertProblem: problem, hasRows: found ? 1 : 0, checkedTime: sql`now()` })
      // A view that its owner changed meanwhile was checked then.
      .where(and(eq(views.id, row.id), eq(views.version, row.version), eq(views.alert, 1), isNull(views.deletedAt)))
      .returning({ id: views.id });
    if (!current) return;
    const isNews = found && row.hasRows === 0;
    const isPaused = problem !== null && problem !== 'owner' && problem !== row.alertProblem;
    if (!isNews && !isPaused) return;
    await sendMessage(tx, systemActor(row.tenantId), {
      to: { userIds: [row.ownerId] },
      key: isPaused ? 'VIEW_PAUSED' : 'VIEW_ROWS',
      params: { view: row.name },
      route: `/${row.screen}/index?view=${row.id}`,
    });
  });
}
