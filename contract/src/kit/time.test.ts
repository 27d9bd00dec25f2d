import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formatTime, inZone, isZone, parseTime, rememberedZones, time } from './time.ts';

const NEW_YORK = 'America/New_York';
const instantOf = (text: string, zone?: string) => parseTime(text, zone)?.toISOString();

describe('a time as text', () => {
  it.each([
    ['2026-01-31 08:00:00', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T08:00:00', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31 08:00', '2026-01-31T00:00:00.000Z'],
    [' 2026-01-31 08:00:00 ', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31', '2026-01-30T16:00:00.000Z'],
    ['2026-01-31 23:59:59', '2026-01-31T15:59:59.000Z'],
    ['2028-02-29 00:00:00', '2028-02-28T16:00:00.000Z'],
    // Days on which the neighbouring year has other than four digits.
    ['1000-01-01 00:00:00', '0999-12-31T15:54:17.000Z'],
    ['9999-12-31 23:59:59', '9999-12-31T15:59:59.000Z'],
  ])('%s is read in the default zone', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });

  it.each([
    '',
    'now',
    '2026-1-31',
    '26-01-31',
    '2026-01-31 8:00',
    '2026-01-31 08',
    '2026-01-31  08:00:00',
    '2026-01-31 08:00:00Z',
    '2026-01-31 08:00:00.5',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-02-29',
    '2026-04-31',
    '2026-01-15 24:00:00',
    '2026-01-31 24:00:00',
    '2026-01-15 10:60:00',
    '2026-01-15 10:10:60',
    '2026-01-31 23:60:00',
    '2026-01-31 23:59:60',
    '0000-01-01 00:00:00',
    '0050-01-01 00:00:00',
    '0999-12-31 23:59:59',
    '10000-01-01 00:00:00',
  ])('“%s” is none', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });

  it('is written to the second, midnight as hour 00', () => {
    expect(formatTime(new Date('2026-01-30T16:00:00.999Z'))).toBe('2026-01-31 00:00:00');
    expect(formatTime(new Date('2026-01-31T15:59:59.000Z'))).toBe('2026-01-31 23:59:59');
    expect(formatTime(new Date('2026-01-31T00:00:00Z'), 'UTC')).toBe('2026-01-31 00:00:00');
    expect(formatTime(new Date('2026-01-31T00:00:00Z'), NEW_YORK)).toBe('2026-01-30 19:00:00');
  });
});

describe('where the clock changes', () => {
  it.each([
    // Spring: from 02:00 to 03:00. Skipped times move forward by an hour.
    ['2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
    ['2026-03-08 02:00:00', '2026-03-08T07:00:00.000Z'],
    ['2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08 03:00:00', '2026-03-08T07:00:00.000Z'],
    // Autumn: 02:00 is 01:00 again. Repeated times mean the first.
    ['2026-11-01 00:59:59', '2026-11-01T04:59:59.000Z'],
    ['2026-11-01 01:00:00', '2026-11-01T05:00:00.000Z'],
    ['2026-11-01 01:59:59', '2026-11-01T05:59:59.000Z'],
    ['2026-11-01 02:00:00', '2026-11-01T07:00:00.000Z'],
  ])('%s in New York', (text, instant) => {
    expect(instantOf(text, NEW_YORK)).toBe(instant);
  });

  it('both of a doubled hour are written alike', () => {
    for (const instant of ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'])
      expect(formatTime(new Date(instant), NEW_YORK)).toBe('2026-11-01 01:30:00');
  });

  it('a change by half an hour is one too', () => {
    // Lord Howe Island: 02:00 becomes 02:30 in October, and 01:30 in April.
    expect(instantOf('2026-10-04 02:15:00', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z');
    expect(instantOf('2026-04-05 01:45:00', 'Australia/Lord_Howe')).toBe('2026-04-04T14:45:00.000Z');
  });

  it('it may be south of the equator, and in the other half of the day', () => {
    expect(instantOf('2026-04-05 02:30:00', 'Pacific/Auckland')).toBe('2026-04-04T13:30:00.000Z');
    expect(instantOf('2026-09-27 02:30:00', 'Pacific/Auckland')).toBe('2026-09-26T14:30:00.000Z');
  });
});

describe('a zone in force', () => {
  const noon = new Date('2026-01-31T12:00:00Z');

  it('is the default one outside of any work', () => {
    expect(formatTime(noon)).toBe('2026-01-31 20:00:00');
  });

  it('is read and written by, and ends with its work', () => {
    const [written, read] = inZone('UTC', () => [formatTime(noon), instantOf('2026-01-31 12:00:00')]);
    expect([written, read]).toEqual(['2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z']);
    expect(formatTime(noon)).toBe('2026-01-31 20:00:00');
  });

  it('ends also with work that throws', () => {
    expect(() =>
      inZone('UTC', () => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(formatTime(noon)).toBe('2026-01-31 20:00:00');
  });

  it('is the one around it again after work within work', () => {
    const shown = inZone('UTC', () => {
      const inside = inZone(NEW_YORK, () => formatTime(noon));
      return [inside, formatTime(noon)];
    });
    expect(shown).toEqual(['2026-01-31 07:00:00', '2026-01-31 12:00:00']);
  });

  it('is known by its name', () => {
    expect(['UTC', 'Asia/Shanghai', NEW_YORK].map(isZone)).toEqual([true, true, true]);
    expect(['', 'Mars/Olympus', 'Asia/'].map(isZone)).toEqual([false, false, false]);
  });
});

describe('a time on the wire', () => {
  it('is a date on the server', () => {
    expect(inZone('UTC', () => z.decode(time(), '2026-01-31 12:00:00'))).toEqual(new Date('2026-01-31T12:00:00Z'));
    expect(inZone('UTC', () => z.encode(time(), new Date('2026-01-31T12:00:00Z')))).toBe('2026-01-31 12:00:00');
  });

  it('has a year of four digits in every zone, also on the day after', () => {
    const taken = (text: string) => inZone(NEW_YORK, () => z.safeDecode(time(), text).success);
    expect(['1000-01-03', '9999-12-29 12:00:00'].map(taken)).toEqual([true, true]);
    for (const text of ['1000-01-01', '9999-12-30', '9999-12-31 23:59:59', '0050-02-03', '0000-01-01'])
      expect(taken(text), text).toBe(false);
    const { error } = z.safeDecode(time(), '9999-12-31 23:59:59');
    expect(error?.issues).toMatchObject([
      { params: { zh: expect.stringContaining('9999-12-29'), en: expect.stringContaining('9999-12-29') } },
    ]);
  });

  it('is refused in both languages', () => {
    const { error } = z.safeDecode(time(), '2026-02-30');
    expect(error?.issues).toMatchObject([
      { params: { zh: expect.stringContaining('2026-02-28'), en: expect.stringContaining('2026-02-28') } },
    ]);
  });
});

it('does not keep unlimited spellings of zones', () => {
  const letters = [...'asia/shanghai'];
  for (let spelling = 0; spelling < 5000; spelling += 1) {
    const zone = letters.map((letter, at) => (spelling & (1 << at) ? letter.toUpperCase() : letter)).join('');
    expect(isZone(zone)).toBe(true);
    expect(isZone(`nowhere/${spelling}`)).toBe(false);
  }
  expect(rememberedZones()).toBeLessThanOrEqual(100);
  expect(formatTime(new Date('2026-01-01T00:00:00Z'), 'asia/SHANGHAI')).toBe('2026-01-01 08:00:00');
});
