import {
  DAY_LINES,
  DAY_SIDES,
  type DayLine,
  type DaySide,
  type financeDay,
} from '@trade-assistant/contract/areas/finance/day.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { isLedgerEvent, LEDGER_EVENTS, statistics } from '../../money/ledger/index.ts';
import { SOURCES, type Span } from './sources.ts';

export type DayReport = CallData<typeof financeDay, 'today', 'out'>;
type Line = DayReport['lines'][number];
type Figures = Readonly<Partial<Record<DaySide, ReadonlyMap<string, Micro>>>>;

/**
 * Returns all figures of a day; each side comes from its own query. Needs a transaction of isolation level repeatable
 * read.
 */
export async function figuresOf(tx: Tx, day: string, span: Span, zone: string): Promise<DayReport> {
  const lines: Line[] = [];
  for (const line of DAY_LINES) lines.push(...linesOf(line, await sidesOf(tx, line, span)));
  const { opening, closing } = await statistics(tx, systemActor(span.tenantId), {
    from: span.from,
    to: span.until,
    timeZone: zone,
  });
  const wallets = lines.find(({ line }) => line === 'wallets');
  // Balances before and after come from the wallets' last entries: a third source beside ledger and finance log.
  if (wallets?.ledger !== null && wallets !== undefined)
    Object.assign(wallets, withDifference({ ...wallets, documents: micros(closing - opening) }));
  return {
    day,
    currency: BOOK_CURRENCY,
    from: span.from,
    until: span.until,
    opening,
    closing,
    differences: lines.filter(({ part, difference }) => part === null && difference !== 0n).length,
    lines,
    events: await eventsOf(tx, span),
  };
}

async function sidesOf(tx: Tx, line: DayLine, span: Span): Promise<Figures> {
  const sides: Partial<Record<DaySide, Map<string, Micro>>> = {};
  for (const [side, source] of Object.entries(SOURCES[line]) as [DaySide, (span: Span) => SQL][]) {
    const { rows } = await tx.execute<{ part: string | null; amount: string }>(
      sql`select part, sum(amount)::text as amount from (${source(span)}) s group by part`,
    );
    sides[side] = new Map(rows.map(({ part, amount }) => [part ?? '', micros(BigInt(amount))]));
  }
  return sides;
}

/** Returns the total line and its parts. A side without parts has the total only. */
function linesOf(line: DayLine, figures: Figures): Line[] {
  const sides = DAY_SIDES.filter((side) => figures[side] !== undefined);
  const names = new Set(sides.flatMap((side) => [...(figures[side]?.keys() ?? [])]));
  names.delete('');
  const whole = row(
    line,
    null,
    (side) => figures[side] && micros([...figures[side].values()].reduce((a, b) => a + b, 0n)),
  );
  const parts = [...names].sort().map((part) => {
    const isPartless = (side: DaySide) => figures[side]?.has('') === true;
    return row(line, part, (side) =>
      isPartless(side) ? undefined : figures[side] && (figures[side].get(part) ?? micros(0n)),
    );
  });
  // Two parts may differ by the same amount in opposite directions.
  const apart = largestOf([whole, ...parts].map(({ difference }) => difference));
  return [{ ...whole, difference: apart }, ...parts];
}

const row = (line: DayLine, part: string | null, of: (side: DaySide) => Micro | undefined): Line =>
  withDifference({
    line,
    part,
    ledger: of('ledger') ?? null,
    documents: of('documents') ?? null,
    stock: of('stock') ?? null,
    reports: of('reports') ?? null,
  });

function withDifference(line: Omit<Line, 'difference'>): Line {
  const [first = micros(0n), ...others] = DAY_SIDES.flatMap((side) => line[side] ?? []);
  const difference = largestOf(others.map((one) => (one > first ? one - first : first - one)));
  return { ...line, difference };
}

/** Returns the largest amount; `Math.max` does not take bigint. */
function largestOf(amounts: readonly bigint[]): Micro {
  let largest = 0n;
  for (const one of amounts) if (one > largest) largest = one;
  return micros(largest);
}

