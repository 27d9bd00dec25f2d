import { warrantySource } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { CLAIM, STATUS } from './states.ts';
import { type Claim, claims } from './tables.ts';

/** A number that a customer has from an order, with the claim about it. */
export interface Delivered {
  readonly itemId: bigint;
  readonly itemNo: string;
  readonly e164: bigint;
  readonly batchNo: string | null;
  readonly outboundId: bigint;
  readonly outboundNo: string;
  readonly warrantyUntil: Date | null;
  readonly order: {
    readonly id: bigint;
    readonly orderNo: string;
    readonly ownerId: bigint;
    readonly ownerPath: string;
    readonly ownerName: string;
    readonly productName: string;
    readonly productNameEn: string;
    readonly businessType: number;
    readonly countryCode: string;
    readonly unitPrice: bigint;
    readonly currency: string;
    readonly action: number;
  };
  /** The claim of this line that is open or settled. */
  readonly claim: { readonly id: bigint; readonly claimNo: string; readonly status: number } | null;
  /** Whether staff refused a claim of this line: checks alone open no other. */
  readonly wasRefused: boolean;
}

interface Wanted {
  readonly itemIds?: readonly bigint[];
  readonly named?: { readonly numbers: readonly bigint[]; readonly itemNos: readonly string[] };
  readonly orderId?: bigint;
  /** Only numbers of which a claim can be filed now, at most so many. */
  readonly claimable?: number;
  /** Reach of the reader over orders. */
  readonly within?: SQL;
}

/** Returns the delivered numbers among items, each with its order; numbers without an order are left out. */
export async function deliveredLines(
  tx: Tx,
  tenantId: string,
  { itemIds, named, orderId, claimable, within }: Wanted,
): Promise<Delivered[]> {
  const { rows } = await tx.execute<Record<string, string | number | boolean | null>>(sql`
    select i.id::text as "itemId", i.item_no as "itemNo", i.e164::text, i.batch_no as "batchNo", n.id::text as "outboundId", n.outbound_no as "outboundNo",
      n.warranty_until as "warrantyUntil", agt_product_order.id::text as "orderId", agt_product_order.order_no as "orderNo", agt_product_order.owner_id::text as "ownerId",
      agt_product_order.owner_path as "ownerPath", agt_product_order.buyer_name as "ownerName", agt_product_order.product_name as "productName", agt_product_order.product_name_en as "productNameEn",
      agt_product_order.business_type as "businessType", agt_product_order.country_code as "countryCode", agt_product_order.unit_price::text as "unitPrice", agt_product_order.currency,
      coalesce((agt_product_order.product_snapshot ->> 'warrantyAction')::int, 1) as action, w.id::text as "claimId", w.claim_no as "claimNo",
      w.status as "claimStatus", exists (select from war_claim r where r.item_id = i.id and r.outbound_id = n.id
        and r.status = ${STATUS.refused}) as "wasRefused"
    from inv_item i join inv_outbound n on n.id = i.outbound_id
      join agt_product_order on agt_product_order.tenant_id = n.tenant_id and agt_product_order.order_no = n.order_no
      left join war_claim w on w.outbound_id = n.id and w.item_id = i.id and w.status not in (${STATUS.refused}, ${STATUS.unconfirmed})
    where i.tenant_id = ${tenantId} and i.stock_status = 2
      ${itemIds ? sql`and i.id = any(${sql.param(itemIds.map(String))}::bigint[])` : sql``}
      ${named ? sql`and (i.e164 = any(${sql.param(named.numbers.map(String))}::bigint[]) or i.item_no = any(${sql.param([...named.itemNos])}::text[]))` : sql``}
      ${orderId === undefined ? sql`` : sql`and agt_product_order.id = ${orderId}`}
      ${claimable === undefined ? sql`` : sql`and w.id is null and n.warranty_until > now()`}
      ${within ? sql`and ${within}` : sql``}
    order by i.id ${claimable === undefined ? sql`` : sql`limit ${claimable}`}`);
  return rows.map((row) => ({
    itemId: BigInt(row['itemId'] as string),
    itemNo: row['itemNo'] as string,
    e164: BigInt(row['e164'] as string),
    batchNo: row['batchNo'] as string | null,
    outboundId: BigInt(row['outboundId'] as string),
    outboundNo: row['outboundNo'] as string,
    warrantyUntil: row['warrantyUntil'] === null ? null : new Date(row['warrantyUntil'] as string),
    order: {
      id: BigInt(row['orderId'] as string),
      orderNo: row['orderNo'] as string,
      ownerId: BigInt(row['ownerId'] as string),
      ownerPath: row['ownerPath'] as string,
      ownerName: row['ownerName'] as string,
      productName: row['productName'] as string,
      productNameEn: row['productNameEn'] as string,
      businessType: row['businessType'] as number,
      countryCode: row['countryCode'] as string,
      unitPrice: BigInt(row['unitPrice'] as string),
      currency: row['currency'] as string,
      action: row['action'] as number,
    },
    claim:
      row['claimId'] === null
        ? null
        : {
            id: BigInt(row['claimId'] as string),
            claimNo: row['claimNo'] as string,
            status: row['claimStatus'] as number,
          },
    wasRefused: row['wasRefused'] === true,
  }));
}

interface Opening {
  readonly source: number;
  readonly content?: string;
  readonly evidence?: string[];
  /** Of demonstration data. */
  readonly claimNo?: string;
}

/** Opens a claim whose number is checked next. @returns null when another transaction opened one for the line */
export async function openClaim(
  tx: Tx,
  actor: Actor,
  line: Delivered,
  { source, content, evidence = [], claimNo = businessNo('WC') }: Opening,
): Promise<Claim | null> {
  const { order, warrantyUntil } = line;
  const chain = await tx.execute<{ id: string; n: number }>(sql`
    select id::text, chain_no + 1 as n from war_claim
    where replacement_item_id = ${line.itemId} and replacement_note_id = ${line.outboundId} limit 1`);
  const previous = chain.rows[0];
  const { id: orderId, unitPrice, ...ofOrder } = order;
  const [claim] = await tx
    .insert(claims)
    .values({
      ...ofOrder,
      tenantId: actor.tenantId,
      claimNo,
      orderId,
      unitPrice: micros(unitPrice),
      outboundId: line.outboundId,
      outboundNo: line.outboundNo,
      itemId: line.itemId,
      e164: line.e164,
      batchNo: line.batchNo,
      warrantyUntil: warrantyUntil ?? new Date(),
      source,
      status: STATUS.suspected,
      chainNo: previous?.n ?? 0,
      previousId: previous ? BigInt(previous.id) : null,
      nextCheckTime: new Date(),
      content: content ?? null,
      evidence,
      createUser: actor.userId || null,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId || null,
    })
    .onConflictDoNothing()
    .returning();
  if (!claim) return null;
  const event = source === warrantySource.is.check ? 'open' : 'file';
  await logState(tx, actor, {
    type: CLAIM,
    id: claim.id,
    from: null,
    to: STATUS.suspected,
    event,
    reason: content?.slice(0, 255),
  });
  announceChange(tx, actor.tenantId, CLAIM);
  return claim;
}
