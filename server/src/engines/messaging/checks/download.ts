import { checkLineFields } from '@trade-assistant/contract/areas/filter/check-fields.ts';
import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { refusalText } from '@trade-assistant/contract/line-rules.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import { copiedRows, inlined, openSnapshot, type Snapshot } from '../../../kernel/db/snapshot.ts';
import { openExport, withExportLog } from '../../../kernel/export-log.ts';
import { storageErrors } from '../../../kernel/files/index.ts';
import { admitExport } from '../../../kernel/http/admit-export.ts';
import { type Context, type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { cellOf } from '../../../kernel/resource/export.ts';
import {
  type ArchiveFile,
  type Cell,
  counted,
  csvStream,
  xlsxStream,
  zipStream,
} from '../../../kernel/spreadsheet/index.ts';
import { copiedLines, type DetailedLine, isActiveWithin, isOfClass, LINE, WORK, type WorkTask } from '../work/index.ts';
import { assertOwnList, classesOf, seesProviders, shownLine, type Wanted, wantedLines } from './lines.ts';

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
 * Returns the wanted lines of a task as an archive: a text file per class, tables of the results by number, the rejected lines, and a
 * manifest; without a choice of lines also files of the accounts found. The same task gives a reader the same bytes each time.
 * @throws NO_PERMISSION, FILE_GONE for a purged task, those of `admitExport`
 */
export async function downloadResults(
  c: Context,
  task: WorkTask,
  wanted: Wanted,
  resource: typeof whatsappFilter,
): Promise<FileAnswer> {
  assertOwnList(c, task, resource);
  if (task.status === WORK.purged) throw storageErrors.FILE_GONE();
  const { exportId, lines } = await c.tx(async (tx) => {
    const rows = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from work_line where ${wantedLines(c, task, wanted)}`,
    );
    const count = rows.rows[0]?.n ?? 0;
    await admitExport(c, count, tx);
    const opened = await openExport(tx, c.actor, {
      source: 'check',
      format: 'zip',
      objectIds: [task.id],
      isMasked: false,
    });
    return { exportId: opened, lines: count };
  });
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
    time: timeOf(task),
  });
  const stream = withExportLog(c.app.db, exportId, archive, () => lines);
  return fileAnswer({ name: `${task.taskNo}.zip`, type: 'application/zip', stream });
}

async function* filesOf(c: Context, task: WorkTask, wanted: Wanted, snapshot: Snapshot): AsyncGenerator<ArchiveFile> {
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
      yield { path: `active_${task.activePeriod}d.txt`, content: numbers(isActiveWithin(task)) };
  }
  if (FILES.some(([result]) => isWanted(result)))
    yield* tablesOf(c, task, sql`${lines} and state = ${LINE.result}`, snapshot);
  if (!REJECTED.some(isWanted)) return;
  const rejected = inlined(sql`
    select line_no, coalesce(raw, e164::text), reject_reason, coalesce(rule, '') from work_line
    where ${lines} and (${sql.join(REJECTED.map(isOfClass), sql` or `)}) order by line_no`);
  yield {
    path: 'rejected.csv',
    content: () => csvStream(reasons(c, copiedRows(snapshot.copy(rejected))), { header: HEADER }),
  };
}

const timeOf = ({ finishTime, createTime }: WorkTask): Date => finishTime ?? createTime;

/** Columns of the tables, in order; the last two are for readers who see providers. */
const COLUMNS = [
  ...([
    'lineNo',
    'number',
    'regionCode',
    'carrier',
    'lineType',
    'result',
    'registered',
    'business',
    'activeDays',
  ] as const),
  ...(['evidence', 'checkedTime', 'isCharged', 'price', 'why', 'providerCode', 'reference'] as const),
];
const OF_PROVIDERS: readonly string[] = ['providerCode', 'reference'];

/** Yields the results of numbers as a table, once as text and once as a workbook. */
function* tablesOf(c: Context, task: WorkTask, where: SQL, snapshot: Snapshot): Generator<ArchiveFile> {
  const hasProvider = seesProviders(c);
  const columns = COLUMNS.filter((name) => hasProvider || !OF_PROVIDERS.includes(name));
  const header = columns.map((name) => checkLineFields[name].options.label[c.locale]);
  const rows = () => counted(cellsOf(c, columns, copiedLines(snapshot, { where, hasProvider })));
  for (const format of ['csv', 'xlsx'] as const) {
    let written = () => 0;
    yield {
      path: `results.${format}`,
      content: () => {
        const { source, rows: count } = rows();
        written = count;
        if (format === 'csv') return csvStream(source, { header });
        return xlsxStream(source, { header, amounts: [columns.indexOf('price')], time: timeOf(task) });
      },
      rows: () => written(),
    };
  }
}

async function* cellsOf(
  c: Context,
  columns: typeof COLUMNS,
  lines: AsyncIterable<DetailedLine>,
): AsyncGenerator<readonly Cell[]> {
  for await (const line of lines) {
    const shown = shownLine(c, line, true);
    yield columns.map((name) =>
      name === 'price' && shown.price !== null
        ? { amount: formatMoney(shown.price) }
        : cellOf(checkLineFields[name], shown[name], c),
    );
  }
}

const HEADER = ['line', 'raw', 'reason'];

async function* reasons({ locale }: Context, rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const [line = '', raw = '', reason, rule] of rows)
    yield [line, raw, refusalText({ reason: Number(reason), rule: rule || null }, locale)];
}
