import {
  audited,
  bits,
  country,
  dict,
  identifier,
  int,
  money,
  phone,
  readOnly,
  ref,
  shown,
  text,
  time,
} from '../../kit/field.ts';
import { searchedNumber } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { sessionCalls } from './session-calls.ts';
import { sessionEnd, sessionFlag, sessionStatus } from './session-dictionaries.ts';

const fields = {
  ...readOnly({
    sessionNo: identifier({
      label: { zh: '会话号', en: 'Session no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
    taskId: ref(
      { resource: 'sms/session-task', call: 'select' },
      { label: { zh: '会话任务', en: 'Session task' }, required: true, search: 'equal' },
    ),
    taskName: text({ label: { zh: '会话任务', en: 'Session task' }, max: 64, list: true, width: 150 }),
    number: phone({ ...searchedNumber, label: { zh: '号码', en: 'Number' } }),
    countryCode: country({ label: { zh: '国家', en: 'Country' }, list: 'hidden', search: 'in' }),
    sessionStatus: dict(sessionStatus, {
      label: { zh: '会话状态', en: 'State' },
      required: true,
      list: true,
      search: 'in',
      initial: sessionStatus.is.waiting,
    }),
    assignedUser: ref(null, { label: { zh: '负责人', en: 'Assignee' }, search: 'equal' }),
    assignedName: text({ label: { zh: '负责人', en: 'Assignee' }, max: 64, list: true, width: 120 }),
    turns: int({ label: { zh: '轮次', en: 'Turns' }, required: true, list: true, initial: 0 }),
    lastMsgTime: time({
      label: { zh: '最近时间', en: 'Last message' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    lastContent: text({ label: { zh: '最近内容', en: 'Last text' }, max: 500, list: true, width: 220 }),
    waitingSince: time({
      label: { zh: '等待自', en: 'Waiting since' },
      help: { zh: '对方最早一条未回复的短信', en: 'Oldest unanswered text' },
      list: 'hidden',
      search: 'range',
      sort: true,
    }),
    snoozedUntil: time({ label: { zh: '稍后处理至', en: 'Snoozed until' }, list: 'hidden' }),
    flags: bits(sessionFlag, { label: { zh: '标记', en: 'Marks' }, required: true, list: 'hidden', initial: 0 }),
    spent: money({ label: { zh: '费用', en: 'Cost' }, required: true, list: 'hidden' }),
    endReason: dict(sessionEnd, { label: { zh: '关闭原因', en: 'Closed because' }, list: 'hidden', search: 'in' }),
    closeTime: time({ label: { zh: '关闭时间', en: 'Closed' }, list: 'hidden', search: 'range' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '开始时间', en: 'Began' }, list: 'hidden' }),
};

/** Conversations by text with one number, shared by everybody who answers for its task. */
export const smsSession = resource('sms/session', {
  title: { zh: '收件箱', en: 'SMS inbox' },
  help: { zh: '共享收件箱：查看、分配和回复短信会话', en: 'Shared inbox: read, assign and answer text sessions' },
  empty: { zh: '启动会话任务后，来信出现在这里', en: 'Texts appear here once a session task runs' },
  nameField: 'sessionNo',
  defaultSort: '-lastMsgTime',
  fields,
  head: ['number', 'sessionStatus', 'assignedName'],
  found: [{ call: 'list', by: ['sessionNo', 'number'], shows: ['number', 'taskName', 'sessionStatus'] }],
  numbers: [{ call: 'list', field: 'number', shows: ['sessionNo', 'taskName', 'sessionStatus', 'lastMsgTime'] }],
  waiting: [
    {
      title: { zh: '会话待回复', en: 'Conversations to answer' },
      call: 'list',
      filters: { sessionStatus: `${sessionStatus.is.waiting}` },
      access: 'answer',
      since: 'waitingSince',
      isPersonal: true,
      brief: { about: ['number', 'lastContent'], settle: 'take' },
    },
  ],
  calls: {
    ...crud(fields, ['list', 'detail', 'export']),
    ...sessionCalls,
  },
  extras: { plain: { zh: '查看完整号码', en: 'View full numbers' } },
});
