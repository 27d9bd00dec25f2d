import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { LEASE_MINIMUM_DAYS } from './allocate.ts';
import { inventoryErrors } from './errors.ts';
import { BATCH, STAGED, STOCK } from './states.ts';
import { batches, staged } from './tables.ts';

export type Staged = typeof staged.$inferSelect;

/** What the checks of a staged number found: nothing, or the code of an inventory error. */
type Finding = { readonly code: string; readonly duplicateOf?: bigint };

/**
 * The condition under which a staged number is on show: its batch has been committed. Numbers of an import that waits for
 * confirmation, was voided or broke off are nobody's.
 */
export const onShow = sql`exists (select 1 from inv_batch b where b.id = ${staged.batchId} and b.status = ${BATCH.committed})`;

/**
 * Checks staged numbers against stock, country, provenance and lease, and writes the finding: ready, or failed with the
 * reason. Runs after a number is entered or corrected by hand; an import does the same in bulk.
 */
export async function checkStaged(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const rows = await tx.execute<{ id: bigint; finding: string | null; duplicate_of: bigint | null }>(sql`
    select s.id,
      case
        when d.id is not null then 'NUMBER_DUPLICATE'
        when c.id is null or c.is_blocked = 1 or c.status <> 1 then 'COUNTRY_BLOCKED'
        when s.rights_attested = 0 then 'PROVENANCE_REQUIRED'
        when s.owner_type <> 1 then 'LIST_NOT_SELLABLE'
        when s.lease_end < current_date + ${LEASE_MINIMUM_DAYS}::int then 'LEASE_SHORT'
      end as finding, d.id as duplicate_of
    from inv_staged s
    left join inv_item d on d.tenant_id = s.tenant_id and d.business_type = s.business_type and d.e164 = s.e164 and d.stock_status in (0, 1, 2, 3, 4) and d.deleted_at is null
    left join inv_country c on c.tenant_id = s.tenant_id and c.country_code = s.country_code and c.deleted_at is null
    where s.id = any(${sql.param([...ids])}::bigint[]) and s.tenant_id = ${actor.tenantId} and s.status in (${STAGED.toCheck}, ${STAGED.ready}, ${STAGED.checkFailed})`);
  const found: (Finding & { id: bigint })[] = [];
  const clean: bigint[] = [];
  for (const row of rows.rows) {
    if (row.finding === null) clean.push(BigInt(row.id));
    else found.push({ id: BigInt(row.id), code: row.finding, ...(row.duplicate_of === null ? {} : { duplicateOf: BigInt(row.duplicate_of) }) });
  }
  if (clean.length > 0) {
    await tx.update(staged).set({ status: STAGED.ready, checkStatus: 1, checkReason: null, duplicateOf: null }).where(inArray(staged.id, clean));
  }
  for (const { id, code, duplicateOf } of found) {
    await tx.update(staged).set({ status: STAGED.checkFailed, checkStatus: 2, checkReason: code, duplicateOf: duplicateOf ?? null }).where(eq(staged.id, id));
  }
}

/** Staged numbers are given up. Those in stock or moving refuse, and nothing changes. */
export async function voidStaged(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const rows = await tx
    .select({ id: staged.id, status: staged.status })
    .from(staged)
    .where(and(visible(actor, staged, 'tenant'), onShow, inArray(staged.id, [...ids])))
    .orderBy(asc(staged.id))
    .for('update');
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  const open: number[] = [STAGED.toCheck, STAGED.ready, STAGED.checkFailed];
  if (rows.some(({ status }) => !open.includes(status))) throw commonErrors.STATE_CONFLICT();
  await tx
    .update(staged)
    .set({ status: STAGED.void, deletedAt: sql`now()`, updateUser: actor.userId, updateTime: sql`now()` })
    .where(inArray(staged.id, [...ids]));
}

export interface Moved {
  readonly moved: bigint[];
  readonly failed: { readonly id: bigint; readonly code: string }[];
}

/**
 * Moves staged numbers into stock. Each row stands by itself: one that may not move is named with its reason and marked
 * as failed, the others go. Numbers already in stock from here count as moved, so a repeated call changes nothing.
 */
