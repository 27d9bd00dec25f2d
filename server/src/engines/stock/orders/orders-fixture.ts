import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { balanceOf, openWallets, rechargePass, verifyLedger } from '../../money/ledger/index.ts';
import { addPrice } from '../../money/pricing/index.ts';
import type { UnitKind } from '../../money/quotas/index.ts';
import { DEFAULT_TENANT, openAccount } from '../../people/identity/index.ts';
import { verifyStockCounters } from '../inventory/index.ts';
import { buy, DELIVERY, type PlacedOrder, type Purchase, products, SHELF } from './index.ts';

/** Staff of the shop. */
export const staff: Actor = { ...systemActor(DEFAULT_TENANT), userId: 1n, realName: 'Stock keeper' };

export const money = parseMoney;

let count = 0;
const next = (): number => ++count;

/** An agent (or sub-user) with wallets and, if any, a balance. */
export async function newBuyer(
  db: Db,
  options: { balance?: string; parent?: Actor; subUser?: boolean; level?: number; day?: string; month?: string } = {},
): Promise<Actor> {
  const { balance, parent, subUser = false, level = 1, day, month } = options;
  return db.tx(async (tx) => {
    const name = `buyer_${next()}`;
    const row = await openAccount(tx, staff, {
      account: name,
      password: null,
      realName: name,
      userType: subUser ? userType.is.subUser : userType.is.agent,
      parentId: parent?.userId ?? null,
      agentLevel: level,
      spendLimitDay: day === undefined ? null : money(day),
      spendLimitMonth: month === undefined ? null : money(month),
    });
    const { id: userId, ownerPath, realName: userName } = row;
    await openWallets(tx, staff, { userId, userType: row.userType, userName, ownerPath });
    if (balance !== undefined) {
      const idemKey = `rc:${userId}`;
      await rechargePass(tx, staff, {
        userId,
        amount: money(balance),
        methodCode: 'test',
        idemKey,
        bizType: 'recharge',
      });
    }
    return {
      ...systemActor(DEFAULT_TENANT),
      userId,
      account: name,
      realName: name,
      userType: subUser ? userType.is.subUser : userType.is.agent,
      ownerPath,
      roleKeys: [],
      permissions: new Set<string>(),
    };
  });
}

/** User-assigned codes of ISO 3166, without XK, which is used for Kosovo. */
const CODES = [...'ABCDEFGHIJLMNOPQRSTUVWXYZ']
  .map((letter) => `X${letter}`)
  .concat([...'MNOPRSTUVWXYZ'].map((letter) => `Q${letter}`));

/**
 * Every area code of +1 has the hundred fictional numbers 555-0100 to 555-0199; each shop takes its own area code,
 * apart from those of import tests.
 */
let areaCode = 600;

/**
 * Creates a separate country with `stock` numbers, a price of one each and a product on sale, so that tests do not
 * affect each other. @returns the product's id and the country's code
 */
export async function createShop(
  db: Db,
  options: { stock?: number; price?: string; product?: Partial<typeof products.$inferInsert> } = {},
): Promise<{ productId: bigint; countryCode: string }> {
  const { stock = 0, price = '1', product = {} } = options;
  const shop = next();
  const countryCode = CODES[shop % CODES.length] ?? '';
  const businessType = product.businessType ?? 1 + (Math.floor(shop / CODES.length) % 3);
  const firstArea = areaCode;
  areaCode += Math.ceil(stock / 100);
  return db.tx(async (tx) => {
    await tx.execute(sql`
      insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en)
      values (${DEFAULT_TENANT}, ${countryCode}, '1', ${countryCode}, ${countryCode}) on conflict do nothing`);
    await tx.execute(sql`
      insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, source_type, currency)
      select ${DEFAULT_TENANT}, 'T' || ${shop}::int || '-' || n, 'WH01', ${businessType}::int, ${countryCode},
        10000000000 + (${firstArea} + n / 100)::bigint * 10000000 + 5550100 + n % 100, 1, 1, 'USDT'
      from generate_series(0, ${stock - 1}::int) n`);
    await addPrice(
      tx,
      staff,
      {
        businessType,
        serviceType: product.serviceType ?? 2,
        filterType: null,
        activePeriod: null,
        countryCode,
        agentLevel: 0,
        unit: 4,
        chargeOn: 1,
        costPrice: money('0'),
        salePrice: money(price),
        minPrice: null,
        minQty: null,
        maxQty: null,
        stepQty: null,
        tierJson: [],
        effectiveTime: new Date(Date.now() - 60_000),
        expireTime: null,
        remark: null,
      },
      { belowCost: false },
    );
    const [row] = await tx
      .insert(products)
      .values({
        ...PRODUCT,
        productNo: `P${shop}`,
        nameZh: `商品${shop}`,
        nameEn: `Product ${shop}`,
        countryCode,
        ...product,
        businessType,
      })
      .returning();
    return { productId: row?.id ?? 0n, countryCode };
  });
}

