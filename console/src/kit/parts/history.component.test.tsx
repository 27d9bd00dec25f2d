import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { money, text } from '@trade-assistant/contract/kit/field.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { fieldChanges, History, type HistoryEntry, stateChange } from './history.tsx';

const states = dictionary('states', {
  open: { value: 1, zh: '待处理', en: 'Open', tone: 'waiting' },
  done: { value: 2, zh: '完成', en: 'Done', tone: 'good' },
});
const fields = {
  name: text({ label: { zh: '名称', en: 'Name' }, max: 20 }),
  fee: money({ label: { zh: '费用', en: 'Fee' } }),
  note: text({ label: { zh: '备注', en: 'Note' }, max: 20 }),
};
const entries: readonly HistoryEntry[] = [
  { id: '1', time: '2026-01-01 08:00:00', who: 'Ada', changes: [stateChange(states, null, 1)] },
  {
    id: '2',
    time: '2026-01-02 08:00:00',
    who: null,
    what: { zh: '修改', en: 'Changed' },
    changes: fieldChanges(fields, { name: 'A', fee: '1', note: null }, { name: 'B', fee: '1', note: 'new' }),
  },
  { id: '3', time: '2026-01-03 08:00:00', who: 'Eve', changes: [stateChange(states, 1, 2)], reason: 'paid at last' },
];

test('shows each change with its user, time, old and new value, and reason; the latest first', async () => {
  await show(<History entries={entries} />, { locale: 'en' });
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'StateOpen → Donepaid at lastEve · 2026-01-03 08:00:00',
    'ChangedNameA → BNote– → newSystem · 2026-01-02 08:00:00',
    'State– → OpenAda · 2026-01-01 08:00:00',
  ]);
});

test('shows a text when nothing has happened', async () => {
  await show(<History entries={[]} />, { locale: 'en' });
  await expect.element(page.getByText('No changes yet')).toBeVisible();
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await show(<History entries={entries} />, look);
  expect(await barriers()).toEqual([]);
});
