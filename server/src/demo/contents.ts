import {
  activityStatus,
  activityType,
  announcementLevel,
  announcementReaders,
  announcementStatus,
  instructionCategory,
  instructionLang,
} from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { parseMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { activities } from '../engines/customers/activities/index.ts';
import { announcements, instructions } from '../engines/customers/content/index.ts';
import { logState } from '../kernel/resource/states.ts';
import { wordsOf } from '../kernel/rich-text/index.ts';
import type { Demo } from './demo.ts';
import { ARTICLES } from './help-articles.ts';
import { daysLater } from './timeline.ts';

const { agent, subUser, appUser, staff } = announcementReaders.is;

/** Activities in several states, announcements, and help articles in both languages. */
export async function publishContents({ tx, people, timeline }: Demo): Promise<void> {
  const { admin } = people.staff;
  const written = (daysAgo: number) => {
    const at = timeline.dayAt(daysAgo, 10);
    const { tenantId, userId, realName } = admin;
    return {
      tenantId,
      createUser: userId,
      createUserName: realName,
      createTime: at,
      updateUser: userId,
      updateTime: at,
    };
  };
  for (const { daysAgo, days, ...row } of ACTIVITIES) {
    const startTime = timeline.dayAt(daysAgo, 0);
    const columns = {
      ...written(Math.max(daysAgo, 2)),
      usedBudget: ZERO,
      sort: 1,
      isPerTree: 1 as const,
      userTypes: agent + subUser + appUser,
      startTime,
      endTime: daysLater(startTime, days),
    };
    const [made] = await tx
      .insert(activities)
      .values({ ...row, ...columns })
      .returning({ id: activities.id });
    const change = { type: 'app-manage/activity', id: made?.id ?? 0n, from: null, to: activityStatus.is.draft };
    await logState(tx, admin, { ...change, event: 'create' });
    await tx.execute(
      sql`update biz_state_log set create_time = ${columns.createTime} where object_type = ${change.type} and object_id = ${change.id}`,
    );
  }
  for (const { daysAgo, ...row } of ANNOUNCEMENTS)
    await tx.insert(announcements).values({
      ...row,
      ...written(daysAgo),
      status: announcementStatus.is.published,
      publishTime: timeline.dayAt(daysAgo, 10),
    });
  for (const [index, { category, screens, zh, en }] of ARTICLES.entries())
    for (const [lang, { title, content }] of [
      [instructionLang.is.zh, zh],
      [instructionLang.is.en, en],
    ] as const)
      await tx.insert(instructions).values({
        ...written(30),
        ...{ title, lang, content, words: wordsOf(content), sort: index + 1 },
        category: instructionCategory.is[category],
        screens: [...screens],
        viewCount: 40 - index * 5,
        status: 1,
      });
}

const ACTIVITIES = [
  {
    daysAgo: 6,
    days: 36,
    title: '大额充值送 5%',
    titleEn: '5 % on large recharges',
    activityType: activityType.is.recharge,
    ruleJson: [
      { min: '1000', rate: '3', cap: '60' },
      { min: '3000', rate: '5', cap: '250' },
    ],
    budget: parseMoney('5000'),
    perUserLimit: parseMoney('500'),
    content: '<p>单笔充值达到门槛即自动赠送，<strong>先于余额使用</strong>，不可提现。</p>',
    contentEn:
      '<p>Granted automatically with the recharge; <strong>spent before the balance</strong>, never withdrawable.</p>',
    status: activityStatus.is.running,
  },
  {
    daysAgo: 3,
    days: 20,
    title: '老客户优惠券',
    titleEn: 'Coupon for regular customers',
    activityType: activityType.is.coupon,
    ruleJson: [{ min: '0', bonus: '10' }],
    budget: parseMoney('600'),
    perUserLimit: parseMoney('10'),
    content: '<p>每人一张，领取后立即到账。</p>',
    contentEn: '<p>One for each customer, received at once.</p>',
    status: activityStatus.is.running,
  },
  {
    daysAgo: -4,
    days: 30,
    title: '邀请有礼',
    titleEn: 'Invite a colleague',
    activityType: activityType.is.invitation,
    ruleJson: [{ min: '50', bonus: '8' }],
    budget: parseMoney('800'),
    perUserLimit: parseMoney('80'),
    content: null,
    contentEn: null,
    status: activityStatus.is.scheduled,
  },
  {
    daysAgo: 40,
    days: 14,
    title: '春季满减回顾',
    titleEn: 'Spring campaign results',
    activityType: activityType.is.notice,
    ruleJson: null,
    budget: null,
    perUserLimit: null,
    content: '<p>感谢参与，名单已公布。</p>',
    contentEn: '<p>Thank you for taking part; the results are published.</p>',
    status: activityStatus.is.ended,
  },
];

const ANNOUNCEMENTS = [
  {
    daysAgo: 12,
    level: announcementLevel.is.important,
    top: 1 as const,
    popup: 0 as const,
    targets: agent + subUser + appUser,
    title: '提现改为每日两次集中打款',
    titleEn: 'Withdrawals are paid twice a day',
    content: '<p>自本月起，提现于每天 <strong>11:00</strong> 和 <strong>17:00</strong> 集中打款。</p>',
    contentEn: '<p>From this month on, withdrawals are paid at <strong>11:00</strong> and <strong>17:00</strong>.</p>',
  },
  {
    daysAgo: 5,
    level: announcementLevel.is.ordinary,
    top: 0 as const,
    popup: 0 as const,
    targets: agent + subUser + appUser + staff,
    title: '帮助中心上线',
    titleEn: 'The help centre is open',
    content: '<p>页面标题旁的“使用说明”会带您找到对应的文章。</p>',
    contentEn: '<p>“Help” beside the title of a screen leads to the articles about it.</p>',
  },
  {
    daysAgo: 2,
    level: announcementLevel.is.ordinary,
    top: 0 as const,
    popup: 0 as const,
    targets: staff,
    title: '活动预算复核流程',
    titleEn: 'How budgets of activities are approved',
    content: '<p>预算超过上限的活动由财务复核后发布。</p>',
    contentEn: '<p>Finance approves activities whose budget exceeds the limit of one person.</p>',
  },
];
