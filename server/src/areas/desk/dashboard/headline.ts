import type { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, sql } from 'drizzle-orm';
import { balancesOf, FINANCE_TYPE, WALLET_KIND } from '../../../engines/money/ledger/index.ts';
import { unreadCount } from '../../../engines/office/messages/index.ts';
import { STOCK } from '../../../engines/stock/inventory/index.ts';
import { countEndingLeases, RUNNING_LEASES } from '../../../engines/stock/leases/index.ts';
import { ORDER, productOrders } from '../../../engines/stock/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { countEndingWarranties, deliveryTotals, endingFilter } from './deliveries.ts';
import { figuresBy } from './figures-by.ts';
import { countCards, counted } from './headline-work.ts';
import { orderFigures } from './messages.ts';
import { accountCounts } from './people.ts';
import { dayOf, type Period, periodOf, startOfDay, startOfHour } from './period.ts';
import { isStaff, zoneOfDays } from './reader.ts';
import { salesBy } from './sales-by.ts';
import { stockHeadline } from './stock.ts';

type Card = CallData<typeof dashboard, 'tabs', 'out'>[number];

const ORDER_LIST = '/agent/product-order/index';
/** States of orders that count as sold. */
const SOLD = Object.values(ORDER).filter((status) => status !== ORDER.unpaid && status !== ORDER.cancelled);
/** Agents and sub-users: a filter lists the whole tree. */
const PEOPLE = `/agent/user/index?userType_in=${userType.is.agent},${userType.is.subUser}`;
const DAY_MILLIS = 86_400_000;
const ICONS: Readonly<Record<string, string>> = {
  ...{ balance: 'WalletOutlined', brokerage: 'PercentageOutlined', todayConsume: 'ShoppingCartOutlined' },
  ...{ todayOrders: 'FileTextOutlined', todayDelivered: 'ExportOutlined', stockAvailable: 'AppstoreOutlined' },
  ...{ todayRecharge: 'WalletOutlined', users: 'TeamOutlined' },
};

/** Returns the reader's figures, for lists the reader may see. */
export async function headline(c: Context): Promise<Card[]> {
  const zone = await zoneOfDays(c);
  const groups = await Promise.all([
    isStaff(c) ? [] : ownMoney(c),
    c.can('agent/product:orders') ? orders(c, zone) : [],
    !isStaff(c) && c.can('agent/lease:view') ? endingLeases(c) : [],
    c.can('whatsapp/outbound:view') ? handedOver(c, zone) : [],
    c.can('whatsapp/inventory:totals') ? stockCards(c) : [],
    isStaff(c) && c.can('finance/log:view') ? platformMoney(c, zone) : [],
    c.can('agent/user:view') ? peopleCards(c) : [],
    workCards(c, zone),
    !isStaff(c) && c.can('agent/user:rebates') ? rebateCard(c, zone) : [],
    c.can('whatsapp/order:view') ? deliveryCard(c, zone) : [],
    unreadCard(c),
  ]);
  return groups.flat();
}

async function ownMoney(c: Context): Promise<Card[]> {
  const [own] = await c.app.db.tx((tx) => balancesOf(tx, c.actor, { userIds: [c.actor.userId] }));
  if (!own) return [];
  const route = c.can('finance/log:view') ? '/finance/log/index' : null;
  return [
    money(c, 'balance', { zh: '余额', en: 'Balance' }, own.balance, { route, isUrgent: own.lowBalance }),
    money(c, 'brokerage', { zh: '佣金', en: 'Commission' }, own.brokerage, { route }),
  ];
}

