import { z } from 'zod';
import { localizedRule } from './sentences.ts';

/** The zone used when neither the request nor the user names one. */
export const DEFAULT_ZONE = 'Asia/Shanghai';

let zoneInForce = DEFAULT_ZONE;

/**
 * Reads or writes the wire in a zone. The work is synchronous (a decode or an encode), so one variable is enough and
 * two requests never see each other's zone.
 */
export function inZone<T>(zone: string, work: () => T): T {
  const before = zoneInForce;
  zoneInForce = zone;
  try {
    return work();
  } finally {
    zoneInForce = before;
  }
}

/** By the given spelling. Callers may spell zones freely, so only the latest used are kept. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const FORMATTERS_MAX = 100;

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter) {
    if (formatters.size < FORMATTERS_MAX) return formatter;
    formatters.delete(zone);
  } else {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    const [oldest] = formatters.keys();
    if (oldest !== undefined && formatters.size >= FORMATTERS_MAX) formatters.delete(oldest);
  }
  formatters.set(zone, formatter);
  return formatter;
}

/** How many zones are remembered at this moment. */
export const rememberedZones = (): number => formatters.size;

/** Whether the runtime knows an IANA zone name. */
export function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Names alone: of an offset such as `+08:00` the database understands the opposite. */
export const isZoneName = (zone: string): boolean => /^[A-Za-z]/.test(zone) && isZone(zone);

/** An instant as `yyyy-MM-dd HH:mm:ss` in a zone (the request's by default). */
export function formatTime(instant: Date, zone: string = zoneInForce): string {
  // en-CA writes `yyyy-MM-dd, HH:mm:ss`; one format call is three times as fast as formatToParts.
  // Rows of one file often have the same second.
  const second = Math.floor(instant.getTime() / 1000);
  if (second !== formatted.second || zone !== formatted.zone)
    formatted = { second, zone, text: formatterOf(zone).format(instant).replace(', ', ' ') };
  return formatted.text;
}

/** The second that was formatted last. */
let formatted = { second: Number.NaN, zone: '', text: '' };

/**
 * `yyyy-MM-dd HH:mm:ss` (or only the date: midnight) in a zone → the instant. A wall time that a clock change skips
 * moves forward by the change; one that happens twice means the first. Undefined when the text is no time, or its year has
 * not four digits: `formatTime` would not write it so.
 */
export function parseTime(text: string, zone: string = zoneInForce): Date | undefined {
  const match = /^([1-9]\d{3})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const check = new Date(wall);
  if (
    check.getUTCMonth() !== month - 1 ||
    check.getUTCDate() !== day ||
    check.getUTCHours() !== hour ||
    minute > 59 ||
    second > 59
  )
    return undefined;
  // A day on either side is clear of the change itself, so one of the two offsets is in force at that wall time.
  const candidates = [wall - DAY_MILLIS, wall + DAY_MILLIS].map((near) => wall - offsetMillis(near, zone));
  const shown = candidates.filter((instant) => instant + offsetMillis(instant, zone) === wall);
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...candidates));
}

const DAY_MILLIS = 86_400_000;

function offsetMillis(instantMillis: number, zone: string): number {
  // Read part by part: around the first and the last year a day's year may not have four digits.
  const [year = 0, month = 1, ...rest] = formatTime(new Date(instantMillis), zone).split(/[- :]/).map(Number);
  return Date.UTC(year, month - 1, ...rest) - Math.floor(instantMillis / 1000) * 1000;
}

/** The accepted range: the year has four digits in every zone, and a day before and after. */
const EARLIEST = Date.UTC(1000, 0, 3);
const LATEST = Date.UTC(9999, 11, 30);

/** An instant: `Date` on the server, `yyyy-MM-dd HH:mm:ss` in the request's zone on the wire. */
export const time = () => wallTime(parseTime);

/** The exclusive end of a range; a date without a time means the whole day. */
export const timeBefore = () => wallTime((text) => endOfDay(text) ?? parseTime(text));

/** The inclusive end of a range; a date without a time means the whole day. */
export const timeUntil = () => {
  const lastSecond = (end: Date | undefined) => end && new Date(end.getTime() - 1000);
  return wallTime((text) => lastSecond(endOfDay(text)) ?? parseTime(text));
};

/** The midnight after a date without a time, in the zone in force; undefined for any other text. */
function endOfDay(text: string): Date | undefined {
  const [date] = /^\d{4}-\d{2}-\d{2}$/.exec(text.trim()) ?? [];
  const midnight = date === undefined ? undefined : parseTime(date);
  if (date === undefined || !midnight) return undefined;
  const next = new Date(`${date}T00:00:00Z`).getTime() + DAY_MILLIS;
  return parseTime(new Date(next).toISOString().slice(0, 10));
}

const wallTime = (read: (text: string) => Date | undefined) =>
  z.codec(z.string().meta({ format: 'wall-time', examples: ['2026-01-31 09:30:00'] }), z.date(), {
    decode: (text, context) => {
      const instant = read(text);
      if (instant && instant.getTime() >= EARLIEST && instant.getTime() < LATEST) return instant;
      context.issues.push({ code: 'custom', ...(instant ? notInTime : notTime), input: text });
      return z.NEVER;
    },
    encode: (instant) => formatTime(instant),
  });

const notTime = localizedRule({
  zh: '应为日期时间，例如 2026-02-28 09:30:00',
  en: 'should be a date and time, such as 2026-02-28 09:30:00',
});
const notInTime = localizedRule({
  zh: '应在 1000-01-03 与 9999-12-29 之间',
  en: 'should be between 1000-01-03 and 9999-12-29',
});
