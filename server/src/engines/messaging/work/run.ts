import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { storeOutcome } from '../../../kernel/jobs/index.ts';
import {
  type CheckAdapter,
  type CheckAnswer,
  type CheckBatch,
  type CheckFinding,
  countOutcome,
  NotSent,
  OUTCOME,
  type Outcome,
  recordExchange,
  slowDown,
} from '../../vendors/providers/index.ts';
import type { DecidedLine, Leased, StoredResult } from './kind.ts';
import { finishChunk, storeResults } from './results.ts';
import { ATTEMPT, CHUNK } from './states.ts';
import { workAttempts, workChunks } from './tables.ts';

/** Pause before a batch that was not received is handed over again; the breaker opens meanwhile if it goes on. */
const NOT_SENT_SECONDS = 2;
/** Pause before a provider is asked about a batch in doubt, and again when it did not know it: it may still arrive. */
const DOUBT_SECONDS = 2;
const MISSING_SECONDS = 60;
const MISSING_MAX = 2;
/** An answer about a batch is awaited so long; after that its numbers are unknown and free. */
export const DOUBT_HOURS = 72;
const ERROR_MAX = 255;

/** The outcome of an exchange: an answer, nothing sent, or doubt. */
type CheckOutcome =
  | CheckAnswer
  | { readonly state: 'notSent'; readonly error: string }
  | { readonly state: 'doubt'; readonly error: string };

/**
 * Hands a leased chunk over, outside a transaction, and stores the outcome. An outcome that cannot be stored is stored again, without
 * another request to the provider; after that the chunk is given back at once, with its exchange in doubt.
 */
export async function runChunk(app: App, leased: Leased): Promise<void> {
  const started = performance.now();
  const outcome = await exchange(leased);
  const millis = performance.now() - started;
  const stored = await storeChunk(app, leased, async (tx) => {
    const { provider, lines } = leased;
    await conclude(tx, leased, outcome);
    if (provider.id !== null) {
      const error = 'error' in outcome ? outcome.error : undefined;
      await recordExchange(tx, provider.id, {
        outcome: outcomeOf(outcome),
        lines: outcome.state === 'accepted' ? 0 : lines.length,
        millis,
        error,
      });
      if (outcome.state === 'throttled') await slowDown(tx, provider.id, outcome.afterMillis);
    }
  });
  if (stored === 'failed') await giveUpStoring(app, leased, outcome);
}

/** Stores an outcome in a transaction, if this worker still has the chunk; again after an error, until the lease ends. */
export const storeChunk = (
  app: App,
  leased: Leased,
  store: (tx: Tx) => Promise<void>,
): ReturnType<typeof storeOutcome> =>
  storeOutcome(app.log, { task: leased.task.taskNo, chunk: leased.chunk.chunkNo }, () =>
    app.db.tx(
      async (tx) => {
        const holds = await holdsLease(tx, leased);
        if (holds) await store(tx);
        return holds;
      },
      { retry: true },
    ),
  );

/** Ends the exchange of a chunk that was handed over line by line; its open lines are handed over again after a pause, null: there are none. */
export async function endHanded(
  tx: Tx,
  leased: Leased,
  againSeconds: number | null,
  error: string | null,
): Promise<void> {
  if (againSeconds === null) return end(tx, leased, error);
  const { chunk, attempt } = leased;
  await tx
    .update(workAttempts)
    .set({ state: ATTEMPT.answered, endTime: sql`now()`, error })
    .where(eq(workAttempts.id, attempt.id));
  await giveBack(tx, chunk, againSeconds, { attemptId: null });
}

/** Gives a chunk back whose outcome could not be stored; an answer with findings is collected again by its reference. */
async function giveUpStoring(app: App, leased: Leased, outcome: CheckOutcome): Promise<void> {
  await app.db.tx(
    async (tx) => {
      if (!(await holdsLease(tx, leased))) return;
      await conclude(tx, leased, outcome.state === 'answered' ? { state: 'doubt', error: 'not stored' } : outcome);
    },
    { retry: true },
  );
}

const outcomeOf = ({ state }: CheckOutcome): Outcome =>
  state === 'doubt'
    ? OUTCOME.timedOut
    : state === 'notSent'
      ? OUTCOME.failed
      : state === 'throttled'
        ? OUTCOME.throttled
        : state === 'refused'
          ? OUTCOME.refused
          : OUTCOME.answered;

/** A little longer than the provider's own limit: adapters end their request themselves. */
const GRACE_MILLIS = 5000;

async function exchange({ task, chunk, provider, attempt, isNew, lines, kind }: Leased): Promise<CheckOutcome> {
  const batch: CheckBatch = {
    reference: attempt.id,
    round: chunk.round,
    capability: kind.capabilityOf(task),
    activePeriod: task.activePeriod,
    numbers: lines.map(({ e164 }) => e164),
  };
  const adapter = provider.adapter as CheckAdapter;
  const signal = AbortSignal.timeout(provider.timeoutMillis + GRACE_MILLIS);
  const send = () => {
    if (attempt.state === ATTEMPT.accepted) return adapter.collect(batch, attempt.reference ?? '', signal);
    if (isNew || provider.isRepeatable) return adapter.submit(batch, signal);
    return adapter.ask(batch, signal);
  };
  try {
    return await Promise.race([send(), rejectAfter(signal)]);
  } catch (error) {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX);
    return { state: isNew && error instanceof NotSent ? 'notSent' : 'doubt', error: text };
  }
}

