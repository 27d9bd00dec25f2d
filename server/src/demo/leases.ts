import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType, capability, serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { addPrice, prices, resolvePrice } from '../engines/money/pricing/index.ts';
import { endLeases, leases, markOverdue, type Round } from '../engines/stock/leases/index.ts';
import {
  DELIVERY,
  forTerm,
  kindsOf,
  loadPayer,
  type Payer,
  type Product,
  payKind,
  placeLease,
  priceOfKind,
  products,
  SHELF,
} from '../engines/stock/orders/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { businessNumber, type Demo } from './demo.ts';
import { afford } from './history.ts';
import { randomOf } from './random.ts';

const { whatsapp, sms } = businessType.is;
const NEW = 2;
const SEED = 74;

interface Offer {
  readonly business: number;
  readonly country: string;
  readonly zh: string;
  readonly en: string;
  readonly capability: number;
  readonly months: number;
  /** Of a number and month. */
  readonly price: string;
}

const OFFERS: readonly Offer[] = [
  {
    ...{
      business: whatsapp,
      country: 'US',
      zh: '美国 WhatsApp 商业号 月租',
      en: 'WhatsApp business number, US, monthly',
    },
    ...{ capability: capability.is.whatsappBusiness, months: 1, price: '0.45' },
  },
  {
    ...{ business: sms, country: 'US', zh: '美国短信号码 三个月起租', en: 'SMS number, US, three months first' },
    ...{ capability: capability.is.smsIn | capability.is.smsOut, months: 3, price: '0.2' },
  },
];

/** Puts numbers on the shelf that are rented by the month, with what they cost a month. */
export async function openRentals(tx: Tx, actor: Actor, at: Date): Promise<Product[]> {
  for (const { business, country, price } of OFFERS)
    await addPrice(
      tx,
      actor,
      {
        businessType: business,
        serviceType: serviceType.is.lease,
        filterType: null,
        activePeriod: null,
        countryCode: country,
        agentLevel: 0,
        unit: unit.is.numberMonth,
        chargeOn: 1,
        costPrice: parseMoney('0.12'),
        salePrice: parseMoney(price),
        minPrice: null,
        minQty: null,
        maxQty: null,
        stepQty: null,
        tierJson: [],
        effectiveTime: at,
        expireTime: null,
        remark: null,
      },
      { belowCost: false },
    );
  await tx.update(prices).set({ createTime: at, updateTime: at }).where(eq(prices.serviceType, serviceType.is.lease));
  const rows = OFFERS.map((offer, index) => ({
    tenantId: actor.tenantId,
    productNo: `P2${String(index + 1).padStart(3, '0')}`,
    nameZh: offer.zh,
    nameEn: offer.en,
    businessType: offer.business,
    serviceType: serviceType.is.lease,
    countryCode: offer.country,
    capability: offer.capability,
    specQty: 1,
    unit: unit.is.numberMonth,
    currency: BOOK_CURRENCY,
    minBuy: 1,
    maxBuy: 200,
    stepBuy: 1,
    leaseMonths: offer.months,
    warrantyHours: 72,
    deliveryType: DELIVERY.automatic,
    needKyc: 0 as const,
    needUseDeclaration: 1 as const,
    tags: NEW,
    isRecommend: 0 as const,
    sort: 2000 + index * 10,
    description: '按月租用，可随时续租或自动续租。/ Rented by the month; renew when you like, or let it renew itself.',
    shelfStatus: SHELF.on,
    createUser: actor.userId,
    createUserName: actor.realName,
    createTime: at,
    updateUser: actor.userId,
    updateTime: at,
  }));
  return tx.insert(products).values(rows).returning();
}

