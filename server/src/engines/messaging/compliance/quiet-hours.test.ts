import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstAllowed, type QuietRule, zonesOf } from './quiet-hours.ts';

const instant = (text: string) => Temporal.Instant.from(text);
const night: QuietRule = { startTime: '20:00', endTime: '08:00', weekendsOff: false, offDates: [] };
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The clocks on the wall of the zones seen so far: a new one costs as much as a hundred readings. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string) =>
  clocks.getOrInsertComputed(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-CA', {
        ...{ timeZone, hourCycle: 'h23', weekday: 'short' },
        ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
      }),
  );

/** Whether a rule is quiet in a zone, by the clock on the wall: another way than the code under test. */
function isQuiet(rule: QuietRule, at: Temporal.Instant, zone: string): boolean {
  // Sat, 2026-11-28, 05:44
  const [weekday = '', date = '', time = ''] = clockOf(zone).format(new Date(at.epochMilliseconds)).split(', ');
  const [now, start, end] = [time, rule.startTime, rule.endTime].map(minutesOf) as [number, number, number];
  const isOff = rule.offDates.includes(date);
  const isWeekend = rule.weekendsOff && ['Sat', 'Sun'].includes(weekday);
  return isOff || isWeekend || (start < end ? now >= start && now < end : now >= start || now < end);
}

const HARD_ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'Pacific/Apia'];
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const rules = fc.record({
  startTime: clock,
  endTime: clock,
  weekendsOff: fc.boolean(),
  offDates: fc.uniqueArray(fc.constantFrom('2026-11-01', '2026-03-08', '2026-04-05', '2026-10-04'), { maxLength: 2 }),
});
// Minutes of 2026, which has both changes of the clocks of each zone.
const moment = fc.integer({ min: 0, max: 525_599 }).map((minutes) => instant('2026-01-01T00:00:00Z').add({ minutes }));

describe('the first allowed moment', () => {
  it('is allowed in every zone, and no earlier quarter of an hour is', () => {
    const seed = Number(process.env['QUIET_SEED'] ?? Date.now() % 2 ** 31);
    const zones = fc.oneof(
      fc.constantFrom(...['US', 'RU', 'AU', 'MA', 'CN', 'BR', 'GB'].map((code) => zonesOf(code))),
      fc.uniqueArray(fc.constantFrom(...HARD_ZONES), { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(moment, fc.array(rules, { maxLength: 2 }), zones, (at, given, of) => {
        const valid = given.filter(({ startTime, endTime }) => startTime !== endTime);
        const found = firstAllowed(at, valid, { countryCode: 'US', zones: of });
        const isAllowed = (when: Temporal.Instant) =>
          valid.every((rule) => of.every((zone) => !isQuiet(rule, when, zone)));
        if (found) expect(isAllowed(found), `found ${found}`).toBe(true);
        const until = found ?? at.add({ hours: 24 * 40 });
        for (let when = at; Temporal.Instant.compare(when, until) < 0; when = when.add({ minutes: 15 }))
          expect(isAllowed(when), `${when} before ${found}`).toBe(false);
      }),
      { seed, numRuns: 150 },
    );
  });

  it.each([
    ['is now by day', 'GB', '2026-06-01T12:00:00Z', '2026-06-01T12:00:00Z'],
    ['is the morning after a night', 'GB', '2026-06-01T21:00:00Z', '2026-06-02T07:00:00Z'],
    // New York still sleeps when Kiritimati would; only the zones of the country count.
    ['waits for the westernmost zone', 'US', '2026-06-01T14:00:00Z', '2026-06-01T18:00:00Z'],
    ['ends at eight on the night the clocks go forward', 'GB', '2026-03-29T00:30:00Z', '2026-03-29T07:00:00Z'],
    ['ends at eight on the night the clocks go back', 'GB', '2026-10-25T00:30:00Z', '2026-10-25T08:00:00Z'],
  ])('%s', (_title, code, at, expected) => {
    const found = firstAllowed(instant(at), [night], { countryCode: code, zones: zonesOf(code) });
    expect(found?.toString()).toBe(expected);
  });

  it('skips weekends of the country and days without messages', () => {
    const rule = { ...night, weekendsOff: true, offDates: ['2026-06-01'] };
    const of = (countryCode: string, zones: readonly string[]) =>
      firstAllowed(instant('2026-05-29T23:00:00Z'), [rule], { countryCode, zones })?.toString();
    expect(of('GB', ['Europe/London'])).toBe('2026-06-02T07:00:00Z');
    // Friday and Saturday in Egypt.
    expect(of('EG', ['Africa/Cairo'])).toBe('2026-05-31T05:00:00Z');
  });

  it('does not exist where two rules leave no time', () => {
    const day = { ...night, startTime: '08:00', endTime: '20:00' };
    expect(firstAllowed(instant('2026-06-01T12:00:00Z'), [night, day], { countryCode: 'GB', zones: ['UTC'] })).toBe(
      null,
    );
  });
});
