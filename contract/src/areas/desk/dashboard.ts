import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { pageOf } from '../../kit/page.ts';
import { resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { orderFields } from '../agent/order-fields.ts';
import { agentProduct } from '../agent/product.ts';
import { messageCalls } from './dashboard-messages.ts';
import { during, figure, kind, metric, named, percent, series, stamp } from './dashboard-parts.ts';

const kindOfNumber = {
  businessType: z.int(),
  businessName: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  numberType: z.int(),
};
/**
 * Figures of the business, for every signed-in user. Each call covers the rows the reader could list: agents their
 * subtree's, sub-users their own; staff need the permission for these rows (NO_PERMISSION).
 */
export const dashboard = resource('desk/dashboard', {
  title: { zh: '数据看板', en: 'Dashboard' },
  fields: {},
  calls: {
    /** The headline figures the reader may see, each with the address of its rows. */
    tabs: get({
      title: { zh: '关键指标', en: 'Key figures' },
      access: 'signed-in',
      data: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          value: figure,
          /** The currency of money, `%`, or empty for a count. */
          unit: z.string(),
          /**
           * Change from yesterday at the same hour, in per cent; null where there is nothing to compare. `new` has no rate: there was nothing
           * before, or so little that a per cent says nothing.
           */
          compare: z
            .object({ label: z.string(), rate: percent.nullable(), trend: z.enum(['up', 'down', 'flat', 'new']) })
            .nullable(),
          icon: z.string(),
          /** Rows that wait for the reader. */
          badge: z.int(),
          route: z.string().nullable(),
          /** Whether a user has to act. */
          isUrgent: z.boolean(),
        }),
      ),
    }),
    'zero-inventory': get({
      title: { zh: '低库存', en: 'Low stock' },
      access: 'signed-in',
      input: z.object({ limit: z.int().min(1).max(100).default(20) }),
      /** Kinds below the threshold, the best selling first. */
      data: z.object({
        ...stamp,
        total: z.int(),
        records: z.array(
          z.object({
            ...kindOfNumber,
            available: z.int(),
            threshold: z.int(),
            lastSoldTime: time().nullable(),
            /** Since when none is left; null while there are some. */
            zeroSince: time().nullable(),
            /** Numbers of approved pre-orders that wait. */
            waitingPreorderQty: z.int(),
            flag: z.string(),
            avgDailySold7d: z.number(),
            /** For two weeks at this pace. */
            suggestQty: z.int(),
          }),
        ),
      }),
    }),
    'inventory-statistics': get({
      title: { zh: '库存统计', en: 'Stock' },
      access: 'signed-in',
      input: z.object({ businessType: kind.optional() }),
      data: z.object({
        ...stamp,
        summary: z.object({
          total: z.int(),
          available: z.int(),
          reserved: z.int(),
          assigned: z.int(),
          quarantine: z.int(),
          unlisted: z.int(),
          dead: z.int(),
          retired: z.int(),
          aliveRate: percent.nullable(),
        }),
        byBusiness: z.array(z.object({ ...named, available: z.int(), assigned: z.int(), dead: z.int() })),
        byType: z.array(z.object({ ...named, available: z.int() })),
        /** The ten with the most on sale, then the rest as `*`. */
        byCountry: z.array(
          z.object({
            ...{ countryCode: z.string(), name: z.string(), available: z.int(), assigned: z.int() },
            /** Share of the stock on sale. */
            rate: percent,
          }),
        ),
        /** Stock on sale by days since the last sale of its kind; the last group has no end. */
        idle: z.array(z.object({ fromDays: z.int(), toDays: z.int().nullable(), available: z.int() })),
        /** Numbers that came in, were delivered and were returned on each of the last thirty days; null for readers of a part of the stock. */
        trend: z
          .object({
            xAxis: z.array(z.string()),
            in: z.array(z.int()),
            out: z.array(z.int()),
            returned: z.array(z.int()),
          })
          .nullable(),
      }),
    }),
    'bar-chart': get({
      title: { zh: '销售趋势', en: 'Daily sales' },
      access: 'signed-in',
      input: z.object({ ...during, metric }),
      /** A series per business; every day of the time has a figure. `before` is the same time before it. */
      data: z.object({
        ...stamp,
        title: z.string(),
        unit: z.string(),
        xAxis: z.array(z.string()),
        legend: z.array(z.string()),
        series: z.array(series.extend({ stack: z.string() })),
        totals: z.record(z.string(), figure),
        total: figure,
        before: figure,
      }),
    }),
    'pie-chart': get({
      title: { zh: '销售占比', en: 'Share of sales' },
      access: 'signed-in',
      input: z.object({
        ...during,
        metric,
        dimension: z
          .enum(['country', 'businessType', 'product', 'serviceType', 'agentLevel', 'result'])
          .default('country'),
      }),
      /** The nine largest, then the rest as `*`; the percentages sum to 100.00 exactly. `result`: findings of number checks, in numbers. */
      data: z.object({
        ...stamp,
        title: z.string(),
        unit: z.string(),
        dimension: z.string(),
        total: figure,
        data: z.array(z.object({ ...named, value: figure, percent })),
      }),
    }),
    'bar-tick-align-chart': get({
      title: { zh: '订单分布', en: 'Order distribution' },
      access: 'signed-in',
      input: z.object({
        ...during,
        metric: metric.default('count'),
        bucket: z.enum(['weekday', 'day', 'hour']).default('weekday'),
      }),
      data: z.object({
        ...stamp,
        title: z.string(),
        unit: z.string(),
        xAxis: z.array(z.string()),
        data: z.array(figure),
        average: figure,
        max: z.object({ index: z.int(), value: figure }),
      }),
    }),
    leaderboard: get({
      title: { zh: '代理排行', en: 'Top agents' },
      access: 'signed-in',
      input: z.object({ ...during, metric }),
      /** The first ten; equals share a rank. `change` is the move since the same time before, null for newcomers. */
      data: z.object({
        ...stamp,
        records: z.array(
          z.object({
            rank: z.int(),
            agentId: id(),
            agentName: z.string(),
            value: figure,
            count: z.int(),
            change: z.int().nullable(),
            level: z.int().nullable(),
            levelName: z.string(),
            /** Share of all. */
            rate: percent,
          }),
        ),
        /** Of the reader, if they are an agent and have a place. */
        me: z.object({ rank: z.int(), value: figure }).nullable(),
      }),
    }),
    'recommended-today': get({
      title: { zh: '今日推荐', en: 'Recommended today' },
      access: 'signed-in',
      /**
       * At most eight products that can be bought now: recommended ones, then by score. The score, 0 to 1, weighs numbers in service (35 %), delivered numbers that were
       * kept (25 %), stock in proportion to sales (20 %) and sales of seven days (20 %).
       */
      data: z.array(
        z.object({
          productId: id(),
          productName: z.string(),
          businessType: z.int(),
          countryCode: agentProduct.fields.countryCode.schema.nullable(),
          countryName: z.string(),
          flag: z.string(),
          /** Of one unit in the smallest purchase; a pack has `specQty` of them. */
          salePrice: amount(),
          specQty: z.int(),
          unit: z.int(),
          serviceType: z.int(),
          sold7d: z.int(),
          isRecommend: z.boolean(),
          tag: z.string(),
          /** Numbers in stock; null for products without numbers. */
          stock: z.int().nullable(),
          /** Share of the stock in service, in per cent; null without stock. */
          aliveRate: percent.nullable(),
          /** Share of the numbers delivered in seven days that were not returned, in per cent; null without deliveries. */
          deliveryRate7d: percent.nullable(),
          score: z.number(),
          reason: z.array(z.string()),
        }),
      ),
    }),
    'user-statistics': get({
      title: { zh: '用户统计', en: 'Users' },
      access: 'signed-in',
      data: z.object({
        ...stamp,
        agents: z.object({ total: z.int(), active30d: z.int(), newToday: z.int(), newMonth: z.int(), locked: z.int() }),
        subUsers: z.object({
          total: z.int(),
          active30d: z.int(),
          newToday: z.int(),
          newMonth: z.int(),
          locked: z.int(),
        }),
        appUsers: z.object({
          ...{ total: z.int(), active7d: z.int(), active30d: z.int(), newToday: z.int(), newMonth: z.int() },
          ...{ locked: z.int(), panelMembers: z.int() },
        }),
        kyc: z.object({ none: z.int(), reviewing: z.int(), verified: z.int(), rejected: z.int() }),
      }),
    }),
    'user-monthly-stats': get({
      title: { zh: '月度新增', en: 'New users by month' },
      access: 'signed-in',
      /**
       * Twelve months that end with this one: new agents, new sub-users, accounts that signed in, and agents that bought. `retention`: of the agents of a month, the share that
       * bought one, two and three months later; null for months to come.
       */
      data: z.object({
        ...{ ...stamp, xAxis: z.array(z.string()), series: z.array(series) },
        retention: z.array(
          z.object({
            month: z.string(),
            ...{ m1: percent.nullable(), m2: percent.nullable(), m3: percent.nullable() },
          }),
        ),
      }),
    }),
    ...messageCalls,
    deliveries: get({
      title: { zh: '交付统计', en: 'Deliveries' },
      access: 'signed-in',
      input: z.object(during),
      data: z.object({
        ...stamp,
        notes: z.int(),
        numbers: z.int(),
        returned: z.int(),
        returnRate: percent,
        before: z.object({ notes: z.int(), numbers: z.int(), returned: z.int() }),
        byDay: z.object({ xAxis: z.array(z.string()), numbers: z.array(z.int()), returned: z.array(z.int()) }),
      }),
    }),
    'hourly-deliveries': get({
      title: { zh: '每小时交付', en: 'Hourly deliveries' },
      access: 'signed-in',
      /** The day of this time; today when left out. */
      input: z.object({ date: time().optional() }),
      /** 24 figures; hours to come are null. */
      data: z.object({
        ...stamp,
        date: z.string(),
        xAxis: z.array(z.string()),
        series: z.array(z.object({ ...named, data: z.array(z.int().nullable()) })),
        peakHour: z.int().nullable(),
        total: z.int(),
      }),
    }),
    'delivery-leaderboard': get({
      title: { zh: '交付排行', en: 'Delivery ranking' },
      access: 'signed-in',
      input: z.object({
        ...during,
        subject: z.enum(['agent', 'country']).default('country'),
        current: z.coerce.number().int().min(1).max(10_000_000).default(1),
        size: z.coerce.number().int().min(1).max(200).default(10),
      }),
      data: pageOf(
        z.object({
          rank: z.int(),
          subjectId: z.string(),
          subjectName: z.string(),
          value: z.int(),
          returnRate: percent,
          lastTime: time().nullable(),
        }),
      ),
    }),
    warranties: get({
      title: { zh: '质保到期', en: 'Warranties ending' },
      access: 'signed-in',
      input: z.object({ days: z.int().min(1).max(31).default(7) }),
      /** Orders whose warranty ends within the given days, the earliest first, at most ten. */
      data: z.object({
        ...stamp,
        total: z.int(),
        records: z.array(
          z.object({
            orderId: id(),
            orderNo: z.string(),
            productName: z.string(),
            agentName: z.string(),
            countryCode: orderFields.countryCode.schema,
            numbers: z.int(),
            warrantyUntil: time(),
          }),
        ),
      }),
    }),
  },
});
