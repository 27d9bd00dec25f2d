import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { outageOf, type Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import {
  checkProviders,
  isHeldElsewhere,
  type Provider,
  providerOf,
  rateWait,
  reserveRate,
} from '../../vendors/providers/index.ts';
import { pauseByProgram, pauseWork } from './control.ts';
import type { Admission, Leased, OpenLine, WorkKind, WorkKinds } from './kind.ts';
import { deferLines } from './message-lines.ts';
import { notifyBroken } from './notices.ts';
import { finishChunk, rejectLines, storeResults } from './results.ts';
import { AHEAD_SECONDS, countShare, portionOf, splitChunk } from './speed.ts';
import { ATTEMPT, CHUNK, CLASS, LINE, listed, PAUSED, RUNNING, WAIT } from './states.ts';
import {
  type WorkChunk,
  type WorkLane,
  type WorkTask,
  workAttempts,
  workChunks,
  workLanes,
  workTasks,
} from './tables.ts';

/** The outcome of a look for work: a chunk, or when to look again. */
export type Look = { readonly leased: Leased } | { readonly leased: null; readonly again: 'now' | 'later' };

/** Longer than an exchange; the worker's row in `kernel_worker` proves earlier that it is dead. */
const LEASE_SECONDS = 120;
const CANDIDATES = 16;
const ADMITTED: Admission = { refused: new Map() };
/** A task whose provider has no known opening is looked at again after this long. */
const CLOSED_SECONDS = 30;
/** Chunks of one owner and class under way at once, so that one owner cannot occupy all workers. */
const OWNER_CHUNKS = 8;
/** A sender may be ahead of its rate by so much. */
const BURST_MILLIS = 1000;

/**
 * Leases the next chunk: of transactional tasks first, and only of them for a reserved slot; then of the owner and its task that received
 * least. In the same transaction the compliance rules are applied to its lines, the exchange is noted, and the provider's rate is taken: after
 * the commit only the hand-over is left. Rows that all leases and outcomes change come last, so that nobody waits long for them.
 */
export const leaseChunk = async (
  app: App,
  kinds: WorkKinds,
  workerId: bigint,
  { isReserved = false }: { isReserved?: boolean } = {},
): Promise<Look> => {
  let tried: Candidate | undefined;
  return app.db
    .tx(
      async (tx): Promise<Look> => {
        tried = undefined;
        for (const candidate of await candidates(app, tx, [...kinds.keys()], isReserved)) {
          tried = candidate;
          const look = await tryLane(app, tx, kinds, workerId, candidate);
          if (look) return look;
          tried = undefined;
        }
        return { leased: null, again: 'later' };
      },
      { retry: true },
    )
    .catch(async (error: unknown): Promise<Look> => {
      if (error instanceof ChangedMeanwhile) return { leased: null, again: 'now' };
      if (!tried || outageOf(error)) throw error;
      await stopBroken(app, kinds, tried.taskId, error);
      return { leased: null, again: 'now' };
    });
};

const broken = setApart('work/lease');

/** Pauses a task that cannot be leased, with a notification to its owner, and leaves it out of the next looks: the others go on. */
async function stopBroken(app: App, kinds: WorkKinds, taskId: bigint, error: unknown): Promise<void> {
  broken.fail(app, String(taskId), error);
  await app.db
    .tx(async (tx) => {
      const [task] = await tx.select().from(workTasks).where(eq(workTasks.id, taskId));
      if (!task || task.paused !== PAUSED.no) return;
      await pauseWork(tx, systemActor(task.tenantId), taskId, PAUSED.byStaff, 'TASK_BROKEN');
      await notifyBroken(tx, kinds, task);
    })
    .catch((cause: unknown) => app.log.error({ err: cause, task: taskId }, 'a broken task could not be paused'));
}

/** Undoes a lease: its task was paused, or others have used up a rate or a limit. */
class ChangedMeanwhile extends Error {}

/** A lane with a ready chunk. */
interface Candidate {
  readonly taskId: bigint;
  readonly laneNo: number;
  /** Whether a chunk with an exchange under way is meant; a waiting lane has no other. */
  readonly isBegun: boolean;
}

async function candidates(app: App, tx: Tx, kinds: readonly string[], isReserved: boolean): Promise<Candidate[]> {
  const isTransactional = sql`t.class = ${CLASS.transactional}`;
  const isGoing = sql`t.paused = ${PAUSED.no} and not t.is_cancelling and not t.is_ending
    and not ${isHeldElsewhere(app, sql`t.sender_id`)}
    and (l.wait_until is null or l.wait_until <= now()) and (t.next_free_at is null or t.next_free_at <= now() + make_interval(secs => ${AHEAD_SECONDS}))`;
  const { rows } = await tx.execute<{ taskId: string; laneNo: number; isBegun: boolean }>(sql`
    select t.id::text as "taskId", l.lane_no as "laneNo", c.is_begun as "isBegun"
    from work_task t
      join work_owner o on o.tenant_id = t.tenant_id and o.owner_id = t.owner_id
      join work_lane l on l.task_id = t.id and l.stage = t.stage and l.open_chunks > 0
      cross join lateral (
        select c.chunk_no, c.attempt_id is not null as is_begun from work_chunk c
        where c.task_id = t.id and c.lane_no = l.lane_no and c.state = ${CHUNK.ready} and c.ready_at <= now()
          and (c.attempt_id is not null or (${isGoing}))
        order by c.attempt_id is null, c.ready_at, c.chunk_no limit 1
      ) c
    where t.status in (${listed(RUNNING)}) and t.open_chunks > 0 and t.kind = any(${sql.param(kinds)}::text[])
      and t.id <> all(${sql.param(broken.ids(app))}::bigint[])
      and (not ${isReserved}::boolean or ${isTransactional})
      and (c.is_begun or (
        select count(*) from work_task other join work_chunk busy on busy.task_id = other.id and busy.state = ${CHUNK.leased}
        where other.owner_id = t.owner_id and other.class = t.class and other.status in (${listed(RUNNING)})) < ${OWNER_CHUNKS})
    order by ${isTransactional} desc, c.is_begun desc, o.share, t.share, t.id, l.lane_no limit ${CANDIDATES}`);
  return rows.map(({ taskId, ...lane }) => ({ ...lane, taskId: BigInt(taskId) }));
}

/** Tries to take a chunk of a lane; undefined when another worker was faster or the lane has to wait. */
async function tryLane(
  app: App,
  tx: Tx,
  kinds: WorkKinds,
  workerId: bigint,
  candidate: Candidate,
): Promise<Look | undefined> {
  const found = await lockCandidate(tx, candidate);
  if (!found) return undefined;
  const { task, lane } = found;
  let { chunk } = found;
  const kind = kinds.get(task.kind) as WorkKind;
  let lines = await openLines(tx, task, chunk.chunkNo);
  if (lines.length === 0) {
    await finishChunk(tx, task, chunk);
    return { leased: null, again: 'now' };
  }
  if (found.attempt) {
    const provider = kind.hand
      ? await kind.hand.provider(app, tx, task)
      : await providerOf(app, tx, found.attempt.providerId);
    if (provider && !provider.isOpen && !kind.hand) {
      await postpone(tx, chunk, provider.closedUntil);
      return undefined;
    }
    invariant(provider, 'work-provider-of-attempt', found.attempt.id);
    const fence = await take(tx, chunk, workerId);
    const { attempt } = found;
    return { leased: { kind, task, chunk: { ...chunk, fence }, provider, attempt, isNew: false, lines } };
  }
  if (lane.isCached && kind.recall) {
    const source = { evidence: task.evidence, providerCode: null };
    await storeResults(tx, task, chunk, await kind.recall(tx, task, lines), source);
    await finishChunk(tx, task, chunk);
    return { leased: null, again: 'now' };
  }
  const provider = await chooseProvider(app, tx, kind, found);
  if (!provider) return undefined;
  const portion = portionOf(kind, task, provider);
  if (lines.length > portion) {
    lines = lines.slice(0, portion);
    chunk = await splitChunk(tx, task, chunk, lines);
  }
  const { refused, pause, deferred } = (await kind.admit?.(app, tx, task, lines, lane.countryCode)) ?? ADMITTED;
  if (pause !== undefined) {
    await pauseByProgram(tx, task, pause);
    return undefined;
  }
  if (refused.size > 0) await rejectLines(tx, task, refused);
  if (deferred?.size) await deferLines(tx, task, chunk, deferred);
  const open = lines.filter(({ lineNo }) => !refused.has(lineNo) && !deferred?.has(lineNo));
  if (open.length === 0) {
    await finishChunk(tx, task, chunk);
    return { leased: null, again: 'now' };
  }
  const fence = await take(tx, chunk, workerId);
  const attempt = await beginAttempt(tx, task, chunk, provider, open.length);
  const { round } = attempt;
  const leased: Leased = { kind, task, chunk: { ...chunk, fence, round }, provider, attempt, isNew: true, lines: open };
  const begun = kind.hand ? { ...leased, lines: await kind.hand.begin(tx, leased) } : leased;
  // A channel counts the parts of messages, a provider of checks their numbers.
  const load = kind.hand ? open.reduce((sum, { units }) => sum + units, 0) : open.length;
  if (!(await countShare(tx, task, open.length))) throw new ChangedMeanwhile();
  const hasRate = provider.id === null || (await reserveRate(tx, provider.id, load, isUrgent(task)));
  if (!hasRate || (await kind.hand?.take?.(tx, begun)) === false) throw new ChangedMeanwhile();
  return { leased: begun };
}

/** Locks the first ready chunk of a lane that no other worker has locked; undefined without one, or when its task was paused meanwhile. */
async function lockCandidate(tx: Tx, { taskId, laneNo, isBegun }: Candidate) {
  const [chunk] = await tx
    .select()
    .from(workChunks)
    .where(
      and(
        eq(workChunks.taskId, taskId),
        eq(workChunks.laneNo, laneNo),
        eq(workChunks.state, CHUNK.ready),
        lte(workChunks.readyAt, sql`now()`),
        isBegun ? isNotNull(workChunks.attemptId) : isNull(workChunks.attemptId),
      ),
    )
    .orderBy(workChunks.readyAt, workChunks.chunkNo)
    .limit(1)
    .for('update', { skipLocked: true });
  if (!chunk) return undefined;
  const [task] = await tx.select().from(workTasks).where(eq(workTasks.id, taskId));
  const [lane] = await tx
    .select()
    .from(workLanes)
    .where(and(eq(workLanes.taskId, taskId), eq(workLanes.stage, chunk.stage), eq(workLanes.laneNo, laneNo)));
  invariant(task && lane, 'work-lane-of-chunk', `${taskId} ${chunk.chunkNo}`);
  if (chunk.attemptId === null && (task.paused !== PAUSED.no || task.isCancelling || task.isEnding)) return undefined;
  const [attempt] =
    chunk.attemptId === null ? [] : await tx.select().from(workAttempts).where(eq(workAttempts.id, chunk.attemptId));
  return { task, lane, chunk, attempt };
}

export async function openLines(tx: Tx, task: WorkTask, chunkNo: number): Promise<OpenLine[]> {
  const { rows } = await tx.execute<
    Omit<OpenLine, 'e164' | 'itemId'> & { e164: string | null; itemId: string | null } & Record<string, unknown>
  >(sql`
    select line_no as "lineNo", e164::text, item_id::text as "itemId", user_ref as "userRef", params, units, attempt_no as "attemptNo",
      message_id as "messageId"
    from work_line
    where task_id = ${task.id} and create_time = ${task.createTime} and chunk_no = ${chunkNo} and state = ${LINE.open}
    order by line_no`);
  return rows.map(({ e164, itemId, ...line }) => ({
    ...line,
    e164: BigInt(e164 ?? 0),
    itemId: itemId === null ? null : BigInt(itemId),
  }));
}

const isUrgent = (task: WorkTask): boolean => task.class === CLASS.transactional;

/**
 * Returns the first suitable provider with a free rate, one that did not refuse the chunk before others. Without one, the lane waits:
 * for the rate, or for a provider to recover or to be set up.
 */
async function chooseProvider(
  app: App,
  tx: Tx,
  kind: WorkKind,
  { task, lane, chunk }: { task: WorkTask; lane: WorkLane; chunk: WorkChunk },
): Promise<Provider | undefined> {
  const suitable: readonly Provider[] = kind.hand
    ? [await kind.hand.provider(app, tx, task)].filter((found) => found !== null)
    : await checkProviders(app, tx, {
        tenantId: task.tenantId,
        capability: kind.capabilityOf(task),
        countryCode: lane.countryCode,
        evidence: task.evidence,
      });
  let shareMillis = Number.POSITIVE_INFINITY;
  let opening: Date | null = null;
  const untried = suitable.filter(({ id }) => id === null || !chunk.tried.includes(id));
  for (const provider of untried.length > 0 ? untried : suitable) {
    if (!provider.isOpen) {
      if (provider.closedUntil && (!opening || provider.closedUntil < opening)) opening = provider.closedUntil;
      continue;
    }
    const senderMillis = (provider.senderMillis ?? 0) - BURST_MILLIS;
    if (senderMillis > 0) {
      shareMillis = Math.min(shareMillis, senderMillis);
      continue;
    }
    const wait = provider.id === null ? 0 : await rateWait(tx, provider.id, isUrgent(task));
    if (wait === 0) return provider;
    shareMillis = Math.min(shareMillis, wait);
  }
  const isShare = Number.isFinite(shareMillis);
  const until = isShare
    ? new Date(Date.now() + shareMillis)
    : (opening ?? new Date(Date.now() + CLOSED_SECONDS * 1000));
  await tx
    .update(workLanes)
    .set({
      // Providers isolated by hand have no known opening.
      waitKind: isShare ? WAIT.share : opening ? WAIT.provider : WAIT.noProvider,
      waitUntil: until,
    })
    .where(and(eq(workLanes.taskId, lane.taskId), eq(workLanes.stage, lane.stage), eq(workLanes.laneNo, lane.laneNo)));
  return undefined;
}

/** Takes the lease; the new fence excludes the worker that had it before. */
async function take(tx: Tx, { taskId, chunkNo, fence }: WorkChunk, workerId: bigint): Promise<bigint> {
  await tx
    .update(workChunks)
    .set({
      state: CHUNK.leased,
      waitKind: null,
      workerId,
      leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
      fence: fence + 1n,
    })
    .where(and(eq(workChunks.taskId, taskId), eq(workChunks.chunkNo, chunkNo)));
  return fence + 1n;
}

async function beginAttempt(tx: Tx, task: WorkTask, chunk: WorkChunk, provider: Provider, lines: number) {
  const [attempt] = await tx
    .insert(workAttempts)
    .values({
      id: randomUUID(),
      tenantId: task.tenantId,
      taskId: task.id,
      chunkNo: chunk.chunkNo,
      round: chunk.round + 1,
      providerId: provider.id,
      providerCode: provider.code,
      state: ATTEMPT.intent,
      lines,
    })
    .returning();
  invariant(attempt, 'work-attempt', String(task.id));
  await tx
    .update(workChunks)
    .set({ attemptId: attempt.id, round: chunk.round + 1 })
    .where(and(eq(workChunks.taskId, chunk.taskId), eq(workChunks.chunkNo, chunk.chunkNo)));
  return attempt;
}

const postpone = (tx: Tx, { taskId, chunkNo }: WorkChunk, until: Date | null) =>
  tx
    .update(workChunks)
    .set({ readyAt: until ?? sql`now() + make_interval(secs => ${CLOSED_SECONDS})` })
    .where(and(eq(workChunks.taskId, taskId), eq(workChunks.chunkNo, chunkNo)));
