import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import LedgerWarning from '../ledger-warning/ledger-warning.tsx';
import TrailWarning from './trail-warning.tsx';

const proof = { time: '2026-01-02 04:30:00', account: '', proven: 12, waiting: 0, head: null };
const books = { id: '7', time: '2026-01-02 04:30:00', ok: true, mismatchCount: 0, isLate: false, maxHours: 36 };
const permissions = ['log/audit:view', 'finance/proof:view'];

test('a broken audit trail and a ledger mismatch are shown above every page with links to the findings', async () => {
  answer({
    'log/audit/proof': () => ({ ...proof, problem: { fault: 'changed', id: '3', time: '2026-01-01 00:00:00' } }),
    'finance/proof/state': () => ({ ...books, ok: false, mismatchCount: 4 }),
  });
  await show(
    <>
      <LedgerWarning />
      <TrailWarning />
    </>,
    { permissions, locale: 'en', theme: 'dark' },
  );
  await expect.element(page.getByText('Audit trail integrity check failed; first affected record: 3')).toBeVisible();
  await expect.element(page.getByText('Ledger verification found 4 mismatches; withdrawals are paused')).toBeVisible();
  const links = page.getByRole('link', { name: 'View' }).elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/finance/proof/index?record=7',
    '/log/audit/index?record=3',
  ]);
  expect(await barriers()).toEqual([]);
});

test('a truncated chain without a row, and an unverified ledger, are reported', async () => {
  answer({
    'log/audit/proof': () => ({ ...proof, problem: { fault: 'cut', id: null, time: null } }),
    'finance/proof/state': () => ({ ...books, isLate: true }),
  });
  await show(
    <>
      <LedgerWarning />
      <TrailWarning />
    </>,
    { permissions },
  );
  await expect.element(page.getByText('审计记录与封存时不一致')).toBeVisible();
  await expect.element(page.getByText('账务已超过 36 小时没有核对')).toBeVisible();
});
