import { eq, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { defineTimer, reportProgress, returnTask, type Timer } from '../../kernel/jobs/index.ts';
import { claimProbe, endProbe, providerOf, speedUp } from '../providers/index.ts';
import { closeWork } from './close.ts';
import { announceWork, wakeWorkers } from './control.ts';
import type { WorkKinds } from './kind.ts';
import { settleTasks } from './money.ts';
import { ATTEMPT, CHUNK, RUNNING, WORK } from './states.ts';
import { workTasks } from './tables.ts';

const SECOND_MILLIS = 1000;
const MINUTE_MILLIS = 60_000;
/** Tasks per beat; the others follow a second later. */
const TASKS_MAX = 200;
const PROBE_MILLIS = 15_000;

const running = sql.raw(RUNNING.join(', '));

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

/** Announces the progress of running tasks, at most once a second each, and returns finished ones to their jobs. */
async function reportTasks(app: App): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string }>(sql`
    select id::text from work_task where status in (${running})
      and (progress_time > coalesce(announced_time, '-infinity') or open_chunks = 0 or is_cancelling)
    order by announced_time nulls first limit ${TASKS_MAX}`);
  for (const { id } of rows)
    await app.db.tx(async (tx) => {
      const [task] = await tx
        .select()
        .from(workTasks)
        .where(eq(workTasks.id, BigInt(id)));
      if (!task) return;
      await tx.execute(sql`update work_task set announced_time = now() where id = ${task.id}`);
      await reportProgress(tx, task.jobTaskNo, BigInt(task.stageDone), BigInt(task.stageLines));
      announceWork(tx, task);
      if (task.openChunks === 0 || task.isCancelling) await returnTask(tx, task.jobTaskNo);
    });
}

/** Ends tasks whose background task ended before it read them: withdrawn, or refused to its owner. */
async function endLeftTasks(app: App, kinds: WorkKinds): Promise<void> {
  const { rows } = await app.db.drizzle.execute<{ id: string; kind: string }>(sql`
    select t.id::text, t.kind from work_task t join kernel_task k on k.task_no = t.job_task_no
    where t.status in (${WORK.reading}, ${WORK.queued}) and k.end_time is not null order by t.id limit ${TASKS_MAX}`);
  for (const { id, kind: name } of rows) {
    const kind = kinds.get(name);
    const [task] = await app.db.drizzle
      .select()
      .from(workTasks)
      .where(eq(workTasks.id, BigInt(id)));
    if (kind && task) await closeWork(app, kind, systemActor(task.tenantId), { ...task, isCancelling: true });
  }
}

/** Probes one provider whose pause is over, with a harmless request. */
async function probeProvider(app: App): Promise<void> {
  const id = await app.db.tx(claimProbe);
  if (id === null) return;
  const provider = await providerOf(app, app.db.drizzle, id);
  if (!provider) return;
  const error = await provider.adapter.probe(AbortSignal.timeout(PROBE_MILLIS)).then(
    () => null,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  );
  await app.db.tx(async (tx) => {
    await endProbe(tx, id, error);
    if (error === null) {
      await tx.execute(sql`update work_lane set wait_until = null where wait_kind = 2 and wait_until > now()`);
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
  defineTimer({ name: 'work/report', every: SECOND_MILLIS, run: reportTasks }),
  defineTimer({ name: 'work/end-left', every: MINUTE_MILLIS, run: (app) => endLeftTasks(app, kinds) }),
  defineTimer({ name: 'work/settle', every: SECOND_MILLIS, run: (app) => settleTasks(app, kinds) }),
  defineTimer({ name: 'work/probe', every: SECOND_MILLIS, run: probeProvider }),
  defineTimer({ name: 'work/speed-up', every: MINUTE_MILLIS, run: async (app) => void (await app.db.tx(speedUp)) }),
];
