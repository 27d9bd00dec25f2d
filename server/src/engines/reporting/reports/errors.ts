import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const reportErrors = defineErrors({
  REPORT_SOURCE_UNKNOWN: {
    status: 400,
    zh: '没有列表“{source}”，请重新选择数据来源',
    en: 'There is no list “{source}”; choose the data again',
  },
  REPORT_SOURCE_DENIED: {
    status: 403,
    zh: '报表的数据来自“{title}”，您没有查看该列表的权限',
    en: 'The report is about “{title}”, a list that you may not view',
  },
  REPORT_FIELD_UNKNOWN: {
    status: 400,
    zh: '列表没有字段“{field}”，请从报表中移除',
    en: 'The list has no field “{field}”; remove it from the report',
  },
  REPORT_FIELD_HIDDEN: {
    status: 403,
    zh: '您没有查看字段“{field}”的权限，报表无法计算',
    en: 'You may not see the field “{field}”, which the report needs',
  },
  REPORT_NO_GROUP: {
    status: 400,
    zh: '不能按“{field}”分组，请选择可筛选的日期、字典、国家或关联字段，或值不多的文本（如广告活动、原因）',
    en: 'Rows cannot be grouped by “{field}”; choose a date, coded value, country or reference that the list can be filtered by, or a text with few values such as a campaign',
  },
  REPORT_NO_MEASURE: {
    status: 400,
    zh: '“{field}”不支持该统计方式，请选择数字或金额字段',
    en: '“{field}” does not allow this figure; choose a field with numbers or amounts',
  },
  REPORT_NO_PERIOD: {
    status: 400,
    zh: '“{field}”不是可筛选的日期',
    en: '“{field}” is not a date that the list can be filtered by',
  },
  REPORT_ORDER: {
    status: 400,
    zh: '排序列“{key}”不在报表中',
    en: 'The report has no column “{key}” to order by',
  },
  REPORT_SLOW: {
    status: 400,
    zh: '{seconds} 秒内未能算完，请缩小时间范围或增加筛选条件',
    en: 'Not finished within {seconds} seconds; choose a shorter period or add filters',
  },
  REPORT_BUSY: {
    status: 503,
    zh: '正在运行的报表较多，请稍后再试',
    en: 'Too many reports are running; try again in a moment',
  },
  REPORT_CANCELLED: { status: 400, zh: '报表已取消', en: 'The report was cancelled' },
  REPORT_OF_OTHER: {
    status: 403,
    zh: '报表“{name}”由他人创建，请复制后修改',
    en: 'The report “{name}” belongs to somebody else; copy it to change it',
  },
  REPORT_ROLE_UNKNOWN: { status: 400, zh: '所选角色不存在', en: 'One of the roles does not exist' },
  REPORT_GONE: {
    status: 400,
    zh: '报表已删除或不再共享给您',
    en: 'The report was removed or is no longer shared with you',
  },
  SCHEDULE_RECIPIENTS: {
    status: 400,
    zh: '收件人应为 1 至 {max} 位同事；代理只能选择自己和下级账号',
    en: 'Choose 1 to {max} colleagues as recipients; agents choose themselves and their sub-accounts',
  },
  SCHEDULE_NO_CHANNEL: { status: 400, zh: '请至少选择一种发送方式', en: 'Choose a way to send the report' },
  SCHEDULE_NO_ADDRESS: {
    status: 400,
    zh: '以下收件人的资料中没有邮箱：{people}',
    en: 'These recipients have no e-mail address in their profile: {people}',
  },
});
