import { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Check } from '../../../features/checks/types.ts';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { show } from '../../../testing/show.tsx';
import CheckResults from './results.tsx';

const MILLION = 1_000_000;
const COUNTS = [
  ...['vacantCount', 'liveCount', 'suspendedCount', 'noDataCount', 'silentCount', 'riskCount', 'unknownCount'],
  ...['invalidCount', 'duplicateCount', 'suppressedCount'],
];
const check = {
  id: '7',
  totalCount: MILLION,
  ...Object.fromEntries(COUNTS.map((field) => [field, 0])),
  liveCount: MILLION - 20,
  silentCount: 15,
  suppressedCount: 5,
} as Check;
const line = (lineNo: number) => ({
  id: String(lineNo),
  lineNo,
  number: `+1201555${String(lineNo).padStart(7, '0')}`,
  ...{ regionCode: 'US', lineType: 1, carrier: null, result: 1, registered: 1, business: null, activeDays: null },
  ...{ evidence: 1, stage: 1, rejectReason: null, checkedTime: '2026-05-06 07:08:09', why: null },
  ...{ isCharged: 1, price: '0.0125', providerCode: null, reference: null },
});
/** A server whose list has every line number. */
const lines = () =>
  answer({
    'filter/whatsapp-filter/lines': ({ query }) => {
      const from = Number(query.get('after') ?? 0) + Number(query.get('skip') ?? 0);
      return { records: Array.from({ length: Number(query.get('size')) }, (_, index) => line(from + index + 1)) };
    },
    'filter/whatsapp-filter/download': () => new Response('zip'),
  });
const asked = (log: ReturnType<typeof answer>, call: string) =>
  log.filter(({ path }) => path.endsWith(`/${call}`)).map(({ query }) => Object.fromEntries(query));
const permissions = ['filter/whatsapp-filter:view', 'filter/whatsapp-filter:download'];
const rows = () => [...document.querySelectorAll('[role=rowgroup] > * > [role=row]')];
const rowCount = () => document.querySelector('[role=table]')?.getAttribute('aria-rowcount');
function Address() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}
const frame = () => document.querySelector('[role=rowgroup]') as HTMLElement;

test('a million lines scroll: only those in sight are fetched and drawn', async () => {
  const log = lines();
  await show(<CheckResults check={check} resource={whatsappFilter} />, { permissions });
  await expect.element(page.getByText('手机').first()).toBeVisible();
  expect(rows().length).toBeLessThan(60);
  expect(rowCount()).toBe(String(MILLION + 1));
  frame().scrollTop = frame().scrollHeight;
  await expect.poll(() => rows().at(-1)?.textContent).toContain(String(MILLION));
  expect(rows().at(-1)?.getBoundingClientRect().bottom).toBeLessThanOrEqual(frame().getBoundingClientRect().bottom + 1);
  expect(asked(log, 'lines').length).toBeLessThan(8);
  expect(await barriers()).toEqual([]);
});

test('each line has its findings, time and charge in columns; staff who see providers also have the provider and the reference', async () => {
  answer({
    'filter/whatsapp-filter/lines': () => ({
      records: [
        {
          ...line(1),
          ...{ carrier: 'Carrier North', activeDays: 3, business: 0, providerCode: 'spy', reference: '0198f2a4-0000' },
        },
      ],
    }),
  });
  const one = { ...check, totalCount: 1, liveCount: 1, silentCount: 0, suppressedCount: 0 };
  const cells = () => rows().flatMap((row) => [...row.children].map(({ textContent }) => textContent?.trim()));
  const shown = await show(<CheckResults check={one} resource={whatsappFilter} />, { permissions, locale: 'en' });
  await expect.element(page.getByText('Carrier North')).toBeVisible();
  const found = [...['In service', 'Yes', 'No', 'Mobile', 'Carrier North', '3', 'Provider'], expect.any(String), 'Yes'];
  expect(cells()).toEqual(['1', expect.stringContaining('201'), ...found, expect.stringContaining('0.0125'), '']);
  expect(await barriers()).toEqual([]);
  await shown.unmount();
  const seeing = [...permissions, 'provider/provider:view'];
  await show(<CheckResults check={one} resource={whatsappFilter} />, { permissions: seeing, theme: 'dark' });
  await expect.element(page.getByRole('columnheader', { name: '流水' })).toBeInTheDocument();
  await expect.poll(() => cells().slice(-3, -1)).toEqual(['spy', '0198f2a4-0000']);
});

test('the next lines continue after the last known one', async () => {
  const log = lines();
  const few = { ...check, totalCount: 300, liveCount: 300 };
  await show(<CheckResults check={few} resource={whatsappFilter} />, { permissions });
  await expect.element(page.getByText('手机').first()).toBeVisible();
  frame().scrollTop = 36 * 95;
  await expect.poll(() => asked(log, 'lines')).toContainEqual({ id: '7', after: '100', size: '100' });
});

test('keys filter by class, find numbers and download the current filter', async () => {
  const log = lines();
  await show(<CheckResults check={check} resource={whatsappFilter} />, { permissions, locale: 'en', theme: 'dark' });
  await expect.element(page.getByRole('button', { name: /Silent/ })).toBeVisible();
  await userEvent.keyboard('28');
  await expect.element(page.getByRole('button', { name: /Silent/ })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => asked(log, 'lines').at(-1)?.['results']).toBe('4,9');
  await expect.poll(() => rowCount()).toBe('21');
  // A class without numbers has no effect.
  await userEvent.keyboard('4');
  await userEvent.keyboard('/');
  await userEvent.keyboard('0100');
  await expect.poll(() => asked(log, 'lines').at(-1)).toMatchObject({ results: '4,9', number: '0100' });
  await expect.element(page.getByRole('textbox', { name: 'Find a number' })).toHaveValue('0100');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('d');
  await expect.poll(() => asked(log, 'download')).toEqual([{ id: '7', results: '4,9', number: '0100' }]);
  expect(await barriers()).toEqual([]);
});

test('a user with the permission starts an order to the chosen results in one step', async () => {
  lines();
  const may = [...permissions, 'whatsapp/order:create'];
  await show(
    <>
      <CheckResults check={check} resource={whatsappFilter} />
      <Address />
    </>,
    { permissions: may, locale: 'en' },
  );
  await expect.element(page.getByRole('button', { name: 'Send WhatsApp to 999,980 numbers' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Text/ }).elements()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: /^Silent/ }));
  await userEvent.click(page.getByRole('button', { name: 'Send WhatsApp to 15 numbers' }));
  await expect.element(page.getByText('/whatsapp/order?check=7:4')).toBeVisible();
});
