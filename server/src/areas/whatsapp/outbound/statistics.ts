import type { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { OUTBOUND, outbounds } from '../../../engines/stock/inventory/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';

const TOP_AGENTS = 10;
const HANDED_OVER = [OUTBOUND.delivered, OUTBOUND.partlyReturned, OUTBOUND.returned];

/** Returns delivered quantities of notes the caller may see, by country, day of the caller's zone, and customer. */
export async function outboundStatistics(
  c: Context,
  input: CallInput<typeof outbound, 'statistics', 'out'>,
): Promise<CallData<typeof outbound, 'statistics', 'out'>> {
  const { createTime_dategt: from, createTime_datelt: until, agentId, countryCode } = input;
  const notes = and(
    visible(c.actor, outbounds, 'owner'),
    inArray(outbounds.status, HANDED_OVER),
    from ? gte(outbounds.createTime, from) : undefined,
    until ? lt(outbounds.createTime, until) : undefined,
    agentId === undefined ? undefined : eq(outbounds.agentId, agentId),
    countryCode === undefined ? undefined : eq(outbounds.countryCode, countryCode),
  );
  const day = sql`to_char(${outbounds.createTime} at time zone ${c.zone}::text, 'YYYY-MM-DD')`;
  const name = sql`(select ${c.locale === 'zh' ? sql`name_zh` : sql`name_en`} from inv_country n
    where n.tenant_id = ${c.actor.tenantId} and n.country_code = ${outbounds.countryCode} and n.deleted_at is null)`;
  const [[total], byCountry, byDay, topAgents] = await Promise.all([
    c.app.db.drizzle
      .select({
        outboundCount: sql<number>`count(*)::int`,
        numberCount: sql<number>`coalesce(sum(${outbounds.deliveredQty}), 0)::int`,
        returnedCount: sql<number>`coalesce(sum(${outbounds.returnedQty}), 0)::int`,
        amount: amountSum,
      })
      .from(outbounds)
      .where(notes),
    grouped(c, notes, outbounds.countryCode, name, sql`3 desc, 1`),
    grouped(c, notes, day, sql`null`, sql`1`),
    grouped(
      c,
      and(notes, sql`${outbounds.agentId} is not null`),
      outbounds.agentId,
      sql`max(${outbounds.agentName})`,
      sql`4 desc, 3 desc, 1`,
      TOP_AGENTS,
    ),
  ]);
  const { outboundCount = 0, numberCount = 0, returnedCount = 0, amount = micros(0n) } = total ?? {};
  return {
    outboundCount,
    numberCount,
    amount,
    currency: BOOK_CURRENCY,
    returnedCount,
    returnRate: numberCount === 0 ? 0 : Math.round((returnedCount / numberCount) * 10_000) / 100,
    byCountry: byCountry.map((row) => ({
      countryCode: row.key,
      name: row.name ?? row.key,
      count: row.count,
      amount: row.amount,
    })),
    byDay: byDay.map((row) => ({ date: row.key, count: row.count, amount: row.amount })),
    topAgents: topAgents.map((row) => ({
      agentId: BigInt(row.key),
      agentName: row.name ?? '',
      count: row.count,
      amount: row.amount,
    })),
  };
}

const amountSum = sql<Micro>`coalesce(sum(${outbounds.amount}), 0)::text`.mapWith((text: string) =>
  micros(BigInt(text)),
);

/** Delivered numbers and their cost, grouped by an expression. */
const grouped = (
  c: Context,
  notes: SQL | undefined,
  key: SQL | typeof outbounds.countryCode | typeof outbounds.agentId,
  name: SQL,
  order: SQL,
  limit = 1000,
) =>
  c.app.db.drizzle
    .select({
      key: sql<string>`${key}::text`,
      name: sql<string | null>`${name}`,
      count: sql<number>`sum(${outbounds.deliveredQty})::int`,
      amount: amountSum,
    })
    .from(outbounds)
    .where(notes)
    .groupBy(sql`1`, outbounds.tenantId, ...(key === outbounds.countryCode ? [outbounds.countryCode] : []))
    .orderBy(order)
    .limit(limit);