async function orders(c: Context, zone: string): Promise<Card[]> {
  const days = c.app.parameters.get(c.actor.tenantId, 'orders.warrantyEndingDays');
  const { yesterday } = soFar(zone);
  const sold = async (period: Period) => {
    const [row] = await salesBy(c, zone, { period, metric: 'amount', keys: [] });
    return { amount: row?.value ?? 0n, count: row?.count ?? 0 };
  };
  // Whole hours are answered from totals.
  const hour = startOfHour(yesterday.until, zone);
  const [now, earlier, lastHour, [waiting], ending] = await Promise.all([
    sold(periodOf({ range: 'today' }, zone)),
    sold({ from: yesterday.from, until: hour }),
    sold({ from: hour, until: yesterday.until }),
    c.app.db.drizzle
      .select({ n: sql<number>`count(*)::int` })
      .from(productOrders)
      // Exactly the condition of the partial index of waiting orders, then the wanted state.
      .where(
        and(visible(c.actor, productOrders, 'owner'), sql`status in (1, 2)`, eq(productOrders.status, ORDER.awaiting)),
      ),
    isStaff(c) ? 0 : countEndingWarranties(c, days),
  ]);
  const isBuyer = !isStaff(c);
  const awaiting = waiting?.n ?? 0;
  const route = `${ORDER_LIST}?status_in=${SOLD.join(',')}&createTime_dategt=${beginOf(c, zone)}`;
  return [
    money(
      c,
      'todayConsume',
      isBuyer ? { zh: '今日采购', en: 'Bought today' } : { zh: '今日销售', en: 'Sold today' },
      now.amount,
      { route, compare: change(c, Number(now.amount), Number(earlier.amount + lastHour.amount)) },
    ),
    card(c, 'todayOrders', { zh: '今日订单', en: 'Orders today' }, now.count, {
      route,
      compare: change(c, now.count, earlier.count + lastHour.count),
    }),
    card(c, 'awaiting', { zh: '待交付订单', en: 'Awaiting delivery' }, awaiting, {
      route: `${ORDER_LIST}?status_in=${ORDER.awaiting}`,
      isUrgent: !isBuyer && awaiting > 0,
    }),
    ...(isBuyer
      ? [
          card(c, 'warranties', { zh: `${days}天内质保到期`, en: `Warranties ending in ${days} days` }, ending, {
            route: `${ORDER_LIST}?${endingFilter(c, days)}`,
            isUrgent: ending > 0,
          }),
        ]
      : []),
  ];
}

/** Rented numbers of the reader and sub-users that end soon, including overdue ones. */
async function endingLeases(c: Context): Promise<Card[]> {
  const days = c.app.parameters.get(c.actor.tenantId, 'lease.remindDays');
  const { until, count } = await countEndingLeases(c.app.db, c.actor, days);
  if (count === null) return [];
  return [
    card(c, 'leases', { zh: `${days}天内到期的租期`, en: `Leases ending in ${days} days` }, count, {
      route: `/agent/lease/index?status_in=${RUNNING_LEASES.join(',')}&endDate_le=${until}`,
      isUrgent: count > 0,
    }),
  ];
}

async function handedOver(c: Context, zone: string): Promise<Card[]> {
  const { today, yesterday } = soFar(zone);
  const [now, earlier] = await Promise.all([deliveryTotals(c, today), deliveryTotals(c, yesterday)]);
  return [
    card(c, 'todayDelivered', { zh: '今日交付号码', en: 'Numbers delivered today' }, now.numbers, {
      route: `/whatsapp/outbound/index?deliverTime_dategt=${beginOf(c, zone)}`,
      compare: change(c, now.numbers, earlier.numbers),
    }),
  ];
}

async function stockCards(c: Context): Promise<Card[]> {
  const { available, low } = await stockHeadline(c);
  return [
    card(c, 'stockAvailable', { zh: '在售号码', en: 'Numbers on sale' }, available, {
      // The list of numbers counts exactly these; who may not see it sees the stock by kind.
      route: c.can('whatsapp/warehouse:view')
        ? `/whatsapp/warehouse/index?stockStatus_in=${STOCK.available}`
        : '/whatsapp/inventory/index',
    }),
    card(c, 'zeroSku', { zh: '低库存', en: 'Low stock' }, low, {
      route: '/whatsapp/inventory/index?alertOnly=1',
      isUrgent: low > 0,
    }),
  ];
}

/** Returns the total of all balances and the income. */
async function platformMoney(c: Context, zone: string): Promise<Card[]> {
  const today = startOfDay(dayOf(new Date(), zone), zone).toISOString();
  const { rows } = await c.app.db.drizzle.execute<{ held: string; recharged: string }>(sql`
    select
      (select coalesce(sum(w.balance), 0)::text from fin_wallet w join sys_user u on u.id = w.user_id
        where w.tenant_id = ${c.actor.tenantId} and w.kind = 1 and w.currency = ${BOOK_CURRENCY} and u.deleted_at is null
          and u.user_type in (${userType.is.agent}, ${userType.is.subUser})) as held,
      (select coalesce(sum(amount), 0)::text from finance_log
        where tenant_id = ${c.actor.tenantId} and currency = ${BOOK_CURRENCY} and finance_type = ${FINANCE_TYPE.RECHARGE}
          and wallet_kind = ${WALLET_KIND.balance}
          and create_time >= ${today}::timestamptz) as recharged`);
  const route = `/finance/log/index?financeType_in=${FINANCE_TYPE.RECHARGE}&walletKind=${WALLET_KIND.balance}&createTime_dategt=${beginOf(c, zone)}`;
  return [
    money(c, 'todayRecharge', { zh: '今日充值', en: 'Recharged today' }, BigInt(rows[0]?.recharged ?? 0), { route }),
    money(
      c,
      'balanceTotal',
      { zh: '代理与子账号余额', en: 'Balances of agents and sub-users' },
      BigInt(rows[0]?.held ?? 0),
      {
        route: `${PEOPLE}&descs=balance`,
      },
    ),
  ];
}

