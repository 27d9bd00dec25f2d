import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { integerParameter, readParameter } from '../../../kernel/parameters/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { inventoryErrors } from './errors.ts';
import { distinctPlaces, lockLines, matchLine, type Place } from './preorder-line.ts';
import { STOCK, stockMachine } from './states.ts';
import { items } from './tables.ts';

export type Item = typeof items.$inferSelect;

/** 0 not checked, 1 alive, 2 dead, 3 unknown, 4 being checked. */
export const SURVIVE = { unchecked: 0, alive: 1, dead: 2, unknown: 3, checking: 4 } as const;

/**
 * Lists numbers for sale or takes them off; without `listed` toggles, by the state of the first number. Refuses if one
 * is reserved, delivered or in quarantine; then nothing changes.
 */
export async function setListed(tx: Tx, actor: Actor, ids: readonly bigint[], listed?: boolean): Promise<void> {
  await lockLines(tx, actor.tenantId, await placesOf(tx, actor, ids));
  const rows = await lockItems(tx, actor, ids);
  const event = stockMachine[(listed ?? rows[0]?.stockStatus === STOCK.unlisted) ? 'list' : 'unlist'];
  if (rows.some((row) => row.stockStatus !== event.from[0] && row.stockStatus !== event.to))
    throw commonErrors.STATE_CONFLICT();
  await tx
    .update(items)
    .set({
      stockStatus: event.to,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${items.version} + 1`,
    })
    .where(and(inArray(items.id, [...ids]), inArray(items.stockStatus, [...event.from])));
  if (event === stockMachine.list) for (const place of distinctPlaces(rows)) await matchLine(tx, actor.tenantId, place);
}

async function placesOf(tx: Tx, actor: Pick<Actor, 'tenantId'>, ids: readonly bigint[]): Promise<Place[]> {
  return tx
    .selectDistinct({ businessType: items.businessType, countryCode: items.countryCode })
    .from(items)
    .where(and(eq(items.tenantId, actor.tenantId), inArray(items.id, [...ids])))
    .orderBy(asc(items.businessType), asc(items.countryCode));
}

/** Source of findings: a provider, whose findings change states, or the sandbox, whose findings are only displayed. */
export type Evidence = 'provider' | 'sandbox';

/**
 * Marks numbers as being checked.
 * @throws STATE_CONFLICT for a number in quarantine, retired or locked for a pre-order, SURVIVE_TOO_SOON for one checked within ten minutes
 */
export async function beginSurvive(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  evidence: Evidence = 'provider',
): Promise<Item[]> {
  const rows = await lockItems(tx, actor, ids);
  const resting: number[] = [STOCK.quarantine, STOCK.retired, STOCK.locked];
  if (rows.some((row) => resting.includes(row.stockStatus))) throw commonErrors.STATE_CONFLICT();
  const earliest = Date.now() - (await readParameter(tx, actor.tenantId, 'inventory.surviveMinutes')) * 60_000;
  const isSandbox = evidence === 'sandbox';
  const isRecent = (row: Item): boolean => {
    const [status, time] = isSandbox ? [row.sandboxStatus, row.sandboxTime] : [row.surviveStatus, row.surviveTime];
    return status === SURVIVE.checking || (time !== null && time.getTime() > earliest);
  };
  if (rows.some(isRecent)) throw inventoryErrors.SURVIVE_TOO_SOON();
  await tx
    .update(items)
    .set({
      ...(isSandbox ? { sandboxStatus: SURVIVE.checking } : { surviveStatus: SURVIVE.checking }),
      updateTime: sql`now()`,
    })
    .where(inArray(items.id, [...ids]));
  return rows;
}

export interface SurviveFinding {
  readonly id: bigint;
  readonly status: 1 | 2 | 3;
  readonly detail: string;
}

/** Stores findings of the sandbox: displayed with the number, without effect on its sale. */
export async function recordSandbox(tx: Tx, actor: Actor, findings: readonly SurviveFinding[]): Promise<void> {
  if (findings.length === 0) return;
  const sorted = [...findings].sort((a, b) => (a.id < b.id ? -1 : 1));
  await tx.execute(sql`
    update inv_item i set sandbox_status = f.status, sandbox_time = now(), sandbox_detail = f.detail,
      update_user = ${actor.userId}, update_time = now(), version = i.version + 1
    from unnest(${sql.param(sorted.map(({ id }) => id))}::bigint[], ${sql.param(sorted.map(({ status }) => status))}::int[],
      ${sql.param(sorted.map(({ detail }) => detail))}::text[]) as f (id, status, detail)
    where i.id = f.id and i.tenant_id = ${actor.tenantId}`);
}

/**
 * Stores a provider's findings. A number found dead twice, `inventory.surviveMinutes` apart, leaves stock, also one locked for a
 * pre-order, which then gets another one on sale; a delivered one is only flagged, because after-sales decides about it. A number found
 * alive again is on sale, or goes to a waiting pre-order. `at` is the time of the finding.
 */
export async function recordSurvive(
  tx: Tx,
  actor: Actor,
  findings: readonly SurviveFinding[],
  at: Date = new Date(),
): Promise<void> {
  if (findings.length === 0) return;
  const sorted = [...findings].sort((a, b) => (a.id < b.id ? -1 : 1));
  const places = await placesOf(
    tx,
    actor,
    sorted.map(({ id }) => id),
  );
  const someWait = await lockLines(tx, actor.tenantId, places);
  const dies = sql`f.status = ${SURVIVE.dead} and i.stock_status in (${sql.raw(stockMachine.die.from.join(', '))})
    and i.dead_since <= ${at}::timestamptz - make_interval(mins => ${integerParameter(sql`${actor.tenantId}`, 'inventory.surviveMinutes')})`;
  await tx.execute(sql`
    with found as (
      select * from unnest(${sql.param(sorted.map(({ id }) => id))}::bigint[], ${sql.param(sorted.map(({ status }) => status))}::int[], ${sql.param(sorted.map(({ detail }) => detail))}::text[]) as f (id, status, detail)
    )
    update inv_item i set
      survive_status = f.status, survive_time = ${at}, survive_detail = f.detail,
      dead_since = case when f.status = ${SURVIVE.dead} then coalesce(i.dead_since, ${at}) end,
      stock_status = case when ${dies} then ${STOCK.dead} else i.stock_status end,
      preorder_id = case when ${dies} then null else i.preorder_id end,
      update_user = ${actor.userId}, update_time = now(), version = i.version + 1
    from found f where i.id = f.id and i.tenant_id = ${actor.tenantId}`);
  if (someWait) for (const place of places) await matchLine(tx, actor.tenantId, place);
}

/** Returns numbers to sale whose quarantine is over, or to pre-orders that wait for them. @returns how many */
export async function endQuarantine(tx: Tx): Promise<number> {
  const due = await tx.execute<{ id: string; tenant_id: string; business_type: number; country_code: string }>(sql`
    select id::text, tenant_id, business_type, country_code from inv_item
    where stock_status = ${STOCK.quarantine} and quarantine_until <= now() order by id limit 5000`);
  const tenants = Map.groupBy(due.rows, ({ tenant_id }) => tenant_id);
  const lines = [...tenants].sort().map(([tenantId, rows]) => ({
    tenantId,
    places: distinctPlaces(rows.map((row) => ({ businessType: row.business_type, countryCode: row.country_code }))),
  }));
  for (const { tenantId, places } of lines) await lockLines(tx, tenantId, places);
  const result = await tx.execute(sql`
    update inv_item set stock_status = ${STOCK.available}, quarantine_until = null, survive_status = ${SURVIVE.unchecked}, survive_time = null, dead_since = null,
      update_time = now(), version = version + 1
    where id in (select id from inv_item where id = any(${sql.param(due.rows.map(({ id }) => id))}::bigint[])
      and stock_status = ${STOCK.quarantine} order by id for update skip locked)`);
  for (const { tenantId, places } of lines) for (const place of places) await matchLine(tx, tenantId, place);
  return result.rowCount ?? 0;
}

/** Minutes after which an unfinished check counts as lost. */
const CHECK_LOST_MINUTES = 60;

/** Lost checks of a transaction: purchases pass over the numbers that it locks. */
const LOST_SLICE = 500;

/** Sets checks that were cancelled before the start, or lost, to unknown. @returns how many */
export async function endLostChecks(tx: Tx): Promise<number> {
  let ended = 0;
  for (const column of [sql`survive_status`, sql`sandbox_status`]) {
    const result = await tx.execute(sql`
      update inv_item set ${column} = ${SURVIVE.unknown}, update_time = now()
      where id in (
        select id from inv_item where ${column} = ${SURVIVE.checking} and update_time < now() - make_interval(mins => ${CHECK_LOST_MINUTES}::int)
        order by id limit ${LOST_SLICE} for update skip locked)`);
    ended += result.rowCount ?? 0;
  }
  return ended;
}

async function lockItems(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Item[]> {
  const rows = await tx
    .select()
    .from(items)
    .where(and(visible(actor, items, 'tenant'), inArray(items.id, [...ids])))
    .orderBy(asc(items.id))
    .for('update');
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  return rows;
}
