import { messagePurpose } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { PLATFORM } from '../../../kernel/parameters/index.ts';
import { callingCodeOf, zonesOfNumber } from '../../../kernel/phone/index.ts';
import type { Recipient } from './digests.ts';

/** Quiet hours of a country, in local time. */
export interface QuietRule {
  /** `HH:MM`; a start behind the end passes midnight. */
  readonly startTime: string;
  readonly endTime: string;
  readonly weekendsOff: boolean;
  /** `yyyy-MM-dd`. */
  readonly offDates: readonly string[];
}

/**
 * The law limits marketing beside the rules. United States: 47 CFR 64.1200(c)(1), local time of the called party.
 */
const statutory: Readonly<Record<string, QuietRule>> = {
  US: { startTime: '21:00', endTime: '08:00', weekendsOff: false, offDates: [] },
};

/** A search beyond this many days finds nothing: the rules never allow a message. */
const HORIZON_DAYS = 40;
const SATURDAY_AND_SUNDAY = [6, 7];

/** Returns every time zone in which a number of the country may be: those of the browser's data and those that staff entered. */
export function zonesOf(countryCode: string, entered: readonly string[] = []): readonly string[] {
  const known = /^[A-Z]{2}$/.test(countryCode) ? (new Intl.Locale(`und-${countryCode}`).getTimeZones?.() ?? []) : [];
  const zones = [...new Set([...known, ...entered])];
  return zones.length > 0 ? zones : ['UTC'];
}

/** Days of the weekend, 1 (Monday) to 7. */
const weekendOf = (countryCode: string): readonly number[] =>
  /^[A-Z]{2}$/.test(countryCode)
    ? (new Intl.Locale(`und-${countryCode}`).getWeekInfo?.().weekend ?? SATURDAY_AND_SUNDAY)
    : SATURDAY_AND_SUNDAY;

/** Returns the end of the quiet time that a rule has at a moment in a zone; undefined where it allows a message. */
function quietEnd(
  rule: QuietRule,
  at: Temporal.ZonedDateTime,
  weekend: readonly number[],
): Temporal.Instant | undefined {
  const day = at.toPlainDate();
  if ((rule.weekendsOff && weekend.includes(at.dayOfWeek)) || rule.offDates.includes(day.toString()))
    return at.startOfDay().add({ days: 1 }).startOfDay().toInstant();
  const start = Temporal.PlainTime.from(rule.startTime);
  const end = Temporal.PlainTime.from(rule.endTime);
  const now = at.toPlainTime();
  const { compare } = Temporal.PlainTime;
  const isOvernight = compare(start, end) > 0;
  const isQuiet = isOvernight
    ? compare(now, start) >= 0 || compare(now, end) < 0
    : compare(now, start) >= 0 && compare(now, end) < 0;
  if (!isQuiet) return undefined;
  const endDay = isOvernight && compare(now, start) >= 0 ? day.add({ days: 1 }) : day;
  const until = endDay.toZonedDateTime({ timeZone: at.timeZoneId, plainTime: end }).toInstant();
  // When clocks go back, the hour before the end happens twice: the second one is past the end of the first.
  return Temporal.Instant.compare(until, at.toInstant()) > 0 ? until : at.add({ minutes: 1 }).toInstant();
}

/**
 * Returns the first moment from `at` on at which all rules allow a message in all zones; null if there is none within forty days. Zones
 * may exclude each other for hours, so each found end is checked again in all of them.
 */
export function firstAllowed(
  at: Temporal.Instant,
  rules: readonly QuietRule[],
  { countryCode, zones }: { readonly countryCode: string; readonly zones: readonly string[] },
): Temporal.Instant | null {
  const weekend = weekendOf(countryCode);
  const last = at.add({ hours: 24 * HORIZON_DAYS });
  let moment = at;
  while (Temporal.Instant.compare(moment, last) <= 0) {
    let next: Temporal.Instant | undefined;
    for (const zone of zones)
      for (const rule of rules) {
        const end = quietEnd(rule, moment.toZonedDateTimeISO(zone), weekend);
        if (end && (!next || Temporal.Instant.compare(end, next) > 0)) next = end;
      }
    if (!next) return moment;
    moment = next;
  }
  return null;
}

interface QuietBatch {
  readonly numbers: readonly Recipient[];
  readonly tenantId: string;
  readonly channel: number;
  readonly countryCode: string;
  readonly isMarketing: boolean;
}

/**
 * Returns when a message to each recipient of a country may be sent: now or later; null never. Rules of the platform apply to all tenants
 * beside their own. Of each, rules of the country replace those of all countries. A number has the time zones of its prefix; where none are
 * known, and for ids of channels, every zone of the country has to allow the message.
 */
export async function quietUntil(
  run: Pick<Tx, 'execute'>,
  { numbers, tenantId, channel, countryCode, isMarketing }: QuietBatch,
  at: Date,
): Promise<(Date | null)[]> {
  const { rows } = await run.execute<QuietRow>(sql`
    select r.tenant_id, r.country_code, r.start_time as "startTime", r.end_time as "endTime", r.weekends_off = 1 as "weekendsOff",
      coalesce(r.off_dates, '[]') as "offDates", (select c.timezones from inv_country c where c.tenant_id = ${tenantId}
        and c.country_code = ${countryCode} and c.deleted_at is null) as zones
    from (select 1) one left join cmp_quiet_hours r on r.tenant_id in (${tenantId}, ${PLATFORM}) and r.country_code in ('*', ${countryCode})
      and r.channel in (0, ${channel}) and (r.applies_to = ${messagePurpose.is.all} or ${isMarketing}::boolean)
      and r.status = 1 and r.deleted_at is null`);
  const given = rows.filter(({ startTime }) => startTime !== null);
  const rules = [tenantId, PLATFORM].flatMap((tenant) => {
    const own = given.filter(({ tenant_id }) => tenant_id === tenant);
    const national = own.filter(({ country_code }) => country_code === countryCode);
    return national.length > 0 ? national : own;
  });
  const law = isMarketing ? statutory[countryCode] : undefined;
  const ofCountry = zonesOf(countryCode, rows[0]?.zones ?? []);
  const code = callingCodeOf(countryCode);
  const moments = new Map<string, Date | null>();
  return numbers.map((number) => {
    const zones =
      typeof number === 'string' || code === undefined ? ofCountry : (zonesOfNumber(BigInt(number), code) ?? ofCountry);
    return moments.getOrInsertComputed(zones.join(), () => {
      const now = Temporal.Instant.fromEpochMilliseconds(at.getTime());
      const moment = firstAllowed(now, law ? [...rules, law] : rules, { countryCode, zones });
      return moment && new Date(moment.epochMilliseconds);
    });
  });
}

interface QuietRow extends QuietRule, Record<string, unknown> {
  readonly tenant_id: string;
  readonly country_code: string;
  readonly zones: readonly string[] | null;
}