async function workCards(c: Context, zone: string): Promise<Card[]> {
  const cards = await counted(c, countCards(c, zone, beginOf(c, zone)));
  return cards.map(({ key, title, n, path, query, isWaiting = false }) =>
    card(c, key, title, n, {
      route: `${path}?${query}`,
      badge: isWaiting ? n : 0,
      isUrgent: isWaiting && n > 0,
    }),
  );
}

/** Commissions of today, net of those taken back. */
async function rebateCard(c: Context, zone: string): Promise<Card[]> {
  const [row] = await figuresBy(c, zone, { period: periodOf({ range: 'today' }, zone), metric: 'rebate', keys: [] });
  const route = `/agent/rebate/index?createTime_dategt=${beginOf(c, zone)}`;
  return [money(c, 'todayRebate', { zh: '今日返佣', en: 'Commission today' }, row?.value ?? 0n, { route })];
}

/** Share of the messages handed over in orders of today that arrived; no card without any. */
async function deliveryCard(c: Context, zone: string): Promise<Card[]> {
  const { deliveryRate } = await orderFigures(c, periodOf({ range: 'today' }, zone));
  if (deliveryRate === null) return [];
  const route = `/whatsapp/order/index?createTime_dategt=${beginOf(c, zone)}`;
  const title = { zh: '今日送达率', en: 'Delivery rate today' };
  return [
    {
      ...card(c, 'deliveryRate', title, deliveryRate, { route, isUrgent: deliveryRate < POOR_DELIVERY }),
      ...{ unit: '%' },
    },
  ];
}
/** Below this share, in per cent, something is wrong. */
const POOR_DELIVERY = 60;

/** Messages to the reader; they open in a panel, not on a page. */
async function unreadCard(c: Context): Promise<Card[]> {
  const n = await unreadCount(c.app.db, c.actor);
  return n === 0 ? [] : [card(c, 'unreadMessages', { zh: '未读消息', en: 'Unread messages' }, n, { badge: n })];
}

async function peopleCards(c: Context): Promise<Card[]> {
  const { agents, subUsers } = await accountCounts(c);
  const title = isStaff(c)
    ? { zh: '代理与子账号', en: 'Agents and sub-users' }
    : { zh: '下级账号', en: 'Sub-accounts' };
  return [card(c, 'users', title, agents.total + subUsers.total, { route: PEOPLE })];
}

/** Today until now, and yesterday until the same hour. */
function soFar(zone: string): { today: Period; yesterday: Period } {
  const now = new Date();
  const { from } = periodOf({ range: 'today' }, zone, now);
  const earlier = periodOf({ range: 'yesterday' }, zone, now).from;
  return {
    today: { from, until: new Date(now.getTime() + 1) },
    yesterday: { from: earlier, until: new Date(now.getTime() - DAY_MILLIS) },
  };
}

/** When today began, as a filter of the reader's lists takes it. */
const beginOf = (c: Context, zone: string): string =>
  encodeURIComponent(formatTime(startOfDay(dayOf(new Date(), zone), zone), c.zone));

/** Changes above this are not shown in per cent. */
const RATE_MAX = 999;

function change(c: Context, now: number, earlier: number): Card['compare'] {
  if (now === 0 && earlier === 0) return null;
  const label = c.locale === 'zh' ? '较昨日同时' : 'vs. yesterday at this time';
  const rate = earlier === 0 ? null : Math.round(((now - earlier) / earlier) * 1000) / 10;
  if (rate === null || rate > RATE_MAX) return { label, rate: null, trend: 'new' };
  return { label, rate, trend: rate > 0 ? 'up' : rate < 0 ? 'down' : 'flat' };
}

const card = (c: Context, key: string, title: Text, value: number, more: Partial<Card> = {}): Card => ({
  key,
  title: title[c.locale],
  value: String(value),
  unit: '',
  compare: null,
  icon: ICONS[key] ?? 'BarChartOutlined',
  badge: 0,
  route: null,
  isUrgent: false,
  ...more,
});

const money = (c: Context, key: string, title: Text, amount: bigint, more: Partial<Card> = {}): Card => ({
  ...card(c, key, title, 0, more),
  value: formatMoney(amount),
  unit: BOOK_CURRENCY,
});
