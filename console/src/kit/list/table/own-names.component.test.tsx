import { int, text } from '@trade-assistant/contract/kit/field.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { show } from '../../../testing/show.tsx';
import { useSession } from '../../client/session.ts';
import { resourcePage } from '../../resource-page.tsx';

const fields = {
  berthNo: text({ label: { zh: '泊位', en: 'Berth' }, max: 20, list: true }),
  ownerName: text({ label: { zh: '租用人', en: 'Held by' }, max: 20, list: true }),
  length: int({ label: { zh: '长度', en: 'Length' }, list: true }),
};
const berth = resource('sea/berth', {
  title: { zh: '泊位', en: 'Berths' },
  nameField: 'berthNo',
  fields,
  calls: crud(fields, ['list']),
});
const Berths = resourcePage(berth);

/** Opens the list of berths held by these, as seen by ada. */
async function open(...owners: readonly string[]) {
  const records = owners.map((ownerName, n) => ({
    id: String(n + 1),
    berthNo: `Berth ${n + 1}`,
    ownerName,
    length: 9,
  }));
  answer({
    'sea/berth/list': () => ({ records, total: records.length, size: 50, current: 1, pages: 1 }),
  });
  await show(<Berths />, { address: '/sea/berth/index', permissions: ['sea/berth:view'] });
  expect(useSession.getState().user?.name).toBe('ada');
  await expect.element(page.getByText('Berth 1', { exact: true })).toBeVisible();
}
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);

describe('the column of owners', () => {
  test('is left out while all rows are the reader’s own, and shown when it is asked for', async () => {
    await open('ada', 'ada');
    await expect.poll(heads).toEqual(['泊位', '长度', '操作']);
    await userEvent.click(page.getByRole('button', { name: /^列设置/ }));
    await userEvent.click(page.getByRole('checkbox', { name: /租用人/ }));
    await expect.poll(heads).toEqual(['泊位', '租用人', '长度', '操作']);
  });

  test('is shown as soon as one row is another’s', async () => {
    await open('ada', 'grace');
    await expect.poll(heads).toEqual(['泊位', '租用人', '长度', '操作']);
  });
});
