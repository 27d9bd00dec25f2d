import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { notices } from '../areas/desk/notice.ts';
import { adjust } from '../engines/customers/adjustments/index.ts';
import { type NewMessage, type Recipients, sendMessage } from '../engines/office/messages/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Demo } from './demo.ts';

interface Event {
  readonly daysAgo: number;
  readonly hour: number;
  readonly from?: Actor;
  /** Whether recipients have read it. */
  readonly isRead?: true;
  readonly message: NewMessage;
}

/** Messages of the last two weeks, oldest first, and five notices. */
export async function addMessages(demo: Demo): Promise<void> {
  const { tx, timeline, system } = demo;
  for (const { daysAgo, hour, from, isRead, message } of eventsOf(demo)) {
    const { id } = await sendMessage(tx, from ?? system, message);
    const at = timeline.dayAt(daysAgo, hour);
    await tx.execute(sql`update msg_message set create_time = ${at} where id = ${id}`);
    if (isRead)
      await tx.execute(
        sql`update msg_inbox set is_read = 0, read_time = ${at}::timestamptz + interval '20 minutes' where message_id = ${id}`,
      );
  }
  await askForApproval(demo);
  const { admin } = demo.people.staff;
  for (const { daysAgo, ...notice } of NOTICES) {
    const at = timeline.dayAt(daysAgo, 9);
    await tx.insert(notices).values({
      ...notice,
      releaseTime: at,
      tenantId: admin.tenantId,
      createUser: admin.userId,
      createUserName: admin.realName,
      createTime: at,
      updateTime: at,
    });
  }
}

/** What two clerks ask for beyond what one person may move alone, waiting for the checker. */
async function askForApproval({ tx, people, timeline }: Demo): Promise<void> {
  const { finance, admin } = people.staff;
  const [first, second, third] = people.buyers.map(({ actor }) => actor.userId);
  if (!first || !second || !third) return;
  const asked = [
    { actor: finance, ids: [second], money: '1200', reason: '线下转账已到账，回单号见凭证', voucherNo: 'BANK-0417' },
    { actor: admin, ids: [first, third], money: '650', reason: '季度返点，按协议补发' },
  ];
  for (const { actor, money, ...input } of asked)
    await adjust(tx, { actor, idempotencyKey: null }, { ...input, money: parseMoney(money) });
  const at = timeline.dayAt(1, 17);
  for (const table of ['apr_request', 'biz_state_log', 'msg_message'])
    await tx.execute(sql`update ${sql.identifier(table)} set create_time = ${at} where create_time = now()`);
}