/** Adds a product to a shop's country, at the same price per number. @returns its id */
export async function addProduct(
  db: Db,
  countryCode: string,
  product: Partial<typeof products.$inferInsert>,
): Promise<bigint> {
  const number = next();
  const named = { productNo: `P${number}`, nameZh: `商品${number}`, nameEn: `Product ${number}` };
  const rows = { ...PRODUCT, ...named, businessType: 1, countryCode, ...product };
  const [row] = await db.drizzle.insert(products).values(rows).returning();
  return row?.id ?? 0n;
}

/**
 * Removes numbers from a delivered note without a trace, as sales of overlapping products once did: paid for and never
 * delivered.
 */
export async function loseNumbers(db: Db, outboundId: bigint, count = 1_000_000): Promise<void> {
  await db.tx(async (tx) => {
    await tx.execute(sql`
      with lost as (
        delete from inv_outbound_line where (outbound_id, item_id) in (
          select outbound_id, item_id from inv_outbound_line where outbound_id = ${outboundId} order by item_id limit ${count})
        returning item_id
      )
      update inv_item i set stock_status = 0, outbound_id = null, assigned_to = null from lost where i.id = lost.item_id`);
  });
}

/** A package of checks on sale: a piece has some units at a price each, valid in every country. */
export async function createPackage(
  db: Db,
  options: { units?: number; price?: string; product?: Partial<typeof products.$inferInsert> } = {},
): Promise<{ productId: bigint; kind: UnitKind }> {
  const { units = 100, price = '0.01', product = {} } = options;
  const number = next();
  // One price per kind; tests that need their own price use another active period.
  const kind: UnitKind = {
    businessType: 1 + (number % 3),
    packageService: 1,
    filterType: 3,
    activePeriod: [0, 1, 3, 7, 15, 30][Math.floor(number / 3) % 6] ?? 0,
    countryCode: '*',
  };
  return db.tx(async (tx) => {
    await tx.execute(sql`
      update prc_price set deleted_at = now() where service_type = 6 and business_type = ${kind.businessType}
        and active_period = ${kind.activePeriod}`);
    await addPrice(
      tx,
      staff,
      {
        ...kind,
        serviceType: 6,
        agentLevel: 0,
        unit: 1,
        chargeOn: 1,
        costPrice: money('0'),
        salePrice: money(price),
        minPrice: null,
        minQty: null,
        maxQty: null,
        stepQty: null,
        tierJson: [],
        effectiveTime: new Date(Date.now() - 60_000),
        expireTime: null,
        remark: null,
      },
      { belowCost: false },
    );
    const named = { productNo: `K${number}`, nameZh: `套餐${number}`, nameEn: `Package ${number}` };
    const { countryCode: _everywhere, ...covered } = kind;
    const [row] = await tx
      .insert(products)
      .values({ ...PRODUCT, ...named, ...covered, serviceType: 6, specQty: units, validDays: 30, ...product })
      .returning();
    return { productId: row?.id ?? 0n, kind };
  });
}

const PRODUCT = {
  tenantId: DEFAULT_TENANT,
  serviceType: 2,
  specQty: 1,
  unit: 4,
  currency: BOOK_CURRENCY,
  minBuy: 1,
  maxBuy: 10_000,
  stepBuy: 1,
  warrantyHours: 72,
  deliveryType: DELIVERY.automatic,
  needKyc: 0,
  needUseDeclaration: 1,
  tags: 0,
  isRecommend: 0,
  sort: 0,
  shelfStatus: SHELF.on,
} as const satisfies Partial<typeof products.$inferInsert>;

/** Returns the input of a purchase of the fixture's product, at a price of one each by default. */
export const purchase = (productId: bigint, quantity: number, more: Partial<Purchase> = {}): Purchase => ({
  productId,
  quantity,
  useDeclaration: true,
  expectedAmount: money(String(quantity)),
  ...more,
});

export const buyNow = (
  db: Db,
  actor: Actor,
  productId: bigint,
  quantity = 1,
  more: Partial<Purchase> = {},
): Promise<PlacedOrder> => db.tx((tx) => buy(tx, actor, purchase(productId, quantity, more)));

