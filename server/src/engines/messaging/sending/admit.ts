import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { lineStatus, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { countedForm, formsOf } from '../../../kernel/phone/index.ts';
import { messageSender } from '../../vendors/providers/index.ts';
import { decideMessages, recipientKey } from '../compliance/index.ts';
import { phoneFigures, usablePhone } from '../sms-senders/index.ts';
import { type Admission, DEFERRED, type Deferral, type OpenLine, type Refused, type WorkTask } from '../work/index.ts';
import { bringsCodes, CODE_KINDS, detailsOf, isMarketing, isSms, type MessageChannel } from './channels.ts';
import { isAllowedInCountry } from './country-rules.ts';
import { givePairs, givePlaces, takePairs, takePlaces } from './limits.ts';
import { templates } from './tables.ts';

/** The recipient of a line: its number, or the channel's id. */
export const recipientOf = ({ e164, userRef }: Pick<OpenLine, 'e164' | 'userRef'>): bigint | string => userRef ?? e164;

/** Codes to one person in an hour, of all channels: more of them flood a phone, or guess. */
const CODES_MAX = 5;
declareLimit({ name: 'codes to a person', window: 'hour', unit: 'messages' });
/** A pause without a known end is looked at again after so long. */
const AGAIN_MILLIS = 3_600_000;

/**
 * Decides in the transaction that hands lines of one country over: sender and template, pause between two messages to a recipient, limit of
 * the portfolio, then compliance. A message that is put off takes no place.
 */
export async function admitMessages(
  app: App,
  tx: Tx,
  channel: MessageChannel,
  task: WorkTask,
  lines: readonly OpenLine[],
  countryCode: string,
): Promise<Admission> {
  const sender = task.senderId === null ? null : await messageSender(app, tx, task.senderId);
  if (!sender || sender.restriction !== null) return paused('SENDER_RESTRICTED');
  const stop = await templateStop(tx, task);
  if (stop) return paused(stop);
  const refused = new Map<number, Refused>();
  const deferred = new Map<number, Deferral>();
  const keys = new Map(lines.map((line) => [line.lineNo, recipientKey(app.secrets, recipientOf(line))]));
  const keyOf = ({ lineNo }: OpenLine) => keys.get(lineNo) ?? 0n;
  const open = () => lines.filter(({ lineNo }) => !refused.has(lineNo) && !deferred.has(lineNo));

  if (isSms(task)) {
    const day = await phoneDay(tx, task, lines);
    if ('pause' in day) return paused(day.pause);
    for (const { lineNo } of day.tooLong)
      refused.set(lineNo, { reason: numberReject.is.tooLong, rule: `daily/${day.limit}` });
    for (const { lineNo } of day.later) deferred.set(lineNo, { until: day.until, reason: DEFERRED.dailyLimit });
  }
  if (!isAllowedInCountry(app, task, countryCode))
    for (const { lineNo } of lines)
      refused.set(lineNo, { reason: numberReject.is.notServed, rule: `country/${countryCode}` });

  if (bringsCodes(task))
    for (const lineNo of await floodedLines(tx, task, open()))
      refused.set(lineNo, { reason: numberReject.is.tooOften, rule: `codes/${CODES_MAX}` });

  const early = await takePairs(tx, sender.id, open().map(keyOf), channel.pairSeconds);
  for (const line of open()) {
    const from = early.get(keyOf(line));
    if (from) deferred.set(line.lineNo, { until: from, reason: DEFERRED.pairPause });
  }
  const places = sender.portfolio ? await takePlaces(tx, task.tenantId, sender.portfolio, open().map(keyOf)) : null;
  for (const line of open())
    if (places?.refused.has(keyOf(line)))
      deferred.set(line.lineNo, {
        until: places.freeAt ?? new Date(Date.now() + AGAIN_MILLIS),
        reason: DEFERRED.portfolioLimit,
      });

  const now = new Date();
  let pause: string | undefined;
  // Own numbers need no declaration, and are written to at any hour.
  if (detailsOf(task).seedOf !== undefined) return { refused, deferred };
  // A repetition was counted for its frequency when it was handed over first.
  for (const isCounted of [false, true]) {
    const group = open().filter(({ attemptNo }) => attemptNo > 0 === isCounted);
    if (group.length === 0 || pause !== undefined) continue;
    const decision = await decideMessages(
      app,
      tx,
      {
        tenantId: task.tenantId,
        ownerId: task.ownerId,
        ownerPath: task.ownerPath,
        channel: channel.businessType,
        countryCode,
        consentId: task.consentId,
        isMarketing: isMarketing(task),
        numbers: group.map(recipientOf),
        isCounted,
      },
      now,
    );
    if (decision.consent === 'missing') pause = 'CONSENT_REQUIRED';
    if (decision.consent === 'expired') pause = 'CONSENT_EXPIRED';
    if (decision.isNever) pause = 'QUIET_NEVER';
    for (const [index, refusal] of decision.refused) {
      const line = group[index];
      if (line) refused.set(line.lineNo, refusal);
    }
    for (const [index, from] of decision.deferred) {
      const line = group[index];
      if (line && !refused.has(line.lineNo)) deferred.set(line.lineNo, { until: from, reason: DEFERRED.quietHours });
    }
  }
  const isLeft = (line: OpenLine) => pause === undefined && !refused.has(line.lineNo) && !deferred.has(line.lineNo);
  const given = lines.filter((line) => !isLeft(line) && !early.has(keyOf(line))).map(keyOf);
  if (given.length > 0) await givePairs(tx, sender.id, given);
  if (sender.portfolio && places) {
    const taken = new Set(places.taken);
    const back = given.filter((key) => taken.has(key));
    if (back.length > 0) await givePlaces(tx, task.tenantId, sender.portfolio.code, back);
  }
  return pause === undefined ? { refused, deferred } : paused(pause);
}

/** Lines beyond what a phone may send today. */
interface PhoneDay {
  /** Texts of more parts than it may send on any day. */
  readonly tooLong: readonly OpenLine[];
  /** Those that go on tomorrow: the others use up what is left of today. */
  readonly later: readonly OpenLine[];
  readonly until: Date;
  readonly limit: number;
}

/** Returns what a phone must not send today; or, when it cannot be used at all, why the task stops. */
async function phoneDay(
  tx: Tx,
  task: WorkTask,
  lines: readonly OpenLine[],
): Promise<PhoneDay | { readonly pause: string }> {
  const { tenantId, ownerId, agentId } = task;
  try {
    const { id, dailyLimit } = await usablePhone(tx, { tenantId, ownerId, agentId: agentId ?? ownerId }, phoneOf(task));
    const limit = dailyLimit === 0 ? Number.POSITIVE_INFINITY : dailyLimit;
    const used = dailyLimit === 0 ? 0 : ((await phoneFigures(tx, [id])).get(id)?.usedToday ?? 0);
    let left = limit - used;
    const later = lines.filter(({ units }) => {
      if (units > limit) return false;
      if (units > left) return true;
      left -= units;
      return false;
    });
    const until = later.length > 0 ? await tomorrowOf(tx, task) : new Date();
    return { tooLong: lines.filter(({ units }) => units > limit), later, until, limit };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { pause: error.code };
  }
}

export const phoneOf = (task: WorkTask): bigint => BigInt(detailsOf(task).phoneId ?? 0);
export const partsOf = (lines: readonly OpenLine[]): number => lines.reduce((sum, { units }) => sum + units, 0);

/** Returns the start of the tenant's next day. */
async function tomorrowOf(tx: Tx, { tenantId }: WorkTask): Promise<Date> {
  const { rows } = await tx.execute<{ at: string }>(
    sql`select (${startOfCurrent('day', tenantId)} + interval '1 day')::text as at`,
  );
  return new Date(rows[0]?.at ?? Date.now() + AGAIN_MILLIS);
}

/**
 * Returns the lines whose recipients had as many codes in the last hour as a person may have, in whatever channel and form of the number;
 * messages that failed do not count. Orders of codes of a tenant decide one after the other, so that two at once do not take one place.
 */
async function floodedLines(tx: Tx, task: WorkTask, lines: readonly OpenLine[]): Promise<readonly number[]> {
  const { tenantId, senderId } = task;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`codes:${tenantId}`}, 0))`);
  const forms = lines.flatMap(({ e164, userRef }) => (userRef === null ? formsOf(e164) : []));
  const refs = lines.flatMap(({ userRef }) => (userRef === null ? [] : [userRef]));
  const kinds = sql.join(
    CODE_KINDS.map(([channel, kind]) => sql`(${channel}::int, ${kind}::int)`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ e164: string | null; ref: string | null; count: number }>(sql`
    select m.e164::text, m.user_ref as ref, count(*)::int as count from snd_message m join work_task t on t.id = m.task_id
    where m.tenant_id = ${tenantId} and (m.e164 = any(${sql.param(forms)}::bigint[])
        or m.sender_id = ${senderId} and m.user_ref = any(${sql.param(refs)}::text[]))
      and m.direction = 1 and m.status <> ${lineStatus.is.failed} and m.create_time > now() - interval '1 hour'
      and (t.business_type, t.filter_type) in (${kinds}) group by 1, 2`);
  const personOf = ({ e164, ref }: { e164: string | bigint | null; ref: string | null }) =>
    ref ?? countedForm(BigInt(e164 ?? 0));
  const had = new Map<string | bigint, number>();
  for (const row of rows) had.set(personOf(row), (had.get(personOf(row)) ?? 0) + row.count);
  return lines.flatMap(({ lineNo, e164, userRef }) => {
    const person = personOf({ e164, ref: userRef });
    const count = had.get(person) ?? 0;
    had.set(person, count + 1);
    return count >= CODES_MAX ? [lineNo] : [];
  });
}

const paused = (pause: string): Admission => ({ refused: new Map(), pause });

/** Returns why the template of an order forbids sending now; null if it does not. */
export async function templateStop(
  tx: Pick<Tx, 'select'>,
  { templateId, filterType }: WorkTask,
): Promise<string | null> {
  if (templateId === null) return null;
  const [template] = await tx.select().from(templates).where(eq(templates.id, templateId));
  if (!template || template.status === templateStatus.is.disabled || template.status === templateStatus.is.rejected)
    return 'TEMPLATE_DISABLED';
  if (template.category !== filterType) return 'TEMPLATE_CATEGORY';
  return template.status === templateStatus.is.approved ? null : 'TEMPLATE_PAUSED';
}
