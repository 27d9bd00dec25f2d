import { isDeepStrictEqual } from 'node:util';
import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import { dayChange, dayResult } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { type DayReport, figuresOf } from './figures.ts';
import type { Span } from './sources.ts';
import { type DayRow, days } from './tables.ts';

/** Transactions open at midnight have committed by then. */
const GRACE_MILLIS = 5 * 60_000;
/** Days recomputed every night: most corrections happen within a week. */
const WATCHED_DAYS = 7;
/** Most days closed in one run; the next run closes the rest. */
const CLOSE_MOST = 400;
const DAY_MILLIS = 86_400_000;

const report = financeDay.calls.today.data;

/** Returns when a day begins and ends for a tenant. */
export async function spanOf(run: Pick<Tx, 'execute'>, tenantId: string, day: string): Promise<Span> {
  return spanIn(await businessZone(run, tenantId), tenantId, day);
}

const spanIn = (zone: string, tenantId: string, day: string): Span => ({
  tenantId,
  from: startOf(day, zone),
  until: startOf(dayAfter(day), zone),
});

/** Returns the figures of the current day. Must be the first step of its transaction. */
export async function reportOfToday(tx: Tx, tenantId: string, now = new Date()): Promise<DayReport> {
  await readOneState(tx);
  const zone = await businessZone(tx, tenantId);
  const day = dayOf(now, zone);
  return figuresOf(tx, day, { ...spanIn(zone, tenantId, day), until: now }, zone);
}

/**
 * Closes the finished days of a tenant, oldest first, each in its own transaction. Then recomputes recent days and
 * days with later corrections.
 * @returns how many days were closed
 */
export async function closeDays(db: Db, tenantId: string, now = new Date(), signal?: AbortSignal): Promise<number> {
  const zone = await businessZone(db.drizzle, tenantId);
  const open = await db.tx((tx) => openDays(tx, tenantId, zone, now));
  await recheckCorrected(db, tenantId, zone, now);
  let closed = 0;
  for (const day of open.slice(0, CLOSE_MOST)) {
    signal?.throwIfAborted();
    if (await db.tx((tx) => closeDay(tx, tenantId, zone, day, now), SNAPSHOT)) closed += 1;
  }
  // Once a night, with the day that has just been closed.
  const newest = open.at(-1);
  if (closed > 0 && newest)
    for (let back = WATCHED_DAYS; back > 0; back -= 1)
      await db.tx((tx) => workOutAgain(tx, tenantId, dayAfter(newest, -back)), SNAPSHOT);
  return closed;
}

const SNAPSHOT = { retry: true } as const;

/** All sides of a day must come from one state of the database, because business continues meanwhile. */
const readOneState = (tx: Tx) => tx.execute(sql`set transaction isolation level repeatable read`);

/** Returns finished days without a row, from the tenant's first journal on. */
async function openDays(tx: Tx, tenantId: string, zone: string, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ last: string | null; first: string | null }>(sql`
    select (select max(day)::text from fin_day where tenant_id = ${tenantId} and deleted_at is null) as last,
      (select create_time::text from fin_journal where tenant_id = ${tenantId}
        and not exists (select from fin_day where tenant_id = ${tenantId}) order by create_time limit 1) as first`);
  const { last = null, first = null } = rows[0] ?? {};
  const begin = last ? dayAfter(last) : first && dayOf(new Date(first), zone);
  const found: string[] = [];
  if (begin)
    for (let day = begin; startOf(dayAfter(day), zone).getTime() + GRACE_MILLIS <= now.getTime(); day = dayAfter(day))
      found.push(day);
  return found;
}

/** @returns false if another node closed the day first */
async function closeDay(tx: Tx, tenantId: string, zone: string, day: string, now: Date): Promise<boolean> {
  await readOneState(tx);
  const lastJournalId = await newestJournal(tx);
  const figures = await figuresOf(tx, day, spanIn(zone, tenantId, day), zone);
  const stored = z.encode(report, figures);
  const written = await tx
    .insert(days)
    .values({
      tenantId,
      day,
      ...headOf(figures),
      change: dayChange.is.none,
      closed: stored,
      current: stored,
      lastJournalId,
    })
    .onConflictDoNothing()
    .returning({ id: days.id });
  const [row] = written;
  if (!row) return false;
  announceChange(tx, tenantId, financeDay);
  // No daily notification while the history is being closed.
  if (figures.differences > 0 && now.getTime() - startOf(day, zone).getTime() < (WATCHED_DAYS + 1) * DAY_MILLIS)
    await notify(tx, tenantId, 'DAY_DIFFERS', row.id, day, figures.differences);
  return true;
}

/**
 * Recomputes a closed day and stores and reports differences once. Must be the first step of its transaction. @returns null for an unknown
 * day
 */
