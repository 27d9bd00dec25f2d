import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { type Criteria, wanted } from './allocate.ts';

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
  readonly alive: number;
  readonly total: number;
  /** Micro-units; null when nothing is in stock. */
  readonly avgCost: bigint | null;
  readonly lastInTime: Date | null;
  readonly lastOutTime: Date | null;
}

const BUCKETS = ['available', 'reserved', 'assigned', 'quarantine', 'unlisted', 'dead', 'retired'] as const;

/** The counters of a tenant, one row per kind of number; the slots are summed. `where` speaks of the counter's columns. */
export async function stockCounts(db: Db | Tx, tenantId: string, where: SQL = sql`true`): Promise<StockCounts[]> {
  const run = 'drizzle' in db ? db.drizzle : db;
  const result = await run.execute<Record<string, string | number | Date | null>>(sql`
    select tenant_id, business_type, country_code, number_type, capability, warehouse_code,
      sum(available)::int8 as available, sum(reserved)::int8 as reserved, sum(assigned)::int8 as assigned, sum(quarantine)::int8 as quarantine,
      sum(unlisted)::int8 as unlisted, sum(dead)::int8 as dead, sum(retired)::int8 as retired, sum(alive)::int8 as alive,
      sum(cost_total)::text as cost_total, max(last_in_time) as last_in_time, max(last_out_time) as last_out_time
    from inv_counter where tenant_id = ${tenantId} and ${where}
    group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6`);
  return result.rows.map((row) => {
    const counts = Object.fromEntries(
      [...BUCKETS, 'alive' as const].map((name) => [name, Number(row[name])]),
    ) as Record<(typeof BUCKETS)[number] | 'alive', number>;
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
      lastInTime: row['last_in_time'] ? new Date(row['last_in_time']) : null,
      lastOutTime: row['last_out_time'] ? new Date(row['last_out_time']) : null,
    };
  });
}

/** How many numbers could be sold for some criteria, from the counters; expiring leases and dead findings are not deducted. */
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

/** The same from the rows themselves: exact, for the moment of deciding. */
export async function sellableNow(tx: Tx, tenantId: string, criteria: Criteria): Promise<number> {
  const result = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from inv_sellable where ${wanted({ tenantId }, criteria)}`,
  );
  return Number(result.rows[0]?.n ?? 0);
}

export interface StockMismatch extends StockKind {
  readonly bucket: string;
  readonly counted: number;
  readonly rows: number;
}

/** Recounts every kind of number and names each counter that differs from the rows; empty when all hold. */
export async function proveStock(tx: Tx): Promise<StockMismatch[]> {
  const differing = BUCKETS.map(
    (bucket, status) => sql`
      select ${sql.raw(`'${bucket}'`)} as bucket, tenant_id, business_type, country_code, number_type, capability, warehouse_code,
        coalesce(c.n, 0)::int8 as counted, coalesce(r.n, 0)::int8 as rows
      from (select tenant_id, business_type, country_code, number_type, capability, warehouse_code, sum(${sql.raw(bucket)}) as n from inv_counter group by 1, 2, 3, 4, 5, 6) c
      full join (select tenant_id, business_type, country_code, number_type, capability, warehouse_code, count(*) as n from inv_item where stock_status = ${sql.raw(String(status))} and deleted_at is null group by 1, 2, 3, 4, 5, 6) r
      using (tenant_id, business_type, country_code, number_type, capability, warehouse_code)
      where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  );
  const result = await tx.execute<Record<string, string | number>>(sql.join(differing, sql` union all `));
  return result.rows.map((row) => ({
    tenantId: String(row['tenant_id']),
    businessType: Number(row['business_type']),
    countryCode: String(row['country_code']),
    numberType: Number(row['number_type']),
    capability: Number(row['capability']),
    warehouseCode: String(row['warehouse_code']),
    bucket: String(row['bucket']),
    counted: Number(row['counted']),
    rows: Number(row['rows']),
  }));
}
