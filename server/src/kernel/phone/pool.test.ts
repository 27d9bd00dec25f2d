import examples from 'libphonenumber-js/examples.mobile.json';
import { afterAll, describe, expect, test } from 'vitest';
import { normaliseLines, resultAt } from './batch.ts';
import { REJECT } from './codes.ts';
import { normalise } from './normalise.ts';
import { createPhonePool } from './pool.ts';

const pool = createPhonePool({ threads: 2 });
afterAll(() => pool.close());

describe('worker threads read number lists', () => {
  test('a batch has the same result for each line as in one thread', async () => {
    const lines = ['+1 204 555 0123', 'no number', '+1 201 555 0123', '', '+800 1234 5678'];
    const batch = await pool.normalise(lines);
    expect(lines.map((_, index) => resultAt(batch, index))).toEqual(lines.map((line) => normalise(line)));
  });

  test('a line break inside a cell does not shift the lines after it', async () => {
    const batch = await pool.normalise(['+1 204\n555 0123', '+1 201 555 0123']);
    expect([...batch.e164]).toEqual([12045550123n, 12015550123n]);
  });

  test('each line may have its own country', async () => {
    const lines = [`0${examples.GB}`, '201 555 0123', `0${examples.GB}`];
    const batch = await pool.normalise(lines, { countryCode: 'US' }, ['GB', '', 'US']);
    expect([...batch.reasons]).toEqual([0, 0, REJECT.TOO_LONG]);
    expect(batch).toEqual(normaliseLines(lines, { countryCode: 'US' }, ['GB', '', 'US']));
  });

  test('a stream of batches keeps its order and its rows', async () => {
    const all = Object.entries(examples).map(([country, national]) => ({ country, national }));
    async function* batches() {
      for (let at = 0; at < all.length; at += 10) yield all.slice(at, at + 10);
    }
    const seen: string[] = [];
    const source = pool.normaliseAll(
      batches(),
      (row) => row.national,
      {},
      (row) => row.country,
    );
    for await (const { rows, verdicts } of source) {
      expect(verdicts.length).toBe(rows.length);
      for (const [index, row] of rows.entries()) {
        seen.push(row.country);
        expect(resultAt(verdicts, index)).toEqual(normalise(row.national, { countryCode: row.country }));
      }
    }
    expect(seen).toEqual(all.map((row) => row.country));
  });
});
