import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { stampOf } from '../../../kernel/audit/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { prepared } from '../../../kernel/db/prepared.ts';
import { rowJson, toJson } from '../../../kernel/db/row-json.ts';
import { invariant } from '../../../kernel/invariant.ts';
import {
  balanceOf,
  type PostedJournal,
  type PreparedJournal,
  prepareCharge,
  prepareHold,
} from '../../money/ledger/index.ts';
import { markUsed, type ResolvedPrice } from '../../money/pricing/index.ts';
import { inventoryErrors, OUTBOUND_TYPE, prepareOutbound } from '../inventory/index.ts';
import type { Buyer, ProductOnSale } from './buyer.ts';
import { revenueOf } from './revenue.ts';
import { DELIVERY, ORDER } from './states.ts';
import type { productOrders } from './tables.ts';

export type ProductOrder = typeof productOrders.$inferSelect;

/** The declaration every buyer of numbers makes; stored with the order and printed on the note. */
export const DECLARATION =
  '买方承诺仅将号码用于合法且已获同意的业务联系 / The buyer uses these numbers only for lawful business contact with consent';

/** Parts of a price that an order keeps. */
export type SoldPrice = Pick<
  ResolvedPrice,
  'unitPrice' | 'basePrice' | 'source' | 'priceId' | 'priceVersion' | 'currency' | 'used'
>;

/** A purchase with all decisions made. */
export interface PricedOrder {
  readonly actor: Actor;
  readonly buyer: Pick<Buyer, 'agentId' | 'agentName'>;
  readonly product: ProductOnSale;
  readonly price: SoldPrice;
  readonly amount: Micro;
  /** Pieces. */
  readonly quantity: number;
  readonly useDeclaration: boolean;
  readonly remark?: string | undefined;
  readonly autoRenew?: boolean | undefined;
  /** A part of a pre-order: its numbers are the locked ones, and a share of its deposit is released into the charge. */
  readonly preOrder?:
    | { readonly id: bigint; readonly no: string; readonly fill: number; readonly deposit: PreparedJournal | null }
    | undefined;
  /** For past orders: their time and the numbers under which users know them. */
  readonly past?: { readonly at: Date; readonly orderNo: string; readonly outboundNo: string } | undefined;
}

export interface PlacedOrder {
  readonly order: ProductOrder;
  /** The buyer's balance after the purchase. */
  readonly balance: Micro;
}

type Placed = { order: string; note: string; posted: unknown }[];
type Answer = Placed | { short: number; left: number } | { refused: number; posted: unknown };

/**
 * Writes orders with their notes, numbers and money by one statement: an automatic product is charged and delivered at
 * once, a manual one holds money and numbers until a stock keeper delivers. Outside a transaction the statement is its
 * own transaction.
 * @returns the orders in the given order
 * @throws STOCK_NOT_ENOUGH, BALANCE_NOT_ENOUGH of the first failing one; then none is written
 */
export async function placeOrders(run: Db | Tx, placings: readonly PricedOrder[]): Promise<PlacedOrder[]> {
  const fresh = placings.filter(({ price }) => (price.source === 'level' || price.source === 'all') && !price.used);
  // Otherwise further steps follow that may have to roll back: marking a price as used, and requiring a balance
  // although nothing was charged.
  const isOneStatement = fresh.length === 0 && placings.every(({ amount }) => amount > 0n);
  if ('pool' in run && !isOneStatement) return run.tx((tx) => placeOrders(tx, placings));
  const drafts = placings.map((placing) => draftOf(run, placing));
  const orders = toJson(drafts.map(({ request }) => request));
  const trail = toJson(drafts.flatMap(({ trailed }) => (trailed ? [trailed] : [])));
  // The same statement writes the audit entry of the buyer, unless nothing was bought.
  const { rows } = await prepared<{ answer: Answer }>(
    run,
    sql`
    with placed as materialized (select ord_place(${orders}::jsonb) as answer), trail as (
      insert into audit_log (tenant_id, user_id, account, ip, action, object_type, object_id, after, stamp)
      select t.tenant_id, t.user_id, t.account, t.ip, 'buy', 'agent/product', t.object_id, t.after, t.stamp
      from placed, jsonb_to_recordset(${trail}::jsonb)
        t (tenant_id text, user_id bigint, account text, ip text, object_id text, after jsonb, stamp text)
      where jsonb_typeof(placed.answer) = 'array'
    )
    select answer from placed`,
  );
  const answer = rows[0]?.answer;
  invariant(answer, 'orders-no-answer');
  if ('short' in answer) throw inventoryErrors.STOCK_NOT_ENOUGH({ n: answer.left });
  if ('refused' in answer) {
    drafts[answer.refused]?.journal?.read(answer.posted);
    invariant(false, 'orders-journal-not-posted', JSON.stringify(answer.posted));
  }
  // A used price is never rewritten; mark it at its first sale.
  if (!('pool' in run))
    for (const priceId of new Set(fresh.map(({ price }) => price.priceId))) await markUsed(run, priceId);
  return Promise.all(drafts.map((draft, index) => boughtOf(run, draft, answer[index])));
}

