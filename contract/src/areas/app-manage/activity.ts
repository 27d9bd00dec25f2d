import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { transitionCalls } from '../../kit/transitions.ts';
import { pictureCalls } from '../../rich-text.ts';
import { pictureName } from '../agent/recharge-fields.ts';
import { activityFields, coverLimits, grantFields } from './activity-fields.ts';
import { activityStatus } from './dictionaries.ts';

const { scheduled, running, offline } = activityStatus.is;

const transitions = {
  close: {
    title: { zh: '下线', en: 'Take offline' },
    from: [scheduled, running],
    to: offline,
    access: 'edit',
    reason: 'required',
    isDangerous: true,
    confirm: {
      zh: '下线后不再发放赠送，且不能恢复，确定下线吗？',
      en: 'No more bonuses are granted, and this cannot be undone. Take it offline?',
    },
  },
} as const;

const grants = get({
  title: { zh: '发放记录', en: 'Bonuses granted' },
  access: 'view',
  input: listQuery(grantFields),
  data: pageOf(rowSchema(grantFields)),
});

/** Bonuses of activities as a list of their own. */
export const activityGrants = resource('app-manage/activity', {
  title: { zh: '发放记录', en: 'Bonuses granted' },
  nameField: 'userName',
  fields: grantFields,
  calls: { grants },
});

const { usedBudget: _used, approvalId: _approval, budget: _budget, perUserLimit, ...shownToUsers } = activityFields;

/** An activity as its users see it, with their own share. */
const offered = rowSchema({ ...shownToUsers, perUserLimit }).and(
  z.object({
    /** Bonus that the reader received. */
    received: amount(),
    /** Whether the reader can claim its coupon now. */
    canClaim: z.boolean(),
    /** Why the reader cannot claim it: `claimed`, `minimum` or `exhausted`. */
    obstacle: z.enum(['claimed', 'minimum', 'exhausted']).nullable(),
  }),
);

/** Campaigns that give bonuses, and campaigns that only inform. */
export const activity = resource('app-manage/activity', {
  title: { zh: '活动管理', en: 'Promotions' },
  help: {
    zh: '充值赠送、优惠券、邀请奖励和公示；赠送先于余额使用，不可提现',
    en: 'Recharge bonuses, coupons, invitation rewards and notices; bonus is spent before the balance and cannot be withdrawn',
  },
  empty: { zh: '新增活动，保存为草稿后发布', en: 'Add an activity: it is a draft until you publish it' },
  nameField: { zh: 'title', en: 'titleEn' },
  stateField: 'status',
  transitions,
  events: {
    publish: { zh: '发布', en: 'Published' },
    begin: { zh: '开始', en: 'Started' },
    finish: { zh: '结束', en: 'Ended' },
  },
  head: ['status', 'activityType', 'budget', 'usedBudget'],
  fields: activityFields,
  calls: {
    ...crud(activityFields, ['list', 'page', 'counts', 'detail', 'submit', 'remove', 'export', 'timeline']),
    ...transitionCalls(transitions),
    /** Makes a draft effective. Above the limit of one person it requests approval instead: `approvalId`. */
    publish: post({
      title: { zh: '发布', en: 'Publish' },
      access: 'publish',
      stepUp: true,
      input: z.object({ id: id() }),
      data: z.object({ status: z.int(), approvalId: id().nullable(), approvalNo: z.string().nullable() }),
    }),
    grants,
    /** Activities that are open to the reader now, and those that start soon; at most 50. */
    current: get({
      title: { zh: '当前活动', en: 'Current activities' },
      access: 'signed-in',
      data: z.array(offered),
    }),
    /** Claims the coupon of an activity, once a user. */
    claim: post({
      title: { zh: '领取', en: 'Claim' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: z.object({ amount: amount(), journalNo: z.string() }),
    }),
    ...pictureCalls,
    'put-cover': post({
      title: { zh: '上传封面', en: 'Upload a cover' },
      access: 'edit',
      untrailed: 'a picture nobody uses yet; the activity that names it is in the trail',
      upload: { ...coverLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
    /** A cover, for an `<img>`, which sends no token. Its name cannot be guessed. */
    cover: get({
      title: { zh: '封面', en: 'Cover' },
      access: 'public',
      input: z.object({ name: z.string().regex(pictureName) }),
      answer: 'file',
      rowless: 'a picture',
    }),
  },
  extras: { approve: { zh: '复核活动预算', en: 'Approve budgets' } },
});
