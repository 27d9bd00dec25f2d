import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { addSuppliers, nameKey, ofSuppliers, type SupplierName } from '../suppliers/index.ts';
import { BATCH } from './states.ts';

/** New suppliers that one import may name; more are taken for a wrongly read column. */
export const NEW_SUPPLIERS_MAX = 20;
/** Rows of a transaction: purchases pass over the numbers that it locks. */
const SLICE = 500;

/**
 * Adds records for the new suppliers that an import reported, and connects its numbers with them. Imports without new names
 * change nothing.
 */
export async function nameBatchSuppliers(
  tx: Tx,
  actor: Actor,
  batch: { readonly id: bigint; readonly report: unknown; readonly defaults: Readonly<Record<string, unknown>> },
): Promise<void> {
  const names = (batch.report as { newSuppliers?: readonly string[] } | null)?.newSuppliers ?? [];
  if (names.length === 0) return;
  const book = await addSuppliers(tx, actor, names);
  await connect(tx, 'inv_staged', sql`s.batch_id = ${batch.id}`, names, book);
  const { supplierName, supplierId } = batch.defaults;
  const own = typeof supplierName === 'string' && !supplierId ? book.get(nameKey(supplierName)) : undefined;
  if (own)
    await tx.execute(sql`
      update inv_batch set defaults = defaults || jsonb_build_object('supplierId', ${String(own.id)}::text) where id = ${batch.id}`);
}

/**
 * Connects numbers that have only the name of a supplier, as earlier versions and other programs write them, with its
 * record; a name without a record gets one, to be completed. Waiting imports are left to their confirmation. Works in slices.
 */
export async function nameSuppliers(db: Db): Promise<void> {
  for (const table of ['inv_item', 'inv_staged'] as const) while ((await db.tx((tx) => nameSlice(tx, table))) > 0);
}

async function nameSlice(tx: Tx, table: 'inv_item' | 'inv_staged'): Promise<number> {
  const visible =
    table === 'inv_item'
      ? sql`true`
      : sql`exists (select from inv_batch b where b.id = s.batch_id and b.status = ${BATCH.committed})`;
  const { rows } = await tx.execute<{ id: string; tenant: string; name: string }>(sql`
    select s.id::text as id, s.tenant_id as tenant, s.supplier_name as name from ${sql.raw(table)} s
    where s.supplier_id is null and s.supplier_name is not null and trim(s.supplier_name) <> '' and ${visible}
    order by s.id limit ${SLICE} for update skip locked`);
  let connected = 0;
  for (const tenant of new Set(rows.map((row) => row.tenant))) {
    const own = rows.filter((row) => row.tenant === tenant);
    const names = [...new Set(own.map(({ name }) => name))];
    const book = await addSuppliers(tx, systemActor(tenant), names);
    connected += await connect(
      tx,
      table,
      sql`s.id = any(${sql.param(own.map(({ id }) => BigInt(id)))}::bigint[])`,
      names,
      book,
    );
  }
  // Rows that cannot be connected must not come again and again.
  return connected;
}

/** Writes the ids of suppliers on rows that have their name alone. @returns how many */
async function connect(
  tx: Tx,
  table: 'inv_item' | 'inv_staged',
  which: ReturnType<typeof sql>,
  names: readonly string[],
  book: ReadonlyMap<string, SupplierName>,
): Promise<number> {
  const pairs = names.map((name) => ({ name, id: book.get(nameKey(name))?.id ?? null }));
  const { rowCount } = await tx.execute(sql`
    update ${sql.raw(table)} s set supplier_id = n.id
    from unnest(${sql.param(pairs.map(({ name }) => name))}::text[], ${sql.param(pairs.map(({ id }) => id))}::bigint[]) as n (name, id)
    where ${which} and s.supplier_id is null and s.supplier_name = n.name and n.id is not null`);
  return rowCount ?? 0;
}

/** Counts again the numbers of each supplier by batch: in stock ever, with customers now, and found inactive. */
export async function countSupplierBatches(tx: Pick<Tx, 'execute'>): Promise<void> {
  await tx.execute(sql`
    insert into inv_supplier_batch as f (supplier_id, batch_no, tenant_id, stocked, assigned, failed, cost_total, first_time, counted_time)
    select supplier_id, coalesce(batch_no, ''), min(tenant_id), count(*), count(*) filter (where stock_status = 2),
      count(*) filter (where survive_status = 2 or stock_status = 5), sum(cost_price), min(create_time), now()
    from inv_item where supplier_id is not null and deleted_at is null group by 1, 2
    on conflict (supplier_id, batch_no) do update set stocked = excluded.stocked, assigned = excluded.assigned, failed = excluded.failed,
      cost_total = excluded.cost_total, first_time = excluded.first_time, counted_time = excluded.counted_time`);
}

export interface SupplierFigures {
  readonly batches: number;
  readonly stocked: number;
  readonly failed: number;
  readonly countedTime: Date | null;
}

/** Returns the figures of suppliers over all their batches, those of merged records included, as last counted. */
export async function supplierFigures(db: Db, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, SupplierFigures>> {
  const { rows } = await db.drizzle.execute<Record<'id' | 'batches' | 'stocked' | 'failed' | 'counted', string>>(sql`
    select w.id::text as id, count(distinct f.batch_no)::text as batches, sum(f.stocked)::text as stocked, sum(f.failed)::text as failed,
      max(f.counted_time)::text as counted
    from unnest(${sql.param([...ids])}::bigint[]) w (id) join inv_supplier_batch f on f.supplier_id = any(sup_members(array[w.id]))
    group by 1`);
  return new Map(
    rows.map((row) => [
      BigInt(row.id),
      {
        batches: Number(row.batches),
        stocked: Number(row.stocked),
        failed: Number(row.failed),
        countedTime: new Date(row.counted),
      },
    ]),
  );
}

/** Returns the newest batches of a supplier with their figures, those of merged records included. */
export async function supplierBatches(db: Db, tenantId: string, supplierId: bigint, most: number) {
  const { rows } = await db.drizzle.execute<Record<string, string | null>>(sql`
    select f.batch_no, min(b.batch_name) as batch_name, sum(f.stocked)::text as stocked, sum(f.assigned)::text as assigned,
      sum(f.failed)::text as failed, min(f.first_time)::text as first_time
    from inv_supplier_batch f left join inv_batch b on b.tenant_id = f.tenant_id and b.batch_no = f.batch_no
    where f.tenant_id = ${tenantId} and ${ofSuppliers(sql`f.supplier_id`, [supplierId])}
    group by f.batch_no order by min(f.first_time) desc, f.batch_no limit ${most}`);
  return rows.map((row) => ({
    batchNo: row['batch_no'] ?? '',
    batchName: row['batch_name'] ?? null,
    stocked: Number(row['stocked']),
    assigned: Number(row['assigned']),
    failed: Number(row['failed']),
    failureRate: failureRate(Number(row['failed']), Number(row['stocked'])),
    firstTime: row['first_time'] ? new Date(row['first_time']) : null,
  }));
}

/** Returns a share in percent with two decimals; '0' of nothing. */
export const failureRate = (failed: number, stocked: number): string =>
  stocked === 0 ? '0' : String(Math.round((failed / stocked) * 10_000) / 100);
