import { type TraceSource, trace, traceSources } from '@trade-assistant/contract/areas/log/trace.ts';
import type { CallData, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { apiLogs, errorLogs, trail, usualLogs } from '../../kernel/audit/index.ts';
import { hiddenByRule } from '../../kernel/auth/rule-fields.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { ruledRows } from '../../kernel/resource/data-rules.ts';
import { callTitle, trailTitle } from './words/call-title.ts';

type TraceEvent = CallData<typeof trace, 'events', 'out'>['events'][number];
type EventDetail = Omit<TraceEvent, 'source' | 'id' | 'afterMillis'>;

/** Most rows per log: a request with more is in a loop, and its first rows show it. */
const MOST = 200;

/** Every answer has a trace id, so a request may ask for one whose rows have been deleted; the answer is then empty. */
export default serve(trace, {
  events: async (c, { traceId }) => {
    const read = traceSources.filter((source) => c.can(`${source}:view`));
    const found = (await Promise.all(read.map((source) => READERS[source](c, traceId)))).flat();
    found.sort((a, b) => a.time.getTime() - b.time.getTime() || a.rank - b.rank);
    const first = found[0]?.time.getTime() ?? 0;
    return {
      events: found.map(({ rank: _rank, ...event }) => ({ ...event, afterMillis: event.time.getTime() - first })),
      isCut: read.some((source) => found.filter((event) => event.source === source).length >= MOST),
      unread: traceSources.filter((source) => !read.includes(source)),
    };
  },
});

type Ranked = Omit<TraceEvent, 'afterMillis'> & { readonly rank: number };
type LogTable = PgTable & Record<'id' | 'tenantId' | 'traceId' | 'createTime', PgColumn>;

/** Reads the entries of a log about a request: those in the reader's own list, without fields hidden by rules. */
function reader<T extends LogTable>(
  source: TraceSource,
  table: T,
  tell: (row: T['$inferSelect'], c: Context) => EventDetail,
) {
  const resource = registry.find(({ name }) => name === source) as Resource;
  return async (c: Context, traceId: string): Promise<Ranked[]> => {
    const of = and(eq(table.tenantId, c.actor.tenantId), eq(table.traceId, traceId), ruledRows(c.actor, table));
    const rows = await c.app.db.drizzle
      .select()
      .from(table as PgTable)
      .where(of)
      .orderBy(asc(table.createTime), asc(table.id))
      .limit(MOST);
    const hidden = hiddenByRule(resource, c.ruleOf?.(source));
    return rows.map((row) => {
      const shown = { ...row, ...Object.fromEntries(hidden.map((name) => [name, blank(row[name])])) };
      const entry = tell(shown as T['$inferSelect'], c);
      return { ...entry, source, id: row['id'] as bigint, rank: traceSources.indexOf(source) };
    });
  };
}

/** Replaces hidden values by empty ones, except times and durations, which order the rows. */
const blank = (value: unknown): unknown => (typeof value === 'string' ? '' : value instanceof Date ? value : null);

const none = { status: null, tookMillis: null };

const READERS: Readonly<Record<TraceSource, (c: Context, traceId: string) => Promise<Ranked[]>>> = {
  // Stored when the call answers; sorted by its start.
  'log/api': reader('log/api', apiLogs, (row, { locale }) => ({
    time: new Date(row.createTime.getTime() - (row.time ?? 0)),
    title: callTitle(row.title, locale) || row.requestUri,
    text: `${row.method} ${row.requestUri}`.trim(),
    who: row.createBy,
    tone: row.status >= 500 ? 'bad' : row.status >= 400 ? 'attention' : 'good',
    status: row.status,
    tookMillis: row.time,
  })),
  'log/usual': reader('log/usual', usualLogs, (row) => ({
    ...none,
    time: row.createTime,
    title: row.logId,
    text: row.logData,
    who: row.createBy,
    tone: row.logLevel === 'error' ? 'bad' : row.logLevel === 'warn' ? 'attention' : 'running',
  })),
  'log/error': reader('log/error', errorLogs, (row) => ({
    ...none,
    time: row.createTime,
    title: row.exceptionName,
    text: row.message,
    who: row.createBy,
    tone: 'bad',
  })),
  'log/audit': reader('log/audit', trail, (row, { locale }) => ({
    ...none,
    time: row.createTime,
    title: trailTitle(row, locale),
    text: row.reason ?? '',
    who: row.account,
    tone: 'running',
  })),
};
