import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { startOfCurrent, todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { ruledRows } from '../../../kernel/resource/data-rules.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { type Criteria, matchesCriteria } from './allocate.ts';
import { BATCH, STAGED, STOCK } from './states.ts';
import { SURVIVE } from './stock.ts';
import { items } from './tables.ts';

export interface StockKind {
  readonly tenantId: string;
  readonly businessType: number;
  readonly countryCode: string;
  readonly numberType: number;
  readonly capability: number;
  readonly warehouseCode: string;
}

export interface StockCounts extends StockKind {
  readonly available: number;
  readonly reserved: number;
  readonly assigned: number;
  readonly quarantine: number;
  readonly unlisted: number;
  readonly dead: number;
  readonly retired: number;
  /** For pre-orders, not delivered yet. */
  readonly locked: number;
  readonly alive: number;
  readonly total: number;
  /** Micro-units; null when nothing is in stock. */
  readonly avgCost: bigint | null;
  /** Delivered to customers today and on the last seven days, today included, of the tenant's zone; returns are not subtracted. */
  readonly soldToday: number;
  readonly sold7d: number;
  readonly lastInTime: Date | null;
  readonly lastOutTime: Date | null;
}

const BUCKETS = ['available', 'reserved', 'assigned', 'quarantine', 'unlisted', 'dead', 'retired', 'locked'] as const;

/** The counts of `inv_counter.sold` that are not older than a day or a week; `age` is how many days ago the first of them is. */
const SOLD = sql.raw(`coalesce(sum(sold[1]) filter (where age <= 0), 0)::int8 as sold_today,
  coalesce(sum(${Array.from({ length: 7 }, (_, place) => `case when age <= ${6 - place} then sold[${place + 1}] else 0 end`).join(' + ')}), 0)::int8 as sold_7d`);

/**
 * Returns the counters of a tenant, one row per kind of number, summed over the slots. `where` is a condition on
 * counter columns.
 */
export async function stockCounts(db: Db | Tx, tenantId: string, where: SQL = sql`true`): Promise<StockCounts[]> {
  const run = 'drizzle' in db ? db.drizzle : db;
  const result = await run.execute<Figures>(sql`
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code,
      sum(available)::int8 as available, sum(reserved)::int8 as reserved, sum(assigned)::int8 as assigned, sum(quarantine)::int8 as quarantine,
      sum(unlisted)::int8 as unlisted, sum(dead)::int8 as dead, sum(retired)::int8 as retired, sum(locked)::int8 as locked, sum(alive)::int8 as alive,
      sum(cost_total)::text as cost_total, max(last_in_time) as last_in_time, max(last_out_time) as last_out_time,
      ${SOLD}
    from inv_counter cross join lateral (select ${todayOf(sql`inv_counter.tenant_id`)} - sold_day as age) a where tenant_id = ${tenantId} and ${where}
    group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6`);
  return result.rows.map(countsOf);
}

/**
 * Returns the same for the numbers in the reader's scope: from the counters, or from the rows if data rules limit the
 * reader.
 */
export async function reachedStock(db: Db, actor: Actor, where: SQL = sql`true`): Promise<StockCounts[]> {
  if (!ruledRows(actor, items)) return stockCounts(db, actor.tenantId, where);
  const result = await db.drizzle.execute<Figures>(sql`
    select ${KIND}, ${listed(FIGURES, (name, figure) => `${figure} as ${name}`)},
      max(create_time) as last_in_time, max(assign_time) as last_out_time,
      count(*) filter (where stock_status = ${STOCK.assigned} and assigned_to is not null and assign_time >= ${startOfCurrent('day', actor.tenantId)})::int8 as sold_today,
      count(*) filter (where stock_status = ${STOCK.assigned} and assigned_to is not null
        and assign_time >= ${startOfCurrent('day', actor.tenantId)} - interval '6 days')::int8 as sold_7d
    from inv_item where ${visible(actor, items, 'tenant')} and ${where} group by ${KIND} order by 2, 3, 4, 5, 6`);
  return result.rows.map(countsOf);
}

type Figures = Record<string, string | number | Date | null>;

function countsOf(row: Figures): StockCounts {
  const counts = Object.fromEntries([...BUCKETS, 'alive' as const].map((name) => [name, Number(row[name])])) as Record<
    (typeof BUCKETS)[number] | 'alive',
    number
  >;
  const total = BUCKETS.reduce((sum, bucket) => sum + counts[bucket], 0);
  return {
    tenantId: String(row['tenant_id']),
    businessType: Number(row['business_type']),
    countryCode: String(row['country_code']),
    numberType: Number(row['number_type']),
    capability: Number(row['capability']),
    warehouseCode: String(row['warehouse_code']),
    ...counts,
    total,
    avgCost: total === 0 ? null : BigInt(String(row['cost_total'])) / BigInt(total),
    soldToday: Number(row['sold_today']),
    sold7d: Number(row['sold_7d']),
    lastInTime: row['last_in_time'] ? new Date(row['last_in_time']) : null,
    lastOutTime: row['last_out_time'] ? new Date(row['last_out_time']) : null,
  };
}

/**
 * Returns how many numbers of each state each warehouse has in the reader's scope: from the counters, or from the rows
 * if data rules limit the reader.
 */
export async function countsByWarehouse(
  db: Db,
  actor: Actor,
): Promise<ReadonlyMap<string, Readonly<Record<(typeof BUCKETS)[number] | 'total', number>>>> {
  const kinds = await reachedStock(db, actor);
  const found = new Map<string, Record<(typeof BUCKETS)[number] | 'total', number>>();
  for (const kind of kinds) {
    const before = found.get(kind.warehouseCode);
    const sum = (bucket: (typeof BUCKETS)[number] | 'total') =>
      [bucket, (before?.[bucket] ?? 0) + kind[bucket]] as const;
    found.set(kind.warehouseCode, Object.fromEntries([...BUCKETS, 'total' as const].map(sum)) as never);
  }
  return found;
}

/**
 * Returns how many numbers can be sold for some criteria, from the counters; expiring leases and dead numbers are not
 * deducted.
 */
export async function availability(db: Db | Tx, tenantId: string, criteria: Criteria): Promise<number> {
  const run = 'drizzle' in db ? db.drizzle : db;
  const result = await run.execute<{ n: string | number }>(sql`
    select coalesce(sum(available), 0)::int8 as n from inv_counter
    where tenant_id = ${tenantId} and business_type = ${criteria.businessType} and country_code = ${criteria.countryCode}
      ${criteria.numberType ? sql`and number_type = ${criteria.numberType}` : sql``}
      ${criteria.capability ? sql`and (capability & ${criteria.capability}::int) = ${criteria.capability}::int` : sql``}
      ${criteria.warehouseCode ? sql`and warehouse_code = ${criteria.warehouseCode}` : sql``}`);
  return Number(result.rows[0]?.n ?? 0);
}

/** Returns the same from the rows: exact, for the decision itself. `most` ends the count early. */
export async function sellableNow(
  tx: Pick<Tx, 'execute'>,
  tenantId: string,
  criteria: Criteria,
  most: number | null = null,
): Promise<number> {
  const result = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n
    from (select from inv_sellable where ${matchesCriteria({ tenantId }, criteria)} limit ${most}) sellable`);
  return Number(result.rows[0]?.n ?? 0);
}

/** A counter that differs from its rows: of a kind of number, or of a batch. */
export type StockMismatch = (StockKind | { readonly tenantId: string; readonly batchNo: string }) & {
  readonly bucket: string;
  /** Text, because costs are micro-units. */
  readonly counted: string;
  readonly rows: string;
};

/**
 * Recounts every kind of number and every committed batch. @returns the counters that differ from the rows; empty when
 * all are right
 */
export async function verifyStockCounters(tx: Tx): Promise<StockMismatch[]> {
  const kinds = await tx.execute<Differing>(sql`
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code, ${DIFFERENCE}
    from (
      select ${KIND}, ${listed(FIGURES, (name) => `sum(${name}) as ${name}`)} from inv_counter group by ${KIND}
    ) c
    full join (
      select ${KIND}, ${listed(FIGURES, (name, figure) => `${figure} as ${name}`)} from inv_item where deleted_at is null group by ${KIND}
    ) r using (${KIND})
    cross join lateral (values ${listed(FIGURES, (name) => `('${name}', c.${name}, r.${name})`)}) f (bucket, counted, rows)
    where coalesce(counted, 0) <> coalesce(rows, 0)`);
  const batches = await tx.execute<Differing>(sql`
    select tenant_id, batch_no, ${DIFFERENCE}
    from inv_batch b
    left join (
      select batch_id, ${listed(PROGRESS, (name, figure) => `${figure} as ${name}`)} from inv_staged group by batch_id
    ) r on r.batch_id = b.id
    cross join lateral (values ${listed(PROGRESS, (name) => `('${name}', b.${name}, r.${name})`)}) f (bucket, counted, rows)
    where b.status in (${BATCH.reported}, ${BATCH.committed}) and counted <> coalesce(rows, 0)`);
  return [
    ...kinds.rows.map((row) => ({
      tenantId: String(row['tenant_id']),
      businessType: Number(row['business_type']),
      countryCode: String(row['country_code']),
      numberType: Number(row['number_type']),
      capability: Number(row['capability']),
      warehouseCode: String(row['warehouse_code']),
      ...figuresOf(row),
    })),
    ...batches.rows.map((row) => ({
      tenantId: String(row['tenant_id']),
      batchNo: String(row['batch_no']),
      ...figuresOf(row),
    })),
  ];
}

type Differing = Record<string, string | number> & { readonly bucket: string; counted: string; rows: string };

const figuresOf = ({ bucket, counted, rows }: Differing) => ({ bucket, counted, rows });

const KIND = sql.raw('tenant_id, business_type, country_code, number_type, capability, warehouse_code');
const DIFFERENCE = sql.raw('bucket, coalesce(counted, 0)::text as counted, coalesce(rows, 0)::text as rows');

/** The columns of `inv_counter`, each with its expression over numbers. */
const FIGURES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(BUCKETS.map((bucket) => [bucket, `count(*) filter (where stock_status = ${STOCK[bucket]})`])),
  alive: `count(*) filter (where survive_status = ${SURVIVE.alive})`,
  cost_total: 'sum(cost_price)',
};

/** The columns of `inv_batch`, each with its expression over staged numbers. */
const PROGRESS: Readonly<Record<string, string>> = {
  ready_count: `count(*) filter (where status in (${STAGED.ready}, ${STAGED.moving}))`,
  in_warehouse_count: `count(*) filter (where status = ${STAGED.inWarehouse})`,
  failed_count: `count(*) filter (where status = ${STAGED.checkFailed})`,
  void_count: `count(*) filter (where status = ${STAGED.void})`,
};

const listed = (figures: Readonly<Record<string, string>>, write: (name: string, figure: string) => string): SQL =>
  sql.raw(
    Object.entries(figures)
      .map(([name, figure]) => write(name, figure))
      .join(', '),
  );
