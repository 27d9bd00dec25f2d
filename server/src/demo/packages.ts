import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { filterType as checks } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType, serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, micros, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import { addPrice, prices, resolvePrice } from '../engines/money/pricing/index.ts';
import {
  consumeUnits,
  expireQuotas,
  holdUnits,
  quotas,
  releaseUnits,
  returnUnits,
} from '../engines/money/quotas/index.ts';
import { DELIVERY, type Product, placePackage, products, SHELF } from '../engines/stock/orders/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { businessNumber, type Demo } from './demo.ts';
import { afford } from './history.ts';
import { minutesLater } from './timeline.ts';

const { whatsapp } = businessType.is;
const NEW = 2;

interface Offer {
  readonly zh: string;
  readonly en: string;
  readonly service: number;
  readonly filter: number | null;
  readonly period: number | null;
  readonly units: number;
  readonly days: number;
  /** Of one unit; dearer than a hundred thousand at once. */
  readonly price: string;
}

const OFFERS: readonly Offer[] = [
  {
    ...{ zh: '号码有效检测 1 万条', en: '10,000 validity checks' },
    ...{
      service: packageService.is.check,
      filter: checks.is.valid,
      period: null,
      units: 10_000,
      days: 90,
      price: '0.0008',
    },
  },
  {
    ...{ zh: '开通检测 1 万条', en: '10,000 registration checks' },
    ...{
      service: packageService.is.check,
      filter: checks.is.registered,
      period: null,
      units: 10_000,
      days: 180,
      price: '0.002',
    },
  },
  {
    ...{ zh: '活跃检测（7 天）5 千条', en: '5,000 activity checks, 7 days' },
    ...{
      service: packageService.is.check,
      filter: checks.is.active,
      period: 7,
      units: 5_000,
      days: 180,
      price: '0.004',
    },
  },
  {
    ...{ zh: '消息触达 500 条', en: '500 messages' },
    ...{ service: packageService.is.message, filter: null, period: null, units: 500, days: 365, price: '0.07' },
  },
];

