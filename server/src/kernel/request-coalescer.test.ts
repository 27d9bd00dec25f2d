import { describe, expect, it } from 'vitest';
import { RequestCoalescer } from './request-coalescer.ts';

/** Work whose runs end on command. */
function controlled() {
  const ends: ((error?: Error) => void)[] = [];
  const work = () =>
    new Promise<number>((resolve, reject) => {
      const run = ends.length + 1;
      ends.push((error) => (error ? reject(error) : resolve(run)));
    });
  return { ends, work };
}

describe('shared runs', () => {
  it('answer all requests during a run with the same next run', async () => {
    const { ends, work } = controlled();
    const runs = new RequestCoalescer<number>();
    const first = runs.run('a', work);
    const waiting = [runs.run('a', work), runs.run('a', work), runs.run('a', work)];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(ends).toHaveLength(2);
    // Asked during the second run: not answered by it.
    const last = runs.run('a', work);
    ends[1]?.();
    expect(await Promise.all(waiting)).toEqual([2, 2, 2]);
    await Promise.resolve();
    ends[2]?.();
    expect(await last).toBe(3);
  });

  it('are separate by key, and dropped when they ended', async () => {
    const { ends, work } = controlled();
    const runs = new RequestCoalescer<number>();
    const both = [runs.run('a', work), runs.run('b', work)];
    expect(ends).toHaveLength(2);
    for (const end of ends) end();
    expect(await Promise.all(both)).toEqual([1, 2]);
    const later = runs.run('a', work);
    expect(ends).toHaveLength(3);
    ends[2]?.();
    expect(await later).toBe(3);
  });

  it('that fail affect their own requests, and no later one', async () => {
    const { ends, work } = controlled();
    const runs = new RequestCoalescer<number>();
    const first = runs.run('a', work);
    const second = runs.run('a', work);
    ends[0]?.(new Error('lost'));
    await expect(first).rejects.toThrow('lost');
    await Promise.resolve();
    ends[1]?.();
    expect(await second).toBe(2);
  });
});
