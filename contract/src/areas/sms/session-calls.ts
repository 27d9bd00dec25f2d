import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { amount, flag, id, ids } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { REASON_MAX } from '../../kit/transitions.ts';

/** Longest text that a person may send; the sender's limit of parts is lower for other alphabets. */
export const REPLY_MAX = 918;
export const NOTE_MAX = 1000;
/** Minutes for which a session may be snoozed: a month. */
const SNOOZE_MAX = 31 * 24 * 60;
/** Most entries of one answer. */
export const ENTRIES_MAX = 200;

export const inboxViews = ['mine', 'unassigned', 'all', 'unread', 'waiting', 'optedOut'] as const;
export type InboxView = (typeof inboxViews)[number];
export const inboxSorts = ['waiting', 'activity'] as const;

const reason = z.string().trim().min(1).max(REASON_MAX);
/** Whether a text is only the key that offers saved replies. */
export const isShortcutKey = (text: string): boolean => /^[;；]$/.test(text.trim());
export const SHORTCUT_KEY = {
  zh: '“;” 用于选择常用回复，不会发送',
  en: 'A “;” offers the saved replies and is not sent',
} as const;

const one = z.object({ id: id() });
/** Place of an entry: increases within a task, so that a reader who names the last one known gets each later one once. */
const place = () => id();
const clientKey = z.string().trim().min(8).max(64);

const filters = {
  view: z.enum(inboxViews).default('all'),
  taskId: id().optional(),
  /** Waiting for at least so many minutes. */
  minutes: z.coerce.number().int().min(0).max(100_000).optional(),
  assignedUser: id().optional(),
  /** Words of the texts, within 90 days. */
  text: z.string().trim().max(100).optional(),
  /** A whole number, or its last four digits. */
  number: z.string().trim().max(24).optional(),
};

/** A session in the list of the inbox. */
const item = z.object({
  id: id(),
  sessionNo: z.string(),
  taskId: id(),
  taskName: z.string(),
  /** Masked. */
  number: z.string(),
  sessionStatus: z.int(),
  lastContent: z.string().nullable(),
  /** As `message_direction`. */
  lastDirection: z.int(),
  lastMsgTime: time(),
  waitingSince: time().nullable(),
  snoozedUntil: time().nullable(),
  assignedUser: id().nullable(),
  assignedName: z.string().nullable(),
  unread: z.int(),
  flags: z.int(),
  hasDraft: z.boolean(),
});

/** An entry of a session. */
export const entry = z.object({
  id: place(),
  /** As `sms_session_event`. */
  kind: z.int(),
  content: z.string().nullable(),
  userId: id().nullable(),
  userName: z.string().nullable(),
  time: time(),
  /** As `line_status`; null for entries that are no texts. */
  status: z.int().nullable(),
  errorCode: z.string().nullable(),
  segments: z.int().nullable(),
  price: amount().nullable(),
  /** The key under which the browser sent it. */
  clientKey: z.string().nullable(),
  /** The entry that this one is about. */
  refNo: place().nullable(),
  /** The node of the flow. */
  node: z.string().nullable(),
});

const block = z.object({
  /** As `sms_reply_block`. */
  code: z.int(),
  since: time().nullable(),
  by: z.string().nullable(),
});

