import { providerBreaker, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { smppBindState } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../../../kernel/db/index.ts';

/** One bind of a provider: as `provider/number`. */
export interface BindKey {
  readonly providerId: bigint;
  readonly bindNo: number;
}

/** A bind that a provider should have, with its holder. */
export interface WantedBind extends BindKey {
  /** The worker that holds it and lives; null for none. */
  readonly workerId: bigint | null;
}

export interface BindView {
  readonly wanted: readonly WantedBind[];
  /** Parts a second that each provider bears, over all binds. */
  readonly rates: ReadonlyMap<bigint, number>;
  /** Bound binds of each provider, on all nodes. */
  readonly bound: ReadonlyMap<bigint, number>;
  /** Live workers. */
  readonly workers: number;
}

type Run = Pick<Db['drizzle'] | Tx, 'execute'>;
const { free, connecting, bound } = smppBindState.is;
const ERROR_MAX = 255;

/** Returns the binds of all enabled providers that are not isolated, with their holders; adds missing rows and removes those left over. */
export async function lookAtBinds(run: Run): Promise<BindView> {
  const { rows } = await run.execute<{
    id: string;
    count: number;
    rate: number;
    workers: number;
    binds: { no: number; worker: string | null; state: number }[];
  }>(sql`
    select p.id::text as id, p.bind_count as count, coalesce(h.learned_rate, p.rate_per_second)::float8 as rate,
      (select count(*) from kernel_worker)::int as workers,
      coalesce((select jsonb_agg(jsonb_build_object('no', b.bind_no, 'worker', w.id::text, 'state', b.state)) from prv_bind b
        left join kernel_worker w on w.id = b.worker_id where b.provider_id = p.id), '[]') as binds
    from prv_provider p join prv_health h on h.provider_id = p.id
    where p.protocol = ${providerProtocol.is.smpp} and p.status = 1 and p.deleted_at is null and h.breaker <> ${providerBreaker.is.isolated}
    order by p.id`);
  if (rows.some(({ count, binds }) => binds.length !== count)) await completeBinds(run);
  const wanted = rows.flatMap(({ id, count, binds }) =>
    Array.from({ length: count }, (_, index): WantedBind => {
      const holder = binds.find(({ no }) => no === index + 1)?.worker;
      return { providerId: BigInt(id), bindNo: index + 1, workerId: holder ? BigInt(holder) : null };
    }),
  );
  return {
    wanted,
    rates: new Map(rows.map(({ id, rate }) => [BigInt(id), rate])),
    bound: new Map(
      rows.map(({ id, binds }) => [
        BigInt(id),
        binds.filter(({ state, worker }) => state === bound && worker !== null).length,
      ]),
    ),
    workers: Math.max(1, rows[0]?.workers ?? 1),
  };
}

const completeBinds = async (run: Run): Promise<void> => {
  await run.execute(sql`
    insert into prv_bind (provider_id, bind_no)
    select p.id, n from prv_provider p cross join lateral generate_series(1, p.bind_count) n
    where p.protocol = ${providerProtocol.is.smpp} and p.status = 1 and p.deleted_at is null on conflict do nothing`);
  await run.execute(sql`
    delete from prv_bind b using prv_provider p where p.id = b.provider_id and b.bind_no > p.bind_count
      and not exists (select from kernel_worker w where w.id = b.worker_id)`);
};

const keys = (binds: readonly BindKey[]) =>
  sql`unnest(${sql.param(binds.map(({ providerId }) => String(providerId)))}::bigint[], ${sql.param(binds.map(({ bindNo }) => bindNo))}::int[]) k (provider_id, bind_no)`;

/** Takes binds that no live worker holds, those of `former` as well. @returns the taken ones */
export async function takeBinds(
  run: Run,
  workerId: bigint,
  binds: readonly BindKey[],
  former: bigint | null = null,
): Promise<BindKey[]> {
  if (binds.length === 0) return [];
  const { rows } = await run.execute<{ id: string; no: number }>(sql`
    update prv_bind b set worker_id = ${workerId}, state = case when ${former}::bigint is null then ${connecting}::int else b.state end,
      since_time = now(), next_try_time = null
    from ${keys(binds)} where b.provider_id = k.provider_id and b.bind_no = k.bind_no
      and (b.worker_id is null or b.worker_id = ${former}::bigint or not exists (select from kernel_worker w where w.id = b.worker_id))
    returning b.provider_id::text as id, b.bind_no as no`);
  return rows.map(({ id, no }) => ({ providerId: BigInt(id), bindNo: no }));
}

/** Gives binds back, all of the worker without a list. */
export const giveBindsBack = (run: Run, workerId: bigint, binds: readonly BindKey[] | null) =>
  run.execute(sql`
    update prv_bind b set worker_id = null, state = ${free}, since_time = now(), next_try_time = null, throttled_until = null
    where b.worker_id = ${workerId} ${binds === null ? sql`` : sql`and (b.provider_id, b.bind_no) in (select k.provider_id, k.bind_no from ${keys(binds)})`}`);

/** Notes the state of a bind that the worker holds. */
export const recordBind = (
  run: Run,
  workerId: bigint,
  { providerId, bindNo }: BindKey,
  { state, error = null, pauseMillis = null }: { state: number; error?: string | null; pauseMillis?: number | null },
) =>
  run.execute(sql`
    update prv_bind set state = ${state}, since_time = case when state = ${state} then since_time else now() end,
      next_try_time = now() + make_interval(secs => ${pauseMillis === null ? null : pauseMillis / 1000}::double precision),
      last_error = coalesce(${error?.slice(0, ERROR_MAX) ?? null}::text, last_error),
      last_error_time = case when ${error}::text is null then last_error_time else now() end
    where provider_id = ${providerId} and bind_no = ${bindNo} and worker_id = ${workerId}`);

export const recordThrottled = (run: Run, workerId: bigint, { providerId, bindNo }: BindKey, pauseMillis: number) =>
  run.execute(sql`
    update prv_bind set throttled_until = now() + make_interval(secs => ${pauseMillis / 1000}::double precision)
    where provider_id = ${providerId} and bind_no = ${bindNo} and worker_id = ${workerId}`);

/** Returns the binds of a provider for its screen. */
export async function shownBinds(run: Run, providerId: bigint) {
  const { rows } = await run.execute<{
    bindNo: number;
    state: number;
    since: string;
    node: string | null;
    pausedUntil: string | null;
    nextTryTime: string | null;
    lastError: string | null;
    lastErrorTime: string | null;
  }>(sql`
    select b.bind_no as "bindNo", case when w.id is null then ${free}::int else b.state end as state, b.since_time as since, w.host as node,
      case when b.throttled_until > now() then b.throttled_until end as "pausedUntil", b.next_try_time as "nextTryTime",
      b.last_error as "lastError", b.last_error_time as "lastErrorTime"
    from prv_bind b left join kernel_worker w on w.id = b.worker_id where b.provider_id = ${providerId} order by b.bind_no`);
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    pausedUntil: dateOf(row.pausedUntil),
    nextTryTime: dateOf(row.nextTryTime),
    lastErrorTime: dateOf(row.lastErrorTime),
  }));
}
