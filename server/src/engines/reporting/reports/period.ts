import type { DateUnit } from '@trade-assistant/contract/areas/report/definition.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import type { PeriodSpan } from '@trade-assistant/contract/period-spans.ts';

const DAY_MILLIS = 86_400_000;

/** Days are `yyyy-MM-dd`, counted without a zone. */
const utcOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const addDays = (day: string, count: number): string => dayOf(new Date(utcOf(day).getTime() + count * DAY_MILLIS));
const addMonths = (day: string, count: number): string => {
  const date = utcOf(day);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)));
};

/** The Monday of a day's week. */
const weekOf = (day: string): string => addDays(day, -((utcOf(day).getUTCDay() + 6) % 7));
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** Returns the day on which the next span of a unit begins. */
export const nextOf = (day: string, unit: DateUnit): string =>
  unit === 'month' ? addMonths(day, 1) : addDays(day, unit === 'week' ? 7 : 1);

/** Returns the first day of a span, and the day after its last, where today is the given day. */
function daysOf(span: PeriodSpan, today: string): readonly [from: string, to: string] {
  const tomorrow = addDays(today, 1);
  switch (span) {
    case 'today':
      return [today, tomorrow];
    case 'yesterday':
      return [addDays(today, -1), today];
    case 'last7':
      return [addDays(today, -6), tomorrow];
    case 'last30':
      return [addDays(today, -29), tomorrow];
    case 'last90':
      return [addDays(today, -89), tomorrow];
    case 'thisWeek':
      return [weekOf(today), tomorrow];
    case 'lastWeek':
      return [addDays(weekOf(today), -7), weekOf(today)];
    case 'thisMonth':
      return [monthOf(today), tomorrow];
    case 'lastMonth':
      return [addMonths(monthOf(today), -1), monthOf(today)];
    case 'thisYear':
      return [`${today.slice(0, 4)}-01-01`, tomorrow];
  }
}

/** Returns the days of a span in a zone: the first, and the one after the last. */
export const periodOf = (span: PeriodSpan, zone: string, now = new Date()): readonly [from: string, to: string] =>
  daysOf(span, formatTime(now, zone).slice(0, 10));