async function eventsOf(tx: Tx, { tenantId, from, until }: Span): Promise<DayReport['events']> {
  const { rows } = await tx.execute<{ event: string; count: number; amount: string }>(sql`
    select event_code as event, count(*)::int as count, sum(total_amount)::text as amount from fin_journal
    where tenant_id = ${tenantId} and create_time >= ${from.toISOString()}::timestamptz and create_time < ${until.toISOString()}::timestamptz
    group by event_code order by event_code`);
  const order = Object.keys(LEDGER_EVENTS);
  return rows
    .map(({ event, count, amount }) => ({ event, name: event, count, amount: micros(BigInt(amount)) }))
    .sort((a, b) => order.indexOf(a.event) - order.indexOf(b.event));
}

/** Returns the name of an event. */
export const eventName = (event: string, locale: 'zh' | 'en'): string =>
  isLedgerEvent(event) ? LEDGER_EVENTS[event][locale] : event;

export interface RowsAsked {
  readonly line: DayLine;
  readonly part?: string | undefined;
  readonly side: DaySide;
  readonly differs?: DaySide | undefined;
  readonly current: number;
  readonly size: number;
}

type Behind = CallData<typeof financeDay, 'rows', 'out'>;

/**
 * Returns the rows behind a figure; with `differs` only documents whose two sides differ. Null if the line has no such
 * side.
 */
export async function rowsBehind(tx: Tx, span: Span, asked: RowsAsked): Promise<Behind | null> {
  const { line, part, side, differs, current, size } = asked;
  const sources = SOURCES[line];
  const source = sources[side];
  const compared = differs && sources[differs];
  if (!source || (differs && !compared)) return null;
  const rows = compared
    ? differing(source(span), compared(span))
    : sql`select s.*, null::bigint as other from (${source(span)}) s`;
  const { rows: found } = await tx.execute<Record<string, string | null>>(sql`
    with behind as (${rows}), chosen as (select * from behind where ${part === undefined ? sql`true` : sql`part = ${part}`})
    select (select count(*) from chosen)::text as total, (select coalesce(sum(amount), 0) from chosen)::text as sum,
      no, name, at::text, amount::text, other::text, screen, id::text, doc
    from chosen order by at desc nulls last, no desc limit ${size} offset ${(current - 1) * size}`);
  return {
    total: Number(found[0]?.['total'] ?? 0),
    sum: micros(BigInt(found[0]?.['sum'] ?? 0)),
    currency: BOOK_CURRENCY,
    records: found.map((one) => ({
      no: one['no'] ?? '',
      name: one['name'] ?? null,
      time: new Date(one['at'] ?? span.from),
      amount: micros(BigInt(one['amount'] ?? 0)),
      other: one['other'] === null ? null : micros(BigInt(one['other'] ?? 0)),
      route: routeOf(one),
    })),
  };
}

/** Documents whose sum on one side differs from the other side, or is missing there. */
const differing = (mine: SQL, others: SQL): SQL => sql`
  select coalesce(a.doc, b.doc) as doc, coalesce(a.part, b.part) as part, coalesce(a.no, b.no) as no, coalesce(a.name, b.name) as name,
    coalesce(a.at, b.at) as at, coalesce(a.amount, 0) as amount, b.amount as other, coalesce(a.screen, b.screen) as screen, coalesce(a.id, b.id) as id
  from (${summed(mine)}) a full join (${summed(others)}) b on a.doc = b.doc
  where a.amount is distinct from b.amount`;

const summed = (source: SQL): SQL => sql`
  select doc, min(part) as part, min(no) as no, min(name) as name, max(at) as at, sum(amount)::bigint as amount, min(screen) as screen, min(id) as id
  from (${source}) s group by doc`;

function routeOf({ doc, no, screen, id }: Record<string, string | null>): string | null {
  if (screen && id) return `/${screen}/index?record=${id}`;
  if (doc?.startsWith('renewal:')) return no ? `/finance/log/index?bizNo=${encodeURIComponent(no)}` : null;
  return doc?.startsWith('journal:') ? `/finance/log/index?journalNo=${encodeURIComponent(doc.slice(8))}` : null;
}
