import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { time } from '../../kit/time.ts';

/** Days of a log that a manual clean-up always keeps, because recent entries are the ones a user may want to hide. */
export const LOG_KEPT_DAYS = 7;

const before = z.object({ before: time() });

/** Deletes entries of a log older than a given day; the number is shown before. */
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
    stepUp: true,
    perMinute: 6,
    input: before,
    data: z.object({ taskNo: z.string() }),
  }),
};