/** A purchase as a row of the audit log. */
export function trailRow(run: Db | Tx, placing: PricedOrder, orderNo: string) {
  const { actor, product, buyer, quantity, price, amount } = placing;
  const { unitPrice, currency, source: priceSource } = price;
  const numbers = quantity * product.specQty;
  const after = {
    productId: product.id,
    agentId: buyer.agentId,
    quantity,
    numbers,
    unitPrice,
    amount,
    currency,
    priceSource,
  };
  const { tenantId, userId, account, ip } = actor;
  const row = { tenantId, userId, account, ip, action: 'buy', objectType: 'agent/product', objectId: orderNo };
  const stamp = stampOf(run, { ...row, after: toJson(after) });
  return { tenant_id: tenantId, user_id: userId, account, ip, object_id: orderNo, after, stamp };
}

interface Draft {
  readonly actor: Actor;
  readonly row: Omit<ProductOrder, 'id' | 'outboundId' | 'holdId' | 'journalId'>;
  readonly journal: PreparedJournal | null;
  readonly request: object;
  /** Its row of the audit log; null for past orders. */
  readonly trailed: object | null;
}

function draftOf(run: Db | Tx, placing: PricedOrder): Draft {
  const { actor, product, price, amount, quantity, past } = placing;
  const at = past?.at ?? new Date();
  const orderNo = past?.orderNo ?? businessNo('AP', at);
  const numbers = quantity * product.specQty;
  const { preOrder } = placing;
  const instant = preOrder !== undefined || product.deliveryType === DELIVERY.automatic;
  const declaration = placing.useDeclaration ? DECLARATION : null;
  const note = prepareOutbound(
    actor,
    {
      outboundType: preOrder ? OUTBOUND_TYPE.preOrder : OUTBOUND_TYPE.sale,
      preorder: preOrder?.id,
      agent: { id: actor.userId, name: actor.realName, ownerPath: actor.ownerPath },
      criteria: {
        businessType: product.businessType,
        countryCode: product.countryCode,
        numberType: product.numberType,
        capability: product.capability,
      },
      quantity: numbers,
      currency: price.currency,
      orderNo,
      unitPrice: price.unitPrice,
      amount,
      warrantyHours: product.warrantyHours,
      licenceNote: declaration,
      outboundNo: past?.outboundNo,
      at,
    },
    instant ? 'deliver' : 'reserve',
  );
  const journal = amount === 0n ? null : journalOf(placing, orderNo, instant);
  const row = orderRowOf(placing, {
    orderNo,
    at,
    outboundNo: note.row.outboundNo,
    warrantyUntil: note.row.warrantyUntil,
    isDelivered: instant,
  });
  return {
    actor,
    row,
    journal,
    trailed: past ? null : trailRow(run, placing, orderNo),
    request: {
      ...note.request,
      ...(preOrder?.deposit ? { deposit: preOrder.deposit.request } : {}),
      ...(journal ? { money: journal.request } : {}),
      placed: rowJson(row),
    },
  };
}

