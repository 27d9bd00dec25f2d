import { readFile } from 'node:fs/promises';
import { preOrderStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { expect, it } from 'vitest';
import { preOrderMachine, statesTable } from './states.ts';

it('the README shows the states and their effects as the code has them', async () => {
  expect(await readFile(new URL('README.md', import.meta.url), 'utf8')).toContain(statesTable());
});

it('every state is reached, and every state but the last ones has an exit', () => {
  const steps: readonly { from: readonly number[]; to: number | null }[] = Object.values(preOrderMachine);
  const states = Object.values<number>(preOrderStatus.is);
  const { draft, completed, refunded, revoked, rejected } = preOrderStatus.is;
  expect(states.filter((state) => state !== draft && !steps.some(({ to }) => to === state))).toEqual([]);
  const last: number[] = [completed, refunded, revoked, rejected];
  expect(states.filter((state) => !steps.some(({ from }) => from.includes(state)))).toEqual(last);
});
