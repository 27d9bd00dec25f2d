import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { create } from 'zustand';

const { pending, submitted, delivered, read, failed, overruled, expired, cancelled, suppressed, deferred } =
  lineStatus.is;

/** States of messages in the order of their keys, 1 to 9 and 0. */
export const LINE_STATES: readonly number[] = [
  ...[delivered, read, submitted, pending, failed, expired, overruled, deferred, suppressed, cancelled],
];
/** States of the messages behind a step of the funnel. */
export const STATES_OF_STEP = {
  total: [],
  allowed: LINE_STATES.filter((state) => state !== suppressed),
  submitted: [submitted, delivered, read, failed, expired],
  delivered: [delivered, read],
  read: [read],
} as const satisfies Readonly<Record<string, readonly number[]>>;

interface LineFilter {
  readonly orderId: string;
  readonly states: readonly number[];
}

/** The states that the recipients of an open order are filtered by: the funnel sets them, too. */
export const useLineFilter = create<LineFilter>(() => ({ orderId: '', states: [] }));

/** Shows the recipients of an order in these states; in all without any. */
export const filterLines = (orderId: string, states: readonly number[]): void =>
  useLineFilter.setState({ orderId, states });
