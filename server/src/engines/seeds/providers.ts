import { seedMatch } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../kernel/auth/actor.ts';
import { zoneOf } from '../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { holdersOf } from '../identity/index.ts';
import { sendMessage } from '../messages/index.ts';
import { SEED_TASK } from './states.ts';
import type { SeedTask } from './tables.ts';

type Run = Pick<Db['drizzle'], 'execute'>;

const { providerFalse, late } = seedMatch.is;
/** A provider is suspect from this share of false receipts on, and from this number on. */
const FALSE_SHARE = 0.03;
const FALSE_LEAST = 3;
const POINTS_PER_PERCENT = 3;
const POINTS_MAX = 40;
const HEALTH_HOURS = 24;

/** Figures of a provider's seeds whose result is known. */
export interface FalseProvider {
  readonly tenantId: string;
  readonly providerId: bigint;
  readonly seeds: number;
  readonly falseCount: number;
  /** False receipts among the seeds, in percent with one decimal. */
  readonly share: number;
  /** Orders with a false receipt. */
  readonly orderIds: readonly bigint[];
}

/** A provider with too many false receipts on one day of the tenant. */
export interface ProviderFalse {
  readonly tenantId: string;
  readonly providerId: bigint;
  /** All orders of the day with a false receipt; called again with all of them when another one is found. */
  readonly orderIds: readonly bigint[];
}
export type ProviderFalseHook = (tx: Tx, found: ProviderFalse) => Promise<void>;

const hooks = new Set<ProviderFalseHook>();

/** Calls a function in the transaction that finds a provider suspect. Registered at the start of the process. @returns the removal */
export function onProviderFalse(hook: ProviderFalseHook): () => void {
  hooks.add(hook);
  return () => void hooks.delete(hook);
}

const figures = sql`count(*)::int as seeds, count(*) filter (where t.match_result = ${providerFalse})::int as falses,
  coalesce(array_agg(distinct t.order_id::text) filter (where t.match_result = ${providerFalse} and t.order_id is not null), '{}') as orders`;
const isSuspect = (falses: number, seeds: number): boolean => falses >= FALSE_LEAST && falses >= seeds * FALSE_SHARE;
const shareOf = (falses: number, seeds: number): number => Math.round((falses * 1000) / seeds) / 10;

interface Figures extends Record<string, unknown> {
  readonly seeds: number;
  readonly falses: number;
  readonly orders: string[];
}

/** Returns the providers whose seeds sent since a time had too many false receipts: at least three, and 3 % of those with a result. */
export async function falseProviders(run: Run, since: Date): Promise<FalseProvider[]> {
  const { rows } = await run.execute<Figures & { tenant: string; provider: string }>(sql`
    select t.tenant_id as tenant, t.provider_id::text as provider, ${figures} from sed_task t
    where t.provider_id is not null and t.dispatch_time >= ${since.toISOString()}::timestamptz and t.match_result <= ${late}
      and t.deleted_at is null
    group by 1, 2 having count(*) filter (where t.match_result = ${providerFalse}) >= ${FALSE_LEAST} order by 1, 2`);
  return rows
    .filter(({ falses, seeds }) => isSuspect(falses, seeds))
    .map(({ tenant, provider, seeds, falses, orders }) => ({
      ...{ tenantId: tenant, providerId: BigInt(provider), seeds, falseCount: falses },
      ...{ share: shareOf(falses, seeds), orderIds: orders.map(BigInt) },
    }));
}

/** Returns the points that false receipts of the last 24 hours subtract from the health of providers, with the figure behind them. */
export async function seedHealthPoints(
  run: Run,
  now = new Date(),
): Promise<ReadonlyMap<bigint, { readonly points: number; readonly figure: string }>> {
  const found = await falseProviders(run, new Date(now.getTime() - HEALTH_HOURS * 3_600_000));
  return new Map(
    found.map(({ providerId, share, falseCount, seeds }) => [
      providerId,
      {
        points: Math.min(POINTS_MAX, Math.round(share * POINTS_PER_PERCENT)),
        figure: `${falseCount}/${seeds} (${share} %)`,
      },
    ]),
  );
}

/**
 * Counts the false receipts of a task's provider on the day the task was sent. Above the limit staff are notified once for the day, and the
 * registered hooks are called.
 */
export async function reviewProvider(tx: Tx, task: SeedTask): Promise<void> {
  const { tenantId, providerId, dispatchTime } = task;
  if (task.matchResult !== providerFalse || providerId === null || dispatchTime === null) return;
  // One at a time, so that of two parallel false receipts the second sees the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`seed-provider:${providerId}`}, 0))`);
  const { rows } = await tx.execute<Figures & { day: string; name: string | null }>(sql`
    with d as (
      select (${dispatchTime.toISOString()}::timestamptz at time zone z.zone)::date as day, z.zone from (select ${zoneOf(tenantId)} as zone) z
    )
    select d.day::text, (select provider_name from prv_provider where id = ${providerId} and tenant_id = ${tenantId}) as name, ${figures}
    from d join sed_task t on t.provider_id = ${providerId} and t.tenant_id = ${tenantId} and t.match_result <= ${late} and t.deleted_at is null
      and t.dispatch_time >= d.day::timestamp at time zone d.zone and t.dispatch_time < (d.day + 1)::timestamp at time zone d.zone
    group by d.day`);
  const [found] = rows;
  if (!found || !isSuspect(found.falses, found.seeds)) return;
  const { day, seeds, falses, orders } = found;
  const noted = await tx.execute<{ is_first: boolean }>(sql`
    insert into sed_provider_day (tenant_id, provider_id, day, seeds, false_count)
    values (${tenantId}, ${providerId}, ${day}::date, ${seeds}, ${falses})
    on conflict (tenant_id, provider_id, day) do update set seeds = excluded.seeds, false_count = excluded.false_count
    returning xmax = 0 as is_first`);
  if (noted.rows[0]?.is_first)
    await sendMessage(tx, systemActor(tenantId), {
      to: { userIds: await holdersOf(tx, tenantId, `${SEED_TASK}:approve`) },
      key: 'SEED_PROVIDER_FALSE',
      params: {
        ...{ provider: found.name ?? String(providerId), day },
        ...{ n: String(falses), seeds: String(seeds), share: String(shareOf(falses, seeds)) },
      },
      bizType: SEED_TASK,
      route: `/${SEED_TASK}/index?providerId=${providerId}&matchResult_in=${providerFalse}`,
    });
  for (const hook of hooks) await hook(tx, { tenantId, providerId, orderIds: orders.map(BigInt) });
}
