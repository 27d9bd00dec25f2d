import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType, capability, numberType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
import { eq, sql } from 'drizzle-orm';
import {
  type Batch,
  type BatchDefaults,
  batches,
  commitBatch,
  moveBatchSlice,
  openBatch,
  recordSurvive,
  reportBatch,
  STAGED,
  STOCK,
  SURVIVE,
  setListed,
} from '../engines/stock/inventory/index.ts';
import type { Delivery } from './deliveries.ts';
import { businessNumber, type Demo } from './demo.ts';
import { dateOf, daysLater, minutesLater } from './timeline.ts';

const { whatsapp, telegram } = businessType.is;
const { voice, smsIn, smsOut, whatsappBusiness, telegram: telegramCapable } = capability.is;
const LEASE_DAYS = 365;

/** Everything a batch of numbers goes through, from the import to the shelf. */
export async function importAndMove(demo: Demo, delivery: Delivery, at: Date): Promise<void> {
  const keeper = demo.people.staff.warehouse;
  const batch = await openDemoBatch(demo, delivery, at);
  await writeStaged(demo, batch, defaultsOf(delivery, at), delivery.numbers, STAGED.ready);
  await reportBatch(demo.tx, batch.id, {
    totalLines: delivery.numbers.length,
    goodLines: delivery.numbers.length,
    report: reportOf(batch.batchNo, delivery, 0),
  });
  await commitBatch(demo.tx, keeper, batch.batchNo);
  while ((await moveBatchSlice(demo.tx, keeper, batch.batchNo)).left);
}

/** Opens a batch under a number of the day it tells of. */
export async function openDemoBatch(demo: Demo, delivery: Delivery, at: Date): Promise<Batch> {
  const batch = await openBatch(demo.tx, demo.people.staff.warehouse, {
    batchName: delivery.name,
    defaults: defaultsOf(delivery, at),
  });
  const batchNo = businessNumber(demo.random, 'PW', at);
  await demo.tx.update(batches).set({ batchNo }).where(eq(batches.id, batch.id));
  return { ...batch, batchNo };
}

/**
 * Writes numbers of a batch as its import would. One statement instead of the import's COPY, which needs a connection of
 * its own and so could not share this transaction.
 */
export async function writeStaged(
  demo: Demo,
  batch: Batch,
  defaults: BatchDefaults,
  numbers: readonly number[],
  status: number,
  otherCountry?: string,
): Promise<void> {
  const { userId, realName } = demo.people.staff.warehouse;
  const { countryCode } = batch.defaults;
  await demo.tx.execute(sql`
    insert into inv_staged (tenant_id, batch_id, batch_no, batch_name, source_type, supplier_name, supplier_id, provenance_note, rights_attested, business_type, country_code, e164,
      number_type, capability, setup_cost, monthly_cost, cost_price, currency, lease_start, lease_end, reg_doc_status, check_status, warehouse_code, status,
      create_user, create_user_name, update_user)
    select ${batch.tenantId}, ${batch.id}::bigint, ${batch.batchNo}, ${batch.batchName}, ${defaults.sourceType}::int, ${defaults.supplierName},
      (select id from sup_supplier p where p.tenant_id = ${batch.tenantId} and p.supplier_name = ${defaults.supplierName}), ${defaults.provenanceNote},
      ${defaults.rightsAttested}::int, ${defaults.businessType}::int, ${otherCountry ?? countryCode}, number, ${defaults.numberType}::int, ${defaults.capability}::int,
      ${defaults.setupCost}::bigint, ${defaults.monthlyCost}::bigint, ${defaults.costPrice}::bigint, ${defaults.currency}, ${defaults.leaseStart}::date, ${defaults.leaseEnd}::date,
      ${defaults.regDocStatus}::int, ${status === STAGED.ready ? 1 : 0}::int, ${defaults.warehouseCode}, ${status}::int, ${userId}::bigint, ${realName}, ${userId}::bigint
    from unnest(${sql.param([...numbers])}::bigint[]) with ordinality as list (number, place) order by place`);
}

export function defaultsOf(
  { business, type, cost, supplier, warehouse, country }: Delivery,
  at: Date,
): BatchDefaults & { countryCode: string } {
  const costPrice = parseMoney(cost);
  return {
    countryCode: country,
    sourceType: 1,
    supplierName: supplier,
    provenanceNote: '采购合同与发票（演示） / Contract and invoice (demo)',
    rightsAttested: 1,
    businessType: business,
    numberType: type ?? numberType.is.mobile,
    capability:
      business === whatsapp
        ? smsIn | whatsappBusiness | (type === undefined ? smsOut : voice)
        : business === telegram
          ? smsIn | telegramCapable
          : smsIn | smsOut,
    setupCost: '0',
    monthlyCost: String(costPrice / 4n),
    costPrice: String(costPrice),
    currency: BOOK_CURRENCY,
    leaseStart: dateOf(at),
    leaseEnd: dateOf(daysLater(at, LEASE_DAYS)),
    regDocStatus: type === numberType.is.local ? 3 : 0,
    warehouseCode: warehouse ?? 'WH01',
    remark: null,
  };
}

