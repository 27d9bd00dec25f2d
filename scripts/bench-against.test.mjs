import { expect, test } from 'vitest';
import { comparisonOf, figuresOf } from './bench-against.mjs';

const PRINTED = `
sms: a task of 30,000 texts over SMPP
{"level":50,"msg":"sent: 5"}
  texts a second: 2,337 /s
  — lost: 0  (at most 0: kept)
  from the approval to the last submission: 17.12 s
sms rate of the task ÷ rate of the bare library: 0.2  (at least 0.25: MISSED)
`;

test('the figures of a benchmark are read from its lines, whatever their unit and promise', () => {
  expect([...figuresOf(PRINTED)]).toEqual([
    ['texts a second', 2337],
    ['— lost', 0],
    ['from the approval to the last submission', 17.12],
    ['sms rate of the task ÷ rate of the bare library', 0.2],
  ]);
});

test('each figure is compared by the median of its turns; one that a side lacks, or that is nothing, is left out', () => {
  const turn = (here, there) => ({ here: new Map(Object.entries(here)), there: new Map(Object.entries(there)) });
  const rounds = [
    turn({ rate: 90, lost: 0, fresh: 1 }, { rate: 100, lost: 0 }),
    turn({ rate: 300, lost: 0, fresh: 1 }, { rate: 200, lost: 0 }),
    turn({ rate: 110, lost: 0, fresh: 1 }, { rate: 100, lost: 0 }),
  ];
  expect(comparisonOf(rounds)).toEqual(['rate: 1.10 (0.90–1.50)']);
});
