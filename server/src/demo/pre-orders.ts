import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { applyRate, micros, times, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { balanceOf, hold, release } from '../engines/money/ledger/index.ts';
import { joinLine, sellableNow } from '../engines/stock/inventory/index.ts';
import {
  DECLARATION,
  decidePurchase,
  type Product,
  type PurchaseDecision,
  products,
  SHELF,
} from '../engines/stock/orders/index.ts';
import { type PreOrder, preOrders } from '../engines/stock/preorders/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { businessNumber, type Demo } from './demo.ts';

const RATE = '0.3';
/** Pre-orders of the demo, the oldest first: one approved in part and in line, one that waits for its approval, a draft. */
const STORIES = [
  { quantity: 60, daysAgo: 3, steps: ['save', 'submit', 'approve'] },
  { quantity: 40, daysAgo: 1, steps: ['save', 'submit'] },
  { quantity: 25, daysAgo: 1, steps: ['save'] },
] as const;
const APPROVED = 50;

/** Pre-orders for products out of stock. */
export async function openPreOrders(demo: Demo): Promise<void> {
  const { tx, people } = demo;
  const empty = await emptyProducts(tx, people.staff.admin.tenantId);
  const buyers = people.buyers.filter(({ payer }) => payer === null).map(({ actor }) => actor);
  for (const [place, story] of STORIES.entries()) {
    const productId = empty[place]?.id;
    const found = productId && (await affordable(tx, buyers, { productId, quantity: story.quantity }));
    if (!found) continue;
    buyers.splice(buyers.indexOf(found.placing.actor), 1);
    await tell(demo, found, story);
  }
}

async function tell(demo: Demo, { placing }: PurchaseDecision, { quantity, daysAgo, steps }: (typeof STORIES)[number]) {
  const { tx, random, timeline, people } = demo;
  const { actor, buyer, product, price, amount } = placing;
  const { admin } = people.staff;
  const at = timeline.dayAt(daysAgo, 10);
  const isSubmitted = steps.length > 1;
  const isApproved = steps.length > 2;
  const depositAmount = applyRate(amount, RATE);
  const kept = isApproved ? applyRate(times(price.unitPrice, APPROVED), RATE) : depositAmount;
  const preOrderNo = businessNumber(random, 'PO', at);
  const key = `preorder:${preOrderNo}`;
  const [row] = await tx
    .insert(preOrders)
    .values({
      ...{
        tenantId: actor.tenantId,
        ownerId: actor.userId,
        ownerPath: actor.ownerPath,
        preOrderNo,
        currency: price.currency,
      },
      ...{
        productId: product.id,
        productName: product.nameZh,
        productNameEn: product.nameEn,
        specQty: product.specQty,
      },
      productSnapshot: { ...product, id: product.id.toString() } as never,
      ...{ agentId: buyer.agentId, agentName: buyer.agentName, buyerId: actor.userId, buyerName: actor.realName },
      ...{ businessType: product.businessType, countryCode: product.countryCode, numberType: product.numberType },
      ...{ capability: product.capability, quantity, unitPrice: price.unitPrice, basePrice: price.basePrice },
      ...{ priceSource: price.source, priceId: price.priceId, priceVersion: price.priceVersion, amount },
      ...{ depositRate: RATE, depositAmount, refundAmount: micros(depositAmount - kept), status: steps.length - 1 },
      latestDate: new Date(at.getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
      ...(isSubmitted ? { submitTime: at, useDeclaration: DECLARATION } : {}),
      ...(isApproved
        ? {
            ...{
              approvedQty: APPROVED,
              approverId: admin.userId,
              approverName: admin.realName,
              approveTime: later(at, 1),
            },
            approveRemark: '按供应能力批准',
          }
        : {}),
      ...{ createUser: actor.userId, createUserName: actor.realName, createTime: at, updateUser: actor.userId },
      updateTime: later(at, steps.length - 1),
    })
    .returning();
  const { id } = row as PreOrder;
  if (isSubmitted) {
    const of = { bizType: preOrder.name, bizId: id, bizNo: preOrderNo };
    const held = await hold(tx, actor, {
      ...of,
      userId: actor.userId,
      amount: depositAmount,
      idemKey: `${key}:deposit`,
      at,
    });
    await tx.update(preOrders).set({ holdId: held.holdId }).where(eq(preOrders.id, id));
    if (held.holdId !== null && kept < depositAmount) {
      const amountBack = depositAmount - kept;
      await release(tx, admin, {
        holdId: held.holdId,
        amount: amountBack,
        idemKey: `${key}:approve`,
        at: later(at, 1),
      });
    }
  }
  if (isApproved) {
    const { businessType: business, countryCode, numberType, capability } = product;
    const wanted = APPROVED * product.specQty;
    const kind = { businessType: business, countryCode, numberType, capability };
    await joinLine(tx, actor, { preorderId: id, ...kind, since: later(at, 1), wanted });
  }
  for (const [step, event] of steps.entries()) {
    const who = event === 'approve' ? admin : actor;
    await tx.execute(sql`
      insert into biz_state_log (tenant_id, object_type, object_id, from_state, to_state, event, user_id, user_name, create_time)
      values (${who.tenantId}, ${preOrder.name}, ${id}, ${step === 0 ? null : step - 1}::int, ${step}, ${event}, ${who.userId}, ${who.realName},
        ${later(at, Math.max(0, step - 1))})`);
  }
}

const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);

/** Returns products on sale that sell single numbers of which none is in stock. */
async function emptyProducts(tx: Tx, tenantId: string): Promise<Product[]> {
  const offered = await tx
    .select()
    .from(products)
    .where(
      and(
        ...[eq(products.tenantId, tenantId), eq(products.shelfStatus, SHELF.on), eq(products.needKyc, 0)],
        ...[eq(products.serviceType, serviceType.is.number), eq(products.specQty, 1)],
        eq(products.businessType, businessType.is.whatsapp),
      ),
    )
    .orderBy(asc(products.id));
  const empty: Product[] = [];
  for (const product of offered) {
    const { businessType: business, countryCode, numberType, capability } = product;
    if (countryCode === null) continue;
    const criteria = { businessType: business, countryCode, numberType, capability };
    if ((await sellableNow(tx, tenantId, criteria, 1)) === 0) empty.push(product);
  }
  return empty;
}

/** Returns the purchase of the first buyer who can pay all of it. */
async function affordable(
  tx: Tx,
  buyers: readonly Actor[],
  asked: { readonly productId: bigint; readonly quantity: number },
): Promise<PurchaseDecision | null> {
  for (const buyer of buyers) {
    const decided = await decidePurchase(tx, buyer, { ...asked, useDeclaration: true, expectedAmount: null });
    const { balance = ZERO } = await balanceOf(tx, buyer, { userId: buyer.userId });
    if (balance >= decided.placing.amount) return decided;
  }
  return null;
}
