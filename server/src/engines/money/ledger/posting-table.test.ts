import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LEDGER_EVENTS } from './events.ts';

it('docs/operations/ledger.md lists every event with the accounts it may touch', async () => {
  const page = await readFile(new URL('../../../../../docs/operations/ledger.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([A-Z_]+)` \| [^|]+\| ([^|]+) \| ([^|]+) \|$/gm)].map(([, ...cells]) => cells);
  const quoted = (accounts: readonly string[]) => accounts.map((account) => `\`${account}\``).join(', ');
  expect(listed).toEqual(
    Object.entries(LEDGER_EVENTS).map(([code, { debit, credit }]) => [code, quoted(debit), quoted(credit)]),
  );
});