/** Runs work in one transaction and returns the code of its refusal, or null. */
export async function refusalOf(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  try {
    await db.tx(work);
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}

/** Returns a snapshot of everything a refused operation must not change. */
export async function snapshotRows(db: Db): Promise<string> {
  const { rows } = await db.drizzle.execute<{ traces: string }>(sql`
    select concat_ws(' ', (select count(*) from fin_journal), (select coalesce(sum(balance * (kind + user_id % 97)), 0) from fin_wallet),
      (select count(*) from fin_hold), (select count(*) || '/' || coalesce(sum(version), 0) from agt_product_order),
      (select count(*) || '/' || coalesce(sum(version), 0) from inv_outbound), (select count(*) from inv_outbound_line where state = 1),
      (select sum(version) from inv_item), (select coalesce(sum(sold), 0) from agt_product_sale), (select count(*) from biz_state_log)) as traces`);
  return rows[0]?.traces ?? '';
}

/** Returns the digits of a note's numbers while they belong to the note. */
export async function numbersOf(db: Db, outboundId: bigint | null): Promise<string[]> {
  const { rows } = await db.drizzle.execute<{ e164: string }>(
    sql`select e164::text from inv_outbound_line where outbound_id = ${outboundId} and state = 1 order by e164`,
  );
  return rows.map(({ e164 }) => e164);
}

export async function balance(db: Db, actor: Actor): Promise<bigint> {
  return (await db.tx((tx) => balanceOf(tx, staff, { userId: actor.userId }))).balance;
}

/** Counts the numbers of a country by state: `{ 0: 5, 2: 1 }`. */
export async function stockOf(db: Db, productId: bigint): Promise<Record<number, number>> {
  const { rows } = await db.drizzle.execute<{ status: number; n: number }>(sql`
    select i.stock_status as status, count(*)::int as n from inv_item i join agt_product p
      on p.tenant_id = i.tenant_id and p.country_code = i.country_code and p.business_type = i.business_type
    where p.id = ${productId} group by 1`);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** Expects ledger, counters and orders to agree. */
export async function expectConsistent(db: Db, hint = ''): Promise<void> {
  expect(await db.tx((tx) => verifyLedger(tx)), hint).toEqual([]);
  expect(await db.tx((tx) => verifyStockCounters(tx)), hint).toEqual([]);
  const { rows } = await db.drizzle.execute(sql`
    with orders as (
      select o.id, o.status, o.quantity, o.amount, o.paid_amount, o.refund_amount, o.hold_id, o.journal_id, n.delivered_qty, n.returned_qty, n.quantity as numbers,
        (select count(*) from inv_outbound_line l where l.outbound_id = n.id and l.state = 1) as live,
        (select count(*) from inv_outbound_line l where l.outbound_id = n.id and l.state = 3) as ended,
        (select count(*) from inv_item i where i.outbound_id = n.id) as items,
        (select coalesce(sum(r.total_amount), 0) from fin_journal r where r.reversal_of = o.journal_id) as refunded,
        (select h.amount - h.captured - h.released from fin_hold h where h.id = o.hold_id) as held
      from agt_product_order o join inv_outbound n on n.id = o.outbound_id
    )
    select * from orders where live <> items
      or items <> case when status in (1, 2, 3, 5) then numbers - returned_qty - ended else 0 end
      or paid_amount <> case when status in (3, 5, 6) then amount else 0 end
      or refund_amount <> refunded or (status = 6 and refund_amount <> amount)
      or coalesce(held, 0) <> case when status = 1 then amount else 0 end`);
  expect(rows, hint).toEqual([]);
  const sold = await db.drizzle.execute(sql`
    select p.id from agt_product p where
      (select coalesce(sum(sold), 0) from agt_product_sale s where s.product_id = p.id) <>
      (select coalesce(sum(quantity), 0) from agt_product_order o where o.product_id = p.id and status <> 4)`);
  expect(sold.rows, hint).toEqual([]);
}

/** A shop that rents numbers by the month. */
export const createRental = (
  db: Db,
  options: { stock?: number; price?: string; product?: Partial<typeof products.$inferInsert> } = {},
): ReturnType<typeof createShop> =>
  createShop(db, { ...options, product: { serviceType: 7, leaseMonths: 1, unit: 3, ...options.product } });

/** Ages leases by some days; those of one owner, or all. */
export async function ageLeases(db: Db, days: number, ownerId?: bigint): Promise<void> {
  const of = sql`(${ownerId ?? null}::bigint is null or owner_id = ${ownerId ?? null}::bigint)`;
  await db.tx(async (tx) => {
    await tx.execute(sql`select from agt_lease where ${of} order by agt_lease.id for update`);
    await tx.execute(sql`
      update agt_lease set start_date = start_date - ${days}::int,
        end_date = (start_date - ${days}::int + make_interval(months => months))::date + paused_days,
        attempt_time = null where ${of}`);
    await tx.execute(sql`
      update agt_lease_month m set until_date = (l.start_date + make_interval(months => m.month_no))::date + paused_days,
        from_date = case m.month_no when 1 then l.start_date else (l.start_date + make_interval(months => m.month_no - 1))::date + paused_days + 1 end
      from agt_lease l where l.id = m.lease_id and (${ownerId ?? null}::bigint is null or l.owner_id = ${ownerId ?? null}::bigint)`);
  });
}
