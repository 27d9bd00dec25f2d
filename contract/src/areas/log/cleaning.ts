import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { time } from '../../kit/time.ts';

/** Days of a log that no cleaning by hand takes: what happened last is what somebody would wish away. */
export const LOG_KEPT_DAYS = 7;

const before = z.object({ before: time() });

/** A log is emptied by hand of what is older than a day; how much that is, is said beforehand. */
export const cleaningCalls = {
  cleanable: get({
    title: { zh: '可清理数量', en: 'Rows to delete' },
    access: 'clean',
    input: before,
    data: z.object({ count: z.int() }),
  }),
  clean: post({
    title: { zh: '清理', en: 'Clean up' },
    access: 'clean',
    perMinute: 6,
    input: before,
    data: z.object({ taskNo: z.string() }),
  }),
};
