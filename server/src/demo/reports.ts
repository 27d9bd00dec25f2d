import { productOrderStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { model } from '@trade-assistant/contract/areas/develop/code-model.ts';
import { reportChart, reportContent } from '@trade-assistant/contract/areas/report/definition.ts';
import {
  scheduleChannel,
  scheduleFormat,
  scheduleRhythm,
  scheduleWeekday,
} from '@trade-assistant/contract/areas/report/schedule.ts';
import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { views } from '../areas/desk/view/table.ts';
import { codeModels } from '../areas/develop/code.ts';
import { roleIdsOfKeys } from '../engines/people/identity/index.ts';
import { nextRunOf, reports, schedules } from '../engines/reporting/reports/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Demo } from './demo.ts';
import { daysLater } from './timeline.ts';

const ORDERS = 'agent/product/order-list';
const { awaitingDelivery, completed, partlyRefunded, refunded } = productOrderStatus.is;
const LOOK = { columns: null, density: null, layout: null };

/** Saved reports and views of an administrator and an agent, one of them sent each week, and a model of the code generator. */
export async function saveReports(demo: Demo): Promise<void> {
  const { tx, timeline, people, system } = demo;
  const { admin, finance } = people.staff;
  const fern = people.buyers.find(({ actor }) => actor.account === 'agent_fern')?.actor;
  const shared = await roleIdsOfKeys(tx, system.tenantId, ['admin', 'finance']);
  const written = ({ tenantId, userId, realName }: Actor, daysAgo: number) => {
    const at = timeline.dayAt(daysAgo, 15);
    return {
      tenantId,
      createUser: userId,
      createUserName: realName,
      updateUser: userId,
      createTime: at,
      updateTime: at,
    };
  };
  const save = async (owner: Actor, { content, isShared, ...report }: Question, daysAgo: number) => {
    const [row] = await tx
      .insert(reports)
      .values({
        ...{ ...report, ...written(owner, daysAgo), content: reportContent.parse(content) },
        roleIds: isShared ? shared : [],
      })
      .returning({ id: reports.id, reportName: reports.name });
    invariant(row, 'demo-report', report.name);
    return row;
  };
  const [sales, ...others] = OF_STAFF;
  const { id: reportId, reportName } = await save(admin, sales, 20);
  for (const [index, question] of others.entries()) await save(admin, question, 16 - index * 3);
  if (fern) await save(fern, OF_AGENT, 6);
  const rhythm = { rhythm: scheduleRhythm.is.weekly, weekday: scheduleWeekday.is.monday, monthDay: null, hour: 9 };
  await tx.insert(schedules).values({
    ...{ ...written(admin, 19), ...rhythm, reportId, reportName, recipientIds: [admin.userId, finance.userId] },
    ...{ channels: scheduleChannel.is.message, format: scheduleFormat.is.xlsx, isActive: 1, failures: 0 },
    nextTime: nextRunOf(rhythm, DEFAULT_ZONE, daysLater(timeline.now, 2)),
  });
  await saveViews(demo, shared, written);
  await tx.insert(codeModels).values({ ...written(admin, 11), ...MODEL, tenantId: PLATFORM_TENANT });
}

async function saveViews(
  { tx, people }: Demo,
  roleIds: bigint[],
  written: (owner: Actor, daysAgo: number) => { readonly tenantId: string },
): Promise<void> {
  const { admin } = people.staff;
  const own = {
    ...written(admin, 9),
    ownerId: admin.userId,
    ownerName: admin.realName,
    look: LOOK,
    zone: DEFAULT_ZONE,
  };
  const [pinned] = await tx
    .insert(views)
    .values([
      {
        ...{ ...own, screen: 'agent/product-order', resource: 'agent/product', call: 'order-list' },
        ...{
          name: '待交付订单 To deliver',
          filters: { status_in: `${awaitingDelivery}` },
          sort: 'createTime',
          roleIds,
        },
      },
      {
        ...{ ...own, screen: 'agent/recharge', resource: 'agent/recharge', call: 'list' },
        ...{ name: '待审核充值 To review', filters: { status_in: `${rechargeStatus.is.review}` }, sort: '-amount' },
      },
    ])
    .returning({ id: views.id });
  await tx.execute(sql`
    insert into sys_user_preference (user_id, key, value) values (${admin.userId}, 'pins', ${JSON.stringify([String(pinned?.id)])}::jsonb)`);
}

interface Question {
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly chart: number;
  readonly content: z.input<typeof reportContent>;
  readonly isShared?: true;
}

const OF_STAFF: readonly [Question, ...Question[]] = [
  {
    name: '商品月度销售 Monthly sales by product',
    description: '已交付订单的金额和数量（演示） / Amount and pieces of delivered orders (demo)',
    source: ORDERS,
    chart: reportChart.is.bar,
    content: {
      filters: { status_in: `${completed},${partlyRefunded}` },
      period: { field: 'createTime', span: 'last90' },
      groups: [{ field: 'createTime', unit: 'month' }, { field: 'productId' }],
      measures: [
        { rule: 'sum', field: 'amount' },
        { rule: 'sum', field: 'quantity' },
      ],
      order: { by: 'm0', isDescending: true },
      limit: 12,
    },
    isShared: true,
  },
  {
    name: '充值方式占比 Recharges by method',
    description: '已入账的充值（演示） / Credited recharges (demo)',
    source: 'agent/recharge/list',
    chart: reportChart.is.pie,
    content: {
      filters: { status_in: `${rechargeStatus.is.passed}` },
      groups: [{ field: 'methodType' }],
      measures: [{ rule: 'sum', field: 'creditedAmount' }, { rule: 'count' }],
    },
  },
  {
    name: '各国库存 Stock by country',
    description: '各状态的号码数（演示） / Numbers in each state (demo)',
    source: 'whatsapp/warehouse/page',
    chart: reportChart.is.table,
    content: { groups: [{ field: 'countryCode' }, { field: 'stockStatus' }], measures: [{ rule: 'count' }] },
  },
  {
    name: '退款 Refunds by product',
    description: '退款最多的商品（演示） / Products with the largest refunds (demo)',
    source: ORDERS,
    chart: reportChart.is.bar,
    content: {
      filters: { status_in: `${partlyRefunded},${refunded}` },
      groups: [{ field: 'productId' }],
      measures: [{ rule: 'sum', field: 'refundAmount' }, { rule: 'count' }],
      limit: 10,
    },
  },
];

const OF_AGENT: Question = {
  name: '我的每日采购 My purchases by day',
  description: '近 30 天（演示） / The last 30 days (demo)',
  source: ORDERS,
  chart: reportChart.is.line,
  content: {
    period: { field: 'createTime', span: 'last30' },
    groups: [{ field: 'createTime', unit: 'day' }],
    measures: [{ rule: 'sum', field: 'amount' }],
  },
};

const MODEL = {
  ...{ codeName: '办公资产', codeNameEn: 'Office assets', apiPath: 'estate/asset', tableName: 'est_asset' },
  menuIcon: 'DesktopOutlined',
  remark: '演示模型 / Sample model',
  model: model.parse([
    { name: 'assetCode', kind: 'code', zh: '资产编号', en: 'Asset code' },
    { name: 'assetName', kind: 'names', zh: '资产名称', en: 'Asset name', search: true },
    {
      ...{ name: 'category', kind: 'dictionary', zh: '类别', en: 'Category', required: true, search: true },
      dictionary: {
        code: 'asset_category',
        values: [
          { name: 'phone', value: 1, zh: '手机', en: 'Phone' },
          { name: 'computer', value: 2, zh: '电脑', en: 'Computer' },
          { name: 'licence', value: 3, zh: '软件许可', en: 'Software licence' },
        ],
      },
    },
    { name: 'price', kind: 'money', zh: '购入价', en: 'Price' },
    { name: 'boughtDay', kind: 'date', zh: '购入日期', en: 'Bought', search: true, sort: true },
    { name: 'isLent', kind: 'yes', zh: '已借出', en: 'Lent' },
    { name: 'status', kind: 'status', zh: '状态', en: 'Status' },
    { name: 'remark', kind: 'remark', zh: '备注', en: 'Remark' },
  ]),
};
