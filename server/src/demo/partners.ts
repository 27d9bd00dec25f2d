import {
  type OpenEvent,
  openDeliveryState,
  openEvent,
  openEventType,
  openKeyStatus,
  openPause,
  openScope,
} from '@trade-assistant/contract/areas/open/dictionaries.ts';
import { eventData } from '@trade-assistant/contract/areas/open/v1/data.ts';
import { formatMoney, parseMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import {
  createEndpoint,
  createKey,
  type DeliveryRow,
  deliveries,
  type EndpointRow,
  endpoints,
  events,
  openKeys,
} from '../engines/reporting/partner-api/index.ts';
import { ORDER, productOrders } from '../engines/stock/orders/index.ts';
import type { App } from '../kernel/app/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import { createOutbound } from '../kernel/outbound/index.ts';
import type { Secrets } from '../kernel/secrets/index.ts';
import type { Demo } from './demo.ts';
import { daysLater, hoursLater, minutesLater } from './timeline.ts';

const HOUR_MILLIS = 3_600_000;
const SHOP_ADDRESS = '203.0.113.24';
/** When each attempt follows the event, in seconds: as the engine repeats them. */
const ATTEMPTS = [1, 12, 45, 170, 780, 4_400, 15_300, 58_600, 101_900] as const;
const NO_CAPS = { addresses: [], spendDay: null, spendMonth: null, rateMinute: 600, expireTime: null };
const scopes = (...names: readonly (keyof typeof openScope.is)[]): number =>
  names.reduce((sum, name) => sum + openScope.is[name], 0);

/** Keys of two agents with their spending, and endpoints of one with deliveries of every state. Nothing is sent: the next attempts are hours away. */
export async function connectPartners(demo: Demo, secrets?: Secrets): Promise<void> {
  const named = (name: string) => demo.people.buyers.find(({ actor }) => actor.account === name)?.actor;
  const [fern, cedar] = [named('agent_fern'), named('agent_cedar')];
  if (!fern || !cedar) return;
  await addKeys(demo, fern, cedar);
  if (secrets) await addEndpoints(demo, fern, secrets);
}

async function addKeys({ tx, timeline }: Demo, fern: Actor, cedar: Actor): Promise<void> {
  const [revokeTime, expireTime] = [timeline.dayAt(26, 12), timeline.dayAt(4, 0)];
  const add = async (
    owner: Actor,
    key: Partial<Parameters<typeof createKey>[2]>,
    row: Partial<typeof openKeys.$inferInsert>,
  ) => {
    const { row: made } = await createKey(tx, owner, { ...NO_CAPS, keyName: '', scopes: 0, ...key });
    await tx.update(openKeys).set(row).where(eq(openKeys.id, made.id));
    return made.id;
  };
  const read = scopes('balance.read', 'product.read', 'order.read');
  const shop = await add(
    fern,
    {
      ...{ keyName: '商城自动下单 Shop orders', addresses: ['203.0.113.0/24', '2001:db8:24::/48'], rateMinute: 300 },
      scopes: read + scopes('product.buy', 'delivery.read', 'webhook.read', 'webhook.send'),
      ...{ spendDay: parseMoney('300'), spendMonth: parseMoney('3000') },
    },
    {
      ...{ createTime: timeline.dayAt(30, 8), updateTime: timeline.dayAt(26, 11) },
      ...{ lastUsedTime: timeline.today(12), lastUsedIp: SHOP_ADDRESS },
    },
  );
  await add(
    fern,
    { keyName: '旧版插件 Former plugin', scopes: read },
    {
      ...{ status: openKeyStatus.is.revoked, revokeTime, updateTime: revokeTime },
      ...{ createTime: timeline.dayAt(55, 15), lastUsedTime: timeline.dayAt(27, 18), lastUsedIp: '198.51.100.61' },
    },
  );
  await add(
    cedar,
    { keyName: '季度对账 Quarterly figures', scopes: read, expireTime },
    {
      ...{ status: openKeyStatus.is.expired, updateTime: expireTime },
      ...{ createTime: timeline.dayAt(50, 10), lastUsedTime: timeline.dayAt(5, 9), lastUsedIp: '192.0.2.31' },
    },
  );
  await tx.execute(sql`
    insert into open_spend (key_id, day, amount)
    select ${shop}::bigint, (create_time at time zone ${DEFAULT_ZONE})::date, sum(amount) from agt_product_order
    where owner_id = ${fern.userId} and create_time > now() - interval '30 days' and status <> ${ORDER.cancelled} group by 2`);
}

/** An event of the past. */
interface Fact {
  readonly type: keyof typeof eventData;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

type Past = Partial<EndpointRow> & { readonly createTime: Date };

async function addEndpoints(demo: Demo, fern: Actor, secrets: Secrets): Promise<void> {
  const { tx, timeline } = demo;
  // Only the forms of the addresses are checked; nobody has these names.
  const outbound = createOutbound({ allowPrivate: false });
  const app = { secrets, outbound, config: { outbound: { allowPrivate: false } } } as App;
  const add = async (name: string, url: string, subscribed: readonly OpenEvent[], past: Past) => {
    const bits = subscribed.reduce((sum, event) => sum + openEvent.is[event], 0);
    const form = { endpointName: name, url, events: bits, includeBelow: 0 as const };
    const { row } = await createEndpoint(app, tx, fern, form);
    await tx
      .update(endpoints)
      .set({ updateTime: past.createTime, ...past })
      .where(eq(endpoints.id, row.id));
    return { ...row, ...past };
  };
  const facts = [...(await factsOf(demo, fern)), ...tests(demo)].sort((a, b) => a.at.getTime() - b.at.getTime());
  const failingSince = hoursLater(timeline.now, -62);
  // The bot answered nothing for three days from one of the events on.
  const silentSince =
    facts.findLast(({ type, at }) => type === 'order.delivered' && at < daysLater(timeline.now, -5))?.at ??
    timeline.dayAt(8, 10);
  const paused = hoursLater(silentSince, 73);
  const all: readonly OpenEvent[] = ['order.delivered', 'order.refunded', 'order.cancelled', 'recharge.credited'];
  const shop = await add('商城 Shop', 'https://shop.fernbrook.example/hooks/trade', all, {
    createTime: timeline.dayAt(27, 10),
  });
  const erp = await add(
    'ERP 同步 ERP',
    'https://erp.fernbrook.example/api/events',
    ['order.delivered', 'recharge.credited'],
    {
      createTime: timeline.dayAt(25, 14),
    },
  );
  const bot = await add(
    '群通知 Chat bot',
    'https://bot.fernbrook.example/notify',
    ['order.delivered', 'order.refunded'],
    {
      ...{ createTime: timeline.dayAt(24, 16), pausedTime: paused, pauseReason: openPause.is.dead },
    },
  );
  outbound.close();
  for (const { at, type, data } of facts) {
    const eventType = openEventType.is[type];
    const takes = ({ events: subscribed, createTime }: EndpointRow) =>
      (subscribed & eventType) !== 0 && at > createTime;
    const isTest = type === 'endpoint.test';
    const sent = [
      ...(!isTest && takes(shop)
        ? [{ endpoint: shop, result: at.getUTCMinutes() % 5 === 2 ? recovered(at) : delivered(at) }]
        : []),
      ...(isTest || takes(erp)
        ? [{ endpoint: erp, result: at > failingSince ? failing(at, timeline.now) : delivered(at) }]
        : []),
      ...(!isTest && takes(bot)
        ? [
            {
              endpoint: bot,
              result: at > paused ? PAUSED : at >= silentSince ? cutOff(at, paused) : delivered(at),
            },
          ]
        : []),
    ];
    if (sent.length === 0) continue;
    const body = JSON.stringify({ type, timestamp: at.toISOString(), data: eventData[type].parse(data) });
    const owner = { tenantId: fern.tenantId, ownerId: fern.userId };
    const [event] = await tx
      .insert(events)
      .values({ ...owner, eventType, body, createTime: at })
      .returning({ id: events.id });
    for (const { endpoint, result } of sent)
      await tx.insert(deliveries).values({
        ...{ tenantId: fern.tenantId, endpointId: endpoint.id, eventId: event?.id ?? 0n, eventType },
        ...{ createTime: at, nextTime: at, ...result },
      });
  }
  // What the engine would have noted about each endpoint.
  await tx.execute(sql`
    update open_endpoint e set
      last_success_time = (select max(done_time) from open_delivery d where d.endpoint_id = e.id and d.state = ${openDeliveryState.is.delivered}),
      failures = coalesce(f.tries, 0), failing_since = f.since
    from open_endpoint o left join lateral (
      select sum(tries)::int as tries, min(create_time) as since from open_delivery d
      where d.endpoint_id = o.id and d.state <> ${openDeliveryState.is.delivered} and d.tries > 0
    ) f on true
    where o.id = e.id and e.owner_id = ${fern.userId}`);
}

/** What happened to orders and recharges of an agent, with the time of each. */
async function factsOf({ tx, timeline }: Demo, { userId }: Actor): Promise<Fact[]> {
  const since = daysLater(timeline.now, -27);
  const orders = await tx
    .select()
    .from(productOrders)
    .where(and(eq(productOrders.ownerId, userId), gt(productOrders.createTime, since)))
    .orderBy(asc(productOrders.id));
  const { rows } = await tx.execute<{ no: string; amount: string; bonus: string; at: string }>(sql`
    select recharge_no as no, open_money(credited_amount) as amount, open_money(coalesce(bonus_amount, 0)) as bonus, audit_time::text as at
    from pay_recharge where user_id = ${userId} and credited_amount is not null and audit_time > ${since.toISOString()}::timestamptz order by id`);
  const ofOrder = (order: (typeof orders)[number], refundAmount = order.refundAmount) => ({
    ...{ orderId: String(order.id), orderNo: order.orderNo, productId: String(order.productId) },
    ...{ quantity: order.quantity, numbers: order.numbers, currency: order.currency },
    ...{ amount: formatMoney(order.amount), refundAmount: formatMoney(refundAmount) },
  });
  return [
    ...orders.flatMap((order): Fact[] => {
      const { status, deliverTime, updateTime } = order;
      const isRefunded = status === ORDER.refunded || status === ORDER.partlyRefunded;
      return [
        ...(deliverTime ? [{ type: 'order.delivered' as const, at: deliverTime, data: ofOrder(order, ZERO) }] : []),
        ...(isRefunded ? [{ type: 'order.refunded' as const, at: updateTime, data: ofOrder(order) }] : []),
        ...(status === ORDER.cancelled
          ? [{ type: 'order.cancelled' as const, at: updateTime, data: ofOrder(order) }]
          : []),
      ];
    }),
    ...rows.map(({ no, amount, bonus, at }) => ({
      ...{ type: 'recharge.credited' as const, at: new Date(at) },
      data: { rechargeNo: no, amount, bonus },
    })),
  ];
}

/** Tests that the agent sent while an endpoint failed. */
const tests = ({ timeline }: Demo): Fact[] =>
  [30, 20, 2].map((hours) => ({
    ...{ type: 'endpoint.test' as const, at: minutesLater(timeline.now, -hours * 60 - 7) },
    data: { message: 'This is a test event' },
  }));

type Result = Partial<DeliveryRow>;
type Attempt = DeliveryRow['attempts'][number];

const PAUSED: Result = { state: openDeliveryState.is.failed, error: 'PAUSED' };
const GOOD = { status: 200, error: null, answer: '{"received":true}' };
const BAD_GATEWAY = { status: 502, error: null, answer: '<html><h1>502 Bad Gateway</h1></html>' };
const REFUSED = { status: null, error: 'ECONNREFUSED: connect ECONNREFUSED 192.0.2.80:443', answer: '' };

/** Returns the columns of a delivery after its attempts, given from the first to the last. */
function after(
  at: Date,
  given: readonly Omit<Attempt, 'time' | 'millis'>[],
  state: number,
): Result & { tries: number } {
  const made = given.map((one, index) => ({
    ...{ ...one, time: new Date(at.getTime() + (ATTEMPTS[index] ?? 0) * 1000).toISOString() },
    millis: 84 + ((at.getUTCMinutes() * 37 + index * 53) % 190),
  }));
  const [last] = made.slice(-1);
  return {
    ...{ state, tries: made.length, attempts: made.reverse() },
    ...{ httpStatus: last?.status ?? null, error: last?.error ?? null, answer: last?.answer ?? '' },
    ...{
      millis: last?.millis ?? null,
      doneTime: state === openDeliveryState.is.waiting ? null : new Date(last?.time ?? at),
    },
  };
}

/** Failed at every attempt until its endpoint was paused. */
function cutOff(at: Date, paused: Date): Result {
  const result = failing(at, paused);
  return result.state === openDeliveryState.is.failed
    ? result
    : { ...result, ...PAUSED, doneTime: paused, nextTime: at };
}

const delivered = (at: Date): Result => after(at, [GOOD], openDeliveryState.is.delivered);
const recovered = (at: Date): Result => after(at, [BAD_GATEWAY, GOOD], openDeliveryState.is.delivered);

/** Failed at every attempt until now: given up after the last one, else the next is at least three hours away. */
function failing(at: Date, now: Date): Result {
  const age = (now.getTime() - at.getTime()) / 1000;
  const made = ATTEMPTS.filter((seconds) => seconds < age);
  const given = made.map((_, index) => (index % 3 === 1 ? BAD_GATEWAY : REFUSED));
  const isOver = made.length === ATTEMPTS.length;
  const planned = at.getTime() + (ATTEMPTS[made.length] ?? 0) * 1000;
  return {
    ...after(at, given, isOver ? openDeliveryState.is.failed : openDeliveryState.is.waiting),
    ...(isOver ? {} : { nextTime: new Date(Math.max(planned, now.getTime() + 3 * HOUR_MILLIS)) }),
  };
}
