import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDb } from '../testing/index.ts';
import { copiedRows, openSnapshot } from './snapshot.ts';

const ROWS = 200_000;
/** Most bytes that a socket delivers at once. */
const MOST_BYTES_AT_ONCE = 64 * 1024;
const ALL = 'select n, -n from numbers order by n';

const db = await testDb();
await db.pool.query(`create table numbers as select n from generate_series(1, ${ROWS}) n`);
// Fails if a connection was not released.
afterAll(() => db.close());

const counted = async (rows: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const _ of rows) count += 1;
  return count;
};

test('rows are complete and in order, one copy after the other, from one snapshot', async () => {
  const snapshot = await openSnapshot(db);
  try {
    let before = 0;
    for await (const [n, negative] of copiedRows(snapshot.copy(ALL))) {
      expect([Number(n), Number(negative)]).toEqual([before + 1, -before - 1]);
      before += 1;
    }
    expect(before).toBe(ROWS);
    await db.pool.query('insert into numbers values (0)');
    expect(await counted(copiedRows(snapshot.copy('select n from numbers where n = 0')))).toBe(0);
  } finally {
    await snapshot.close();
    await db.pool.query('delete from numbers where n = 0');
  }
});

test('nothing can be written through one', async () => {
  const snapshot = await openSnapshot(db);
  await expect(counted(snapshot.copy('delete from numbers returning n'))).rejects.toThrow('read-only');
  await snapshot.close();
});

test('a reader that stops, or a failing query, frees its connection', async () => {
  for (let round = 0; round < 12; round += 1) {
    const snapshot = await openSnapshot(db);
    if (round % 2 === 0) for await (const _ of snapshot.copy(ALL)) break;
    else await expect(counted(snapshot.copy('select n / 0 from numbers'))).rejects.toThrow('division by zero');
    await snapshot.close();
    await snapshot.close();
  }
  const snapshot = await openSnapshot(db);
  expect(await counted(copiedRows(snapshot.copy(ALL)))).toBe(ROWS);
  await snapshot.close();
});

test('other work runs after every piece of a copy, even of a fast one', async () => {
  let turns = 0;
  let isReading = true;
  const others = (async () => {
    for (; isReading; turns += 1) await nextTurn();
  })();
  const snapshot = await openSnapshot(db);
  let pieces = 0;
  let turnsBefore = turns - 1;
  for await (const piece of snapshot.copy(`${ALL} limit 100000`)) {
    pieces += 1;
    expect(piece.length).toBeLessThanOrEqual(MOST_BYTES_AT_ONCE);
    expect(turns).toBeGreaterThan(turnsBefore);
    turnsBefore = turns;
  }
  isReading = false;
  await Promise.all([others, snapshot.close()]);
  expect(pieces).toBeGreaterThan(10);
});

test('the sixth waits until one of five is closed', async () => {
  const five = await Promise.all(Array.from({ length: 5 }, () => openSnapshot(db)));
  const sixth = openSnapshot(db);
  let isOpen = false;
  void sixth.then(() => {
    isOpen = true;
  });
  await sleep(50);
  expect(isOpen).toBe(false);
  await five[0]?.close();
  const opened = await sixth;
  expect(await counted(copiedRows(opened.copy('select 1')))).toBe(1);
  for (const one of [opened, ...five.slice(1)]) await one.close();
});

test('a connection that breaks ends the reading in an error, and only that', async () => {
  const reading = async (): Promise<void> => {
    const snapshot = await openSnapshot(db);
    try {
      for await (const _ of snapshot.copy(`${ALL} offset 0`)) {
        await db.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy%' and datname = current_database()",
        );
        await sleep(50);
      }
    } finally {
      await snapshot.close();
    }
  };
  await expect(reading()).rejects.toThrow();
  const idle = await openSnapshot(db);
  await db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin isolation%' and datname = current_database() and pid <> pg_backend_pid()",
  );
  await sleep(50);
  await idle.close();
  const again = await openSnapshot(db);
  expect(await counted(copiedRows(again.copy('select 1')))).toBe(1);
  await again.close();
});
