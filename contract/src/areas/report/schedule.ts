import { get } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, bits, dict, int, readOnly, ref, refs, text, time, yes } from '../../kit/field.ts';
import { choices, choosing, crud, resource } from '../../kit/resource.ts';

export const scheduleRhythm = dictionary('report_rhythm', {
  daily: { value: 1, zh: '每天', en: 'Daily' },
  weekly: { value: 2, zh: '每周', en: 'Weekly' },
  monthly: { value: 3, zh: '每月', en: 'Monthly' },
});
export const scheduleWeekday = dictionary('weekday', {
  monday: { value: 1, zh: '星期一', en: 'Monday' },
  tuesday: { value: 2, zh: '星期二', en: 'Tuesday' },
  wednesday: { value: 3, zh: '星期三', en: 'Wednesday' },
  thursday: { value: 4, zh: '星期四', en: 'Thursday' },
  friday: { value: 5, zh: '星期五', en: 'Friday' },
  saturday: { value: 6, zh: '星期六', en: 'Saturday' },
  sunday: { value: 7, zh: '星期日', en: 'Sunday' },
});
export const scheduleChannel = dictionary('report_channel', {
  message: { value: 1, zh: '站内消息', en: 'Message' },
  email: { value: 2, zh: '邮件', en: 'E-mail' },
});
export const scheduleFormat = dictionary('report_format', {
  xlsx: { value: 1, zh: 'Excel', en: 'Excel' },
  pdf: { value: 2, zh: 'PDF', en: 'PDF' },
});
/** Failed runs in a row after which a schedule is paused. */
export const SCHEDULE_FAILURES = 3;
export const SCHEDULE_RECIPIENTS = 50;

const fields = {
  reportId: ref(
    { resource: 'report/report', call: 'list', by: 'name' },
    { label: { zh: '报表', en: 'Report' }, required: true, form: 'create', search: 'equal' },
  ),
  ...readOnly({
    reportName: text({ label: { zh: '报表', en: 'Report' }, max: 100, required: true, list: true, width: 200 }),
  }),
  rhythm: dict(scheduleRhythm, {
    label: { zh: '频率', en: 'Frequency' },
    required: true,
    list: true,
    initial: scheduleRhythm.is.daily,
  }),
  weekday: dict(scheduleWeekday, {
    label: { zh: '星期', en: 'Weekday' },
    when: { field: 'rhythm', is: [scheduleRhythm.is.weekly], isNeeded: true },
    list: 'optional',
  }),
  monthDay: int({
    label: { zh: '日期', en: 'Day of the month' },
    help: { zh: '当月没有这一天时在最后一天发送', en: 'In shorter months, the last day' },
    min: 1,
    max: 31,
    when: { field: 'rhythm', is: [scheduleRhythm.is.monthly], isNeeded: true },
    list: 'optional',
  }),
  hour: int({
    label: { zh: '钟点', en: 'Hour' },
    help: { zh: '公司时区，0 至 23', en: 'In the company’s time zone, 0 to 23' },
    min: 0,
    max: 23,
    required: true,
    list: true,
    initial: 8,
  }),
  channels: bits(scheduleChannel, {
    label: { zh: '发送方式', en: 'Sent by' },
    required: true,
    list: true,
    initial: scheduleChannel.is.message,
  }),
  format: dict(scheduleFormat, {
    label: { zh: '附件格式', en: 'Attachment' },
    required: true,
    list: true,
    initial: scheduleFormat.is.xlsx,
  }),
  recipientIds: refs(
    { resource: 'report/schedule', call: 'people' },
    {
      label: { zh: '收件人', en: 'Recipients' },
      help: {
        zh: '每位收件人收到按其本人权限计算的报表',
        en: 'Each recipient receives the figures of their own rows',
      },
      required: true,
    },
  ),
  isActive: yes({ label: { zh: '启用', en: 'Active' }, required: true, list: true, search: 'equal', initial: 1 }),
  ...readOnly({
    nextTime: time({ label: { zh: '下次发送', en: 'Next run' }, list: true, sort: true }),
    lastTime: time({ label: { zh: '上次发送', en: 'Last run' }, list: true }),
    failures: int({
      label: { zh: '连续失败', en: 'Failures in a row' },
      required: true,
      list: 'hidden',
      initial: 0,
    }),
    problem: text({ label: { zh: '失败原因', en: 'Reason of failure' }, max: 500, list: true, width: 220 }),
  }),
  ...audited,
};

/** When a report is sent, and to whom. */
export const reportSchedule = resource('report/schedule', {
  title: { zh: '报表发送计划', en: 'Report schedules' },
  help: { zh: '连续三次失败后自动暂停', en: 'Paused after three failures in a row' },
  empty: { zh: '新增计划，定时把报表发给同事', en: 'Add a schedule to send the report to colleagues' },
  nameField: 'reportName',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove']),
    /** Users of the tenant who may receive reports. */
    people: get({ title: { zh: '可选收件人', en: 'Recipients' }, access: 'view', input: choosing, data: choices }),
  },
});