function eventsOf({ people }: Demo): Event[] {
  const { admin, finance, finance_check: check, warehouse, support, compliance } = people.staff;
  const [agent, second] = people.buyers.map(({ actor }) => actor);
  if (!agent || !second) return [];
  const to = (...actors: readonly Actor[]): Recipients => ({ userIds: actors.map(({ userId }) => userId) });
  const roles = (...roleKeys: readonly string[]): Recipients => ({ roleKeys });
  const says = (type: number, to: Recipients, title: string, content: string, route?: string): NewMessage => ({
    type,
    to,
    title,
    content,
    ...(route ? { route } : {}),
  });
  return [
    {
      daysAgo: 14,
      hour: 9,
      from: admin,
      isRead: true,
      message: says(
        4,
        roles('warehouse'),
        '新批次到货安排',
        '本周三有两批北美号码到货，请提前核对预入库模板。',
        '/whatsapp/pre-warehouse/index',
      ),
    },
    {
      daysAgo: 13,
      hour: 10,
      isRead: true,
      message: {
        to: to(agent),
        key: 'BALANCE_ADJUSTED',
        params: { amount: '+25.00 USDT' },
        level: 'success',
        route: '/finance/log/index',
      },
    },
    {
      daysAgo: 12,
      hour: 11,
      from: warehouse,
      isRead: true,
      message: says(
        3,
        to(admin),
        '请审批：英国号码下架',
        '有 110 个英国号码连续两次检测未通过，申请下架。',
        '/whatsapp/warehouse/index',
      ),
    },
    {
      daysAgo: 11,
      hour: 15,
      from: support,
      isRead: true,
      message: says(1, to(agent), '关于您的工单', '号码已补发，请在出库单中下载。', '/whatsapp/outbound/index'),
    },
    {
      daysAgo: 9,
      hour: 9,
      isRead: true,
      message: {
        to: roles('finance'),
        key: 'RECHARGE_SUBMITTED',
        params: { user: agent.realName, amount: '100.00 USDT' },
        route: '/agent/recharge/index?status=1',
      },
    },
    {
      daysAgo: 9,
      hour: 10,
      isRead: true,
      message: {
        to: to(agent),
        key: 'RECHARGE_PASSED',
        params: { amount: '100.00 USDT' },
        route: '/agent/recharge/index',
      },
    },
    {
      daysAgo: 8,
      hour: 14,
      from: compliance,
      isRead: true,
      message: says(4, roles('support', 'warehouse'), '来源证明抽查', '请补齐上月批次的来源证明，合规将在周五抽查。'),
    },
    {
      daysAgo: 7,
      hour: 16,
      from: second,
      isRead: true,
      message: says(1, to(support), '想了解批量价格', '我们下季度预计采购两千个美国号码，有没有阶梯价？'),
    },
    {
      daysAgo: 6,
      hour: 9,
      from: support,
      message: says(1, to(second), 'Re: 想了解批量价格', '一千以上有阶梯价，报价单已发到您的邮箱。'),
    },
    {
      daysAgo: 5,
      hour: 11,
      isRead: true,
      message: {
        to: roles('warehouse', 'admin'),
        key: 'STOCK_ZERO',
        params: { country: '新西兰 New Zealand' },
        route: '/whatsapp/inventory/index?alertOnly=1',
      },
    },
    {
      daysAgo: 5,
      hour: 13,
      message: {
        to: roles('warehouse'),
        key: 'NUMBER_DEAD',
        params: { count: '70' },
        route: '/whatsapp/warehouse/index',
      },
    },
    {
      daysAgo: 4,
      hour: 10,
      from: finance,
      isRead: true,
      message: says(3, to(check), '请复核：人工调账', '更正一笔重复入账，凭证已附在流水备注中。', '/finance/log/index'),
    },
    {
      daysAgo: 3,
      hour: 9,
      message: says(
        3,
        to(check),
        '供应商租期',
        '有 36 个号码的供应租期下周一到期，请确认是否续约。',
        '/whatsapp/warehouse/index',
      ),
    },
    {
      daysAgo: 3,
      hour: 17,
      from: agent,
      message: says(1, to(support), '子账号权限', '请问子账号可以单独设置每日限额吗？'),
    },
    {
      daysAgo: 2,
      hour: 9,
      from: admin,
      message: says(
        4,
        roles('finance', 'finance_check', 'support', 'warehouse', 'compliance'),
        '周会改期',
        '本周例会改到周四下午三点，请准备各自的数据。',
      ),
    },
    {
      daysAgo: 2,
      hour: 12,
      message: {
        to: to(second),
        key: 'LOW_BALANCE',
        params: { amount: '4.20 USDT' },
        route: '/agent/recharge/index?new=1',
      },
    },
    {
      daysAgo: 1,
      hour: 9,
      message: {
        to: roles('finance', 'admin', 'administrator'),
        key: 'RECHARGE_SUBMITTED',
        params: { user: second.realName, amount: '200.00 USDT' },
        route: '/agent/recharge/index?status=1',
      },
    },
    {
      daysAgo: 1,
      hour: 10,
      message: {
        to: to(agent),
        key: 'ORDER_EXCEPTION',
        params: { order: 'AO-示例', reason: '部分号码待补 / some numbers to follow' },
        route: '/agent/product-order/index',
      },
    },
    {
      daysAgo: 1,
      hour: 14,
      from: support,
      message: says(
        1,
        to(admin, finance),
        '客户反馈汇总',
        '本周共收到 12 条反馈，集中在到账速度和号码质量，详见日报。',
      ),
    },
  ];
}

const NOTICES = [
  {
    daysAgo: 20,
    category: 1,
    title: '关于调整号码保修期的通知',
    content:
      '<p>各位代理：</p><p>自下月起，<strong>自动发货商品</strong>的保修期统一为 24 小时，<strong>人工发货商品</strong>为 48 小时。</p><ul><li><p>保修期内号码不可用可申请退款</p></li><li><p>退款按成交价退回可用余额</p></li></ul>',
  },
  {
    daysAgo: 15,
    category: 4,
    title: '号码来源证明填写规范',
    content:
      '<h2>填写要求</h2><ol><li><p>每个批次必须附来源证明</p></li><li><p>证明须写明供应商、授权范围与期限</p></li></ol><blockquote><p>缺少证明的批次不会入库。</p></blockquote>',
  },
  {
    daysAgo: 9,
    category: 6,
    title: 'Maintenance window this weekend',
    content:
      '<p>The console will be read-only on <strong>Saturday, 02:00–03:00 (UTC+8)</strong>.</p><p>Running tasks continue; nothing is lost.</p>',
  },
  {
    daysAgo: 4,
    category: 3,
    title: '转发：节假日客服值班安排',
    content:
      '<p>节假日期间客服在线时间为 <strong>9:00–21:00</strong>，紧急问题请直接给客服发消息。</p><hr /><p>祝各位生意兴隆！</p>',
  },
  {
    daysAgo: 1,
    category: 1,
    title: '新上线：站内消息与通知',
    content: '<p>点击右上角的铃铛即可查看消息与通知，充值、提现、订单有变化时会第一时间提醒您。</p>',
  },
];
