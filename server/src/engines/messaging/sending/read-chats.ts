import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { JobContext } from '../../../kernel/jobs/index.ts';
import { readTable } from '../../../kernel/spreadsheet/index.ts';
import { LINE, type ListSource, type Reading, type WorkTask } from '../work/index.ts';
import { contacts } from './tables.ts';

const SLICE = 1000;
const REASON = numberReject.is;
/** Chats have no country: their prices are those for all countries. */
export const NO_COUNTRY = '*';

/**
 * Reads a list of chats into the lines of an order: users who started the bot and did not stop it; all others are rejected. An empty list
 * means all of them.
 */
export async function readChats(job: JobContext, task: WorkTask, list: ListSource, reading: Reading): Promise<void> {
  const { app } = job;
  const table = readTable(list.source, {
    maxBytes: reading.maxBytes,
    maxLines: reading.maxLines,
    batchRows: SLICE,
    numberColumn: reading.column ?? 0,
  });
  const seen = new Set<string>();
  const counts = { total: 0, invalid: 0, duplicate: 0, suppressed: 0, submitted: 0 };
  for await (const rows of table) {
    job.signal.throwIfAborted();
    const refs = rows.map(({ number }) => number.trim());
    const started = new Set(
      (
        await app.db.drizzle
          .select({ userRef: contacts.userRef })
          .from(contacts)
          .where(
            and(eq(contacts.senderId, task.senderId ?? 0n), eq(contacts.isActive, 1), inArray(contacts.userRef, refs)),
          )
      ).map(({ userRef }) => userRef),
    );
    const refused = await reading.refuse(refs as never, NO_COUNTRY);
    const lines = rows.map((row, index) => {
      const ref = refs[index] ?? '';
      const values = reading.paramsOf?.(row.cells);
      const isFirst = !seen.has(ref);
      seen.add(ref);
      const reason = !isFirst
        ? REASON.duplicate
        : !started.has(ref)
          ? REASON.notStarted
          : values && 'rule' in values
            ? REASON.badParameter
            : (refused.get(index)?.reason ?? null);
      counts.total += 1;
      if (reason === null) counts.submitted += 1;
      else if (reason === REASON.duplicate) counts.duplicate += 1;
      else if (reason === REASON.notStarted || reason === REASON.badParameter) counts.invalid += 1;
      else counts.suppressed += 1;
      const chunk = reason === null ? Math.floor((counts.submitted - 1) / reading.chunkLines) + 1 : null;
      const params = values && 'params' in values ? JSON.stringify(values.params) : null;
      return { lineNo: counts.total, ref, reason, rule: refused.get(index)?.rule ?? null, chunk, params };
    });
    const column = <T>(of: (line: (typeof lines)[number]) => T) => sql.param(lines.map(of));
    await app.db.drizzle.execute(sql`
      insert into work_line (task_id, create_time, line_no, chunk_no, user_ref, raw, country_code, state, reject_reason, rule, params, result)
      select ${task.id}::bigint, ${task.createTime.toISOString()}::timestamptz, f.n, f.chunk, f.ref, case when f.reason is null then null else left(f.ref, 64) end, ${NO_COUNTRY}::text,
        case when f.reason is null then ${LINE.open}::int else ${LINE.rejected}::int end, f.reason, f.rule, f.params, case when f.reason is null then 0 end
      from unnest(${column(({ lineNo }) => lineNo)}::int[], ${column(({ chunk }) => chunk)}::int[], ${column(({ ref }) => ref)}::text[],
        ${column(({ reason }) => reason)}::int[], ${column(({ rule }) => rule)}::text[], ${column(({ params }) => params)}::jsonb[])
        as f (n, chunk, ref, reason, rule, params)`);
    job.progress(0, counts.total);
  }
  await app.db.pool.query(
    `update work_task set total_count = $2, invalid_count = $3, duplicate_count = $4, submit_count = $5, suppressed_count = $6, update_time = now() where id = $1`,
    [task.id, counts.total, counts.invalid, counts.duplicate, counts.submitted, counts.suppressed],
  );
}
