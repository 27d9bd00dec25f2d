import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { refusalText } from '@trade-assistant/contract/line-rules.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import { isOfClass } from '../../../engines/work/index.ts';
import { copiedRows, inlined, openSnapshot, type Snapshot } from '../../../kernel/db/snapshot.ts';
import { openExport, withExportLog } from '../../../kernel/export-log.ts';
import { storageErrors } from '../../../kernel/files/index.ts';
import { admitExport } from '../../../kernel/http/admit-export.ts';
import { type Context, type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { type ArchiveFile, csvStream, type ManifestEntry, zipStream } from '../../../kernel/spreadsheet/index.ts';
import { assertOwnList, classesOf, type Wanted, wantedLines } from './lines.ts';
import type { CheckRow } from './table.ts';

/** Names of the files in the archive, by result class. */
const FILES: readonly (readonly [number, string])[] = [
  [checkResult.is.live, 'live'],
  [checkResult.is.vacant, 'vacant'],
  [checkResult.is.suspended, 'suspended'],
  [checkResult.is.absent, 'absent'],
  [checkResult.is.silent, 'silent'],
  [checkResult.is.risk, 'risk'],
  [checkResult.is.unknown, 'unknown'],
];
const REJECTED: readonly number[] = [checkResult.is.malformed, checkResult.is.duplicate, checkResult.is.suppressed];

/**
 * Returns the wanted lines of a task as an archive: a text file per class, the rejected lines, and a manifest; without a choice of lines also
 * files of the accounts found. The same task gives the same bytes each time.
 * @throws NO_PERMISSION, FILE_GONE for a purged task, those of `admitExport`
 */
export async function downloadResults(
  c: Context,
  task: CheckRow,
  wanted: Wanted,
  resource: typeof whatsappFilter,
): Promise<FileAnswer> {
  assertOwnList(c, task, resource);
  if (task.status === checkStatus.is.purged) throw storageErrors.FILE_GONE();
  const exportId = await c.tx(async (tx) => {
    const rows = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from work_line where ${wantedLines(c, task, wanted)}`,
    );
    await admitExport(c, rows.rows[0]?.n ?? 0, tx);
    return openExport(tx, c.actor, { source: 'check', format: 'zip', objectIds: [task.id], isMasked: false });
  });
  let manifest: readonly ManifestEntry[] = [];
  async function* files(): AsyncGenerator<ArchiveFile> {
    const snapshot = await openSnapshot(c.app.db);
    try {
      yield* filesOf(c, task, wanted, snapshot);
    } finally {
      await snapshot.close();
    }
  }
  const archive = zipStream(files(), {
    readme: `${task.taskNo}\n`,
    about: { task: task.taskNo, lines: task.totalCount, submitted: task.submitCount, stage: task.stage },
    time: task.finishTime ?? task.createTime,
    onManifest: (entries) => {
      manifest = entries;
    },
  });
  const stream = withExportLog(c.app.db, exportId, archive, () => manifest.reduce((sum, { rows }) => sum + rows, 0));
  return fileAnswer({ name: `${task.taskNo}.zip`, type: 'application/zip', stream });
}

async function* filesOf(c: Context, task: CheckRow, wanted: Wanted, snapshot: Snapshot): AsyncGenerator<ArchiveFile> {
  const classes = classesOf(wanted);
  const isWanted = (value: number) => classes === null || classes.includes(value);
  const lines = wantedLines(c, task, wanted);
  const numbers = (which: SQL) => () =>
    snapshot.copy(inlined(sql`select e164 from work_line where ${lines} and ${which} order by line_no`));
  for (const [result, name] of FILES)
    if (isWanted(result)) {
      const label = entryOf(checkResult, result)?.zh ?? '';
      yield { path: `${result}_${label}_${name}.txt`, content: numbers(isOfClass(result)) };
    }
  if (classes === null && !wanted.number) {
    yield { path: 'registered.txt', content: numbers(sql`registered = 1`) };
    yield { path: 'business.txt', content: numbers(sql`business = 1`) };
    if (task.activePeriod !== null)
      yield { path: `active_${task.activePeriod}d.txt`, content: numbers(sql`active_days <= ${task.activePeriod}`) };
  }
  if (!REJECTED.some(isWanted)) return;
  const rejected = inlined(sql`
    select line_no, replace(coalesce(raw, e164::text), '\\', '/'), reject_reason, coalesce(rule, '') from work_line
    where ${lines} and (${sql.join(REJECTED.map(isOfClass), sql` or `)}) order by line_no`);
  yield {
    path: 'rejected.csv',
    content: () => csvStream(reasons(c, copiedRows(snapshot.copy(rejected))), { header: HEADER }),
  };
}

const HEADER = ['line', 'raw', 'reason'];

async function* reasons({ locale }: Context, rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const [line = '', raw = '', reason, rule] of rows)
    yield [line, raw, refusalText({ reason: Number(reason), rule: rule || null }, locale)];
}
