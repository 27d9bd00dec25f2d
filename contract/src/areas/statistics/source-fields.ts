import { dictionary } from '../../kit/dictionary.ts';
import { audited, country, date, dict, identifier, int, ref, shown, text, time, yes } from '../../kit/field.ts';
import { matching } from '../../kit/sentences.ts';

export const sourceType = dictionary('site_source_type', {
  direct: { value: 1, zh: '直接访问', en: 'Direct' },
  search: { value: 2, zh: '搜索引擎', en: 'Search' },
  social: { value: 3, zh: '社交媒体', en: 'Social media' },
  advertising: { value: 4, zh: '广告', en: 'Advertising' },
  invitation: { value: 5, zh: '邀请', en: 'Invitation' },
  link: { value: 6, zh: '外部链接', en: 'Other site' },
});

export const visitDevice = dictionary('site_visit_device', {
  computer: { value: 1, zh: '电脑', en: 'Computer' },
  phone: { value: 2, zh: '手机', en: 'Phone' },
  tablet: { value: 3, zh: '平板', en: 'Tablet' },
});

/** Codes of sites, lower case. */
export const SITE_CODE = matching(/^[a-z0-9-]{1,32}$/, {
  zh: '应为 1 至 32 个小写字母、数字或连字符',
  en: 'should be 1 to 32 lower-case letters, digits or hyphens',
});

const visit = { zh: '访问', en: 'Visit' };
const campaign = { zh: '广告参数', en: 'Campaign' };
const utm = (zh: string, en: string) => ({ label: { zh, en }, max: 100, group: campaign }) as const;

export const sourceFields = {
  day: date({
    label: { zh: '日期', en: 'Day' },
    help: { zh: '按本公司所在时区', en: 'In the company’s time zone' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
    form: false,
  }),
  siteCode: identifier({
    label: { zh: '站点', en: 'Site' },
    max: 32,
    pattern: SITE_CODE,
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    group: visit,
  }),
  sourceType: dict(sourceType, {
    label: { zh: '来源类型', en: 'Source' },
    required: true,
    list: true,
    search: 'equal',
    initial: sourceType.is.direct,
    group: visit,
  }),
  referrerHost: text({
    label: { zh: '来源域名', en: 'Referring site' },
    isGroup: true,
    max: 200,
    list: true,
    search: 'like',
    form: 'create',
    group: visit,
    width: 160,
  }),
  landingPath: text({
    label: { zh: '落地页', en: 'Landing page' },
    isGroup: true,
    max: 200,
    list: 'optional',
    search: 'like',
    form: 'create',
    group: visit,
    width: 160,
  }),
  utmSource: text({ ...utm('广告来源', 'UTM source'), isGroup: true, list: true, search: 'equal', width: 120 }),
  utmMedium: text({ ...utm('广告媒介', 'UTM medium'), isGroup: true, list: 'hidden', search: 'equal' }),
  utmCampaign: text({
    ...utm('广告活动', 'Campaign'),
    isGroup: true,
    list: true,
    search: 'equal',
    form: 'create',
    width: 140,
  }),
  utmTerm: text({ ...utm('关键词', 'UTM term'), list: 'hidden' }),
  utmContent: text({ ...utm('广告内容', 'UTM content'), list: 'hidden' }),
  inviteCode: identifier({
    label: { zh: '邀请码', en: 'Invite code' },
    max: 16,
    list: 'optional',
    search: 'equal',
    form: 'create',
    group: visit,
  }),
  hits: int({ label: { zh: '次数', en: 'Hits' }, required: true, list: true, sort: true, form: false }),
  isNew: yes({
    label: { zh: '新访客', en: 'New visitor' },
    required: true,
    list: 'optional',
    search: 'equal',
    form: false,
  }),
  device: dict(visitDevice, { label: { zh: '设备', en: 'Device' }, list: 'optional', search: 'equal', form: false }),
  browser: text({ label: { zh: '浏览器', en: 'Browser' }, max: 40, list: 'hidden', form: false }),
  os: text({ label: { zh: '操作系统', en: 'System' }, max: 40, list: 'hidden', form: false }),
  lang: text({ label: { zh: '语言', en: 'Language' }, max: 16, list: 'hidden', form: false }),
  countryCode: country({ label: { zh: '国家', en: 'Country' }, list: 'optional', search: 'in', form: false }),
  ipTrunc: identifier({
    label: { zh: 'IP段', en: 'Network' },
    help: { zh: '只保留网段（/24 或 /48）', en: 'Only the network is kept (/24 or /48)' },
    max: 24,
    list: 'hidden',
    form: false,
  }),
  visitorId: identifier({
    label: { zh: '访客', en: 'Visitor' },
    help: { zh: '站点自己生成的随机编号', en: 'A random id that the site makes' },
    max: 64,
    required: true,
    list: 'hidden',
    search: 'equal',
    form: false,
  }),
  sessionId: identifier({ label: { zh: '会话', en: 'Session' }, max: 64, list: 'hidden', form: false }),
  registeredUserId: ref(null, {
    label: { zh: '注册用户', en: 'Registered user' },
    list: 'hidden',
    search: 'equal',
    form: false,
  }),
  registeredAccount: text({ label: { zh: '注册账号', en: 'Registered account' }, max: 64, list: true, form: false }),
  registerTime: time({
    label: { zh: '注册时间', en: 'Registered' },
    list: true,
    search: 'range',
    sort: true,
    form: false,
  }),
  firstRechargeTime: time({
    label: { zh: '首次充值', en: 'First recharge' },
    list: true,
    search: 'range',
    sort: true,
    form: false,
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '访问时间', en: 'Visited' } }),
} as const;
