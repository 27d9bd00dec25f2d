import { expect, test } from 'vitest';
import { serverMemory } from './server-memory.mjs';

test('the settings of memory keep values set by the user', () => {
  expect(serverMemory({})).toMatchObject({ NODE_OPTIONS: '--max-semi-space-size=8', MALLOC_ARENA_MAX: '2' });
  const own = { NODE_OPTIONS: '--max-semi-space-size=32 --trace-gc', MALLOC_ARENA_MAX: '8' };
  // Of an option that is given twice the last counts.
  expect(serverMemory(own)).toMatchObject({
    NODE_OPTIONS: '--max-semi-space-size=8 --max-semi-space-size=32 --trace-gc',
    MALLOC_ARENA_MAX: '8',
  });
});
