import { checkStatus, ownerType, sourceType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { ruledRows, ruleTable } from '../../../kernel/resource/data-rules.ts';
import { condition } from '../../../kernel/resource/filters.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { assertTransition } from '../../../kernel/resource/states.ts';
import { findSuppliers, ofSuppliers, suppliers } from '../suppliers/index.ts';
import { LEASE_MINIMUM_DAYS } from './allocate.ts';
import { lockBatch } from './batches.ts';
import { inventoryErrors } from './errors.ts';
import { followLocking, matchLine } from './preorder-line.ts';
import { BATCH, STAGED, STOCK, stagedMachine } from './states.ts';
import { batches, staged } from './tables.ts';

export type Staged = typeof staged.$inferSelect;

const CHECK = checkStatus.is;

/**
 * The condition that a staged number is visible: its batch is committed. Numbers of a waiting, void or failed import
 * are hidden from everyone.
 */
export const inCommittedBatch = sql`exists (select 1 from inv_batch b where b.id = ${staged.batchId} and b.status = ${BATCH.committed})`;
ruleTable(staged, {
  resource: preWarehouse,
  reach: ({ actor }) => and(visible(actor, staged, 'tenant'), inCommittedBatch),
});

/**
 * Returns the same condition for lists: it names the few open batches. A check per row misleads the planner so much
 * that a page of a million rows took a second. Void and failed batches have no rows.
 */
export async function inCommittedBatchForLists(db: Db, tenantId: string): Promise<SQL | undefined> {
  const open = await db.drizzle
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.tenantId, tenantId), sql`${batches.status} in (0, 1)`));
  return open.length === 0
    ? undefined
    : notInArray(
        staged.batchId,
        open.map(({ id }) => id),
      );
}

/**
 * Conditions on names of batches and suppliers, which are few among millions of numbers. The matching names and suppliers are
 * read first, so that the planner can estimate how many numbers they have.
 * @returns conditions that replace the comparison of every number's names
 */
export async function stagedConditions(db: Db, tenantId: string, { filters }: ListQuery) {
  const meant = new Map<Filter, SQL>();
  for (const filter of filters) {
    if (filter.field === 'batchName')
      meant.set(
        filter,
        eq(staged.batchName, sql`any(${sql.param(await namesMeant(db, staged.batchName, filter))}::text[])`),
      );
    if (filter.field === 'supplierName')
      meant.set(filter, ofSuppliers(staged.supplierId, await suppliersMeant(db, tenantId, filter)));
  }
  const instead = (filter: Filter) => meant.get(filter);
  return { batchName: instead, supplierName: instead, supplierId: findSuppliers(staged.supplierId) };
}

const suppliersMeant = (db: Db, tenantId: string, filter: Filter) =>
  db.drizzle
    .select({ id: suppliers.id })
    .from(suppliers)
    .where(and(eq(suppliers.tenantId, tenantId), condition(filter, { supplierName: suppliers.supplierName })))
    .then((rows) => rows.map(({ id }) => id));

/** Walks the index from one name to the next, over all tenants; the list itself is limited to its own tenant. */
async function namesMeant(db: Db, column: PgColumn, filter: Filter): Promise<string[]> {
  const next = (after: SQL) => sql`(
    select ${column} from ${staged} where ${column} ${after} order by ${column} limit 1)`;
  const { rows } = await db.drizzle.execute<{ name: string }>(sql`
    with recursive known (name) as (
      ${next(sql`is not null`)} union all select ${next(sql`> known.name`)} from known where known.name is not null
    )
    select name from known where ${condition(filter, { [filter.field]: sql`name` })}`);
  return rows.map(({ name }) => name);
}

/**
 * Checks staged numbers against stock, country, provenance, warehouse and lease, and writes the result: ready, or
 * failed with the code of an inventory error. Numbers that are moving, in stock or void are skipped.
 */
export async function checkStaged(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  await tx.execute(sql`
    update inv_staged s set duplicate_of = f.duplicate_of, check_reason = f.reason, update_time = now(),
      check_status = case when f.reason is null then ${CHECK.passed}::int else ${CHECK.failed}::int end,
      status = case when f.reason is null then ${stagedMachine.pass.to}::int else ${stagedMachine.fail.to}::int end
    from (${findings(ids)}) f
    where s.id = f.id and s.tenant_id = ${actor.tenantId} and s.status in (${STAGED.toCheck}, ${STAGED.ready}, ${STAGED.checkFailed})`);
}

