import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import {
  audited,
  dict,
  identifier,
  int,
  json,
  money,
  readOnly,
  ref,
  refs,
  shown,
  text,
  textarea,
  time,
  timeOfDay,
  yes,
} from '../../kit/field.ts';
import { parseMoney } from '../../kit/money.ts';
import { choices, choosing, crud, formSchema, resource } from '../../kit/resource.ts';
import { id, int32 } from '../../kit/schema.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { flowSchema } from './flow.ts';
import { sessionTaskStatus, sessionType } from './session-dictionaries.ts';

const replies = { zh: '自动回复', en: 'Automatic replies' };
const people = { zh: '人工回复', en: 'Replies of people' };
const limits = { zh: '限制', en: 'Limits' };
const byFlow = { field: 'sessionType', is: [sessionType.is.automatic, sessionType.is.survey] } as const;

const count = (zh: string, en: string) => int({ label: { zh, en }, required: true, list: true, initial: 0, min: 0 });

const fields = {
  ...readOnly({
    taskNo: identifier({
      label: { zh: '任务编号', en: 'Task no.' },
      max: 24,
      required: true,
      list: true,
      search: 'ending',
    }),
  }),
  taskName: text({
    label: { zh: '任务名称', en: 'Name' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    width: 160,
  }),
  agentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    {
      label: { zh: '代理', en: 'Agent' },
      help: { zh: '代理本人创建时不填', en: 'Agents leave it empty' },
      search: 'equal',
      form: 'create',
    },
  ),
  ...readOnly({
    agentName: text({ label: { zh: '代理', en: 'Agent' }, max: 64, required: true, list: true, width: 130 }),
  }),
  senderId: ref(
    { resource: 'sms/sms-phone', call: 'select' },
    {
      label: { zh: '发送号码', en: 'Sender' },
      help: {
        zh: '收到的短信进入本任务；一个号码同时只能有一个运行中的任务',
        en: 'Texts to this number come here; only one running task may use it',
      },
      required: true,
      search: 'equal',
    },
  ),
  ...readOnly({
    senderName: text({ label: { zh: '发送号码', en: 'Sender' }, max: 64, list: true, width: 140 }),
  }),
  sessionType: dict(sessionType, {
    label: { zh: '会话类型', en: 'Type' },
    required: true,
    list: true,
    search: 'in',
    form: 'create',
    initial: sessionType.is.people,
  }),
  ...readOnly({
    status: dict(sessionTaskStatus, {
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'in',
      initial: sessionTaskStatus.is.draft,
    }),
  }),
  flowJson: json(flowSchema, {
    label: { zh: '流程', en: 'Flow' },
    help: {
      zh: '在“流程”页编辑；进行中的会话继续使用开始时的版本',
      en: 'Edited on the tab “Flow”; open sessions keep the version with which they began',
    },
    group: replies,
    when: byFlow,
  }),
  repliesMax: int({
    label: { zh: '每会话自动回复上限', en: 'Automatic replies per session' },
    min: 1,
    max: 100,
    required: true,
    initial: 20,
    group: replies,
    list: 'hidden',
  }),
  handlers: refs(
    { resource: 'sms/session-task', call: 'people' },
    {
      label: { zh: '处理人', en: 'Answered by' },
      help: {
        zh: '会话分配给其中在岗且有空的人；不填则由代理本人处理',
        en: 'Sessions go to those on duty with free capacity; empty: the agent itself',
      },
      group: people,
    },
  ),
  onlyAssignee: yes({
    label: { zh: '仅负责人可回复', en: 'Only the assignee may reply' },
    required: true,
    initial: 0,
    group: people,
    list: 'hidden',
  }),
  workStart: timeOfDay({
    label: { zh: '上班时间', en: 'Working hours from' },
    help: { zh: '不填为全天', en: 'Empty: all day' },
    group: people,
  }),
  workEnd: timeOfDay({ label: { zh: '下班时间', en: 'Working hours to' }, group: people }),
  offHoursReply: textarea({
    label: { zh: '非工作时间回复', en: 'Reply outside working hours' },
    help: { zh: '每会话每 12 小时最多发送一次', en: 'Sent once in 12 hours per session' },
    max: 500,
    group: people,
  }),
  openingContent: textarea({
    label: { zh: '开场内容', en: 'Opening text' },
    help: {
      zh: '主动发起会话时发送，需要有效的名单来源声明',
      en: 'Sent when you begin a session; needs a valid declaration of source',
    },
    max: 500,
    group: people,
  }),
  consentId: ref(
    { resource: 'compliance/consent', call: 'list', by: 'consentNo' },
    { label: { zh: '名单来源声明', en: 'Declaration of source' }, group: people },
  ),
  sessionTimeoutHours: int({
    label: { zh: '超时（小时）', en: 'Closes after (hours)' },
    help: { zh: '双方均无消息达到该时长后关闭', en: 'Without a message from either side' },
    min: 1,
    max: 720,
    required: true,
    initial: 24,
    group: limits,
    list: 'hidden',
  }),
  maxTurns: int({
    label: { zh: '最大轮次', en: 'Turns' },
    help: { zh: '每会话最多回复的次数', en: 'Replies per session at most' },
    min: 1,
    max: 1000,
    required: true,
    initial: 20,
    group: limits,
    list: 'hidden',
  }),
  moneyCap: money({
    label: { zh: '每会话费用上限', en: 'Money per session' },
    emptyMeans: { zh: '不限', en: 'No limit' },
    least: parseMoney('0.000001'),
    group: limits,
    list: 'hidden',
  }),
  ...readOnly({
    totalSessions: count('会话数', 'Sessions'),
    activeSessions: count('活跃', 'Open'),
    inboundCount: count('上行', 'Received'),
    outboundCount: count('下行', 'Sent'),
    optOutCount: count('退订', 'Opted out'),
    chargedAmount: money({ label: { zh: '扣费', en: 'Charged' }, required: true, list: true }),
    flowVersion: int({ label: { zh: '流程版本', en: 'Version of the flow' }, required: true, initial: 0 }),
    endTime: time({ label: { zh: '结束时间', en: 'Ended' }, list: 'hidden' }),
  }),
  ...audited,
  createTime: shown(audited.createTime, { label: { zh: '创建时间', en: 'Created' }, list: 'hidden' }),
};