interface RowFacts {
  readonly orderNo: string;
  readonly at: Date;
  readonly outboundNo: string | null;
  readonly warrantyUntil: Date | null;
  readonly isDelivered: boolean;
}

/** Returns the row of an order, without the ids of related rows. */
export function orderRowOf(
  { actor, buyer, product, price, amount, quantity, useDeclaration, remark, autoRenew, preOrder }: PricedOrder,
  { orderNo, at, outboundNo, warrantyUntil, isDelivered: instant }: RowFacts,
): Draft['row'] {
  const numbers = quantity * product.specQty;
  return {
    tenantId: actor.tenantId,
    ownerId: actor.userId,
    ownerPath: actor.ownerPath,
    orderNo,
    productId: product.id,
    productName: product.nameZh,
    productNameEn: product.nameEn,
    productSnapshot: {
      productNo: product.productNo,
      serviceType: product.serviceType,
      specQty: product.specQty,
      warrantyHours: product.warrantyHours,
      warrantyAction: product.warrantyAction,
      numberType: product.numberType,
      capability: product.capability,
      version: product.version,
      ...(product.serviceType === serviceType.is.lease
        ? { leaseMonths: product.leaseMonths, autoRenew: autoRenew ? 1 : 0 }
        : {}),
    },
    agentId: buyer.agentId,
    agentName: buyer.agentName,
    buyerId: actor.userId,
    buyerName: actor.realName,
    businessType: product.businessType,
    countryCode: product.countryCode,
    quantity,
    numbers,
    unitPrice: price.unitPrice,
    discount: price.basePrice > price.unitPrice ? micros(times(price.basePrice, numbers) - amount) : null,
    priceSource: price.source,
    priceId: price.priceId,
    priceVersion: price.priceVersion,
    amount,
    currency: price.currency,
    paidAmount: instant ? amount : micros(0n),
    refundAmount: micros(0n),
    deliveredQty: instant ? quantity : 0,
    refundedQty: 0,
    useDeclaration: useDeclaration ? DECLARATION : null,
    outboundNo,
    deliveryType: product.deliveryType,
    deliverTime: instant ? at : null,
    warrantyUntil,
    status: instant ? ORDER.completed : ORDER.awaiting,
    cancelReason: null,
    remark: remark ?? null,
    preOrderId: preOrder?.id ?? null,
    preOrderNo: preOrder?.no ?? null,
    createUser: actor.userId,
    createUserName: actor.realName,
    createDept: actor.deptIds[0] ?? null,
    createTime: at,
    updateUser: actor.userId,
    updateTime: at,
    version: 1,
    deletedAt: null,
  };
}

function journalOf(
  { actor, product, amount, past, preOrder }: PricedOrder,
  orderNo: string,
  instant: boolean,
): PreparedJournal {
  const reference = {
    userId: actor.userId,
    amount,
    idemKey: preOrder ? `preorder:${preOrder.no}:fill:${preOrder.fill}` : `order:${orderNo}`,
    bizType: 'product_order',
    bizNo: orderNo,
    at: past?.at,
  };
  return instant
    ? prepareCharge(actor, { ...reference, to: revenueOf(product.businessType) })
    : prepareHold(actor, reference);
}

async function boughtOf(run: Db | Tx, draft: Draft, placed: Placed[number] | undefined): Promise<PlacedOrder> {
  invariant(placed, 'orders-placed-missing', draft.row.orderNo);
  const posted: PostedJournal | null = draft.journal?.read(placed.posted) ?? null;
  const { actor } = draft;
  const wallet = posted?.entries.findLast(({ account }) => account === `u:${actor.userId}:balance`);
  return {
    order: {
      ...draft.row,
      id: BigInt(placed.order),
      outboundId: BigInt(placed.note),
      holdId: posted?.holdId ?? null,
      journalId: posted && posted.holdId === null ? posted.journalId : null,
    },
    balance:
      wallet?.after ?? (await balanceOf('pool' in run ? run.drizzle : run, actor, { userId: actor.userId })).balance,
  };
}
