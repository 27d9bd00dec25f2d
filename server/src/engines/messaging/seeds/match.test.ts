import { seedMatch, seedReport } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { expect, it } from 'vitest';
import { isLate, matchOf } from './match.ts';

const { match, providerFalse, memberFalse, late, undecidable } = seedMatch.is;
const { none, received, missing, different } = seedReport.is;

/** For each receipt (null: none) the result of "received", "not received" and "different content", in time. */
const TABLE: readonly (readonly [receipt: number | null, ...results: number[]])[] = [
  [null, undecidable, undecidable, undecidable],
  [lineStatus.is.pending, undecidable, undecidable, undecidable],
  [lineStatus.is.submitted, undecidable, undecidable, undecidable],
  [lineStatus.is.delivered, match, providerFalse, providerFalse],
  [lineStatus.is.read, match, memberFalse, providerFalse],
  [lineStatus.is.failed, memberFalse, match, undecidable],
  [lineStatus.is.overruled, undecidable, undecidable, undecidable],
  [lineStatus.is.expired, memberFalse, match, undecidable],
  [lineStatus.is.cancelled, memberFalse, match, undecidable],
  [lineStatus.is.suppressed, memberFalse, match, undecidable],
  [lineStatus.is.deferred, undecidable, undecidable, undecidable],
];

it.each(TABLE)('compares the receipt %s with each report', (providerStatus, ...results) => {
  const found = [received, missing, different].map((reportedStatus) =>
    matchOf({ providerStatus, reportedStatus, isLate: false, isOver: true }),
  );
  expect(found).toEqual(results);
});

it('covers every receipt', () => {
  expect(TABLE.map(([receipt]) => receipt)).toEqual([null, ...lineStatus.values]);
});

it('is unknown while a report is awaited, undecidable without one, and late whatever was reported late', () => {
  for (const providerStatus of [null, ...lineStatus.values]) {
    const of = (reportedStatus: number, isOver: boolean, isLateNow = false) =>
      matchOf({ providerStatus, reportedStatus, isOver, isLate: isLateNow });
    expect([of(none, false), of(none, true)]).toEqual([null, undecidable]);
    for (const reported of [received, missing, different]) expect(of(reported, true, true)).toBe(late);
  }
});

it('is late when the message arrived or was reported after the task was due', () => {
  const [early, dueTime, after] = [new Date(1000), new Date(2000), new Date(3000)];
  expect(isLate({ dueTime, receivedTime: early, reportTime: early })).toBe(false);
  expect(isLate({ dueTime, receivedTime: early, reportTime: after })).toBe(true);
  expect(isLate({ dueTime, receivedTime: after, reportTime: null })).toBe(true);
  expect(isLate({ dueTime, receivedTime: null, reportTime: dueTime })).toBe(false);
  expect(isLate({ dueTime: null, receivedTime: after, reportTime: after })).toBe(false);
});
