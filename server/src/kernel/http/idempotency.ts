import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import type { Db, Tx } from '../db/index.ts';
import { prepared } from '../db/prepared.ts';
import type { Secrets } from '../secrets/index.ts';

/** A request under an idempotency key. */
export interface KeyedRequest {
  readonly actor: Actor;
  /** The caller's, 1–64 characters. */
  readonly key: string;
  readonly call: string;
  /** Distinguishes a repetition from another request with the same key. */
  readonly hash: string;
}

/** The encoded answer, and whether it is the stored one of an earlier request. */
export interface IdempotentAnswer {
  readonly answer: unknown;
  readonly replayed: boolean;
}

/**
 * @param secrets digests the input with the installation's key, since it may contain passwords of new accounts
 * @param request `input` is the raw input
 */
export const keyedRequest = (
  secrets: Pick<Secrets, 'digest'>,
  { input, ...rest }: Omit<KeyedRequest, 'hash'> & { readonly input: unknown },
): KeyedRequest => ({ ...rest, hash: secrets.digest(JSON.stringify(input, sorted), 'idempotency') });

/**
 * Claims keys for work in this transaction: a second request with a key waits here until the first has ended. A failed
 * transaction takes its claims back and burns nothing. Not for two requests under one key at once.
 * @returns for each: null when the key is its own now, the stored answer of a repetition, or IDEMPOTENCY_CONFLICT
 */
export async function claim(tx: Tx, keyed: readonly KeyedRequest[]): Promise<(IdempotentAnswer | AppError | null)[]> {
  if (keyed.length === 0) return [];
  // In one order for everybody, so that two nodes never wait for each other's keys in a ring.
  const inserted = await prepared<{ user_id: bigint; key: string }>(
    tx,
    sql`
    insert into kernel_idempotency (tenant_id, user_id, key, call, body_hash)
    select * from unnest(${sql.param(keyed.map(({ actor }) => actor.tenantId))}::text[], ${sql.param(keyed.map(({ actor }) => actor.userId))}::bigint[],
      ${sql.param(keyed.map(({ key }) => key))}::text[], ${sql.param(keyed.map(({ call }) => call))}::text[], ${sql.param(keyed.map(({ hash }) => hash))}::text[])
    order by 1, 2, 3
    on conflict do nothing returning user_id, key`,
  );
  const own = new Set(inserted.rows.map((row) => `${row.user_id} ${row.key}`));
  return Promise.all(keyed.map((one) => (own.has(`${one.actor.userId} ${one.key}`) ? null : storedAnswer(tx, one))));
}

/** Stores the answers of claimed requests, with the work they answer. */
export async function storeAnswers(
  tx: Tx,
  answers: readonly { keyed: KeyedRequest; answer: unknown }[],
): Promise<void> {
  if (answers.length === 0) return;
  await prepared(
    tx,
    sql`
    update kernel_idempotency k set answer = a.answer
    from unnest(${sql.param(answers.map(({ keyed }) => keyed.actor.tenantId))}::text[], ${sql.param(answers.map(({ keyed }) => keyed.actor.userId))}::bigint[],
      ${sql.param(answers.map(({ keyed }) => keyed.key))}::text[], ${sql.param(answers.map(({ answer }) => JSON.stringify(answer ?? null)))}::jsonb[]) a (tenant_id, user_id, key, answer)
    where k.tenant_id = a.tenant_id and k.user_id = a.user_id and k.key = a.key`,
  );
}

/**
 * Runs a call once per key: effect and stored answer commit together. Without a key it is simply run. Where it collides with
 * another transaction (a deadlock) it was undone whole and is run again: it then sees the state the other one left.
 */
export async function runOnce(
  db: Db,
  keyed: KeyedRequest | null,
  work: (tx: Tx) => Promise<unknown>,
): Promise<IdempotentAnswer> {
  return db.tx(async (tx) => {
    if (keyed === null) return { answer: await work(tx), replayed: false };
    const [claimed] = await claim(tx, [keyed]);
    if (claimed instanceof Error) throw claimed;
    if (claimed) return claimed;
    const answer = await work(tx);
    await storeAnswers(tx, [{ keyed, answer }]);
    return { answer, replayed: false };
  }, RETRY);
}

const RETRY = { retry: true } as const;

async function storedAnswer(tx: Tx, { actor, key, call, hash }: KeyedRequest): Promise<IdempotentAnswer | AppError> {
  const stored = await tx.execute<{ call: string; body_hash: string; answer: unknown }>(sql`
    select call, body_hash, answer from kernel_idempotency
    where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and key = ${key}`);
  const row = stored.rows[0];
  if (!row || row.call !== call || row.body_hash !== hash) return commonErrors.IDEMPOTENCY_CONFLICT();
  return { answer: row.answer, replayed: true };
}

const sorted = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};
