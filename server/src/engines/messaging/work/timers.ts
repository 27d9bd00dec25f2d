import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { defineTimer, reportProgress, returnTask, setApart, type Timer } from '../../../kernel/jobs/index.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { claimProbe, endProbe, probeProvider, purgeMinutes, SPEED_UP, speedUp } from '../../vendors/providers/index.ts';
import { cancelIdle, closeWork } from './close.ts';
import { announceWork, cancelWork, endWork, lockWork, moveWork, pauseByProgram, wakeWorkers } from './control.ts';
import { failReading, startWork } from './job.ts';
import type { WorkKinds } from './kind.ts';
import { cancelUnsent } from './message-lines.ts';
import { settleTasks } from './money.ts';
import { notifyTaskOwner, reportStalls } from './notices.ts';
import { dropOldWeeks, endUnpaid, expiryOf, purgeWork } from './retention.ts';
import { ATTEMPT, CHUNK, IS_CHECK, IS_ORDER, listed, PAUSED, RUNNING, WORK, WORK_DRAFT } from './states.ts';
import { workTasks } from './tables.ts';

const SECOND_MILLIS = 1000;
const MINUTE_MILLIS = 60_000;
/** Tasks per beat; the others follow a second later. */
const TASKS_MAX = 200;

const running = listed(RUNNING);
/** Tasks whose timer failed. */
const apart = {
  endUnsent: setApart('work/end-unsent'),
  endAbandoned: setApart('work/abandoned'),
  endFruitless: setApart('work/fruitless'),
  startDue: setApart('work/start-due'),
  report: setApart('work/report'),
  endLeft: setApart('work/end-left'),
};
const isNotIn = (ids: string[]) => sql`t.id <> all(${sql.param(ids)}::bigint[])`;
const idOf = ({ id }: { readonly id: string }): string => id;

/** Returns chunks of dead workers to the others: their exchanges are in doubt, because nobody knows how far they came. */
export async function recoverChunks(app: App): Promise<number> {
  return app.db.tx(async (tx) => {
    const { rows } = await tx.execute<{ attemptId: string | null }>(sql`
      update work_chunk c set state = ${CHUNK.ready}, worker_id = null, lease_until = null, ready_at = now()
      where c.state = ${CHUNK.leased}
        and (c.lease_until < now() or not exists (select from kernel_worker w where w.id = c.worker_id))
      returning attempt_id as "attemptId"`);
    const attempts = rows.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId]));
    if (attempts.length > 0)
      await tx.execute(sql`
        update work_attempt set state = ${ATTEMPT.doubt}, error = 'the worker ended'
        where id = any(${sql.param(attempts)}::uuid[]) and state = ${ATTEMPT.intent}`);
    if (rows.length > 0) await wakeWorkers(tx);
    return rows.length;
  });
}

/** A running task whose job has to close it: all is done, or it is cancelled and no batch is under way. */
const isOver = sql`t.status in (${running}) and t.awaiting_count = 0 and (t.open_chunks = 0 or (t.is_cancelling and ${IS_CHECK} and not exists (
  select from work_chunk c where c.task_id = t.id and c.state <> ${CHUNK.done} and (c.state = ${CHUNK.leased} or c.attempt_id is not null))))`;

/** Cancels the lines of tasks that end early and were not handed over; a beat later again, for chunks that were under way. */
async function endUnsent(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string }>(sql`
    select t.id::text from work_task t where t.status in (${running}, ${WORK.queued})
      and (t.is_cancelling or t.is_ending) and t.open_chunks > 0 and ${isNotIn(apart.endUnsent.ids(app))} order by t.id limit ${TASKS_MAX}`);
  await apart.endUnsent.each(app, rows, idOf, ({ id }) =>
    app.db.tx(
      async (tx) => {
        const [task] = await tx
          .select()
          .from(workTasks)
          .where(eq(workTasks.id, BigInt(id)));
        if (task) await (task.senderId === null ? cancelIdle : cancelUnsent)(tx, task);
      },
      { retry: true },
    ),
  );
}

/** Days after which an order that stays stopped, or a draft that nobody confirms, ends: no line waits without an end. */
const abandonedDays = integerParameter(sql`t.tenant_id`, 'tasks.abandonedDays');
/** As `message_order_end`. */
const EXPIRED = 3;

/** Hours after which a check without any result ends, whatever its providers answer. */
const fruitlessHours = integerParameter(sql`t.tenant_id`, 'tasks.fruitlessHours');

