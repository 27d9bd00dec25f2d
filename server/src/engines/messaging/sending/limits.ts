import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import type { MessageSender } from '../../vendors/providers/index.ts';

type Run = Pick<Tx, 'execute'>;

/** Recipients that a sender must not write to yet, with the time from which it may. */
export type TooEarly = ReadonlyMap<bigint, Date>;

/** A place becomes free when the oldest recipient was first written to this long ago. */
const DAY = sql.raw(`interval '24 hours'`);
declareLimit({ name: 'new recipients of a portfolio', window: '24 hours', unit: 'people' });

/**
 * Takes the next message of a sender to some recipients, known by their digests, if their last one was long enough ago. Orders, tests and
 * conversations share the pause.
 */
export async function takePairs(
  tx: Run,
  senderId: bigint,
  keys: readonly bigint[],
  seconds: number,
): Promise<TooEarly> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    insert into snd_pair as p (sender_id, number_key, free_at)
    select distinct ${senderId}::bigint, key, now() + make_interval(secs => ${seconds}::int) from unnest(${sql.param([...keys])}::bigint[]) key order by key
    on conflict (sender_id, number_key) do update set free_at = excluded.free_at where p.free_at <= statement_timestamp()
    returning number_key::text as key`);
  const taken = new Set(rows.map(({ key }) => BigInt(key)));
  const early = keys.filter((key) => !taken.has(key));
  if (early.length === 0) return new Map();
  const found = await tx.execute<{ key: string; at: string }>(sql`
    select number_key::text as key, free_at as at from snd_pair where sender_id = ${senderId} and number_key = any(${sql.param(early)}::bigint[])`);
  return new Map(found.rows.map(({ key, at }) => [BigInt(key), new Date(at)]));
}

/** Gives taken pairs back for messages that are not handed over now. */
export const givePairs = (tx: Run, senderId: bigint, keys: readonly bigint[]): Promise<unknown> =>
  tx.execute(
    sql`delete from snd_pair where sender_id = ${senderId} and number_key = any(${sql.param([...keys])}::bigint[])`,
  );

/** Recipients that fit into a portfolio's limit. */
export interface PortfolioPlaces {
  /** Those that took a new place; the others had one. */
  readonly taken: readonly bigint[];
  readonly refused: ReadonlySet<bigint>;
  /** When the next places become free. */
  readonly freeAt: Date | null;
}

/**
 * Reserves places of a portfolio's unique recipients in a moving 24 hours, for as many as fit; those written to within 24 hours need none.
 * Nodes take places of one portfolio one after the other.
 */
export async function takePlaces(
  tx: Run,
  tenantId: string,
  { code, limit }: NonNullable<MessageSender['portfolio']>,
  keys: readonly bigint[],
): Promise<PortfolioPlaces> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`portfolio:${tenantId}:${code}`}, 0))`);
  const isOf = sql`tenant_id = ${tenantId} and portfolio_code = ${code}`;
  const { rows } = await tx.execute<{ used: number; known: string[]; freeAt: string | null }>(sql`
    select count(*)::int as used, coalesce(array_agg(number_key::text) filter (where number_key = any(${sql.param([...keys])}::bigint[])), '{}') as known,
      min(first_time) + ${DAY} as "freeAt"
    from snd_portfolio where ${isOf} and first_time > statement_timestamp() - ${DAY}`);
  const { used = 0, known = [], freeAt = null } = rows[0] ?? {};
  const knownKeys = new Set(known.map(BigInt));
  const fresh = [...new Set(keys)].filter((key) => !knownKeys.has(key));
  const taken = limit === 0 ? fresh : fresh.slice(0, Math.max(0, limit - used));
  if (taken.length > 0)
    await tx.execute(sql`
      insert into snd_portfolio (tenant_id, portfolio_code, number_key, first_time)
      select ${tenantId}, ${code}, key, now() from unnest(${sql.param(taken)}::bigint[]) key order by key
      on conflict (tenant_id, portfolio_code, number_key) do update set first_time = excluded.first_time`);
  return { taken, refused: new Set(fresh.slice(taken.length)), freeAt: freeAt === null ? null : new Date(freeAt) };
}

/** Gives places back that were taken for messages which are not sent. */
export const givePlaces = (tx: Run, tenantId: string, code: string, keys: readonly bigint[]): Promise<unknown> =>
  tx.execute(sql`
    delete from snd_portfolio where tenant_id = ${tenantId} and portfolio_code = ${code} and number_key = any(${sql.param([...keys])}::bigint[])`);

/** Recipients of a portfolio in the last 24 hours, and when the oldest of the next hundred places becomes free. */
export async function placesUsed(
  run: Run,
  tenantId: string,
  code: string,
): Promise<{ used: number; resetAt: Date | null }> {
  const isOf = sql`tenant_id = ${tenantId} and portfolio_code = ${code} and first_time > now() - ${DAY}`;
  const { rows } = await run.execute<{ used: number; resetAt: string | null }>(sql`
    select (select count(*) from snd_portfolio where ${isOf})::int as used,
      (select max(first_time) + ${DAY} from (select first_time from snd_portfolio where ${isOf} order by first_time limit 100) f) as "resetAt"`);
  const { used = 0, resetAt = null } = rows[0] ?? {};
  return { used, resetAt: resetAt === null ? null : new Date(resetAt) };
}

/** Deletes pauses and places that are over. */
export async function purgeLimits(run: Run): Promise<void> {
  await run.execute(sql`delete from snd_pair where free_at < now() - interval '1 minute'`);
  await run.execute(sql`delete from snd_portfolio where first_time < now() - interval '25 hours'`);
}