/** The calls of the inbox. */
export const sessionCalls = {
  /** Sessions by keyset: `after` is the cursor of the answer before. */
  queue: get({
    title: { zh: '收件箱列表', en: 'Inbox' },
    access: 'view',
    input: z.object({
      ...filters,
      sort: z.enum(inboxSorts).default('waiting'),
      after: z.string().max(64).optional(),
      size: z.coerce.number().int().min(1).max(ENTRIES_MAX).default(50),
    }),
    data: z.object({ items: z.array(item), next: z.string().nullable() }),
  }),
  /** Numbers of sessions by view, and the reader's own duty. */
  badges: get({
    title: { zh: '收件箱数量', en: 'Counts of the inbox' },
    access: 'view',
    input: z.object({ taskId: filters.taskId, minutes: filters.minutes }),
    data: z.object({
      mine: z.int(),
      unassigned: z.int(),
      all: z.int(),
      unread: z.int(),
      waiting: z.int(),
      optedOut: z.int(),
      /** Unread sessions assigned to the reader. */
      mineUnread: z.int(),
      isOnDuty: z.boolean(),
      capacity: z.int(),
    }),
  }),
  /** Entries of a session: the newest ones, those `before` a place, or all `after` one, in their order. */
  messages: get({
    title: { zh: '会话消息', en: 'Messages of a session' },
    access: 'view',
    input: one.extend({
      before: place().optional(),
      after: place().optional(),
      size: z.coerce.number().int().min(1).max(ENTRIES_MAX).default(50),
    }),
    data: z.object({ entries: z.array(entry), hasOlder: z.boolean(), hasNewer: z.boolean(), last: place() }),
  }),
  /** Entries of all sessions of a task after a place, without their texts: for readers who were away. */
  changes: get({
    title: { zh: '会话动态', en: 'Changes of sessions' },
    access: 'view',
    input: z.object({
      taskId: id(),
      after: place(),
      size: z.coerce.number().int().min(1).max(ENTRIES_MAX).default(ENTRIES_MAX),
    }),
    data: z.object({
      entries: z.array(z.object({ id: place(), sessionId: id(), kind: z.int(), time: time() })),
      hasNewer: z.boolean(),
      last: place(),
    }),
  }),
  /** Facts beside a session: whether and at what price a reply can be sent, consent, last orders, the reader's draft. */
  context: get({
    title: { zh: '会话背景', en: 'Context of a session' },
    access: 'view',
    input: one,
    data: z.object({
      countryCode: z.string().nullable(),
      sender: z.string().nullable(),
      /** Price of one part. */
      price: amount().nullable(),
      currency: z.string().nullable(),
      /** Money that the owner can spend; null for readers other than the owner and staff. */
      balance: amount().nullable(),
      block: block.nullable(),
      turnsLeft: z.int(),
      capLeft: amount().nullable(),
      isOffHours: z.boolean(),
      consent: z.object({ consentNo: z.string(), status: z.int(), validUntil: z.string().nullable() }).nullable(),
      orders: z.array(z.object({ orderNo: z.string(), orderName: z.string(), time: time(), status: z.int() })),
      earlier: z.array(z.object({ id: id(), sessionNo: z.string(), sessionStatus: z.int(), lastMsgTime: time() })),
      draft: z.string().nullable(),
      seen: place(),
      people: z.array(
        z.object({ id: id(), name: z.string(), isOnDuty: z.boolean(), load: z.int(), capacity: z.int() }),
      ),
    }),
  }),
  /**
   * Sends a reply once, however often its `clientKey` is repeated. Refused as STALE_DATA, with the number of new texts, when others wrote
   * after `lastSeenMessageId`, unless `force`.
   */
  send: post({
    title: { zh: '回复', en: 'Reply' },
    access: 'answer',
    unlogged: ['text'],
    input: one.extend({
      text: z
        .string()
        .trim()
        .min(1)
        .max(REPLY_MAX)
        .refine((text) => !isShortcutKey(text), localizedRule(SHORTCUT_KEY)),
      clientKey,
      lastSeenMessageId: place(),
      force: z.boolean().default(false),
    }),
    data: z.object({ entry }),
  }),
  /** Begins a session with the opening text of its task; needs a valid declaration of source. */
  begin: post({
    title: { zh: '发起会话', en: 'Begin a session' },
    access: 'answer',
    input: z.object({ taskId: id(), number: z.string().trim().min(4).max(24) }),
    data: one,
  }),
  /** Notifies other readers of the session for a few seconds; nothing is stored. */
  typing: post({
    title: { zh: '正在输入', en: 'Typing' },
    access: 'answer',
    keyless: 'reads',
    untrailed: 'lasts for seconds',
    perMinute: 120,
    input: one,
  }),
  /** Keeps the reader's draft of a reply; an empty one removes it. */
  draft: post({
    title: { zh: '保存草稿', en: 'Save a draft' },
    access: 'answer',
    untrailed: 'is not sent',
    unlogged: ['text'],
    input: one.extend({ text: z.string().max(NOTE_MAX) }),
  }),
  /** Marks entries up to a place as read by the reader. */
  seen: post({
    title: { zh: '标为已读', en: 'Mark as read' },
    access: 'view',
    untrailed: 'is the place of one reader',
    input: one.extend({ place: place() }),
  }),
  note: post({
    title: { zh: '添加备注', en: 'Add a note' },
    access: 'answer',
    unlogged: ['text'],
    input: one.extend({ text: z.string().trim().min(1).max(NOTE_MAX), clientKey }),
    data: z.object({ entry }),
  }),
  take: post({ title: { zh: '领取', en: 'Take' }, access: 'answer', input: z.object({ ids: ids() }) }),
  release: post({ title: { zh: '释放', en: 'Release' }, access: 'answer', input: z.object({ ids: ids() }) }),
  give: post({
    title: { zh: '转交', en: 'Assign' },
    access: 'answer',
    input: z.object({ ids: ids(), userId: id() }),
  }),
  close: post({ title: { zh: '关闭', en: 'Close' }, access: 'answer', input: z.object({ ids: ids() }) }),
  reopen: post({ title: { zh: '重新打开', en: 'Reopen' }, access: 'answer', input: one }),
  /** Hides a session for some minutes or until the next text; 0 shows it again. */
  snooze: post({
    title: { zh: '稍后处理', en: 'Snooze' },
    access: 'answer',
    input: one.extend({ minutes: z.int().min(0).max(SNOOZE_MAX) }),
  }),
  /** Ends messages to a person whose text only looks like an opt-out. */
  'opt-out': post({
    title: { zh: '按退订处理', en: 'Treat as opt-out' },
    access: 'answer',
    input: one,
  }),
  /** The reader's duty: on duty, sessions are assigned up to the capacity. */
  duty: post({
    title: { zh: '在岗', en: 'On duty' },
    access: 'answer',
    input: z.object({ isOnDuty: flag(), capacity: z.int().min(1).max(200).optional() }),
  }),
  /** Whole numbers of sessions; recorded in the audit trail with the reason. */
  reveal: post({
    title: { zh: '查看完整号码', en: 'View full numbers' },
    access: 'plain',
    stepUp: true,
    keyless: 'reads',
    input: z.object({ ids: ids(), reason }),
    data: z.object({ numbers: z.array(z.object({ id: id(), number: z.string() })) }),
  }),
  /** Saved replies for a session: those of the reader, and for staff also those of the session's owner. */
  replies: get({
    title: { zh: '常用回复', en: 'Saved replies' },
    access: 'view',
    input: z.object({ id: id().optional() }),
    data: z.array(z.object({ id: id(), shortcut: z.string(), title: z.string(), content: z.string() })),
  }),
};
