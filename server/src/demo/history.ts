import { type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { adjust, allocate, balanceOf } from '../engines/money/ledger/index.ts';
import { countDownload, STOCK, sellableNow } from '../engines/stock/inventory/index.ts';
import { DELIVERY, type Product, type ProductOrder, SHELF } from '../engines/stock/orders/index.ts';
import { DELIVERIES } from './deliveries.ts';
import { businessNumber, type Demo } from './demo.ts';
import { schedulePayments } from './incoming.ts';
import { scheduleInternalNotes } from './notes.ts';
import type { Buyer } from './people.ts';
import { schedulePreWarehouse } from './pre-warehouse.ts';
import { rechargeAt, scheduleRecharges } from './recharges.ts';
import { checkNumbers, delistNumbers, importAndMove, returnToSupplier } from './stock.ts';
import { hoursLater, minutesLater } from './timeline.ts';
import { buyAt, cancelAt, deliverAt, quotePrice, refundAt } from './trade.ts';

const DAYS = 30;
const ORDERS_A_DAY = [4, 5, 3, 5, 4, 6, 4] as const;
const ORDERS_TODAY = 6;
const OPENING = ['20', '50', '100'].map(parseMoney);
const AMOUNTS = ['50', '100', '150', '200'].map(parseMoney);
const REASONS = [
  '客户更换号段 / Customer chose another area',
  '号码无法完成注册 / The number could not be registered',
] as const;

/** Puts everything that happened on the timeline: stock coming in, money, thirty days of orders, the stock keeper's work. */
export function scheduleHistory(demo: Demo, products: readonly Product[]): void {
  const { timeline } = demo;
  for (const delivery of DELIVERIES)
    timeline.add(timeline.dayAt(delivery.daysAgo, 9), (at) => importAndMove(demo, delivery, at), 'stock');
  notifyMoney(demo);
  notifyOrders(demo, products);
  scheduleRecharges(demo);
  schedulePayments(demo);
  scheduleInternalNotes(demo);
  schedulePreWarehouse(demo);
  timeline.add(timeline.dayAt(20, 8), (at) => checkNumbers(demo, at, { share: 0.6, dead: 40 }), 'stock');
  timeline.add(timeline.dayAt(3, 8), (at) => checkNumbers(demo, at, { share: 0.7, dead: 70 }), 'stock');
  timeline.add(timeline.dayAt(8, 8), () => delistNumbers(demo, 110), 'stock');
  timeline.add(
    timeline.dayAt(2, 8),
    async () => {
      await returnToSupplier(demo, STOCK.dead, 25);
      await returnToSupplier(demo, STOCK.unlisted, 20);
    },
    'stock',
  );
}

function notifyMoney(demo: Demo): void {
  const { timeline, random, people, tx } = demo;
  for (const buyer of people.buyers) {
    const amount = random.pick(OPENING);
    timeline.add(timeline.dayAt(DAYS, 8), (at) => fund(demo, buyer, amount, at));
  }
  const [first, second] = people.buyers;
  const corrections = [
    {
      daysAgo: 9,
      buyer: first,
      amount: parseMoney('25'),
      reason: '补偿通道故障（演示） / Compensation for an outage (demo)',
    },
    {
      daysAgo: 7,
      buyer: second,
      amount: parseMoney('-8.5'),
      reason: '更正重复入账（演示） / Correction of a double credit (demo)',
    },
  ];
  for (const { daysAgo, buyer, amount, reason } of corrections) {
    if (!buyer) continue;
    timeline.add(timeline.dayAt(daysAgo, 10), async (at) => {
      if (amount < 0n) await afford(demo, buyer, micros(-amount), at);
      await adjust(tx, people.staff.finance, {
        userId: buyer.actor.userId,
        amount,
        reason,
        approverId: people.staff.finance_check.userId,
        bizType: 'adjust',
        bizNo: businessNumber(random, 'AJ', at),
        idemKey: `demo:adjust:${daysAgo}`,
        at,
      });
    });
  }
}

/** Money comes in: a recharge for an agent, an allocation from the agent above for a sub-user. */
async function fund(demo: Demo, buyer: Buyer, amount: Micro, at: Date): Promise<void> {
  const { tx, random } = demo;
  const userId = buyer.actor.userId;
  if (buyer.payer) {
    await afford(demo, buyer.payer, amount, at);
    const bizNo = businessNumber(random, 'TF', at);
    await allocate(tx, buyer.payer.actor, {
      fromUserId: buyer.payer.actor.userId,
      toUserId: userId,
      amount,
      bizType: 'allocate',
      bizNo,
      idemKey: `al:${bizNo}`,
      at,
    });
    return;
  }
  await rechargeAt(demo, buyer, amount, at);
}

/** Makes sure a buyer can pay, with a recharge of a usual amount shortly before. */
export async function afford(demo: Demo, buyer: Buyer, amount: Micro, at: Date): Promise<void> {
  const { balance } = await balanceOf(demo.tx, demo.system, { userId: buyer.actor.userId });
  if (balance >= amount) return;
  const missing = amount - balance;
  const usual = AMOUNTS.filter((one) => one >= missing);
  await fund(
    demo,
    buyer,
    usual.length > 0 ? demo.random.pick(usual) : micros(missing * 2n),
    minutesLater(at, -demo.random.int(10, 50)),
  );
}

function notifyOrders(demo: Demo, products: readonly Product[]): void {
  const { timeline, random, people } = demo;
  const onShelf = products.filter(({ shelfStatus }) => shelfStatus === SHELF.on);
  let count = 0;
  const order = (at: Date, daysAgo: number) => {
    const number = count;
    count += 1;
    const buyer = random.pick(people.buyers);
    timeline.add(at, () => trade(demo, { number, daysAgo, buyer, offers: onShelf }, at));
  };
  for (let daysAgo = DAYS - 1; daysAgo >= 1; daysAgo -= 1) {
    const orders = ORDERS_A_DAY[daysAgo % ORDERS_A_DAY.length] ?? 4;
    for (let index = 0; index < orders; index += 1) order(timeline.dayAt(daysAgo), daysAgo);
  }
  for (let index = ORDERS_TODAY; index >= 1; index -= 1) order(timeline.today(index * 15), 0);
}

interface Deal {
  readonly number: number;
  readonly daysAgo: number;
  readonly buyer: Buyer;
  readonly offers: readonly Product[];
}

/** One order and what becomes of it: most are done at once, some wait for the stock keeper, a few go wrong. */
async function trade(demo: Demo, { number, daysAgo, buyer, offers }: Deal, at: Date): Promise<void> {
  const { timeline, random } = demo;
  const { product, quantity } = await choose(demo, buyer, offers);
  const quoted = await quotePrice(demo, buyer, product, quantity);
  await afford(demo, buyer, quoted.amount, at);
  const order = await buyAt(demo, buyer, { product, quantity, ...quoted }, at);
  // Yesterday's and today's manual orders still wait: what the stock keeper finds to do.
  if (product.deliveryType === DELIVERY.manual && daysAgo < 2) return;
  if (product.deliveryType === DELIVERY.manual && number % 4 === 0) {
    timeline.add(minutesLater(at, random.int(20, 90)), (later) => cancelAt(demo, order, REASONS[0], later));
    return;
  }
  if (product.deliveryType === DELIVERY.manual) {
    timeline.add(minutesLater(at, random.int(30, 100)), (later) => deliverAt(demo, order, later));
    return;
  }
  if (number % 3 === 0)
    timeline.add(
      minutesLater(at, 4),
      async () => void (await countDownload(demo.tx, buyer.actor, [order.outboundId ?? 0n], { unlimited: false })),
    );
  if (daysAgo >= 4 && number % 11 === 5)
    notifyRefund(demo, order, number % 2 === 0 ? 'all' : Math.ceil(order.numbers / 4));
}

function notifyRefund(demo: Demo, order: ProductOrder, count: number | 'all'): void {
  const at = hoursLater(order.createTime, demo.random.int(6, 60));
  demo.timeline.add(at, (later) => refundAt(demo, order, count, REASONS[1], later));
}

/** Something the buyer may have and stock can serve; the first offer is the one that always can. */
async function choose(
  demo: Demo,
  buyer: Buyer,
  offers: readonly Product[],
): Promise<{ product: Product; quantity: number }> {
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const product = demo.random.pick(offers);
    const quantity =
      product.specQty === 1
        ? demo.random.int(3, 24)
        : demo.random.int(1, Math.max(1, Math.floor(40 / product.specQty)));
    if ((product.needKyc === 1 && !buyer.verified) || !(await inStock(demo, product, quantity))) continue;
    return { product, quantity };
  }
  const [usual] = offers;
  if (!usual) throw new RangeError('No product is on the shelf');
  return { product: usual, quantity: 5 };
}

async function inStock(
  demo: Demo,
  { businessType: business, countryCode, numberType, capability, specQty }: Product,
  quantity: number,
): Promise<boolean> {
  const left = await sellableNow(demo.tx, demo.system.tenantId, {
    businessType: business,
    countryCode: countryCode ?? '',
    numberType,
    capability,
  });
  return left >= quantity * specQty;
}
