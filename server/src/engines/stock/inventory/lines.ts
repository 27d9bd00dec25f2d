import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Tx } from '../../../kernel/db/index.ts';
import { copiedRows, type Snapshot } from '../../../kernel/db/snapshot.ts';
import { STOCK } from './states.ts';

/** A delivered number in its buyer's file. */
export interface DeliveredLine {
  /** Digits without a plus sign. */
  readonly e164: string;
  readonly countryCode: string;
  readonly numberType: number;
  readonly capability: number;
  readonly surviveStatus: number;
}

/**
 * The numbers that a note delivered and that were not returned, one line each, as bytes from the database for the
 * content of a file.
 */
export const deliveredNumbers = (snapshot: Snapshot, outboundId: bigint, plus: boolean): AsyncIterable<Buffer> =>
  snapshot.copy(
    `select ${e164(plus)} from inv_outbound_line where outbound_id = ${outboundId} and state = 1 order by item_id`,
  );

/** The same numbers in the same order, with their known properties. */
export async function* deliveredLines(snapshot: Snapshot, outboundId: bigint): AsyncGenerator<DeliveredLine> {
  const rows = snapshot.copy(`
    select e164, country_code, number_type, capability, survive_status from inv_item
    where outbound_id = ${outboundId} and stock_status = ${STOCK.assigned} order by id`);
  for await (const [number = '', countryCode = '', numberType, capability, surviveStatus] of copiedRows(rows)) {
    yield {
      e164: number,
      countryCode,
      numberType: Number(numberType),
      capability: Number(capability),
      surviveStatus: Number(surviveStatus),
    };
  }
}

/** Filters of a stock-take. */
export interface StockTake {
  readonly businessType?: number | undefined;
  readonly countryCodes?: readonly string[] | undefined;
  readonly numberType?: number | undefined;
  /** Exactly these bits. */
  readonly capability?: number | undefined;
  readonly warehouseCode?: string | undefined;
  readonly stockStatus?: number | undefined;
}

/** The platform's own numbers of a stock-take, one line each, as bytes. */
export const stockNumbers = (
  snapshot: Snapshot,
  tenantId: string,
  take: StockTake,
  plus: boolean,
): AsyncIterable<Buffer> =>
  snapshot.copy(`select ${e164(plus)} from inv_item where ${covered(tenantId, take)} order by country_code, id`);

/** Returns how many numbers a stock-take lists. */
export async function countStock(tx: Tx, tenantId: string, take: StockTake): Promise<number> {
  const { rows } = await tx.execute<{ n: string }>(
    sql`select count(*) as n from inv_item where ${sql.raw(covered(tenantId, take))}`,
  );
  return Number(rows[0]?.n ?? 0);
}

/** Returns the countries of a stock-take's numbers. */
export async function stockCountries(snapshot: Snapshot, tenantId: string, take: StockTake): Promise<string[]> {
  const found: string[] = [];
  const rows = snapshot.copy(`select distinct country_code from inv_item where ${covered(tenantId, take)} order by 1`);
  for await (const [countryCode] of copiedRows(rows)) if (countryCode !== undefined) found.push(countryCode);
  return found;
}

const e164 = (plus: boolean): string => (plus ? `'+' || e164` : 'e164');

/** Excludes numbers that belong to customers, and those locked for a pre-order: they are promised to one. */
function covered(
  tenantId: string,
  { businessType, countryCodes, numberType, capability, warehouseCode, stockStatus }: StockTake,
): string {
  const text = pg.escapeLiteral;
  return [
    `tenant_id = ${text(tenantId)} and deleted_at is null and owner_type = 1 and stock_status <> ${STOCK.locked}`,
    ...(businessType === undefined ? [] : [`business_type = ${Math.trunc(businessType)}`]),
    ...(countryCodes === undefined ? [] : [`country_code in (${countryCodes.map(text).join(', ')})`]),
    ...(numberType === undefined ? [] : [`number_type = ${Math.trunc(numberType)}`]),
    ...(capability === undefined ? [] : [`capability = ${Math.trunc(capability)}`]),
    ...(warehouseCode === undefined ? [] : [`warehouse_code = ${text(warehouseCode)}`]),
    ...(stockStatus === undefined ? [] : [`stock_status = ${Math.trunc(stockStatus)}`]),
  ].join(' and ');
}

/** Returns the items of numbers that notes delivered and that were not returned; other numbers are left out. */
export async function deliveredItemsOf(
  tx: Tx,
  outboundIds: readonly bigint[],
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await tx.execute<{ id: string; number: string }>(sql`
    select id::text, e164::text as number from inv_item
    where outbound_id = any(${sql.param([...outboundIds])}::bigint[]) and stock_status = ${STOCK.assigned} and e164 = any(${sql.param(numbers.map(String))}::bigint[])`);
  return new Map(rows.map(({ id, number }) => [BigInt(number), BigInt(id)]));
}