/** What an import says it found: `rejected` lines were too short to be numbers. */
export function reportOf(batchNo: string, { country, numbers }: Delivery, rejected: number) {
  return {
    batchNo,
    fileName: `${country.toLowerCase()}-numbers.xlsx`,
    state: rejected > 0 ? 'reported' : 'committed',
    encoding: null,
    totalLines: numbers.length + rejected,
    goodLines: numbers.length,
    rejectedLines: rejected,
    duplicatesInFile: 0,
    duplicatesInStock: 0,
    warnings: 0,
    reasons: rejected > 0 ? [{ code: 3, count: rejected }] : [],
    countries: [{ countryCode: country, count: numbers.length }],
    problems: Array.from({ length: rejected }, (_, index) => ({
      lineNo: numbers.length + index + 2,
      text: '1555',
      code: 3,
    })),
    durationMillis: 420,
  };
}

/** A round of checks: most numbers answer, some are silent, a few are dead; the dead are asked again and leave stock. */
export async function checkNumbers(
  demo: Demo,
  at: Date,
  round: { readonly share: number; readonly dead: number },
): Promise<void> {
  const { tx, random, people, timeline } = demo;
  const rows = await idsIn(demo, [STOCK.available, STOCK.reserved, STOCK.assigned, STOCK.unlisted]);
  const asked = rows.filter(() => random.next() < round.share);
  const dead = new Set<bigint>();
  while (dead.size < round.dead) dead.add(random.pick(asked));
  const findings = asked.map((id) => {
    if (dead.has(id)) return { id, status: SURVIVE.dead, detail: 'DELETED' };
    return random.next() < 0.04
      ? { id, status: SURVIVE.unknown, detail: 'TIMEOUT' }
      : { id, status: SURVIVE.alive, detail: 'CONNECTED' };
  });
  await recordSurvive(tx, people.staff.warehouse, findings, at);
  const again = findings.filter(({ id }) => dead.has(id));
  // A fifth has been asked once only: found dead, and still in stock.
  const confirmed = again.slice(0, Math.ceil(again.length * 0.8));
  timeline.add(minutesLater(at, 15), (later) => recordSurvive(tx, people.staff.warehouse, confirmed, later), 'stock');
}

/** Some numbers are taken off the shelf. */
export async function delistNumbers(demo: Demo, count: number): Promise<void> {
  const rows = await idsIn(demo, [STOCK.available]);
  const chosen = new Set<bigint>();
  while (chosen.size < count) chosen.add(demo.random.pick(rows));
  await setListed(demo.tx, demo.people.staff.warehouse, [...chosen], false);
}

/** Dead and unlisted numbers go back to their supplier. The engine has no door for this yet, so the rows are moved here. */
export async function returnToSupplier(demo: Demo, status: number, count: number): Promise<void> {
  const chosen = (await idsIn(demo, [status])).slice(0, count);
  await demo.tx.execute(sql`
    update inv_item set stock_status = ${STOCK.retired}, update_user = ${demo.people.staff.warehouse.userId}, update_time = now(), version = version + 1
    where id = any(${sql.param(chosen)}::bigint[])`);
}

/** The numbers delivered so many days ago, as SQL. */
const soldOn = (ago: number): string =>
  `count(*) filter (where assigned_to is not null and (assign_time at time zone '${DEFAULT_ZONE}')::date = (now() at time zone '${DEFAULT_ZONE}')::date - ${ago})`;

/** The counters remember when numbers last came and went; the triggers could only write the time of the loading. */
export async function backdateCounters(demo: Demo): Promise<void> {
  await demo.tx.execute(sql`
    update inv_counter c set last_in_time = i.last_in, last_out_time = i.last_out, sold_day = i.today,
      sold = case when c.slot = (select min(o.slot) from inv_counter o where (o.tenant_id, o.business_type, o.country_code, o.number_type, o.capability, o.warehouse_code)
        = (c.tenant_id, c.business_type, c.country_code, c.number_type, c.capability, c.warehouse_code)) then i.sold else array_fill(0::bigint, array[7]) end
    from (
      select tenant_id, business_type, country_code, number_type, capability, warehouse_code, max(create_time) as last_in, max(assign_time) as last_out,
        (now() at time zone ${DEFAULT_ZONE})::date as today,
        array[${sql.raw(Array.from({ length: 7 }, (_, ago) => soldOn(ago)).join(', '))}] as sold
      from inv_item group by 1, 2, 3, 4, 5, 6
    ) i
    where (c.tenant_id, c.business_type, c.country_code, c.number_type, c.capability, c.warehouse_code)
      = (i.tenant_id, i.business_type, i.country_code, i.number_type, i.capability, i.warehouse_code)`);
}

async function idsIn(demo: Demo, statuses: readonly number[]): Promise<bigint[]> {
  const { rows } = await demo.tx.execute<{ id: string }>(sql`
    select id from inv_item where tenant_id = ${demo.system.tenantId} and stock_status = any(${sql.param([...statuses])}::int[]) order by id`);
  return rows.map(({ id }) => BigInt(id));
}
