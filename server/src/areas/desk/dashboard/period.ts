import { type dashboardRanges, PERIOD_MAX_DAYS } from '@trade-assistant/contract/areas/desk/dashboard-parts.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { dashboardErrors } from './errors.ts';

const DAY_MILLIS = 86_400_000;

/** From inclusive, until exclusive. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}

export interface PeriodInput {
  readonly range: (typeof dashboardRanges)[number];
  readonly startTime?: Date | undefined;
  readonly endTime?: Date | undefined;
}

/** Returns the day of an instant in a zone, `yyyy-MM-dd`. */
export const dayOf = (instant: Date, zone: string): string => formatTime(instant, zone).slice(0, 10);

/** Returns the calendar day some days later. */
export const addDays = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLIS).toISOString().slice(0, 10);

/** Returns when a day begins in a zone. */
export function startOfDay(day: string, zone: string): Date {
  const begin = parseTime(day, zone);
  invariant(begin, 'dashboard-day', day);
  return begin;
}

/** Returns the hour of the day of an instant in a zone. */
export const hourOf = (instant: Date, zone: string): number => Number(formatTime(instant, zone).slice(11, 13));

/** Returns when the hour of an instant began in a zone. */
export function startOfHour(instant: Date, zone: string): Date {
  const [minutes = 0, seconds = 0] = formatTime(instant, zone).slice(14).split(':').map(Number);
  return new Date(instant.getTime() - (minutes * 60 + seconds) * 1000 - instant.getUTCMilliseconds());
}

/**
 * Returns the period of a range in a zone; whole days except for `custom`.
 * @throws PERIOD_INCOMPLETE, PERIOD_TOO_LONG
 */
export function periodOf({ range, startTime, endTime }: PeriodInput, zone: string, now = new Date()): Period {
  if (range === 'custom') {
    if (!startTime || !endTime || startTime >= endTime) throw dashboardErrors.PERIOD_INCOMPLETE();
    if (endTime.getTime() - startTime.getTime() > PERIOD_MAX_DAYS * DAY_MILLIS)
      throw dashboardErrors.PERIOD_TOO_LONG({ days: PERIOD_MAX_DAYS });
    return { from: startTime, until: endTime };
  }
  const today = dayOf(now, zone);
  const days = (from: string, until = addDays(today)) => ({
    from: startOfDay(from, zone),
    until: startOfDay(until, zone),
  });
  switch (range) {
    case 'today':
      return days(today);
    case 'yesterday':
      return days(addDays(today, -1), today);
    case 'month':
      return days(`${today.slice(0, 7)}-01`);
    default:
      return days(addDays(today, 1 - Number.parseInt(range, 10)));
  }
}

/** Returns the period of the same length just before. */
export const previousPeriod = ({ from, until }: Period): Period => ({
  from: new Date(2 * from.getTime() - until.getTime()),
  until: from,
});

/** Returns every day in a period, so that days without a sale are included. */
export function daysIn({ from, until }: Period, zone: string): string[] {
  const last = dayOf(new Date(until.getTime() - 1), zone);
  const days: string[] = [];
  for (let day = dayOf(from, zone); day <= last; day = addDays(day)) days.push(day);
  return days;
}