export async function intoWarehouse(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Moved> {
  const rows = await tx
    .select({ id: staged.id, status: staged.status })
    .from(staged)
    .where(and(visible(actor, staged, 'tenant'), onShow, inArray(staged.id, [...ids])))
    .orderBy(asc(staged.id))
    .for('update');
  const known = new Map(rows.map(({ id, status }) => [id, status]));
  const ready = rows.filter(({ status }) => status === STAGED.ready).map(({ id }) => id);
  const already = rows.filter(({ status }) => status === STAGED.inWarehouse).map(({ id }) => id);
  await checkStaged(tx, actor, ready);
  const moved = await moveReady(tx, actor, sql`s.id = any(${sql.param(ready)}::bigint[])`);
  const gone = new Set([...moved, ...already]);
  const reasons = await tx
    .select({ id: staged.id, code: staged.checkReason })
    .from(staged)
    .where(inArray(staged.id, ready.length > 0 ? ready : [0n]));
  const reasonOf = new Map(reasons.map(({ id, code }) => [id, code]));
  const failed = ids
    .filter((id) => !gone.has(id))
    .map((id) => ({ id, code: !known.has(id) ? 'NOT_FOUND' : known.get(id) === STAGED.ready ? (reasonOf.get(id) ?? 'NUMBER_DUPLICATE') : 'STATE_CONFLICT' }));
  return { moved: [...gone], failed };
}

/**
 * Moves the next slice of a committed batch, lowest ids first. Call until `left` is false; each slice is its own
 * transaction, so a crash in between loses and repeats nothing.
 */
export async function moveBatchSlice(tx: Tx, actor: Actor, batchNo: string, size = 10_000): Promise<{ moved: number; failed: number; left: boolean }> {
  const slice = await tx.execute<{ id: bigint }>(sql`
    select s.id from inv_staged s join inv_batch b on b.id = s.batch_id
    where b.tenant_id = ${actor.tenantId} and b.batch_no = ${batchNo} and b.status = ${BATCH.committed} and s.status = ${STAGED.ready} and s.deleted_at is null
    order by s.id limit ${size} for update of s skip locked`);
  const ids = slice.rows.map(({ id }) => BigInt(id));
  if (ids.length === 0) return { moved: 0, failed: 0, left: false };
  await failUnfit(tx, actor, ids);
  const moved = await moveReady(tx, actor, sql`s.id = any(${sql.param(ids)}::bigint[])`);
  return { moved: moved.length, failed: ids.length - moved.length, left: ids.length === size };
}

/** How many numbers of a committed batch may still move. */
export async function readyInBatch(tx: Tx, actor: Actor, batchNo: string): Promise<number> {
  const [batch] = await tx.select({ id: batches.id }).from(batches).where(and(visible(actor, batches, 'tenant'), eq(batches.batchNo, batchNo), eq(batches.status, BATCH.committed)));
  if (!batch) throw inventoryErrors.BATCH_UNKNOWN({ batchNo });
  const result = await tx.execute<{ n: number }>(sql`select count(*)::int as n from inv_staged where batch_id = ${batch.id} and status = ${STAGED.ready} and deleted_at is null`);
  return Number(result.rows[0]?.n ?? 0);
}

/** In bulk what `checkStaged` does one by one, writing only the rows that fail. */
async function failUnfit(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  await tx.execute(sql`
    update inv_staged s set status = ${STAGED.checkFailed}, check_status = 2, update_time = now(), duplicate_of = u.duplicate_of, check_reason = u.reason
    from (
      select s.id, d.id as duplicate_of, case
        when d.id is not null then 'NUMBER_DUPLICATE'
        when c.id is null or c.is_blocked = 1 or c.status <> 1 then 'COUNTRY_BLOCKED'
        when s.rights_attested = 0 then 'PROVENANCE_REQUIRED'
        when s.owner_type <> 1 then 'LIST_NOT_SELLABLE'
        when s.lease_end < current_date + ${LEASE_MINIMUM_DAYS}::int then 'LEASE_SHORT' end as reason
      from inv_staged s
      left join inv_item d on d.tenant_id = s.tenant_id and d.business_type = s.business_type and d.e164 = s.e164 and d.stock_status in (0, 1, 2, 3, 4) and d.deleted_at is null
      left join inv_country c on c.tenant_id = s.tenant_id and c.country_code = s.country_code and c.deleted_at is null
      where s.id = any(${sql.param([...ids])}::bigint[])
    ) u
    where s.id = u.id and u.reason is not null and s.tenant_id = ${actor.tenantId}`);
}

/** Ready rows become stock; a number somebody else brought in meanwhile stays behind, marked as a duplicate. */
async function moveReady(tx: Tx, actor: Actor, which: ReturnType<typeof sql>): Promise<bigint[]> {
  const result = await tx.execute<{ id: bigint; moved: boolean }>(sql`
    with candidates as materialized (
      select * from inv_staged s where ${which} and s.tenant_id = ${actor.tenantId} and s.status = ${STAGED.ready}
    ),
    stocked as (
      insert into inv_item (tenant_id, item_no, staged_id, batch_no, warehouse_code, business_type, country_code, e164, number_type, capability, owner_type,
        source_type, supplier_name, cost_price, monthly_cost, currency, lease_start, lease_end, stock_status, remark,
        create_user, create_user_name, create_dept, update_user)
      select tenant_id, 'N' || lpad(id::text, 10, '0'), id, batch_no, warehouse_code, business_type, country_code, e164, number_type, capability, owner_type,
        source_type, supplier_name, cost_price, monthly_cost, currency, lease_start, lease_end, ${STOCK.available}, remark,
        ${actor.userId}, ${actor.realName}, ${actor.deptIds[0] ?? null}::bigint, ${actor.userId}
      from candidates order by id
      on conflict do nothing returning staged_id
    )
    update inv_staged s set
      status = case when k.staged_id is null then ${STAGED.checkFailed} else ${STAGED.inWarehouse} end,
      check_status = case when k.staged_id is null then 2 else s.check_status end,
      check_reason = case when k.staged_id is null then 'NUMBER_DUPLICATE' end,
      in_time = case when k.staged_id is null then null else now() end,
      in_user_name = case when k.staged_id is null then null else ${actor.realName} end,
      update_user = ${actor.userId}, update_time = now(), version = s.version + 1
    from candidates c left join stocked k on k.staged_id = c.id
    where s.id = c.id
    returning s.id, (s.status = ${STAGED.inWarehouse}) as moved`);
  return result.rows.filter(({ moved }) => moved).map(({ id }) => BigInt(id));
}
