import { z } from 'zod';
import {
  audited,
  bits,
  countries,
  dict,
  identifier,
  image,
  json,
  money,
  readOnly,
  ref,
  richText,
  shown,
  text,
  time,
  yes,
} from '../../kit/field.ts';
import { nameFields, sortField } from '../../kit/presets.ts';
import { amountText } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { RICH_TEXT_MAX } from '../../rich-text.ts';
import { activityStatus, activityType, activityUsers, grantCause, grantStatus } from './dictionaries.ts';

/** Pictures of activities. */
export const coverLimits = { kinds: ['jpg', 'png'], maxBytes: 512 * 1024 } as const;
/** Most steps of a rule. */
export const STEPS_MAX = 10;

const RATE = matching(/^\d{1,3}(\.\d{1,2})?$/, {
  zh: '应为百分比，最多两位小数，例如 5',
  en: 'should be a percentage with at most two decimals, such as 5',
});

/**
 * From `min` on, a fixed `bonus`, or a `rate` in percent up to `cap`. `min` is the credited amount of a recharge, the recharges
 * since the start of a coupon, or the purchases of an invited user. Amounts as decimal text.
 */
const step = z.object({
  min: amountText(),
  bonus: amountText().nullish(),
  rate: z.string().trim().regex(RATE).nullish(),
  cap: amountText().nullish(),
});
export type Step = z.output<typeof step>;

const { recharge, coupon, invitation } = activityType.is;
const ofMoney = { field: 'activityType', is: [recharge, coupon, invitation], isNeeded: true } as const;

const groups = {
  activity: { zh: '活动', en: 'Activity' },
  rules: { zh: '规则与预算', en: 'Rules and budget' },
  shown: { zh: '展示', en: 'Shown' },
} as const;

const titles = nameFields('title', { zh: '标题', en: 'Title' });

export const activityFields = {
  title: shown(titles.title, { group: groups.activity }),
  titleEn: shown(titles.titleEn, { group: groups.activity }),
  activityType: dict(activityType, {
    label: { zh: '类型', en: 'Type' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: recharge,
    group: groups.activity,
  }),
  startTime: time({
    label: { zh: '开始时间', en: 'Starts' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
    group: groups.activity,
  }),
  endTime: time({
    label: { zh: '结束时间', en: 'Ends' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
    group: groups.activity,
  }),
  userTypes: bits(activityUsers, {
    label: { zh: '参与用户', en: 'For' },
    required: true,
    list: 'optional',
    initial: activityUsers.is.agent + activityUsers.is.subUser + activityUsers.is.appUser,
    group: groups.activity,
    width: 160,
  }),
  countries: countries({
    label: { zh: '国家', en: 'Countries' },
    help: {
      zh: '留空则不限。按用户手机号的国家判断',
      en: 'Leave empty for all countries. A user’s country is that of their phone number',
    },
    count: 100,
    list: 'hidden',
    group: groups.activity,
    width: 160,
  }),
  ruleJson: json(z.array(step).min(1).max(STEPS_MAX), {
    label: { zh: '规则', en: 'Rules' },
    group: groups.rules,
    when: ofMoney,
  }),
  budget: money({
    label: { zh: '预算', en: 'Budget' },
    help: { zh: '发放的赠送总额上限', en: 'Total cap' },
    least: 1n,
    list: true,
    sort: true,
    group: groups.rules,
    when: ofMoney,
  }),
  perUserLimit: money({
    label: { zh: '每人上限', en: 'Limit per user' },
    help: { zh: '每个用户在本活动中可获赠送的上限', en: 'Maximum per user' },
    least: 1n,
    list: 'hidden',
    group: groups.rules,
    when: ofMoney,
  }),
  isPerTree: yes({
    label: { zh: '按代理合并计算', en: 'Count an agent as one' },
    help: {
      zh: '一级代理及其全部下级账号合计领取一次、合用一个上限',
      en: 'A top-level agent and all accounts below share one claim and one limit',
    },
    required: true,
    initial: 1,
    list: 'hidden',
    group: groups.rules,
  }),
  ...readOnly({
    usedBudget: money({
      label: { zh: '已用预算', en: 'Granted' },
      required: true,
      list: true,
      initial: '0',
      group: groups.rules,
    }),
    status: dict(activityStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
      initial: activityStatus.is.draft,
    }),
    /** The request a second person decides about. */
    approvalId: ref(null, { label: { zh: '复核申请', en: 'Approval' } }),
  }),
  cover: image({
    label: { zh: '封面', en: 'Cover' },
    help: { zh: '横向图片最合适', en: 'Wide pictures work best' },
    upload: { resource: 'app-manage/activity', call: 'put-cover', ...coverLimits },
    list: 'hidden',
    group: groups.shown,
  }),
  content: richText({ label: { zh: '说明', en: 'Chinese text' }, max: RICH_TEXT_MAX, group: groups.shown }),
  contentEn: richText({
    label: { zh: '英文说明', en: 'English text' },
    help: { zh: '不填则显示中文', en: 'Empty: the Chinese text is shown' },
    max: RICH_TEXT_MAX,
    group: groups.shown,
  }),
  sort: sortField({ group: groups.shown, list: 'hidden' }),
  ...audited,
  createTime: shown(audited.createTime, { list: 'hidden' }),
};

/** Bonuses that an activity gave. */
export const grantFields = {
  ...readOnly({
    activityId: ref(
      { resource: 'app-manage/activity', call: 'list', by: { zh: 'title', en: 'titleEn' } },
      { label: { zh: '活动', en: 'Activity' }, required: true, list: true, search: 'equal' },
    ),
    userId: ref(null, { label: { zh: '用户编号', en: 'User ID' }, required: true, search: 'equal' }),
    userName: text({
      label: { zh: '用户', en: 'User' },
      max: 64,
      required: true,
      list: true,
      search: 'like',
      width: 160,
    }),
    cause: dict(grantCause, { label: { zh: '原因', en: 'Reason' }, required: true, list: true, search: 'in' }),
    causeNo: identifier({
      label: { zh: '凭据', en: 'Document' },
      max: 64,
      required: true,
      list: true,
      search: 'equal',
    }),
    amount: money({ label: { zh: '赠送金额', en: 'Bonus' }, required: true, list: true, sort: true }),
    status: dict(grantStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
      initial: grantStatus.is.granted,
    }),
    createTime: time({
      label: { zh: '发放时间', en: 'Granted at' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
  }),
};