const one = z.object({ id: id() });
const problem = z.object({ code: z.string(), node: z.string().nullable(), text: z.string(), isBlocking: z.boolean() });

/** Numbers on which people write to a business by text, and how they are answered. */
export const sessionTask = resource('sms/session-task', {
  title: { zh: '会话任务', en: 'Session tasks' },
  help: {
    zh: '在租用号码上收发短信：关键词自动回复、人工收件箱、问卷；仅限先来信或有有效授权的联系人',
    en: 'Two-way texts on a leased number: keyword replies, an inbox for people, surveys; only with people who wrote first or gave consent',
  },
  empty: {
    zh: '新建会话任务并启动后，来信进入收件箱',
    en: 'Add a session task and start it; texts then arrive in the inbox',
  },
  nameField: 'taskName',
  defaultSort: '-createTime',
  stateField: 'status',
  fields,
  events: {
    create: { zh: '新建', en: 'Created' },
    start: { zh: '启动', en: 'Started' },
    pause: { zh: '暂停', en: 'Paused' },
    resume: { zh: '恢复', en: 'Resumed' },
    end: { zh: '结束', en: 'Ended' },
  },
  head: ['agentName', 'status'],
  found: [{ call: 'list', by: ['taskNo', 'taskName'], shows: ['agentName', 'status'] }],
  calls: {
    ...crud(fields, [
      'list',
      'counts',
      'detail',
      'save',
      'submit',
      'remove',
      'restore',
      'export',
      'select',
      'timeline',
    ]),
    /** Changes a task; `status` 1 starts or resumes, 2 pauses, 3 ends it and closes its open sessions. */
    update: post({
      title: { zh: '修改', en: 'Edit' },
      access: 'edit',
      input: formSchema(fields, 'update').extend({
        id: id(),
        version: int32().optional(),
        status: z.int().min(0).max(3).optional(),
        reason: z.string().trim().max(REASON_MAX).optional(),
      }),
      data: one,
    }),
    /** Users who may answer sessions of a task. */
    people: get({
      title: { zh: '可选处理人', en: 'People who may answer' },
      access: 'view',
      input: choosing,
      data: choices,
    }),
    /** Faults of a flow: unreachable nodes, dead ends, overlapping keywords, loops without a wait. */
    'check-flow': post({
      title: { zh: '检查流程', en: 'Check a flow' },
      access: 'view',
      keyless: 'reads',
      untrailed: 'reads a flow',
      input: z.object({ id: id().optional(), flowJson: flowSchema.optional() }),
      data: z.object({ problems: z.array(problem) }),
    }),
    /** Replies of a flow to texts in their order, without sending or charging anything. */
    simulate: post({
      title: { zh: '模拟', en: 'Simulate' },
      access: 'view',
      keyless: 'reads',
      untrailed: 'reads a flow',
      unlogged: ['texts'],
      input: z.object({
        id: id().optional(),
        flowJson: flowSchema.optional(),
        texts: z.array(z.string().max(1000)).min(1).max(50),
        repliesMax: z.int().min(1).max(100).default(20),
      }),
      data: z.object({
        steps: z.array(
          z.object({
            text: z.string(),
            replies: z.array(z.object({ node: z.string(), text: z.string() })),
            after: z.enum(['wait', 'person', 'end', 'none']),
            stopped: z.enum(['loop', 'replies']).nullable(),
          }),
        ),
      }),
    }),
  },
});