export async function workOutAgain(tx: Tx, tenantId: string, day: string): Promise<DayRow | null> {
  await readOneState(tx);
  const [row] = await tx
    .select()
    .from(days)
    .where(and(eq(days.tenantId, tenantId), eq(days.day, day), isNull(days.deletedAt)))
    .for('update');
  if (!row) return null;
  const lastJournalId = await newestJournal(tx);
  const zone = await businessZone(tx, tenantId);
  const figures = await figuresOf(tx, day, spanIn(zone, tenantId, day), zone);
  const stored = z.encode(report, figures);
  const isChanged = !isDeepStrictEqual(comparable(stored), comparable(row.closed));
  const isNews = !isDeepStrictEqual(comparable(stored), comparable(row.current));
  const change = isChanged ? dayChange.is.changed : dayChange.is.none;
  const [written] = await tx
    .update(days)
    .set({
      ...headOf(figures),
      current: stored,
      change,
      changeTime: isChanged ? (row.changeTime ?? (sql`now()` as unknown as Date)) : null,
      lastJournalId,
      ...(isNews ? { version: sql`${days.version} + 1`, updateTime: sql`now()` as unknown as Date } : {}),
    })
    .where(eq(days.id, row.id))
    .returning();
  invariant(written, 'day-gone', day);
  if (isNews) {
    announceChange(tx, tenantId, financeDay);
    if (isChanged) await notify(tx, tenantId, 'DAY_CHANGED', row.id, day, figures.differences);
  }
  return written;
}

/** Whether days of a tenant have been closed. Its time zone may not change after that. */
export async function hasClosedDays(run: Pick<Tx, 'execute'>, tenantId: string): Promise<boolean> {
  const { rowCount } = await run.execute(sql`select from fin_day where tenant_id = ${tenantId} limit 1`);
  return Boolean(rowCount);
}

/** Recomputes closed days with a journal posted after they were last computed. */
async function recheckCorrected(db: Db, tenantId: string, zone: string, now: Date): Promise<void> {
  const corrected = await db.tx(async (tx) => {
    const { rows } = await tx.execute<{ day: string }>(sql`
      with seen as (select max(last_journal_id) as id, max(day) as day from fin_day where tenant_id = ${tenantId} and deleted_at is null)
      select distinct ((j.create_time at time zone ${zone})::date)::text as day
      from fin_journal j, seen
      where j.id > seen.id and j.tenant_id = ${tenantId} and j.create_time < ((seen.day + 1)::timestamp at time zone ${zone})
        and j.create_time < ${now.toISOString()}::timestamptz
      order by 1 limit ${CLOSE_MOST}`);
    return rows.map(({ day }) => day);
  });
  for (const day of corrected) await db.tx((tx) => workOutAgain(tx, tenantId, day), SNAPSHOT);
}

async function newestJournal(tx: Tx): Promise<bigint> {
  const { rows } = await tx.execute<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from fin_journal`);
  return BigInt(rows[0]?.id ?? 0);
}

const notify = (tx: Tx, tenantId: string, key: 'DAY_DIFFERS' | 'DAY_CHANGED', id: bigint, day: string, count: number) =>
  sendMessage(tx, systemActor(tenantId), {
    to: { roleKeys: ['administrator', 'finance', 'finance_check'] },
    key,
    params: { day, count: String(count) },
    bizType: financeDay.name,
    bizId: String(id),
    route: `/${financeDay.name}/index?record=${id}`,
  });

/** Returns the compared figures of a closed day. Refunds of later days change the present value of orders, which is no correction. */
function comparable(stored: unknown): unknown {
  const { opening, closing, lines, events } = stored as { [K in 'opening' | 'closing' | 'lines' | 'events']: unknown };
  const kept = (lines as { line: string }[]).filter(({ line }) => line !== 'placed');
  return { opening, closing, lines: kept, events };
}

function headOf(figures: DayReport) {
  const ledger = (name: string) => figures.lines.find(({ line, part }) => line === name && part === null)?.ledger;
  const zero = 0n as DayReport['closing'];
  return {
    result: figures.differences > 0 ? dayResult.is.differs : dayResult.is.agrees,
    differenceCount: figures.differences,
    recharged: ledger('recharge') ?? zero,
    withdrawn: ledger('payout') ?? zero,
    sold: ledger('sale') ?? zero,
    refunded: micros((ledger('refund') ?? 0n) + (ledger('packageRefund') ?? 0n)),
    closing: figures.closing,
    currency: figures.currency,
  };
}

const dayOf = (at: Date, zone: string): string => formatTime(at, zone).slice(0, 10);
const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLIS).toISOString().slice(0, 10);

function startOf(day: string, zone: string): Date {
  const begin = parseTime(day, zone);
  invariant(begin, 'closing-day', day);
  return begin;
}
