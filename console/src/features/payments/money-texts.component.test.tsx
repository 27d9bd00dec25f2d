import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { expect, test } from 'vitest';
import { transitionActions } from '../../kit/list/actions/transition-actions.ts';
import type { Action, ResourcePageOptions, Row } from '../../kit/list/types.ts';
import { rechargeReview } from './recharge-review.tsx';
import { withdrawalReview } from './withdrawal-review.tsx';

const row = {
  ...{
    id: '1',
    userName: 'Ada Chen',
    payAmount: '100',
    amount: '100',
    netAmount: '100',
    fee: '0',
    creditedAmount: null,
  },
  ...{ localAmount: null, localCurrency: null, payeeName: 'T…jLj6t', walletKind: 1, approvalId: null, payee: null },
} as unknown as Row;
const other = { ...row, id: '2', userName: 'Bo Li' };

/** The actions of reviewers that change one of these documents at once: transitions and calls of the screen. */
function actionsOf(resource: Resource, options: ResourcePageOptions<never>): Action[] {
  const { transitions = {}, transitionTexts, rowActions = [] } = options as unknown as ResourcePageOptions<Resource>;
  const offered = transitionActions(resource, transitions, transitionTexts).filter(
    ({ key }) => transitions[key]?.(row as never) ?? true,
  );
  return [...offered, ...(rowActions as readonly Action[]).filter(({ call }) => call !== undefined)];
}

const screens = [
  [recharge, rechargeReview(recharge)],
  [rechargeRecord, rechargeReview(rechargeRecord as never)],
  [withdrawal, withdrawalReview(withdrawal)],
  [withdrawalRecord, withdrawalReview(withdrawalRecord as never)],
] as unknown as readonly (readonly [Resource, ResourcePageOptions<never>])[];
const cases = screens.flatMap(([resource, options]) =>
  actionsOf(resource, options).map((action) => ({ name: `${resource.name} ${action.key}`, action })),
);

const textOf = (words: Action['confirm'] | Action['done'], rows: readonly Row[]): Text | undefined =>
  typeof words === 'function'
    ? (words as (rows: readonly Row[], answer: unknown, values: object) => Text)(
        rows,
        rows.map(({ id }) => ({ id, status: 1 })),
        {},
      )
    : words;

test.each(cases)('$name: question and result name the party and the amount in both languages', ({ action }) => {
  for (const words of [action.confirm, action.done]) {
    const text = textOf(words, [row]);
    for (const sentence of [text?.zh, text?.en]) {
      expect(sentence).toContain('Ada Chen');
      expect(sentence).toMatch(/100\.00 USDT/);
    }
  }
});

test.each(cases.filter(({ action }) => action.on))(
  '$name: for several, question and result name their number and total in both languages',
  ({ action }) => {
    for (const words of [action.confirm, action.done]) {
      const text = textOf(words, [row, other]);
      for (const sentence of [text?.zh, text?.en]) {
        expect(sentence).toMatch(/\b2\b|2 笔/);
        expect(sentence).toMatch(/200\.00 USDT/);
      }
    }
  },
);

test('every transition of recharges and withdrawals that reviewers have is among them', () => {
  expect(cases.length).toBeGreaterThan(12);
});
