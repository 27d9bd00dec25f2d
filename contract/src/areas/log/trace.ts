import { z } from 'zod';
import { get } from '../../kit/call.ts';
import { resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';

/** The logs a trace is put together from, by the resource that lists each. */
export const traceSources = ['log/api', 'log/usual', 'log/error', 'log/audit'] as const;
export type TraceSource = (typeof traceSources)[number];

/** The format of a trace id, which every answer carries. */
const traceId = z
  .string()
  .trim()
  .max(64)
  .regex(
    matching(/^[\w.:-]+$/, {
      zh: '应为字母、数字、点、横线、冒号或下划线',
      en: 'should be letters, digits, dots, hyphens, colons or underscores',
    }),
  );

/** An entry of a log about the request. */
const traceEvent = z.object({
  source: z.enum(traceSources),
  id: id(),
  time: time(),
  /** Since the first of them. */
  afterMillis: z.int(),
  /** Its name in its log. */
  title: z.string(),
  /** The rest of it in a line: an address, a message, the fields that changed. */
  text: z.string(),
  who: z.string(),
  tone: z.enum(['good', 'attention', 'bad', 'running']),
  /** Of a call: how it was answered, and after how long. */
  status: z.int().nullable(),
  tookMillis: z.int().nullable(),
});

/** All log entries of one request, in order of time. */
export const trace = resource('log/trace', {
  title: { zh: '请求链路', en: 'Request trace' },
  help: {
    zh: '按追踪号查看一次请求的调用、日志、异常与数据变更',
    en: 'All log entries of one request: call, messages, errors and data changes',
  },
  fields: {},
  calls: {
    /** In order of time, of the caller's tenant, and only of logs the caller may read. */
    events: get({
      title: { zh: '请求链路', en: 'Trace of a request' },
      access: 'view',
      input: z.object({ traceId }),
      data: z.object({
        events: z.array(traceEvent),
        /** Whether there are more entries than answered. */
        isCut: z.boolean(),
        /** Logs the caller may not read. */
        unread: z.array(z.enum(traceSources)),
      }),
    }),
  },
});
