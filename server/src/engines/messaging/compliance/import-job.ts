import { SUPPRESSION_FILE, type SuppressionReport } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { id } from '@trade-assistant/contract/kit/schema.ts';
import { sql } from 'drizzle-orm';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { copyTransaction } from '../../../kernel/db/copy-transaction.ts';
import { defineJob, type JobContext } from '../../../kernel/jobs/index.ts';
import { createPhonePool, maskLine } from '../../../kernel/phone/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { lineProblemReasons, readTable } from '../../../kernel/spreadsheet/index.ts';
import { digestOf } from './digests.ts';
import { maskedOf, RULE_COLUMNS, readRecipient, ruleValues } from './suppress.ts';

const SLICE_ROWS = 2000;
/** Refused lines of the report, and their characters. */
const PROBLEMS_SHOWN = 50;
const TEXT_SHOWN = 64;
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
      const read = await staged(job, input);
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
type Read = {
  lines: number;
  good: number;
  merged: number;
  added: number;
  reasons: { code: number; count: number }[];
  problems: { lineNo: number; text: string; code: number }[];
};

const clear = ({ app, taskNo }: JobContext) =>
  app.db.pool.query('delete from cmp_suppression_stage where task_no = $1', [taskNo]);

/** Returns the position of an import whose numbers are all staged; the file is read again where a crash of the database lost them. */
async function staged(job: JobContext, input: { fileId: bigint; countryCode: string | null }): Promise<Read> {
  const before = job.state<Read>();
  if (before) {
    const { rows } = await job.app.db.pool.query<{ n: number }>(
      'select count(*)::int as n from cmp_suppression_stage where task_no = $1',
      [job.taskNo],
    );
    if (rows[0]?.n === before.good) return before;
  }
  return stage(job, input, before?.added ?? 0);
}

/** Reads the file into the staging table, in one transaction. */
async function stage(
  job: JobContext,
  { fileId, countryCode }: { fileId: bigint; countryCode: string | null },
  added: number,
): Promise<Read> {
  const { app, signal, taskNo } = job;
  await clear(job);
  const read: Read = { lines: 0, good: 0, merged: 0, added, reasons: [], problems: [] };
  const counts = new Map<number, number>();
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
            for (const [index, row] of rows.entries()) {
              read.lines += 1;
              const code = row.problem ? lineProblemReasons[row.problem] : (verdicts.reasons[index] ?? 0);
              const recipient =
                code === 0 ? (verdicts.e164[index] ?? 0n) : row.problem ? null : readRecipient(row.number.trim());
              if (recipient === null) {
                counts.set(code, (counts.get(code) ?? 0) + 1);
                if (read.problems.length < PROBLEMS_SHOWN)
                  read.problems.push({ lineNo: row.lineNo, text: maskLine(row.number.slice(0, TEXT_SHOWN)), code });
                continue;
              }
              const { key, hash } = digestOf(app.secrets, recipient);
              read.good += 1;
              text += `${taskNo}\t${read.good}\t${key}\t\\\\x${hash.toString('hex')}\t${maskedOf(recipient)}\n`;
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
  read.reasons = [...counts].map(([code, count]) => ({ code, count })).toSorted((a, b) => b.count - a.count);
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
  const { lines: totalLines, good: goodLines, reasons, problems } = read;
  const rejectedLines = totalLines - goodLines;
  return { totalLines, goodLines, rejectedLines, added, existing: goodLines - added, reasons, problems };
}
