import { UNDECIDED } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { asc, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { numbersOfOrder } from '../inventory/index.ts';
import { productOrders } from '../orders/index.ts';
import { isOwn } from './decide.ts';
import { isInStock } from './settle.ts';
import { type Claim, warrantyChecks } from './tables.ts';

interface Link {
  readonly e164: bigint;
  readonly claimId: bigint | null;
  readonly claimNo: string | null;
  readonly status: number | null;
  readonly time: Date | null;
}

/** Returns the checks of a claim, the numbers of its chain, and what a decision would do now. */
export async function storyOf(tx: Tx, actor: Actor, claim: Claim) {
  const checks = await tx
    .select()
    .from(warrantyChecks)
    .where(eq(warrantyChecks.claimId, claim.id))
    .orderBy(asc(warrantyChecks.id));
  return {
    checks: checks.map(({ checkTime, providerCode, result, verdict }) => ({
      time: checkTime,
      provider: providerCode,
      result,
      verdict,
    })),
    chain: await chainOf(tx, claim),
    refund: await refundOf(tx, claim),
    currency: claim.currency,
    isInStock: await isInStock(tx, claim),
    canReplace: claim.chainNo < (await readParameter(tx, claim.tenantId, 'warranty.chainMax')),
    canDecide: UNDECIDED.includes(claim.status) && !isOwn(claim, actor),
  };
}

/** Returns what a refund of the claim's number returns: its price, or the rest of the order for the last number. */
async function refundOf(tx: Tx, claim: Claim): Promise<Micro> {
  if (claim.refundAmount !== null) return claim.refundAmount;
  const [order] = await tx.select().from(productOrders).where(eq(productOrders.id, claim.orderId));
  if (!order) return micros(0n);
  const { kept } = await numbersOfOrder(tx, order);
  return kept <= 1 ? micros(order.paidAmount - order.refundAmount) : order.unitPrice;
}

/** Returns the numbers from the delivered one to the present one, with the claims that replaced them. */
async function chainOf(tx: Tx, { id }: Claim): Promise<Link[]> {
  const { rows } = await tx.execute<{
    id: string;
    no: string;
    number: string;
    status: number;
    time: string;
    next: string | null;
  }>(sql`
    with recursive up as (
      select * from war_claim where id = ${id} union all select w.* from war_claim w join up on w.id = up.previous_id
    ), down as (
      select * from war_claim where id = ${id} union all select w.* from war_claim w join down on w.previous_id = down.id
    )
    select id::text, claim_no as no, e164::text as number, status, create_time as time, replacement_e164::text as next
    from (select * from up union select * from down) c order by chain_no, id`);
  const last = rows.at(-1);
  const links: Link[] = rows.map((row) => ({
    e164: BigInt(row.number),
    claimId: BigInt(row.id),
    claimNo: row.no,
    status: row.status,
    time: new Date(row.time),
  }));
  return last?.next
    ? [...links, { e164: BigInt(last.next), claimId: null, claimNo: null, status: null, time: null }]
    : links;
}