/** Voids staged numbers. Refuses if one of them is in stock or moving; then nothing changes. */
export async function voidStaged(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const rows = await lockStaged(tx, actor, ids);
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  for (const { status } of rows) assertTransition(stagedMachine, 'void', status);
  await tx
    .update(staged)
    .set({ status: stagedMachine.void.to, deletedAt: sql`now()`, updateUser: actor.userId, updateTime: sql`now()` })
    .where(inArray(staged.id, [...ids]));
}

/**
 * Returns staged numbers locked in the common order of all writers: first their batches (whose counters the database
 * updates), then the rows, each by id. Numbers out of the caller's scope or of a hidden batch are left out.
 */
export async function lockStaged(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Staged[]> {
  const wanted = sql.param([...ids]);
  await tx.execute(sql`
    select id from inv_batch where tenant_id = ${actor.tenantId} and id in (select batch_id from inv_staged where id = any(${wanted}::bigint[]))
    order by id for update`);
  return tx
    .select()
    .from(staged)
    .where(and(visible(actor, staged, 'tenant'), inCommittedBatch, inArray(staged.id, [...ids])))
    .orderBy(asc(staged.id))
    .for('update');
}

export interface MoveResult {
  readonly moved: bigint[];
  /** `warehouseCode`: a code without a warehouse. */
  readonly failed: { readonly id: bigint; readonly code: string; readonly warehouseCode?: string | undefined }[];
}

/**
 * Moves staged numbers into stock, row by row: a row that may not move is reported with its reason and marked as
 * failed. Numbers already moved from here count as moved, so a repeated call changes nothing.
 */
export async function moveToStock(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<MoveResult> {
  const rows = await lockStaged(tx, actor, ids);
  const known = new Map(rows.map(({ id, status }) => [id, status]));
  const goalOf = new Map(rows.map(({ id, warehouseCode }) => [id, warehouseCode]));
  const ready = rows.filter(({ status }) => status === STAGED.ready).map(({ id }) => id);
  const already = rows.filter(({ status }) => status === STAGED.inWarehouse).map(({ id }) => id);
  await checkStaged(tx, actor, ready);
  const moved = await moveReady(tx, actor, ready);
  const gone = new Set([...moved, ...already]);
  const reasons = await tx
    .select({ id: staged.id, code: staged.checkReason })
    .from(staged)
    .where(inArray(staged.id, ready.length > 0 ? ready : [0n]));
  const reasonOf = new Map(reasons.map(({ id, code }) => [id, code]));
  const failed = ids
    .filter((id) => !gone.has(id))
    .map((id) => {
      const wasReady = known.get(id) === STAGED.ready;
      const code = wasReady ? (reasonOf.get(id) ?? 'NUMBER_DUPLICATE') : known.has(id) ? 'STATE_CONFLICT' : 'NOT_FOUND';
      return { id, code, ...(code === 'WAREHOUSE_UNKNOWN' ? { warehouseCode: goalOf.get(id) } : {}) };
    });
  // In the order of the numbers, because an update returns rows in any order.
  return { moved: rows.flatMap(({ id }) => (gone.has(id) ? [id] : [])), failed };
}

/**
 * Moves the next slice of a committed batch, lowest ids first. Call it until `left` is false; each slice has its own
 * transaction, so a crash in between loses and repeats nothing.
 */
export async function moveBatchSlice(
  tx: Tx,
  actor: Actor,
  batchNo: string,
  size = 10_000,
): Promise<{ moved: number; failed: number; left: boolean }> {
  const batch = await lockBatch(tx, actor, batchNo);
  if (batch.status !== BATCH.committed) throw commonErrors.STATE_CONFLICT();
  const slice = await tx.execute<{ id: bigint }>(sql`
    select id from inv_staged where batch_id = ${batch.id} and status = ${STAGED.ready} and deleted_at is null
      and ${ruledRows(actor, staged) ?? sql`true`} order by id limit ${size} for update`);
  const ids = slice.rows.map(({ id }) => BigInt(id));
  if (ids.length === 0) return { moved: 0, failed: 0, left: false };
  await failUnfit(tx, actor, ids);
  const moved = await moveReady(tx, actor, ids);
  return { moved: moved.length, failed: ids.length - moved.length, left: ids.length === size };
}

/** Returns how many numbers of a committed batch may still move. */
export async function countReadyInBatch(tx: Tx, actor: Actor, batchNo: string): Promise<number> {
  const [batch] = await tx
    .select({ readyCount: batches.readyCount })
    .from(batches)
    .where(and(visible(actor, batches, 'tenant'), eq(batches.batchNo, batchNo), eq(batches.status, BATCH.committed)));
  if (!batch) throw inventoryErrors.BATCH_UNKNOWN({ batchNo });
  return Number(batch.readyCount);
}

/** Like `checkStaged` in bulk; writes only the failing rows. */
async function failUnfit(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  await tx.execute(sql`
    update inv_staged s set status = ${stagedMachine.fail.to}, check_status = ${CHECK.failed}, update_time = now(),
      duplicate_of = f.duplicate_of, check_reason = f.reason
    from (${findings(ids)}) f
    where s.id = f.id and f.reason is not null and s.tenant_id = ${actor.tenantId}`);
}

/** Returns for each staged number null or the code of the first rule it breaks. */
const findings = (ids: readonly bigint[]) => sql`
  select s.id, d.id as duplicate_of, case
    when d.id is not null then 'NUMBER_DUPLICATE'
    when c.id is null or c.is_blocked = 1 or c.status <> 1 then 'COUNTRY_BLOCKED'
    when s.rights_attested = 0 or (s.source_type <> ${sourceType.is.hosted} and coalesce(s.provenance_note, '') = '') then 'PROVENANCE_REQUIRED'
    when s.owner_type <> ${ownerType.is.platform} then 'LIST_NOT_SELLABLE'
    when w.id is null then 'WAREHOUSE_UNKNOWN'
    when s.lease_end < (now() at time zone 'UTC')::date + ${LEASE_MINIMUM_DAYS}::int then 'LEASE_SHORT' end as reason
  from inv_staged s
  left join inv_item d on d.tenant_id = s.tenant_id and d.business_type = s.business_type and d.e164 = s.e164 and d.stock_status in (0, 1, 2, 3, 4, 7) and d.deleted_at is null
  left join inv_country c on c.tenant_id = s.tenant_id and c.country_code = s.country_code and c.deleted_at is null
  left join inv_warehouse w on w.tenant_id = s.tenant_id and w.warehouse_code = s.warehouse_code and w.status = 1 and w.deleted_at is null
  where s.id = any(${sql.param([...ids])}::bigint[])`;

/**
 * Moves ready rows into stock: to the pre-orders that wait for such numbers, first approved first, and the others on sale. A number that
 * another user added meanwhile stays staged, marked as duplicate.
 */
async function moveReady(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<bigint[]> {
  const plan = await planOf(tx, actor, ids);
  const isLocked = sql`c.preorder is not null`;
  const result = await tx.execute<{ id: bigint; moved: boolean; item: bigint }>(sql`
    with ready as materialized (
      select s.* ${plan === null ? sql`` : sql`, row_number() over (order by ${KIND}, id) as place`}
      from inv_staged s where s.id = any(${sql.param([...ids])}::bigint[]) and s.tenant_id = ${actor.tenantId} and s.status = ${STAGED.ready}
    ),
    candidates as materialized (
      ${
        plan === null
          ? sql`select r.*, null::bigint as preorder from ready r`
          : sql`select r.*, g.preorder from ready r
        left join unnest(${sql.param(plan)}::bigint[]) with ordinality g (preorder, place) on g.place = r.place`
      }
    ),
    stocked as (
      insert into inv_item (tenant_id, item_no, staged_id, batch_no, warehouse_code, business_type, country_code, e164, number_type, capability, owner_type,
        source_type, supplier_name, supplier_id, cost_price, monthly_cost, currency, lease_start, lease_end, stock_status, preorder_id, remark,
        create_user, create_user_name, create_dept, update_user)
      select tenant_id, 'N' || lpad(id::text, 10, '0'), id, batch_no, warehouse_code, business_type, country_code, e164, number_type, capability, owner_type,
        source_type, supplier_name, supplier_id, cost_price, monthly_cost, currency, lease_start, lease_end, case when ${isLocked} then ${STOCK.locked}::int else ${STOCK.available}::int end, c.preorder, remark,
        ${actor.userId}, ${actor.realName}, ${actor.deptIds[0] ?? null}::bigint, ${actor.userId}
      from candidates c order by id
      on conflict do nothing returning id, staged_id
    )
    update inv_staged s set
      status = case when k.staged_id is null then ${STAGED.checkFailed}::int else ${STAGED.inWarehouse}::int end,
      check_status = case when k.staged_id is null then ${CHECK.failed}::int else s.check_status end,
      check_reason = case when k.staged_id is null then 'NUMBER_DUPLICATE' end,
      in_time = case when k.staged_id is null then null else now() end,
      in_user_name = case when k.staged_id is null then null else ${actor.realName}::text end,
      update_user = ${actor.userId}, update_time = now(), version = s.version + 1
    from candidates c left join stocked k on k.staged_id = c.id
    where s.id = c.id
    returning s.id, (s.status = ${STAGED.inWarehouse}) as moved, k.id as item`);
  const moved = result.rows.filter((row) => row.moved);
  if (plan !== null) {
    const hasGaps = moved.length < result.rows.length;
    if (hasGaps)
      await matchAgain(
        tx,
        actor,
        moved.map(({ item }) => item),
      );
    await followLocking(tx, actor.tenantId);
  }
  return moved.map(({ id }) => BigInt(id));
}

const KIND = sql.raw('business_type, country_code, number_type, capability');

interface Kind {
  readonly business_type: number;
  readonly country_code: string;
  readonly number_type: number;
  readonly capability: number;
}

/**
 * Returns the pre-order of each number in the order of kinds and ids, null for none, with the lines of their places locked; null if no
 * pre-order gets any. One list, because the planner knows its length: a join with ranges compares every number with every range.
 */
async function planOf(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<(string | null)[] | null> {
  const { rows } = await tx.execute<{
    kinds: (Kind & { n: number })[] | null;
    plan: (Kind & { preorder: number; after_rank: number; to_rank: number })[] | null;
  }>(sql`
    with kinds as materialized (
      select ${KIND}, count(*) as n from inv_staged
      where id = any(${sql.param([...ids])}::bigint[]) and tenant_id = ${actor.tenantId} and status = ${STAGED.ready} group by 1, 2, 3, 4
    )
    select (select json_agg(k order by ${KIND}) from kinds k) as kinds, (select json_agg(p) from inv_plan(${actor.tenantId}, (
      select coalesce(jsonb_agg(jsonb_build_object('businessType', business_type, 'countryCode', country_code, 'numberType', number_type,
        'capability', capability, 'n', n)), '[]') from kinds), true) p) as plan`);
  const { kinds, plan } = rows[0] ?? {};
  if (!kinds || !plan) return null;
  const keyOf = (kind: Kind) => [kind.business_type, kind.country_code, kind.number_type, kind.capability].join(':');
  const startOf = new Map<string, number>();
  let total = 0;
  for (const kind of kinds) {
    startOf.set(keyOf(kind), total);
    total += kind.n;
  }
  const preOrders = new Array<string | null>(total).fill(null);
  for (const part of plan) {
    const start = startOf.get(keyOf(part)) ?? 0;
    preOrders.fill(String(part.preorder), start + part.after_rank, start + part.to_rank);
  }
  return preOrders;
}

/** Divides moved numbers again: duplicates found while moving leave gaps, which could give a later pre-order more than an earlier one. */
async function matchAgain(tx: Tx, actor: Actor, items: readonly bigint[]): Promise<void> {
  const { rows } = await tx.execute<{ business_type: number; country_code: string }>(sql`
    with freed as (
      update inv_item set stock_status = ${STOCK.available}, preorder_id = null
      where id = any(${sql.param([...items])}::bigint[]) and stock_status = ${STOCK.locked}
      returning business_type, country_code
    )
    select distinct business_type, country_code from freed`);
  for (const row of rows)
    await matchLine(tx, actor.tenantId, { businessType: row.business_type, countryCode: row.country_code });
}