const rejectAfter = async (signal: AbortSignal): Promise<never> => {
  await sleep(2 ** 30, undefined, { signal, ref: false }).catch(() => undefined);
  throw new Error('no answer');
};

/** Whether this worker still has the chunk; locks it. */
async function holdsLease(tx: Tx, { chunk }: Leased): Promise<boolean> {
  const [row] = await tx
    .select({ fence: workChunks.fence })
    .from(workChunks)
    .where(
      and(
        eq(workChunks.taskId, chunk.taskId),
        eq(workChunks.chunkNo, chunk.chunkNo),
        eq(workChunks.state, CHUNK.leased),
      ),
    )
    .for('update');
  return row?.fence === chunk.fence;
}

/**
 * Stores the outcome of an exchange.
 * @param isPart whether more findings of the same batch may follow by themselves
 */
export async function conclude(tx: Tx, leased: Leased, outcome: CheckOutcome, isPart = false): Promise<void> {
  if (outcome.state === 'answered') return answered(tx, leased, outcome.findings, isPart);
  // Whatever the provider says about the batch meanwhile.
  const isOver = Date.now() - leased.attempt.createTime.getTime() > DOUBT_HOURS * 3_600_000;
  if (isOver) return giveUp(tx, leased, 'error' in outcome ? outcome.error : 'no answer');
  switch (outcome.state) {
    case 'accepted':
      return keep(tx, leased, outcome.afterMillis / 1000, {
        state: ATTEMPT.accepted,
        reference: outcome.vendorReference,
      });
    case 'throttled':
      // An accepted batch is only collected later; a new one was not received.
      if (leased.attempt.state === ATTEMPT.accepted) return keep(tx, leased, outcome.afterMillis / 1000);
      return again(tx, leased, outcome.afterMillis / 1000, 'throttled', { isRound: false });
    case 'notSent':
      return again(tx, leased, NOT_SENT_SECONDS, outcome.error, { isRound: false });
    case 'refused':
      return again(tx, leased, 0, outcome.error, { isRound: true, isRefused: true });
    case 'unknown':
      if (leased.attempt.missing + 1 >= MISSING_MAX)
        return again(tx, leased, 0, 'unknown reference', { isRound: false });
      return keep(tx, leased, MISSING_SECONDS, { missing: leased.attempt.missing + 1 });
    case 'doubt': {
      const state = leased.attempt.state === ATTEMPT.accepted ? ATTEMPT.accepted : ATTEMPT.doubt;
      return keep(tx, leased, leased.isNew ? DOUBT_SECONDS : MISSING_SECONDS, { state, error: outcome.error });
    }
  }
}

/** Stores the findings; numbers without one are asked about in another round, and are unknown after the last. */
async function answered(tx: Tx, leased: Leased, findings: readonly CheckFinding[], isPart: boolean): Promise<void> {
  const { kind, task, chunk, attempt, lines, provider } = leased;
  const { found, others, contradictions } = reconcile(lines, findings);
  const results: StoredResult[] = lines.flatMap(({ lineNo, e164 }) => {
    const finding = found.get(e164);
    if (!finding) return [];
    const { e164: _, ...rest } = finding;
    return [
      {
        lineNo,
        ...kind.resultOf(task, finding),
        finding: rest,
        error: contradictions.has(e164) ? 'contradictory' : null,
      },
    ];
  });
  const source = { evidence: provider.evidence, providerCode: provider.code };
  await storeWith(tx, leased, results, source);
  const missing = lines.length - results.length;
  const foreign = await countForeign(tx, leased, others);
  const wrong = foreign + contradictions.size;
  await tx
    .update(workAttempts)
    .set({
      answered: sql`answered + ${results.length}`,
      foreignLines: sql`foreign_lines + ${foreign}`,
      contradictions: sql`contradictions + ${contradictions.size}`,
    })
    .where(eq(workAttempts.id, attempt.id));
  if (wrong > 0 && provider.id !== null) await countOutcome(tx, provider.id, OUTCOME.wrong, wrong);
  if (missing === 0) return end(tx, leased);
  if (isPart) return;
  // The provider may still work on the rest of an accepted batch.
  if (attempt.state === ATTEMPT.accepted && attempt.missing + 1 < MISSING_MAX)
    return keep(tx, leased, provider.roundSeconds[0] ?? 0, { missing: attempt.missing + 1 });
  if (chunk.round >= provider.retryMax) return giveUp(tx, leased, 'no answer');
  const { roundSeconds } = provider;
  return again(tx, leased, roundSeconds[Math.min(chunk.round, roundSeconds.length) - 1] ?? 0, null, { isRound: true });
}

