import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { App } from '../app/index.ts';
import { DatabaseUnavailable } from '../db/outage.ts';
import { eachAlone, setApart } from './apart.ts';

const placeOf = () => ({ log: pino({ level: 'silent' }), db: { state: {} } }) as unknown as Pick<App, 'db' | 'log'>;
const place = placeOf();

test('an item that fails is set aside for a growing time, and the others are worked', async () => {
  let now = 0;
  const apart = setApart('test', () => now);
  const worked: string[] = [];
  const look = () =>
    apart.each(
      place,
      ['a', 'b', 'c'].filter((id) => !apart.ids(place).includes(id)),
      (id) => id,
      async (id) => {
        worked.push(id);
        if (id === 'a' && now < 40_000) throw new Error('broken');
      },
    );
  await look();
  await look();
  expect(worked).toEqual(['a', 'b', 'c', 'b', 'c']);
  now = 5000;
  expect(apart.ids(place)).toEqual([]);
  await look();
  now = 34_999;
  expect(apart.ids(place)).toEqual(['a']);
  expect(apart.ids(placeOf())).toEqual([]);
  now = 40_000;
  await look();
  // It succeeded: a later failure begins with the first pause.
  apart.fail(place, 'a', new Error('again'));
  now = 45_000;
  expect(apart.ids(place)).toEqual([]);
});

test('rows are worked by themselves, and the first failure is thrown at the end', async () => {
  const worked: number[] = [];
  const work = async (n: number) => {
    worked.push(n);
    if (n % 2 === 0) throw new Error(`broken ${n}`);
  };
  await expect(eachAlone([1, 2, 3, 4, 5], work)).rejects.toMatchObject({
    message: '2 of 5 failed',
    cause: new Error('broken 2'),
  });
  expect(worked).toEqual([1, 2, 3, 4, 5]);
  const away = new DatabaseUnavailable('away', false, 'away');
  await expect(eachAlone([1, 2], () => Promise.reject(away))).rejects.toBe(away);
});

test('an outage of the database is no fault of an item', async () => {
  const apart = setApart('test');
  const away = new DatabaseUnavailable('away', false, 'away');
  await expect(apart.each(place, ['a'], String, () => Promise.reject(away))).rejects.toBe(away);
  expect(apart.ids(place)).toEqual([]);
});
