import { SUPPRESSION_FILE, type SuppressionReport } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { id } from '@trade-assistant/contract/kit/schema.ts';
import { sql } from 'drizzle-orm';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { copyTransaction } from '../../kernel/db/copy-transaction.ts';
import { defineJob, type JobContext } from '../../kernel/jobs/index.ts';
import { createPhonePool, maskNumber } from '../../kernel/phone/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { readTable } from '../../kernel/spreadsheet/index.ts';
import { digestOf } from './digests.ts';
import { RULE_COLUMNS, ruleValues } from './suppress.ts';

const SLICE_ROWS = 2000;
/** Numbers of one transaction of the merge. */
const MERGE_ROWS = 100_000;
/** From this many added numbers on, the statistics of the table need a new ANALYZE. */
const MANY_ROWS = 50_000;

const rule = z.object({
  scope: z.int(),
  ownerId: id().nullable(),
  ownerName: z.string().nullable(),
  channel: z.int(),
  reason: z.int(),
  sourceRef: z.string().nullable(),
  effectiveTime: z.iso.datetime().nullable(),
  expireTime: z.iso.datetime().nullable(),
});
const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/**
 * Imports a file of numbers: reads and digests them into a staging table, then merges them slice by slice. Interrupted, it continues
 * with the next slice; a repeated import adds nothing. Invalid lines are counted and left out.
 */
export const suppressionJob = defineJob({
  name: 'compliance/import',
  permission: 'compliance/suppression:import',
  title: { zh: '导入屏蔽名单', en: 'Import of suppressed numbers' },
  input: z.object({ fileId: id(), countryCode: z.string().nullable(), rule }),
  async run(job, input) {
    const { app, signal, actor } = job;
    try {
      signal.throwIfAborted();
      const read = job.state<Read>() ?? (await stage(job, input.fileId, input.countryCode));
      const report = await merge(job, read, {
        ...input.rule,
        effectiveTime: dateOf(input.rule.effectiveTime),
        expireTime: dateOf(input.rule.expireTime),
      });
      await clear(job);
      await app.db.tx(async (tx) => announceChange(tx, actor.tenantId, 'compliance/suppression'));
      if (report.added > MANY_ROWS) await app.db.pool.query('analyze cmp_suppression');
      await app.files.remove(input.fileId);
      return { result: report };
    } catch (error) {
      if (signal.aborted) await clear(job);
      throw error;
    }
  },
});

/** Position of an import: what was read, and how far it is merged. */
type Read = { lines: number; good: number; merged: number; added: number };

const clear = ({ app, taskNo }: JobContext) =>
  app.db.pool.query('delete from cmp_suppression_stage where task_no = $1', [taskNo]);

/** Reads the file into the staging table, in one transaction. */
async function stage(job: JobContext, fileId: bigint, countryCode: string | null): Promise<Read> {
  const { app, signal, taskNo } = job;
  await clear(job);
  const read: Read = { lines: 0, good: 0, merged: 0, added: 0 };
  const pool = createPhonePool();
  try {
    await app.files.withPath(fileId, (path) => {
      const table = readTable(path, {
        maxBytes: SUPPRESSION_FILE.maxBytes,
        maxLines: SUPPRESSION_FILE.lines,
        batchRows: SLICE_ROWS,
      });
      return copyTransaction(app.db, async (client) => ({
        stream: client.query(
          copyFrom('copy cmp_suppression_stage (task_no, line_no, number_key, number_hash, number) from stdin'),
        ),
        chunks: async function* () {
          const options = countryCode === null ? {} : { countryCode };
          for await (const { rows, verdicts } of pool.normaliseAll(table, (row) => row.number, options)) {
            signal.throwIfAborted();
            let text = '';
            for (let index = 0; index < rows.length; index += 1) {
              read.lines += 1;
              if (rows[index]?.problem || verdicts.reasons[index] !== 0) continue;
              const e164 = verdicts.e164[index] ?? 0n;
              const { key, hash } = digestOf(app.secrets, e164);
              read.good += 1;
              text += `${taskNo}\t${read.good}\t${key}\t\\\\x${hash.toString('hex')}\t${maskNumber(e164)}\n`;
            }
            job.progress(read.lines, Math.max(read.lines, table.report.lines) * 2);
            yield Buffer.from(text);
          }
        },
      }));
    });
  } finally {
    await pool.close();
  }
  await job.checkpoint(null, read);
  return read;
}

/** Moves staged numbers into the list; numbers that are in force with the same scope, channel and reason stay as they are. */
async function merge(job: JobContext, read: Read, given: Parameters<typeof ruleValues>[0]): Promise<SuppressionReport> {
  const { app, actor, signal, taskNo } = job;
  let { merged, added } = read;
  while (merged < read.good) {
    signal.throwIfAborted();
    const until = merged + MERGE_ROWS;
    await app.db.tx(async (tx) => {
      const { rowCount } = await tx.execute(sql`
        insert into cmp_suppression (tenant_id, number_key, number_hash, number, ${RULE_COLUMNS}, create_user, create_user_name)
        select ${actor.tenantId}, number_key, number_hash, number, ${ruleValues(given)}, ${actor.userId}, ${actor.realName}
        from cmp_suppression_stage where task_no = ${taskNo} and line_no > ${merged} and line_no <= ${until}
        order by number_key on conflict do nothing`);
      added += rowCount ?? 0;
      merged = Math.min(until, read.good);
      await job.checkpoint(tx, { ...read, merged, added });
    });
    job.progress(read.lines + Math.round((read.lines * merged) / read.good), read.lines * 2);
  }
  return { lines: read.lines, added, existing: read.good - added, invalid: read.lines - read.good };
}