/** Puts packages on the shelf, with their prices: cheaper than what they are good for, and by the hundred thousand cheaper still. */
export async function openPackages(tx: Tx, actor: Actor, at: Date): Promise<Product[]> {
  for (const { filter, period, price } of OFFERS) {
    const sale = parseMoney(price);
    await addPrice(
      tx,
      actor,
      {
        businessType: whatsapp,
        serviceType: serviceType.is.package,
        filterType: filter,
        activePeriod: period,
        countryCode: '*',
        agentLevel: 0,
        unit: unit.is.each,
        chargeOn: 1,
        costPrice: micros((sale * 6n) / 10n),
        salePrice: sale,
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
  }
  await tx.update(prices).set({ createTime: at, updateTime: at }).where(eq(prices.serviceType, serviceType.is.package));
  const rows = OFFERS.map(({ zh, en, service, filter, period, units, days, price }, index) => ({
    tenantId: actor.tenantId,
    productNo: `P1${String(index + 1).padStart(3, '0')}`,
    nameZh: `WhatsApp ${zh}`,
    nameEn: `WhatsApp: ${en}`,
    businessType: whatsapp,
    serviceType: serviceType.is.package,
    packageService: service,
    filterType: filter,
    activePeriod: period,
    countryCode: null,
    specQty: units,
    unit: unit.is.each,
    listPrice: parseMoney(formatMoney(times(parseMoney(price), 2))),
    currency: BOOK_CURRENCY,
    minBuy: 1,
    maxBuy: 100,
    stepBuy: 1,
    warrantyHours: 72,
    validDays: days,
    deliveryType: DELIVERY.automatic,
    needKyc: 0 as const,
    needUseDeclaration: 1 as const,
    tags: index === 1 ? NEW : 0,
    isRecommend: index === 0 ? (1 as const) : (0 as const),
    sort: 1000 + index * 10,
    description:
      '下单检测或发送时优先抵扣，到期未用的额度作废。/ Used before your money when you order; what is left at the end is lost.',
    shelfStatus: SHELF.on,
    createUser: actor.userId,
    createUserName: actor.realName,
    createTime: at,
    updateUser: actor.userId,
    updateTime: at,
  }));
  return tx.insert(products).values(rows).returning();
}

/** When the first of them was bought; the others a day later each. */
const DAYS_AGO = 7;

/** Who has bought which of the packages, how many, and how far each was used: of a hundred. */
const BOUGHT: readonly { account: string; offer: number; pieces: number; used: number; held?: number; ended?: true }[] =
  [
    { account: 'demo_agent', offer: 0, pieces: 2, used: 64, held: 10 },
    { account: 'demo_agent', offer: 1, pieces: 1, used: 100 },
    { account: 'demo_agent', offer: 2, pieces: 1, used: 0 },
    { account: 'demo_sub', offer: 0, pieces: 1, used: 35 },
    { account: 'agent_harbour', offer: 1, pieces: 1, used: 20 },
    { account: 'agent_qinghe', offer: 0, pieces: 1, used: 40, ended: true },
  ];

/** Packages bought lately, each at its time, with uses that have no other record. */
export function schedulePackages(demo: Demo, offered: readonly Product[]): void {
  for (const [index, bought] of BOUGHT.entries()) {
    const at = demo.timeline.dayAt(DAYS_AGO - index, 10);
    demo.timeline.add(at, () => sellPackage(demo, offered, bought, at));
  }
}

/** One purchase and what was done with it. */
async function sellPackage(
  demo: Demo,
  offered: readonly Product[],
  { account, offer, pieces, used, held = 0, ended }: (typeof BOUGHT)[number],
  at: Date,
): Promise<void> {
  const { tx, random, people, system } = demo;
  const buyer = people.buyers.find(({ actor }) => actor.account === account);
  const product = offered[offer];
  invariant(buyer && product, 'demo-package-without-buyer', account);
  const { actor, reader } = buyer;
  const units = product.specQty * pieces;
  const { businessType: business, filterType, activePeriod } = product;
  const key = {
    businessType: business,
    serviceType: product.serviceType,
    filterType,
    activePeriod,
    countryCode: '*',
  };
  const price = await resolvePrice(tx, reader, key, units);
  const amount = times(price.unitPrice, units);
  await afford(demo, buyer, amount, at);
  const { order } = await placePackage(tx, {
    actor,
    buyer,
    product: { ...product, countryCode: '*' },
    price,
    amount,
    quantity: pieces,
    useDeclaration: true,
    past: { at, orderNo: businessNumber(random, 'AP', at), outboundNo: '' },
  });
  const work = (used * units) / 100;
  const waiting = (held * units) / 100;
  const kind = {
    businessType: business,
    packageService: product.packageService ?? 1,
    filterType,
    activePeriod,
    countryCode: 'US',
  };
  const later = { at: minutesLater(at, 90) };
  const bizNo = businessNumber(random, 'WF', later.at);
  const idemKey = `demo:${order.orderNo}`;
  if (work + waiting > 0) {
    const asked = {
      userId: actor.userId,
      kind,
      units: work + waiting,
      unitPrice: null,
      idemKey,
      bizType: 'demo',
      bizNo,
      ...later,
    };
    const { id: chargeId } = await holdUnits(tx, actor, asked);
    const slice = Math.ceil(work / 2);
    await consumeUnits(tx, system, { chargeId, units: slice, idemKey: `${idemKey}:1`, ...later });
    if (work > slice)
      await consumeUnits(tx, system, { chargeId, units: work - slice, idemKey: `${idemKey}:2`, ...later });
    if (used === 35)
      await returnUnits(tx, system, {
        chargeId,
        units: work / 7,
        idemKey: `${idemKey}:3`,
        reason: '检测无结果 / No result',
        ...later,
      });
    if (held > 5) await releaseUnits(tx, system, { chargeId, units: waiting / 2, idemKey: `${idemKey}:4`, ...later });
  }
  if (ended)
    await tx
      .update(quotas)
      .set({ expireTime: sql`now() - interval '1 hour'` as never })
      .where(sql`${quotas.orderId} = ${order.id}`);
}

/** What has ended by now. */
export async function endPackages({ tx }: Demo): Promise<void> {
  await expireQuotas(tx, { dated: true });
  // Nothing consumes units yet, so nobody should buy more of them.
  await tx.update(products).set({ shelfStatus: SHELF.off }).where(eq(products.serviceType, serviceType.is.package));
}
