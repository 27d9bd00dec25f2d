import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const activityErrors = defineErrors({
  BUDGET_EXHAUSTED: { status: 400, zh: '活动预算已用完', en: 'The budget of the activity is used up' },
  USER_LIMIT_REACHED: {
    status: 400,
    zh: '该用户在本活动中的赠送已达上限',
    en: 'The user has reached the limit of the activity',
  },
  COUPON_CLAIMED: { status: 400, zh: '您已领取过该优惠券', en: 'You have already claimed this coupon' },
  COUPON_MINIMUM: {
    status: 400,
    zh: '活动期间充值满 {amount} 后可领取',
    en: 'Recharge at least {amount} during the activity to claim it',
  },
  ACTIVITY_OVER: { status: 400, zh: '活动未开始或已结束', en: 'The activity has not started or is over' },
  ACTIVITY_TIMES: { status: 400, zh: '结束时间应晚于开始时间', en: 'The end must be after the start' },
  ACTIVITY_PAST: {
    status: 400,
    zh: '结束时间已过，请修改后发布',
    en: 'The end is in the past; change it, then publish',
  },
  ACTIVITY_PUBLISHED: {
    status: 400,
    zh: '活动发布后，此项不能修改；请下线后新建活动',
    en: 'This cannot be changed after publishing; take the activity offline and add another',
  },
  ACTIVITY_WAITING: {
    status: 400,
    zh: '活动正在等待复核（{no}）',
    en: 'The activity is waiting for approval ({no})',
  },
  ACTIVITY_RUNNING: {
    status: 400,
    zh: '“{title}”已发布，请先下线',
    en: '“{title}” is published; take it offline first',
  },
  ACTIVITY_GRANTED: {
    status: 400,
    zh: '“{title}”已发放赠送，不能删除',
    en: '“{title}” has granted bonuses and cannot be deleted',
  },
  STEP_BONUS: {
    status: 400,
    zh: '第 {n} 档应填写赠送金额或比例之一，且大于 0',
    en: 'Step {n} needs either an amount or a rate above 0',
  },
  STEP_RATE: { status: 400, zh: '第 {n} 档的比例不能超过 100%', en: 'The rate of step {n} cannot exceed 100 %' },
  STEP_CAP: {
    status: 400,
    zh: '第 {n} 档的封顶应大于 0，且只用于比例',
    en: 'The cap of step {n} must be above 0 and belongs to a rate',
  },
  STEP_ORDER: {
    status: 400,
    zh: '第 {n} 档的起始金额应大于上一档，且不小于 0',
    en: 'The minimum of step {n} must be above that of the step before, and not below 0',
  },
  STEP_ONE: {
    status: 400,
    zh: '优惠券和邀请奖励只有一档固定金额',
    en: 'Coupons and invitation rewards have one step with a fixed amount',
  },
  LIMIT_LOW: {
    status: 400,
    zh: '每人上限应不小于一次赠送 {amount}，且不大于预算',
    en: 'The limit per user must be at least one bonus ({amount}) and at most the budget',
  },
});
