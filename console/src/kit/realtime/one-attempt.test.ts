import { expect, test } from 'vitest';
import { oneAttempt } from './channel.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('makes one attempt at a time, and another after a failure', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  let failed = 0;
  const { start } = oneAttempt(
    () => (begun[begun.push(Promise.withResolvers<void>()) - 1] as PromiseWithResolvers<void>).promise,
    () => {
      failed += 1;
    },
  );
  start();
  start();
  expect(begun).toHaveLength(1);
  begun[0]?.reject(new Error('no line'));
  await settled();
  expect(failed).toBe(1);
  start();
  begun[1]?.resolve();
  await settled();
  start();
  expect([begun.length, failed]).toEqual([2, 1]);
});

test('a replaced attempt that fails late does not affect its successor', async () => {
  const begun: PromiseWithResolvers<void>[] = [];
  let failed = 0;
  const { start, giveUp } = oneAttempt(
    () => (begun[begun.push(Promise.withResolvers<void>()) - 1] as PromiseWithResolvers<void>).promise,
    () => {
      failed += 1;
    },
  );
  start();
  giveUp();
  start();
  begun[0]?.reject(new Error('no line'));
  await settled();
  start();
  expect([begun.length, failed]).toEqual([2, 0]);
});
