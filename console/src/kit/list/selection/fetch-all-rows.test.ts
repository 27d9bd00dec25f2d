import { describe, expect, it } from 'vitest';
import { CallError } from '../../client/call-error.ts';
import { runInBatches } from '../actions/run-in-batches.ts';
import { type FetchPage, fetchAllRows, MAX_SELECTABLE } from './fetch-all-rows.ts';

const row = (n: number) => ({ id: String(n) });
const rowsTo = (n: number) => Array.from({ length: n }, (_, index) => row(index + 1));
const here = () => new AbortController().signal;

/** A result that `change`s before each page is read. */
function result(count: number, change: (ids: number[], asked: number) => void = () => undefined) {
  const ids = rowsTo(count).map(({ id }) => Number(id));
  let asked = 0;
  const fetchPage: FetchPage = async (current, size) => {
    asked += 1;
    change(ids, asked);
    const records = ids.slice((current - 1) * size, current * size).map(row);
    return { records, total: ids.length, size, current, pages: Math.ceil(ids.length / size) };
  };
  return { fetchPage, asked: () => asked };
}

describe('choosing a whole result', () => {
  it('reads all pages and reports its progress', async () => {
    const { fetchPage, asked } = result(450);
    const steps: number[] = [];
    const rows = await fetchAllRows(fetchPage, (found, wanted) => steps.push(found, wanted), here());
    expect(rows).toHaveLength(450);
    expect(asked()).toBe(3);
    expect(steps).toEqual([200, 450, 400, 450, 450, 450]);
  });

  it('misses no row when others go away meanwhile', async () => {
    // Before the second page is read fifty rows of the first are deleted, so fifty of the second move to the first.
    const { fetchPage } = result(450, (ids, asked) => asked === 2 && ids.splice(0, 50));
    const rows = await fetchAllRows(fetchPage, () => undefined, here());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id } of rowsTo(450).slice(50)) expect(rows.some((one) => one.id === id)).toBe(true);
  });

  it('ends at its bound, and when it is stopped', async () => {
    const { fetchPage, asked } = result(MAX_SELECTABLE + 500);
    expect(await fetchAllRows(fetchPage, () => undefined, here())).toHaveLength(MAX_SELECTABLE);
    expect(asked()).toBe(MAX_SELECTABLE / 200);
    const way = new AbortController();
    const stopped = fetchAllRows(result(900).fetchPage, () => way.abort(), way.signal);
    await expect(stopped).rejects.toThrow(/abort/i);
  });
});

describe('a bulk call in parts', () => {
  it('sends two hundred rows at a time and adds up the outcomes', async () => {
    const sizes: number[] = [];
    const done: number[] = [];
    const outcome = await runInBatches(
      rowsTo(450),
      async (part, index) => {
        sizes.push(part.length);
        return index === 1 ? { fails: [{ id: '201', msg: 'in use' }] } : undefined;
      },
      (n) => done.push(n),
    );
    expect(sizes).toEqual([200, 200, 50]);
    expect(done).toEqual([200, 400, 450]);
    expect(outcome).toEqual({ okCount: 449, failCount: 1, fails: [{ id: '201', msg: 'in use' }] });
  });

  it('continues after a refused part', async () => {
    const outcome = await runInBatches(
      rowsTo(450),
      async (_part, index) => {
        if (index === 0) throw new CallError('in use', 'answer', { code: 409 });
        return { taskNo: 'T1' };
      },
      () => undefined,
    );
    expect(outcome).toMatchObject({ okCount: 250, failCount: 200, taskNo: 'T1' });
    expect(outcome.fails[199]).toEqual({ id: '200', msg: 'in use' });
  });

  it.each([
    new CallError('offline', 'network'),
    new CallError('forbidden', 'answer', { code: 403 }),
    new CallError('broken', 'answer', { code: 500 }),
    new Error('unforeseen'),
  ])('ends with what concerns all: $message', async (error) => {
    let calls = 0;
    const outcome = await runInBatches(
      rowsTo(650),
      async (_part, index) => {
        calls += 1;
        if (index === 1) throw error;
      },
      () => undefined,
    );
    expect(calls).toBe(2);
    expect(outcome).toMatchObject({ okCount: 200, failCount: 450 });
    expect(outcome.fails.at(-1)).toEqual({ id: '650', msg: error.message });
  });
});