/** Ends orders that nobody resumed: what was not sent is cancelled and its money returns. Old drafts are cancelled. */
async function endAbandoned(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; tenantId: string; isDraft: boolean }>(sql`
    select id::text, tenant_id as "tenantId", status in (${listed([...WORK_DRAFT, WORK.review])}) as "isDraft" from work_task t
    where ${isNotIn(apart.endAbandoned.ids(app))} and ${IS_ORDER} and not is_cancelling and not is_ending and update_time < now() - make_interval(days => ${abandonedDays})
      and (status in (${listed([...WORK_DRAFT, WORK.review])}) or (status in (${running}, ${WORK.queued}) and paused > 0))
    order by id limit ${TASKS_MAX}`);
  await apart.endAbandoned.each(app, rows, idOf, ({ id, tenantId, isDraft }) =>
    app.db.tx(async (tx) => {
      const actor = systemActor(tenantId);
      const task = await lockWork(tx, actor, BigInt(id));
      if (task.status === WORK.queued) return cancelWork(tx, actor, task.id, 'TASK_ABANDONED');
      if (!isDraft) return endWork(tx, actor, task.id, EXPIRED, 'TASK_ABANDONED');
      await moveWork(tx, actor, task, 'cancel', {
        ...{ finishTime: new Date(), expireTime: expiryOf(app, true) },
        reason: 'TASK_ABANDONED',
      });
    }),
  );
}

/**
 * Cancels checks that nobody resumed for `tasks.abandonedDays`, and those that had no result for `tasks.fruitlessHours` although they were not paused: their providers
 * fail or lose each batch. Numbers without a result cost nothing; the owner gets a message.
 */
async function endFruitless(app: App, kinds: WorkKinds): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; tenantId: string }>(sql`
    select id::text, tenant_id as "tenantId" from work_task t
    where ${isNotIn(apart.endFruitless.ids(app))} and ${IS_CHECK} and not is_cancelling and status in (${running}, ${WORK.queued})
      and case when paused > 0 then update_time < now() - make_interval(days => ${abandonedDays})
        else status <> ${WORK.queued} and open_chunks > 0 and progress_time < now() - make_interval(hours => ${fruitlessHours}) end
    order by id limit ${TASKS_MAX}`);
  await apart.endFruitless.each(app, rows, idOf, ({ id, tenantId }) =>
    app.db.tx(async (tx) => {
      const actor = systemActor(tenantId);
      const task = await lockWork(tx, actor, BigInt(id));
      if (task.isCancelling || ![...RUNNING, WORK.queued].includes(task.status)) return;
      await cancelWork(tx, actor, task.id, task.paused === PAUSED.no ? 'TASK_FRUITLESS' : 'TASK_ABANDONED');
      await notifyTaskOwner(tx, kinds, task, task.paused === PAUSED.no ? 'CHECK_FRUITLESS' : 'CHECK_ABANDONED', {
        hours: String(app.parameters.get(tenantId, 'tasks.fruitlessHours')),
        days: String(app.parameters.get(tenantId, 'tasks.abandonedDays')),
      });
    }),
  );
}

/** A start that is later than this was missed, for example because the program was not running: the owner decides. */
const LATE_MINUTES = 60;

/** Starts queued tasks whose time has come. */
async function startDue(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; tenantId: string }>(sql`
    select id::text, tenant_id as "tenantId" from work_task t where status = ${WORK.queued} and paused = 0 and not is_cancelling
      and schedule_time <= now() and ${isNotIn(apart.startDue.ids(app))} order by schedule_time limit ${TASKS_MAX}`);
  await apart.startDue.each(app, rows, idOf, ({ id, tenantId }) =>
    app.db.tx(async (tx) => {
      const actor = systemActor(tenantId);
      const task = await lockWork(tx, actor, BigInt(id));
      if (task.status !== WORK.queued || task.paused !== PAUSED.no || task.isCancelling || !task.scheduleTime) return;
      if (Date.now() - task.scheduleTime.getTime() > LATE_MINUTES * MINUTE_MILLIS)
        return pauseByProgram(tx, task, 'START_MISSED');
      await startWork(tx, task);
    }),
  );
}

/**
 * Announces the progress of running tasks, at most once a second each, and returns those that are over to their jobs: not earlier,
 * because each return uses up an attempt of the job.
 */
async function reportTasks(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; over: boolean }>(sql`
    select t.id::text, ${isOver} as over from work_task t where t.status in (${running})
      and (t.progress_time > coalesce(t.announced_time, '-infinity') or (t.open_chunks = 0 and t.awaiting_count = 0) or t.is_cancelling)
      and ${isNotIn(apart.report.ids(app))}
    order by t.announced_time nulls first limit ${TASKS_MAX}`);
  await apart.report.each(app, rows, idOf, ({ id, over }) =>
    app.db.tx(async (tx) => {
      const [task] = await tx
        .select()
        .from(workTasks)
        .where(eq(workTasks.id, BigInt(id)));
      if (!task) return;
      await tx.execute(sql`update work_task set announced_time = now() where id = ${task.id}`);
      await reportProgress(tx, task.jobTaskNo, BigInt(task.stageDone), BigInt(task.stageLines));
      announceWork(tx, task);
      if (over) await returnTask(tx, task.jobTaskNo);
    }),
  );
}

