import type { ImportReport } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import type { App } from '../../../../kernel/app/index.ts';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { copyTransaction } from '../../../../kernel/db/copy-transaction.ts';
import {
  createPhonePool,
  isAmbiguous,
  type LineType,
  type NormalisedBatch,
  normaliseLines,
  unpackCountry,
} from '../../../../kernel/phone/index.ts';
import { NumberSet } from '../../../../kernel/phone/number-set.ts';
import {
  lineProblemReasons,
  lineProblemTexts,
  readTable,
  type TableRow,
} from '../../../../kernel/spreadsheet/index.ts';
import { supplierBook } from '../../suppliers/index.ts';
import { earliestSellableLeaseEnd } from '../allocate.ts';
import { type Batch, type BatchDefaults, knownNumbers, type StagedLine, stagingCopy } from '../batches.ts';
import { columnHeaders, lineCountry, lineOverrides } from './columns.ts';
import { Doubts, UnclearLines } from './doubts.ts';
import type { Problems } from './problems.ts';
import { Sellers } from './sellers.ts';

export interface ListSource {
  /** The stored file's path on disk, its size in bytes, and its original name. */
  readonly path: string;
  readonly size: number;
  readonly name: string;
  readonly maxBytes: number;
  readonly maxLines: number;
  /** Country of numbers without calling code. */
  readonly countryCode: string | null;
  /** Whether digits without country contain their calling code; otherwise digits of unclear country stop the import. */
  readonly isInternational: boolean;
  /** The chosen column of numbers. */
  readonly column: number | undefined;
}

export interface ListTarget {
  readonly app: App;
  readonly actor: Actor;
  readonly batch: Batch;
  readonly defaults: BatchDefaults;
  readonly problems: Problems;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

/** Findings of a list, without the problems of lines. */
export type ListFindings = Pick<
  ImportReport,
  | 'encoding'
  | 'totalLines'
  | 'goodLines'
  | 'warnings'
  | 'ambiguousLines'
  | 'countries'
  | 'unclear'
  | 'typeDoubts'
  | 'sharedLines'
  | 'newSuppliers'
>;

const REASON = numberReject.is;
const SLICE_ROWS = 2000;
/** For a smaller list, starting the threads takes longer than reading. */
const SMALL_BYTES = 256 * 1024;
const SMALLEST_NUMBER = 1_000_000;

/**
 * Reads a list into a batch: reads, normalises (in worker threads), checks and copies lines concurrently, in its own
 * transaction, which a failure rolls back. Each step waits for the next one, so that memory stays bounded for millions
 * of lines. From the first line of unclear country on, it stages nothing more and only counts.
 * @throws the errors of `readTable`, and the signal's reason
 */
export async function readList(source: ListSource, target: ListTarget): Promise<ListFindings> {
  const { app, actor, batch, defaults, problems, signal } = target;
  const table = readTable(source.path, {
    maxBytes: source.maxBytes,
    maxLines: source.maxLines,
    columns: columnHeaders,
    batchRows: SLICE_ROWS,
    numberColumn: source.column,
  });
  const served = await servedCountries(app, actor.tenantId);
  const unclear = new UnclearLines(served);
  const doubts = new Doubts();
  const sellers = new Sellers(await supplierBook(app.db, actor.tenantId), defaults);
  const judge = new Judge(served, problems, unclear, sellers);
  const estimate = lineEstimate(source);
  let totalLines = 0;
  let goodLines = 0;
  let ambiguousLines = 0;
  await copyTransaction(app.db, async (client) => {
    const copy = stagingCopy(client, batch, defaults, actor);
    return {
      stream: copy.stream,
      chunks: async function* () {
        for await (const { rows, verdicts } of normalised(table, source, served)) {
          signal.throwIfAborted();
          const candidates = judge.slice(rows, verdicts);
          const known = await knownNumbers(
            app.db.pool,
            batch.tenantId,
            defaults.businessType,
            candidates.map(({ line }) => line.e164),
          );
          let good = 0;
          for (const { row, line, lineType } of candidates) {
            if (unclear.lines > 0) break;
            if (known.has(line.e164)) problems.add({ ...placed(row), code: REASON.inStock });
            else {
              copy.add(doubts.mark(line, lineType, defaults.numberType));
              sellers.note(line);
              good += 1;
              const home = lineCountry(row.values) || source.countryCode;
              if (row.isNumeric && home && isAmbiguous(row.number, home)) ambiguousLines += 1;
              judge.countries.set(line.countryCode, (judge.countries.get(line.countryCode) ?? 0) + 1);
            }
          }
          await problems.flush();
          totalLines += rows.length;
          target.progress(totalLines, Math.max(totalLines, estimate(rows)));
          goodLines += good;
          if (good > 0) yield copy.take();
        }
      },
    };
  });
  target.progress(totalLines, totalLines);
  const encodings = [...new Set(table.report.files.map(({ encoding }) => encoding).filter((found) => found !== null))];
  return {
    encoding: encodings.length > 0 ? encodings.join(', ') : null,
    totalLines,
    goodLines,
    warnings: table.report.trailingText,
    ambiguousLines,
    countries: [...judge.countries]
      .map(([countryCode, count]) => ({ countryCode, count }))
      .sort((a, b) => b.count - a.count),
    ...unclear.found(),
    ...doubts.found(),
    ...sellers.found(),
  };
}

interface Candidate {
  readonly row: TableRow;
  readonly line: StagedLine;
  readonly lineType: LineType;
}

/** Decides for each line whether it may be staged; the first occurrence of a number wins. */
class Judge {
  readonly countries = new Map<string, number>();
  readonly #served: ReadonlySet<string>;
  readonly #problems: Problems;
  readonly #unclear: UnclearLines;
  readonly #sellers: Sellers;
  readonly #seen = new NumberSet();
  readonly #earliestSellableLeaseEnd = earliestSellableLeaseEnd();

