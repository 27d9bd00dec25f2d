import { expect, it } from 'vitest';
import { SharedRuns } from './shared-runs.ts';

/** Work that ends when the test says so. */
function controlled() {
  const ends: PromiseWithResolvers<number>[] = [];
  const work = () => {
    const end = Promise.withResolvers<number>();
    ends.push(end);
    return end.promise;
  };
  return { ends, work };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs once for all who ask during a run, and only after they asked', async () => {
  const { ends, work } = controlled();
  const runs = new SharedRuns<number>();
  const first = runs.run('a', work);
  const later = Array.from({ length: 20 }, () => runs.run('a', work));
  expect(ends).toHaveLength(1);
  ends[0]?.resolve(1);
  expect(await first).toBe(1);
  await settled();
  expect(ends).toHaveLength(2);
  // Asked during the second run: not answered by it.
  const last = runs.run('a', work);
  ends[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual(Array(20).fill(2));
  await settled();
  ends[2]?.resolve(3);
  expect(await last).toBe(3);
  await settled();
  void runs.run('a', work);
  expect(ends).toHaveLength(4);
});

it('runs other keys beside it, and runs again after a failure', async () => {
  const { ends, work } = controlled();
  const runs = new SharedRuns<number>();
  const failing = runs.run('a', work);
  const next = runs.run('a', work);
  void runs.run('b', work);
  expect(ends).toHaveLength(2);
  ends[0]?.reject(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  await settled();
  ends[2]?.resolve(5);
  expect(await next).toBe(5);
});
