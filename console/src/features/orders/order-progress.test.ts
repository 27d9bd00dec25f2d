import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { expect, it } from 'vitest';
import { sentOf } from './order-progress.tsx';
import { LINE_STATES, STATES_OF_STEP } from './record/line-filter.ts';
import type { Order } from './types.ts';

const { pending, submitted, delivered, read, failed, overruled, expired, cancelled, suppressed, deferred } =
  lineStatus.is;

it.each([
  ['pendingCount', false, true],
  ['deferredCount', false, true],
  ['submittedCount', true, true],
  ['deliveredCount', true, true],
  ['readCount', true, true],
  ['failedCount', true, true],
  ['expiredCount', true, true],
  ['overruledCount', true, true],
  ['suppressedCount', false, false],
])(
  'of an order whose messages are all in %s, %s that they are sent and %s that they may be',
  (field, isSent, isAll) => {
    const none = {
      ...{ pendingCount: 0, deferredCount: 0, submittedCount: 0, deliveredCount: 0, readCount: 0, failedCount: 0 },
      ...{ expiredCount: 0, overruledCount: 0, suppressedCount: 0 },
    };
    const order = { ...none, [field]: 7 } as unknown as Order;
    expect(sentOf(order)).toEqual({ sent: isSent ? 7 : 0, all: isAll ? 7 : 0 });
  },
);

it('each state of a message is a filter, once, and each step of the funnel shows the states that it counts', () => {
  expect(LINE_STATES.toSorted((a, b) => a - b)).toEqual(Object.values(lineStatus.is).toSorted((a, b) => a - b));
  expect(
    Object.fromEntries(Object.entries(STATES_OF_STEP).map(([step, states]) => [step, new Set<number>(states)])),
  ).toEqual({
    total: new Set(),
    allowed: new Set([pending, submitted, delivered, read, failed, overruled, expired, cancelled, deferred]),
    submitted: new Set([submitted, delivered, read, failed, expired]),
    delivered: new Set([delivered, read]),
    read: new Set([read]),
  });
  expect(LINE_STATES).toContain(suppressed);
});