  constructor(served: ReadonlySet<string>, problems: Problems, unclear: UnclearLines, sellers: Sellers) {
    this.#served = served;
    this.#problems = problems;
    this.#unclear = unclear;
    this.#sellers = sellers;
  }

  slice(rows: readonly TableRow[], verdicts: NormalisedBatch): Candidate[] {
    const candidates: Candidate[] = [];
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as TableRow;
      const line = this.#line(row, verdicts, index);
      if (line) candidates.push({ row, line, lineType: (verdicts.lineTypes[index] ?? 0) as LineType });
    }
    return candidates;
  }

  #line(row: TableRow, verdicts: NormalisedBatch, index: number): StagedLine | undefined {
    if (row.problem) return this.#refuse(row, lineProblemReasons[row.problem], lineProblemTexts[row.problem]);
    const reason = verdicts.reasons[index];
    if (reason === REASON.needsCountry) return this.#unclear.add(row.number);
    if (reason !== 0) return this.#refuse(row, reason ?? REASON.notANumber);
    const e164 = Number(verdicts.e164[index]);
    if (e164 < SMALLEST_NUMBER) return this.#refuse(row, REASON.tooShort);
    const countryCode = unpackCountry(verdicts.countries[index] ?? 0);
    if (countryCode.length !== 2) return this.#refuse(row, REASON.invalidCountryCode);
    if (!this.#served.has(countryCode)) return this.#refuse(row, REASON.countryBlocked, { zh: countryCode, en: '' });
    const own = this.#sellers.named(lineOverrides(row.values));
    if ('bad' in own) return this.#refuse(row, REASON.badCell, own.bad);
    if (own.leaseEnd && own.leaseEnd < this.#earliestSellableLeaseEnd)
      return this.#refuse(row, REASON.badCell, LEASE_SHORT);
    if (!this.#seen.add(e164)) return this.#refuse(row, REASON.duplicate);
    return own === NONE ? { e164, countryCode } : { ...own, e164, countryCode };
  }

  #refuse(row: TableRow, code: number, detail?: Text): undefined {
    this.#problems.add({ ...placed(row), code, ...(detail ? { detail } : {}) });
    return undefined;
  }
}

const LEASE_SHORT: Text = { zh: '剩余租期不足', en: 'Remaining lease too short' };
const NONE = lineOverrides({});

const placed = (row: TableRow) => ({ lineNo: row.lineNo, file: row.file, text: row.number });

/** Returns the countries that numbers may belong to, those with most stock first. */
async function servedCountries(app: App, tenantId: string): Promise<Set<string>> {
  const result = await app.db.pool.query<{ country_code: string }>(
    `select c.country_code from inv_country c
       left join (select country_code, sum(available + assigned) as owned from inv_counter where tenant_id = $1 group by 1) s using (country_code)
     where c.tenant_id = $1 and c.is_blocked = 0 and c.status = 1 and c.deleted_at is null
     order by s.owned desc nulls last, c.sort, c.country_code`,
    [tenantId],
  );
  return new Set(result.rows.map(({ country_code }) => country_code));
}

type Slices = AsyncGenerator<{ rows: readonly TableRow[]; verdicts: NormalisedBatch }>;

/** Returns the rows with their verdicts, in order; long lists use worker threads. */
async function* normalised(
  table: AsyncIterable<TableRow[]>,
  { countryCode, isInternational, size }: ListSource,
  served: ReadonlySet<string>,
): Slices {
  const options = countryCode === null ? (isInternational ? {} : { homes: [...served] }) : { countryCode };
  const countryOf = (row: TableRow) => lineCountry(row.values);
  if (size < SMALL_BYTES) {
    for await (const rows of table) {
      yield {
        rows,
        verdicts: normaliseLines(
          rows.map(({ number }) => number),
          options,
          rows.map(countryOf),
        ),
      };
    }
    return;
  }
  const pool = createPhonePool();
  try {
    yield* pool.normaliseAll(table, (row) => row.number, options, countryOf);
  } finally {
    await pool.close();
  }
}

/** Estimates the lines of a file from the length of those read so far; 0 (unknown) for a compressed file. */
function lineEstimate(source: ListSource): (rows: readonly TableRow[]) => number {
  let characters = 0;
  let lines = 0;
  return (rows) => {
    for (const { cells } of rows) {
      for (const cell of cells) characters += cell.length + 1;
    }
    lines += rows.length;
    const perLine = characters / lines;
    return rows[0]?.file === undefined && perLine > 1 ? Math.round(source.size / perLine) : 0;
  };
}
