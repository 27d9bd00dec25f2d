import { errorText, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { ruleText } from '@trade-assistant/contract/line-rules.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { maskLine, plainNumber } from '../../../kernel/phone/index.ts';
import { payerOf } from '../../stock/orders/index.ts';
import { messageSender } from '../../vendors/providers/index.ts';
import { phoneFigures, phones, usedBy } from '../sms-senders/index.ts';
import { LINE, lanesOf, type WorkTask, workLines } from '../work/index.ts';
import { templateStop } from './admit.ts';
import { isSms } from './channels.ts';
import { assertQuota, needsReview } from './confirm.ts';
import { unservedIn } from './country-rules.ts';
import { sendingErrors } from './errors.ts';
import { placesUsed } from './limits.ts';
import { isDueOnSubmit, messagePrice, spendableOf, withoutPrice } from './quote.ts';
import { type Buyer, mayUse } from './senders.ts';

/** Lines with problems, and samples, that a summary shows. */
const PROBLEMS_MAX = 100;
const SAMPLES = 5;
/** The rule of lines of a country that is not served, without the country. */
const MARKET = 'country/';

/** Returns what a draft would do when it is confirmed: prices by country, problems by line, samples, and whether anything forbids it. */
export async function summaryOf(app: App, task: WorkTask, locale: Locale, isOwn: boolean) {
  const { drizzle } = app.db;
  const lanes = (await lanesOf(drizzle, task)).filter(({ units }) => units > 0);
  const byCountry = Map.groupBy(lanes, ({ countryCode }) => countryCode);
  const payer = await payerOf(app.db, task);
  // Countries without a price are listed apart, as they are now.
  const isAboutPrices = task.failReason === null || task.failReason === 'PRICE_NOT_FOUND';
  let problem: string | null = isAboutPrices ? null : errorText(task.failReason ?? '', task.failParams, locale);
  const noted = (error: unknown): null => {
    if (!isAppError(error)) throw error;
    problem ??= errorText(error.code, error.params, locale);
    return null;
  };
  let currency: string | null = null;
  const linesOf = isSms(task) ? await linesByCountry(app, task) : null;
  let isOnSubmit = false;
  const priced = await Promise.all(
    [...byCountry].map(async ([countryCode, group]) => {
      const units = group.reduce((sum, lane) => sum + lane.units, 0);
      const lines = linesOf?.get(countryCode) ?? units;
      const price = await messagePrice(app.db, payer, task, countryCode, task.submitCount).catch(withoutPrice);
      currency ??= price?.currency ?? null;
      const unitPrice: Micro | null = price?.unitPrice ?? null;
      if (price && isSms(task)) isOnSubmit ||= await isDueOnSubmit(drizzle, price.priceId);
      return { countryCode, lines, units, unitPrice, total: unitPrice === null ? null : times(unitPrice, units) };
    }),
  );
  const unpriced = priced.filter(({ total }) => total === null).map(({ countryCode }) => countryCode);
  const total = unpriced.length === 0 ? micros(priced.reduce((sum, lane) => sum + (lane.total ?? 0n), 0n)) : null;
  const balance = await spendableOf(app, task);
  const stop = await templateStop(drizzle, task);
  if (stop) problem ??= errorText(stop, null, locale);
  const sender = task.senderId === null ? null : await messageSender(app, drizzle, task.senderId);
  if (!sender) problem ??= errorText('SENDER_GONE', null, locale);
  else if (sender.restriction !== null) problem ??= errorText('SENDER_RESTRICTED', null, locale);
  if (task.submitCount === 0) problem ??= errorText('NOTHING_TO_SEND', null, locale);
  try {
    assertQuota(task, task.submitCount);
  } catch (error) {
    noted(error);
  }
  const perSecond = Math.min(sender?.ratePerSecond ?? 1, (task.speedPerMinute ?? Number.POSITIVE_INFINITY) / 60);
  const isTask = sql`${workLines.taskId} = ${task.id} and ${workLines.createTime} = ${task.createTime} and ${workLines.isCurrent}`;
  const isOfMarket = sql`coalesce(${workLines.rule} like ${`${MARKET}%`}, false)`;
  const [rejected, reasons, markets, samples] = await Promise.all([
    drizzle
      .select()
      .from(workLines)
      .where(sql`${isTask} and ${workLines.state} = ${LINE.rejected} and not ${isOfMarket}`)
      .orderBy(asc(workLines.lineNo))
      .limit(PROBLEMS_MAX),
    drizzle.execute<{ reason: number; lines: number }>(sql`
      select reject_reason as reason, count(*)::int as lines from work_line
      where task_id = ${task.id} and create_time = ${task.createTime} and state = ${LINE.rejected} and not ${isOfMarket}
      group by 1 order by 2 desc`),
    drizzle.execute<{ country: string; lines: number; isBlocked: boolean }>(sql`
      select substr(rule, ${MARKET.length + 1}) as country, count(*)::int as lines,
        bool_or(reject_reason = ${numberReject.is.countryBlocked}) as "isBlocked" from work_line
      where task_id = ${task.id} and create_time = ${task.createTime} and state = ${LINE.rejected} and ${isOfMarket}
      group by 1 order by 2 desc, 1`),
    drizzle
      .select()
      .from(workLines)
      .where(sql`${isTask} and ${workLines.state} = ${LINE.open}`)
      .orderBy(asc(workLines.lineNo))
      .limit(SAMPLES),
  ]);
  const { unserved } = unservedIn(app, task.businessType, task.tenantId);
  const numberOf = (line: typeof workLines.$inferSelect) => {
    const text = line.e164 === null ? (line.userRef ?? line.raw ?? '') : plainNumber(line.e164);
    return isOwn ? text : maskLine(text);
  };
  return {
    lanes: priced,
    unpriced,
    total,
    currency,
    isOnSubmit,
    balance,
    enough: total !== null && balance >= total,
    estimatedSeconds: Math.ceil(task.submitCount / Math.max(perSecond, 1 / 60)),
    needsReview: await needsReview(app, drizzle, task),
    problem,
    markets: markets.rows.map(({ country, lines, isBlocked }) => ({
      ...{ countryCode: country, lines },
      reason: isBlocked
        ? ('blocked' as const)
        : unserved.includes(country)
          ? ('unserved' as const)
          : ('marketing' as const),
    })),
    problems: rejected.map((line) => ({
      lineNo: line.lineNo,
      number: numberOf(line),
      reason: line.rejectReason ?? 0,
      detail: line.rule === null ? null : ruleText(line.rule, locale),
    })),
    reasons: reasons.rows.map(({ reason, lines }) => ({ reason, lines })),
    samples: samples.map((line) => ({ lineNo: line.lineNo, number: numberOf(line), params: shownParams(line.params) })),
  };
}

async function linesByCountry(app: App, task: WorkTask): Promise<ReadonlyMap<string, number>> {
  const { rows } = await app.db.drizzle.execute<{ country: string; lines: number }>(sql`
    select country_code as country, count(*)::int as lines from work_line
    where task_id = ${task.id} and create_time = ${task.createTime} and is_current and state <> ${LINE.rejected} group by 1`);
  return new Map(rows.map(({ country, lines }) => [country, lines]));
}

/** Returns the values of a line as people may see them: never a code. */
export const shownParams = (params: Readonly<Record<string, string>> | null): Record<string, string> =>
  Object.fromEntries(Object.entries(params ?? {}).filter(([key]) => key !== 'code'));

/** Of which order, or of whose; null: anybody's. */
interface QuotaQuestion {
  readonly task: WorkTask | null;
  readonly tenantId: string;
  readonly buyer: Buyer | null;
}

/** The answer without an order and a sender: no limit is known. */
export const NO_QUOTA = {
  ...{ dailyLimit: null, usedToday: 0, remaining: null, portfolioLimit: null, portfolioUsed24h: 0, orderNeeds: null },
  ...{ perCountry: [], balanceAllows: null, minOfAll: null, resetAt: null },
};

/** Returns how many messages a sender may still send, and the smallest of all limits. @throws SENDER_GONE */
export async function quotaOf(app: App, { task, senderId, tenantId, buyer }: QuotaQuestion & { senderId: bigint }) {
  const { drizzle } = app.db;
  const sender = await messageSender(app, drizzle, senderId);
  if (!sender || sender.tenantId !== tenantId || (buyer && !mayUse(sender, buyer))) throw sendingErrors.SENDER_GONE();
  const limit = sender.portfolio && sender.portfolio.limit > 0 ? sender.portfolio.limit : null;
  const { used, resetAt } = sender.portfolio
    ? await placesUsed(drizzle, tenantId, sender.portfolio.code)
    : { used: 0, resetAt: null };
  const { rows } = await drizzle.execute<{ used: number }>(sql`
    select count(*)::int as used from snd_message where sender_id = ${senderId} and direction = 1 and create_time > now() - interval '24 hours'`);
  const remaining = limit === null ? null : Math.max(0, limit - used);
  return {
    dailyLimit: limit,
    usedToday: rows[0]?.used ?? 0,
    remaining,
    portfolioLimit: limit,
    portfolioUsed24h: used,
    ...(await limitsOf(app, task, remaining)),
    resetAt,
  };
}

/** Returns how many parts a phone may still send today, and the smallest of all limits. @throws SENDER_GONE */
export async function phoneQuotaOf(app: App, { task, phoneId, tenantId, buyer }: QuotaQuestion & { phoneId: bigint }) {
  const [phone] = await app.db.drizzle
    .select()
    .from(phones)
    .where(
      and(
        eq(phones.id, phoneId),
        eq(phones.tenantId, tenantId),
        buyer ? usedBy(buyer.agentId ?? buyer.ownerId) : undefined,
      ),
    );
  if (!phone) throw sendingErrors.SENDER_GONE();
  const usedToday = (await phoneFigures(app.db.drizzle, [phoneId])).get(phoneId)?.usedToday ?? 0;
  const dailyLimit = phone.dailyLimit === 0 ? null : phone.dailyLimit;
  const remaining = dailyLimit === null ? null : Math.max(0, dailyLimit - usedToday);
  return {
    ...{ dailyLimit, usedToday, remaining, portfolioLimit: null, portfolioUsed24h: 0, resetAt: null },
    ...(await limitsOf(app, task, remaining)),
  };
}

/** Returns how many units the balance of an order's owner pays, and the smallest of this and another limit. */
async function limitsOf(app: App, task: WorkTask | null, remaining: number | null) {
  let balanceAllows: number | null = null;
  if (task) {
    const payer = await payerOf(app.db, task);
    const country = task.countryCodes[0];
    const price =
      country === undefined
        ? null
        : await messagePrice(app.db, payer, task, country, task.submitCount).catch(() => null);
    if (price && price.unitPrice > 0n) balanceAllows = Number((await spendableOf(app, task)) / price.unitPrice);
  }
  const all = [remaining, balanceAllows].filter((one) => one !== null);
  return {
    orderNeeds: task ? task.pendingCount + task.deferredCount : null,
    perCountry: [],
    balanceAllows,
    minOfAll: all.length > 0 ? Math.min(...all) : null,
  };
}