/** States in which a task waits for its background task. */
const LEFT = listed([WORK.reading, WORK.queued, WORK.unpaid]);

/** A task without a background task, with the error with which that ended. */
interface Left extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly code: string | null;
  readonly params: Record<string, string | number> | null;
}

/**
 * Ends tasks without a background task: it has ended before them, because it was withdrawn or its owner lost the right to it, or the task is
 * the program's own.
 */
async function endLeftTasks(app: App, kinds: WorkKinds): Promise<void> {
  const { rows } = await app.db.drizzle.execute<Left>(sql`
    select t.id::text, t.kind, k.failure_code as code, k.failure_params as params from work_task t left join kernel_task k on k.task_no = t.job_task_no
    where t.status in (${LEFT}, ${running}) and (k.end_time is not null or t.job_task_no = '') and (t.status in (${LEFT}) or ${isOver})
      and ${isNotIn(apart.endLeft.ids(app))}
    order by t.id limit ${TASKS_MAX}`);
  await apart.endLeft.each(app, rows, idOf, async ({ id, kind: name, code, params }) => {
    const kind = kinds.get(name);
    const [task] = await app.db.drizzle
      .select()
      .from(workTasks)
      .where(eq(workTasks.id, BigInt(id)));
    if (!kind || !task) return;
    // Its background task failed outside of the reading, for example because the program ended twice meanwhile.
    if (code !== null && task.status === WORK.reading)
      return failReading(app, kind, systemActor(task.tenantId), task, { code, params });
    const isCancelling = task.isCancelling || !RUNNING.includes(task.status);
    await closeWork(app, kind, systemActor(task.tenantId), { ...task, isCancelling });
  });
}

/** Probes one provider whose pause is over, with a harmless request. */
async function probeNext(app: App): Promise<void> {
  const id = await app.db.tx(claimProbe);
  if (id === null) return;
  const error = await probeProvider(app, id);
  await app.db.tx(async (tx) => {
    await endProbe(tx, id, error);
    if (error === null) {
      await tx.execute(sql`update work_lane set wait_until = null where wait_kind in (2, 4) and wait_until > now()`);
      await wakeWorkers(tx);
    }
  });
}

/** The clockwork of all tasks. */
export const workTimers = (kinds: WorkKinds): readonly Timer[] => [
  defineTimer({
    name: 'work/recover',
    every: SECOND_MILLIS,
    run: async (app) => void (await recoverChunks(app)),
  }),
  defineTimer({ name: 'work/end-unsent', every: SECOND_MILLIS, run: endUnsent }),
  defineTimer({ name: 'work/start-due', every: SECOND_MILLIS, run: startDue }),
  defineTimer({ name: 'work/report', every: SECOND_MILLIS, run: reportTasks }),
  defineTimer({ name: 'work/unpaid', every: MINUTE_MILLIS, run: (app) => endUnpaid(app, kinds) }),
  defineTimer({ name: 'work/abandoned', every: { at: '03:20' }, run: endAbandoned }),
  defineTimer({ name: 'work/fruitless', every: MINUTE_MILLIS, run: (app) => endFruitless(app, kinds) }),
  defineTimer({ name: 'work/stalls', every: MINUTE_MILLIS, run: (app) => reportStalls(app, kinds) }),
  defineTimer({ name: 'work/purge', every: MINUTE_MILLIS, run: async (app) => void (await purgeWork(app)) }),
  defineTimer({ name: 'work/weeks', every: { at: '03:10' }, run: async (app) => void (await dropOldWeeks(app)) }),
  defineTimer({ name: 'work/minutes', every: { at: '03:30' }, run: async (app) => void (await purgeMinutes(app.db)) }),
  defineTimer({ name: 'work/end-left', every: SECOND_MILLIS, run: (app) => endLeftTasks(app, kinds) }),
  defineTimer({ name: 'work/settle', every: SECOND_MILLIS, run: (app) => settleTasks(app, kinds) }),
  defineTimer({ name: 'work/probe', every: SECOND_MILLIS, run: probeNext }),
  defineTimer({
    name: 'work/speed-up',
    every: SPEED_UP.everySeconds * 1000,
    run: async (app) => void (await app.db.tx(speedUp)),
  }),
];
