import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { copiedRows, inlined, type Snapshot } from '../../../kernel/db/snapshot.ts';
import { EXCHANGE_OF_LINE } from './exchanges.ts';
import type { WorkLine } from './tables.ts';

type Stored = Pick<
  WorkLine,
  | ('lineNo' | 'stage' | 'state' | 'e164' | 'raw' | 'countryCode' | 'lineType' | 'carrier' | 'result' | 'registered')
  | ('business' | 'activeDays' | 'evidence' | 'rejectReason' | 'rule' | 'error' | 'cachedTime' | 'checkedTime')
>;

/** A line of a check with its cost and the exchange that decided it. */
export interface DetailedLine extends Stored {
  /** Whether any of its results is charged. */
  readonly isCharged: boolean;
  /** Sum of the prices of its charged results, in money or as units of packages; null: nothing is charged. */
  readonly price: Micro | null;
  readonly providerCode: string | null;
  /** Our reference of the exchange; a result from before has none. */
  readonly reference: string | null;
}

/** Columns of the statement, in order. */
const COLUMNS = [
  ...([
    'lineNo',
    'stage',
    'state',
    'e164',
    'raw',
    'countryCode',
    'lineType',
    'carrier',
    'result',
    'registered',
  ] as const),
  ...(['business', 'activeDays', 'evidence', 'rejectReason', 'rule', 'error', 'cachedTime', 'checkedTime'] as const),
  ...(['price', 'providerCode', 'reference'] as const),
];
type Column = (typeof COLUMNS)[number];
const PLACES = Object.fromEntries(COLUMNS.map((name, index) => [name, index])) as Readonly<Record<Column, number>>;

/** Lines of a task that a condition chooses, in the order of its list. */
interface Chosen {
  readonly where: SQL;
  readonly limit?: number;
  /** Whether the reader sees the provider and the reference of each line. */
  readonly hasProvider: boolean;
}

const millis = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

const statement = ({ where, limit, hasProvider }: Chosen): SQL => sql`
  select l.line_no as "lineNo", l.stage, l.state, l.e164, l.raw, l.country_code as "countryCode", l.line_type as "lineType", l.carrier,
    l.result, l.registered, l.business, l.active_days as "activeDays", l.evidence, l.reject_reason as "rejectReason", l.rule, l.error,
    ${millis(sql`l.cached_time`)} as "cachedTime", ${millis(sql`l.checked_time`)} as "checkedTime",
    case when l.is_chargeable then coalesce(l.paid, 0) + coalesce(n.unit_price, 0) * l.units else l.paid end as price,
    ${hasProvider ? sql`l.provider_code` : sql`null`} as "providerCode", ${hasProvider ? sql`a.id` : sql`null`} as reference
  from (select * from work_line where ${where} order by line_no ${limit === undefined ? sql`` : sql`limit ${limit}`}) l
    left join work_chunk c on c.task_id = l.task_id and c.chunk_no = l.chunk_no
    left join work_lane n on n.task_id = c.task_id and n.stage = c.stage and n.lane_no = c.lane_no
    ${hasProvider ? sql`left join lateral (${EXCHANGE_OF_LINE}) a on true` : sql``}
  order by l.line_no`;

/** Returns lines with their details. */
export async function detailedLines(run: Pick<Tx, 'execute'>, chosen: Chosen): Promise<DetailedLine[]> {
  const { rows } = await run.execute<Record<string, string | number | null>>(statement(chosen));
  return rows.map((row) =>
    lineOf((name) => (row[name] === null || row[name] === undefined ? null : String(row[name]))),
  );
}

/** The same from a snapshot, for any number of lines. */
export async function* copiedLines(snapshot: Snapshot, chosen: Chosen): AsyncGenerator<DetailedLine> {
  for await (const cells of copiedRows(snapshot.copy(inlined(statement(chosen)))))
    yield lineOf((name) => cells[PLACES[name]] || null);
}

/** Reads a line from the texts of its columns; an empty one is null. */
function lineOf(text: (name: Column) => string | null): DetailedLine {
  const number = (name: Column) => {
    const value = text(name);
    return value ? Number(value) : null;
  };
  const time = (name: Column) => {
    const value = text(name);
    return value ? new Date(Number(value)) : null;
  };
  const [e164, price] = [text('e164'), text('price')];
  return {
    lineNo: Number(text('lineNo')),
    stage: Number(text('stage')),
    state: Number(text('state')),
    e164: e164 ? BigInt(e164) : null,
    raw: text('raw'),
    countryCode: text('countryCode'),
    lineType: number('lineType'),
    carrier: text('carrier'),
    result: number('result'),
    registered: number('registered'),
    business: number('business'),
    activeDays: number('activeDays'),
    evidence: number('evidence'),
    rejectReason: number('rejectReason'),
    rule: text('rule'),
    error: text('error'),
    cachedTime: time('cachedTime'),
    checkedTime: time('checkedTime'),
    isCharged: price !== null,
    price: price ? micros(BigInt(price)) : null,
    providerCode: text('providerCode'),
    reference: text('reference'),
  };
}