/** Who rented how many, how long ago, and what became of it: some renewed after so many days, some renew themselves. */
const RENTED: readonly {
  readonly account: string;
  readonly offer: number;
  readonly numbers: number;
  readonly daysAgo: number;
  readonly renewedAfter?: number;
  readonly automatic?: number;
}[] = [
  { account: 'demo_agent', offer: 0, numbers: 3, daysAgo: 48, renewedAfter: 25 },
  { account: 'demo_agent', offer: 0, numbers: 2, daysAgo: 42 },
  { account: 'demo_agent', offer: 0, numbers: 2, daysAgo: 34 },
  { account: 'demo_agent', offer: 0, numbers: 6, daysAgo: 28, automatic: 2 },
  { account: 'demo_agent', offer: 1, numbers: 4, daysAgo: 20 },
  { account: 'agent_harbour', offer: 0, numbers: 5, daysAgo: 26, automatic: 5 },
  { account: 'demo_sub', offer: 0, numbers: 2, daysAgo: 12 },
];

/** Numbers rented over the last weeks, each at its time. */
export function scheduleLeases(shared: Demo, offered: readonly Product[]): void {
  // Its own luck, so that what else happens stays what it is without it.
  const demo = { ...shared, random: randomOf(SEED) };
  for (const rented of RENTED) {
    const at = demo.timeline.dayAt(rented.daysAgo, 11);
    let orderNo = '';
    demo.timeline.add(at, async () => {
      orderNo = await rent(demo, offered, rented, at);
    });
    if (rented.renewedAfter) {
      const later = demo.timeline.dayAt(rented.daysAgo - rented.renewedAfter, 15);
      demo.timeline.add(later, () => renew(demo, rented.account, orderNo, later));
    }
  }
}

/** @returns the number of its order */
async function rent(
  demo: Demo,
  offered: readonly Product[],
  { account, offer, numbers, automatic = 0 }: (typeof RENTED)[number],
  at: Date,
): Promise<string> {
  const { tx, random, people } = demo;
  const buyer = people.buyers.find(({ actor }) => actor.account === account);
  const product = offered[offer];
  invariant(buyer && product?.countryCode, 'demo-lease-without-buyer', account);
  const { actor, reader } = buyer;
  const { businessType: business, serviceType: service, countryCode, leaseMonths } = product;
  const key = { businessType: business, serviceType: service, countryCode };
  const price = forTerm(await resolvePrice(tx, reader, key, numbers), leaseMonths ?? 1);
  const amount = times(price.unitPrice, numbers);
  await afford(demo, buyer, amount, at);
  const orderNo = businessNumber(random, 'AP', at);
  const { order } = await placeLease(tx, {
    actor,
    buyer,
    product: { ...product, countryCode },
    price,
    amount,
    quantity: numbers,
    useDeclaration: true,
    past: { at, orderNo, outboundNo: businessNumber(random, 'OB', at) },
  });
  if (automatic > 0) {
    const some = tx
      .select({ id: leases.id })
      .from(leases)
      .where(eq(leases.orderId, order.id))
      .orderBy(asc(leases.id))
      .limit(automatic);
    await tx.update(leases).set({ autoRenew: 1 }).where(inArray(leases.id, some));
  }
  return orderNo;
}

async function renew(demo: Demo, account: string, orderNo: string, at: Date): Promise<void> {
  const { tx, people, random } = demo;
  const buyer = people.buyers.find(({ actor }) => actor.account === account);
  invariant(buyer, 'demo-renewal-without-buyer', account);
  const { actor } = buyer;
  const payer = (await loadPayer(tx, actor)) as Payer;
  const rows = await tx
    .select()
    .from(leases)
    .where(and(eq(leases.ownerId, actor.userId), eq(leases.orderNo, orderNo)));
  for (const kind of kindsOf(rows)) {
    const price = await priceOfKind(tx, payer, kind, kind.leases.length);
    if (price === null) continue;
    const amount = times(price.unitPrice, kind.leases.length);
    await afford(demo, buyer, amount, at);
    await payKind(
      tx,
      actor,
      payer,
      { ...kind, price, amount },
      {
        months: 1,
        past: { at, renewalNo: businessNumber(random, 'LR', at) },
      },
    );
  }
}

/** What has ended by now, as the clockwork would have it. */
export async function endPastLeases({ tx }: Demo): Promise<void> {
  for (const step of [markOverdue, endLeases]) {
    const round: Round = { skipped: new Set() };
    while ((await step(tx, round)) > 0);
  }
}
