import { expect, test } from 'vitest';
import { longestWaits, projectLines, readDurations, slowestFiles } from './durations.mjs';

const rows = [
  { project: 'server', file: 'server/a.test.ts', seconds: 1.5, processorSeconds: 1.4 },
  { project: 'server', file: 'server/b.test.ts', seconds: 12, processorSeconds: 2 },
  { project: 'components', file: 'console/c.component.test.tsx', seconds: 14 },
];

test('sums the seconds of each project, the longest first', () => {
  expect(projectLines(rows)).toEqual([
    '    14 s  components (1 files)',
    '    14 s  server (2 files, 3 s of them on the processor)',
  ]);
});

test('names the files that took longest, and those that waited longest', () => {
  expect(slowestFiles(rows, 2)).toEqual(['  14.0 s  console/c.component.test.tsx', '  12.0 s  server/b.test.ts']);
  expect(longestWaits(rows, 1)).toEqual(['  10.0 s  server/b.test.ts']);
});

test('a run that wrote no durations has none', () => {
  expect(readDurations('/nowhere/durations.json')).toEqual([]);
});
