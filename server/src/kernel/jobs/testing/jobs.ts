import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob } from '../define.ts';

/** Jobs for tests: they leave a row in `test_effect` for every step they did, so that twice and never both show. */

export const testErrors = defineErrors({
  TEST_REFUSED: { status: 400, zh: '只剩 {n} 个', en: 'Only {n} left' },
});

/** Counts, one committed row and checkpoint at a time; kills its own process once on request. */
export const countJob = defineJob({
  name: 'test/count',
  title: { zh: '计数', en: 'Count' },
  input: z.object({ to: z.int(), pauseMillis: z.int().default(0), killAt: z.int().optional() }),
  async run(job, { to, pauseMillis, killAt }) {
    for (let n = (job.state<{ n: number }>()?.n ?? 0) + 1; n <= to; n += 1) {
      job.signal.throwIfAborted();
      await job.app.db.tx(async (tx) => {
        await tx.execute(
          sql`insert into test_effect (task_no, n, attempt) values (${job.taskNo}, ${n}, ${job.attempt})`,
        );
        await job.checkpoint(tx, { n });
      });
      job.progress(n, to);
      if (n === killAt && job.attempt === 1) process.kill(process.pid, 'SIGKILL');
      if (pauseMillis > 0) await sleep(pauseMillis);
    }
    return { result: { counted: to } };
  },
});

/** Reports progress as fast as it can for a while. */
export const busyJob = defineJob({
  name: 'test/busy',
  title: { zh: '忙碌', en: 'Busy' },
  input: z.object({ millis: z.int() }),
  async run(job, { millis }) {
    const end = Date.now() + millis;
    let n = 0;
    while (Date.now() < end) {
      n += 1;
      job.progress(n, 0, { zh: `第 ${n} 步`, en: `Step ${n}` });
      await sleep(5);
    }
    return { result: n };
  },
});

export const failJob = defineJob({
  name: 'test/fail',
  title: { zh: '失败', en: 'Fail' },
  attempts: 2,
  input: z.object({ how: z.enum(['refuse', 'break', 'break-once']) }),
  async run(job, { how }) {
    if (how === 'refuse') throw testErrors.TEST_REFUSED({ n: 3 });
    if (how === 'break' || job.attempt === 1) throw new Error('something of ours is broken');
    return { result: 'better' };
  },
});

/** Stops for a confirmation, then executes it. */
export const confirmationJob = defineJob({
  name: 'test/ask',
  title: { zh: '确认', en: 'Ask' },
  input: z.object({}),
  async run(job) {
    if (job.confirmation === null) {
      await job.checkpoint(null, { asked: true });
      return { waiting: true, result: { question: 'go on?' } };
    }
    return { result: { answer: job.confirmation } };
  },
});

/** Hands its task over while it is being cancelled, as a run does that looked at its signal just before. */
export const handOverJob = defineJob({
  name: 'test/hand-over',
  title: { zh: '移交', en: 'Hand over' },
  input: z.object({}),
  async run({ attempt, signal }) {
    if (attempt > 1) signal.throwIfAborted();
    else if (!signal.aborted) await once(signal, 'abort');
    return { handedOver: true };
  },
});

export const testJobs = [countJob, busyJob, failJob, confirmationJob, handOverJob];