/** Matches findings with the open numbers; a number with two different findings is unknown. */
function reconcile(lines: Leased['lines'], findings: readonly CheckFinding[]) {
  const asked = new Set(lines.map(({ e164 }) => e164));
  const found = new Map<bigint, CheckFinding>();
  const contradictions = new Set<bigint>();
  const others: bigint[] = [];
  for (const finding of findings) {
    if (!asked.has(finding.e164)) {
      others.push(finding.e164);
      continue;
    }
    const first = found.get(finding.e164);
    if (first && first.verdict !== finding.verdict) contradictions.add(finding.e164);
    else if (!first) found.set(finding.e164, finding);
  }
  for (const e164 of contradictions) found.set(e164, { e164, verdict: 'unknown' });
  return { found, others, contradictions };
}

/** Returns how many numbers were never part of the batch: others had their result before. */
async function countForeign(tx: Tx, { task, chunk }: Leased, others: readonly bigint[]): Promise<number> {
  if (others.length === 0) return 0;
  const { rows } = await tx.execute<{ e164: string }>(sql`
    select e164::text from work_line where task_id = ${task.id} and create_time = ${task.createTime}
      and chunk_no = ${chunk.chunkNo} and e164 = any(${sql.param(others.map(String))}::bigint[])`);
  const own = new Set(rows.map(({ e164 }) => BigInt(e164)));
  return others.filter((e164) => !own.has(e164)).length;
}

async function storeWith(
  tx: Tx,
  { kind, task, chunk, lines }: Leased,
  results: readonly StoredResult[],
  source: { evidence: number | null; providerCode: string | null },
): Promise<void> {
  const stored = await storeResults(tx, task, chunk, results, source);
  if (!kind.apply || stored.size === 0) return;
  const byNo = new Map(lines.map((line) => [line.lineNo, line]));
  const decided: DecidedLine[] = results.flatMap(({ lineNo, result, error }) => {
    const line = stored.has(lineNo) ? byNo.get(lineNo) : undefined;
    return line ? [{ ...line, result, error }] : [];
  });
  await kind.apply(tx, task, decided);
}

/** Ends the open lines of a chunk as unknown, free of charge. */
async function giveUp(tx: Tx, leased: Leased, error: string): Promise<void> {
  const { kind, lines, provider } = leased;
  const results = lines.map(({ lineNo }) => ({
    lineNo,
    result: kind.unknown,
    isChargeable: false,
    finding: null,
    error,
  }));
  await storeWith(tx, leased, results, { evidence: null, providerCode: provider.code });
  await end(tx, leased, error);
}

/** Ends the exchange and the chunk. */
async function end(tx: Tx, { task, chunk, attempt }: Leased, error: string | null = null): Promise<void> {
  await tx
    .update(workAttempts)
    .set({ state: ATTEMPT.answered, endTime: sql`now()`, error })
    .where(eq(workAttempts.id, attempt.id));
  await finishChunk(tx, task, chunk);
}

/** Keeps the exchange open: the chunk is looked at again after a pause. */
async function keep(
  tx: Tx,
  { chunk, attempt }: Leased,
  seconds: number,
  change: { state?: number; reference?: string; missing?: number; error?: string } = {},
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.update(workAttempts).set(change).where(eq(workAttempts.id, attempt.id));
  await giveBack(tx, chunk, seconds, {});
}

/** Ends the exchange; the open lines of the chunk are handed over again after a pause, perhaps to another provider. */
async function again(
  tx: Tx,
  leased: Leased,
  seconds: number,
  error: string | null,
  { isRound, isRefused = false }: { isRound: boolean; isRefused?: boolean },
): Promise<void> {
  const { chunk, attempt, provider } = leased;
  await tx
    .update(workAttempts)
    .set({ state: isRound && !isRefused ? ATTEMPT.answered : ATTEMPT.notAccepted, endTime: sql`now()`, error })
    .where(eq(workAttempts.id, attempt.id));
  if (isRefused && (provider.id === null || chunk.round >= provider.retryMax))
    return giveUp(tx, leased, error ?? 'refused');
  await giveBack(tx, chunk, seconds, {
    attemptId: null,
    round: isRound ? chunk.round : chunk.round - 1,
    ...(isRefused && provider.id !== null ? { tried: sql`tried || ${provider.id}::bigint` } : {}),
  });
}

const giveBack = (
  tx: Tx,
  { taskId, chunkNo }: Leased['chunk'],
  seconds: number,
  change: Parameters<ReturnType<typeof tx.update<typeof workChunks>>['set']>[0],
) =>
  tx
    .update(workChunks)
    .set({
      ...change,
      state: CHUNK.ready,
      workerId: null,
      leaseUntil: null,
      readyAt: sql`now() + make_interval(secs => ${seconds}::double precision)`,
    })
    .where(and(eq(workChunks.taskId, taskId), eq(workChunks.chunkNo, chunkNo)));
