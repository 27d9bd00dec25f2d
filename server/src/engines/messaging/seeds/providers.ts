import { healthPart } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { seedMatch } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { zoneOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { defineEvent } from '../../../kernel/event.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { holdersOf } from '../../people/identity/index.ts';
import type { HealthPart } from '../../vendors/providers/index.ts';
import { SEED_TASK } from './states.ts';

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

/** A provider is suspected: announced in the transaction that records it. */
export const providerFoundFalse = defineEvent<[tx: Tx, found: ProviderFalse]>();

const figures = sql`count(*)::int as seeds, count(*) filter (where t.match_result = ${providerFalse})::int as falses,
  coalesce(array_agg(distinct t.order_id::text) filter (where t.match_result = ${providerFalse} and t.order_id is not null), '{}') as orders`;
const isSuspect = (falses: number, seeds: number): boolean => falses >= FALSE_LEAST && falses >= seeds * FALSE_SHARE;
const shareOf = (falses: number, seeds: number): number => Math.round((falses * 1000) / seeds) / 10;

interface Figures extends Record<string, unknown> {
  readonly seeds: number;
  readonly falses: number;
  readonly orders: string[];
}

/** Returns those providers whose seeds of the last 24 hours had too many false receipts: at least three, and 3 % of those with a result. */
export async function falseProviders(run: Run, ids: readonly bigint[]): Promise<FalseProvider[]> {
  const { rows } = await run.execute<Figures & { tenant: string; provider: string }>(sql`
    select t.tenant_id as tenant, t.provider_id::text as provider, ${figures} from sed_task t
    where t.provider_id = any(${sql.param(ids.map(String))}::bigint[])
      and t.dispatch_time >= now() - make_interval(hours => ${HEALTH_HOURS}) and t.match_result <= ${late}
      and t.deleted_at is null
    group by 1, 2 having count(*) filter (where t.match_result = ${providerFalse}) >= ${FALSE_LEAST} order by 1, 2`);
  return rows
    .filter(({ falses, seeds }) => isSuspect(falses, seeds))
    .map(({ tenant, provider, seeds, falses, orders }) => ({
      ...{ tenantId: tenant, providerId: BigInt(provider), seeds, falseCount: falses },
      ...{ share: shareOf(falses, seeds), orderIds: orders.map(BigInt) },
    }));
}

/** Orders with false reports that are listed, and how long after they were made. */
const REPORTS_MAX = 100;
const REPORTS_DAYS = 30;

/** Returns the orders of a provider in which it reported falsely about a seed, or whose messages were overruled; newest first. */
export async function falseReportsOf(run: Run, providerId: bigint) {
  const { rows } = await run.execute<{
    orderId: string;
    orderNo: string;
    resource: string;
    createTime: string;
    seeds: number;
    falseSeeds: number;
    reported: number;
    overruled: number;
  }>(sql`
    with seen as (
      select t.order_id, count(*)::int as seeds, (count(*) filter (where t.match_result = ${providerFalse}))::int as falses from sed_task t
      where t.provider_id = ${providerId} and t.order_id is not null and t.match_result <= ${late} and t.deleted_at is null
        and t.dispatch_time >= now() - make_interval(days => ${REPORTS_DAYS}) group by 1
    ), found as (
      select order_id as id from seen where falses > 0
      union
      select id from work_task where sender_id = ${providerId} and overruled_count > 0 and create_time >= now() - make_interval(days => ${REPORTS_DAYS})
    )
    select w.id::text as "orderId", w.task_no as "orderNo", w.resource, w.create_time as "createTime",
      coalesce(s.seeds, 0) as seeds, coalesce(s.falses, 0) as "falseSeeds",
      w.delivered_count + w.read_count as reported, w.overruled_count as overruled
    from found f join work_task w on w.id = f.id left join seen s on s.order_id = w.id
    where w.deleted_at is null and not w.details ? 'seedOf' order by w.id desc limit ${REPORTS_MAX}`);
  return rows.map(({ orderId, createTime, ...row }) => ({
    ...row,
    orderId: BigInt(orderId),
    createTime: new Date(createTime),
  }));
}

/** Returns the points that false receipts subtract from the health of providers, by provider. */
export async function seedHealth(run: Run, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, HealthPart>> {
  const found = await falseProviders(run, ids);
  return new Map(
    found.map(({ providerId, share, falseCount, seeds }) => [
      providerId,
      {
        part: healthPart.is.falseReceipts,
        points: Math.min(POINTS_MAX, Math.round(share * POINTS_PER_PERCENT)),
        figure: `${falseCount}/${seeds} (${share} %)`,
      },
    ]),
  );
}

interface FalseDay extends Figures {
  readonly tenant: string;
  readonly provider: string;
  readonly day: string;
  readonly name: string | null;
}

/**
 * Reviews the false receipts of today and yesterday, by the days of each tenant. Staff are notified once of a provider above the limit on a day;
 * `providerFoundFalse` is announced whenever another false receipt of that day is found. @returns how many days had new ones
 */
export async function reviewProviders(db: Pick<Db, 'drizzle' | 'tx'>): Promise<number> {
  const { rows } = await db.drizzle.execute<FalseDay>(sql`
    select t.tenant_id as tenant, t.provider_id::text as provider, (t.dispatch_time at time zone z.zone)::date::text as day,
      (select provider_name from prv_provider p where p.id = t.provider_id and p.tenant_id = t.tenant_id) as name, ${figures}
    from (
      select distinct tenant_id from sed_task where match_result = ${providerFalse} and dispatch_time > now() - interval '3 days' and provider_id is not null
    ) f
    cross join lateral (select ${zoneOf(sql`f.tenant_id`)} as zone) z
    join sed_task t on t.tenant_id = f.tenant_id and t.provider_id is not null and t.match_result <= ${late} and t.deleted_at is null
      and t.dispatch_time >= date_trunc('day', now(), z.zone) - interval '1 day'
    group by 1, 2, 3, t.provider_id, t.tenant_id
    having count(*) filter (where t.match_result = ${providerFalse}) >= ${FALSE_LEAST} order by 1, 2, 3`);
  const suspect = rows.filter(({ falses, seeds }) => isSuspect(falses, seeds));
  const noted: boolean[] = [];
  const failures: unknown[] = [];
  // One failing hook does not keep the other providers from being reviewed.
  for (const row of suspect)
    await db
      .tx((tx) => recordFalseDay(tx, row))
      .then(
        (isNew) => noted.push(isNew),
        (error: unknown) => failures.push(error),
      );
  if (failures.length > 0) throw new AggregateError(failures, 'False receipts of some providers could not be noted');
  return noted.filter(Boolean).length;
}

/** Notes a provider's day above the limit, with its consequences. @returns false if nothing is new since the last time */
async function recordFalseDay(
  tx: Tx,
  { tenant, provider, day, name, seeds, falses, orders }: FalseDay,
): Promise<boolean> {
  const { rows } = await tx.execute<{ is_first: boolean }>(sql`
    insert into sed_provider_day (tenant_id, provider_id, day, seeds, false_count)
    values (${tenant}, ${provider}::bigint, ${day}::date, ${seeds}, ${falses})
    on conflict (tenant_id, provider_id, day) do update set seeds = excluded.seeds, false_count = excluded.false_count
      where sed_provider_day.false_count < excluded.false_count
    returning xmax = 0 as is_first`);
  const [noted] = rows;
  if (!noted) return false;
  if (noted.is_first)
    await sendMessage(tx, systemActor(tenant), {
      to: { userIds: await holdersOf(tx, tenant, `${SEED_TASK}:approve`) },
      key: 'SEED_PROVIDER_FALSE',
      params: {
        ...{ provider: name ?? provider, day },
        ...{ n: String(falses), seeds: String(seeds), share: String(shareOf(falses, seeds)) },
      },
      bizType: SEED_TASK,
      route: `/${SEED_TASK}/index?providerId=${provider}&matchResult_in=${providerFalse}`,
    });
  const event = { tenantId: tenant, providerId: BigInt(provider), orderIds: orders.map(BigInt) };
  await providerFoundFalse.announce(tx, event);
  return true;
}
