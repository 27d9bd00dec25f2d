import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dict } from '../../kit/field.ts';
import { id } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { smsType } from '../../message-dictionaries.ts';
import { oneTask } from '../../tasks/calls.ts';
import { orderResource } from '../../tasks/order-resource.ts';

/** Longest text of a task, with its variables. */
export const SMS_TEXT_MAX = 1000;
/** Tasks with more recipients need a test message first. */
export const SMS_TEST_FROM = 10_000;

const number = z.string().trim().min(1).max(64);

/** A text of the owner that staff approved before, and the present one. */
const reviewed = z.object({
  text: z.string(),
  /** Null for a first task. */
  approved: z.string().nullable(),
  approvedNo: z.string().nullable(),
  /** Sentences about rules that the text breaks, in the reader's language. */
  problems: z.array(z.string()),
  link: z.string().nullable(),
  /** Short links that were made, and those opened by people. */
  links: z.object({ links: z.int(), opened: z.int() }).nullable(),
  /** Parts of the shortest, the usual and the longest message; null before the list was read. */
  parts: z.object({ min: z.int(), typical: z.int(), max: z.int() }).nullable(),
  /** The longest messages by parts. */
  longest: z.array(z.object({ lineNo: z.int(), parts: z.int(), units: z.int() })),
  /** When a test message of this text was accepted; null: none. */
  testTime: time().nullable(),
  /** Whether it must be tested before it is sent. */
  needsTest: z.boolean(),
});

/** Tasks of text messages to many recipients. */
export const smsTask = orderResource(
  'sms/sms-task',
  {
    title: { zh: '短信任务', en: 'SMS tasks' },
    help: {
      zh: '向已同意接收的客户发送短信，按拆分条数计费；营销短信须含退订说明并避开静默时段',
      en: 'Send text messages to recipients who agreed to receive them; each part is charged. Marketing names a way to opt out and waits for quiet hours to end',
    },
    empty: {
      zh: '选择发送号码、填写内容并上传名单后，任务会出现在这里',
      en: 'Choose a sender, write the text and upload a list; the task appears here',
    },
    toReview: { zh: '短信任务待审核', en: 'SMS tasks to review' },
  },
  {
    category: smsType,
    form: {
      smsType: dict(smsType, { label: { zh: '', en: '' }, required: true }).schema,
      /** {name} is a column of the list or a value; {link} is the short link of the recipient. */
      content: z.string().trim().min(1).max(SMS_TEXT_MAX),
      /** The page that short links open. */
      link: z.string().trim().max(2000).optional(),
    },
    calls: {
      /** The text with the one that was approved last, its parts and the rules that it breaks. */
      text: get({ title: { zh: '短信内容', en: 'Text' }, access: 'view', input: oneTask, data: reviewed }),
      /** Checks a text before the task is saved. */
      'check-text': post({
        title: { zh: '检查短信内容', en: 'Check a text' },
        access: 'create',
        keyless: 'reads',
        untrailed: 'a check that changes nothing',
        input: z.object({
          content: z.string().max(SMS_TEXT_MAX),
          smsType: z.coerce.number().int(),
          /** The phone, whose country and abilities decide about the way to opt out. */
          senderId: id().optional(),
        }),
        data: z.object({ problems: z.array(z.string()), optOut: z.string().nullable() }),
      }),
      /** Sends the text of a draft, with values as long as those of its first recipient that say nothing, to one number; it costs its price. */
      test: post({
        title: { zh: '发送测试短信', en: 'Send a test message' },
        access: 'create',
        perMinute: 10,
        unlogged: ['number'],
        input: oneTask.extend({ number }),
        data: z.object({ messageId: z.string(), segments: z.int() }),
      }),
      /** The state of the test message of a task; null before one was sent. */
      tested: get({
        title: { zh: '测试结果', en: 'Result of a test' },
        access: 'view',
        input: oneTask,
        data: z.object({ status: z.int().nullable(), errorCode: z.string().nullable() }),
      }),
    },
  },
);
