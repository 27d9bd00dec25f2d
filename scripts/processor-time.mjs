// Setup file of the tests in Node: records the processor seconds that each file takes in its worker.
import { afterAll } from 'vitest';

// A worker runs one file at a time, and imports this module before each.
const before = process.cpuUsage();

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook wants
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before);
  file.meta.processorSeconds = (user + system) / 1_000_000;
});
