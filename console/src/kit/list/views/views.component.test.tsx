import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { dict, text } from '@trade-assistant/contract/kit/field.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import { resourcePage } from '../../resource-page.tsx';
import { Again, reload } from '../list-fixture.tsx';

const phases = dictionary('phases', {
  open: { value: 1, zh: '待处理', en: 'Open', tone: 'waiting' },
  done: { value: 2, zh: '完成', en: 'Done', tone: 'good' },
});
const fields = {
  name: text({ label: { zh: '名称', en: 'Name' }, max: 20, list: true, search: 'like' }),
  phase: dict(phases, { label: { zh: '阶段', en: 'Phase' }, list: true, search: 'equal' }),
  place: text({ label: { zh: '地点', en: 'Place' }, max: 20, list: true }),
};
const job = resource('sea/job', {
  title: { zh: '工作', en: 'Jobs' },
  stateField: 'phase',
  fields,
  calls: crud(fields, ['list', 'detail']),
});
const Jobs = resourcePage(job, { views: ['board', 'cards', 'table'] });
const all = Array.from({ length: 30 }, (_, at) => ({
  id: String(at),
  name: `Job ${at}`,
  phase: at < 25 ? 1 : 2,
  place: 'Kiel',
}));

function serve() {
  return answer({
    'sea/job/list': ({ query }) => {
      const found = all.filter(({ phase }) => String(phase) === (query.get('phase') ?? String(phase)));
      const size = Number(query.get('size'));
      return { records: found.slice(0, size), total: found.length, size, current: 1, pages: 2 };
    },
    'sea/job/detail': ({ query }) => all.find(({ id }) => id === query.get('id')),
  });
}
const open = (look = {}) =>
  show(
    <div style={{ height: 600, overflow: 'auto', containerType: 'inline-size' }}>
      <Again>
        <Jobs />
      </Again>
    </div>,
    { locale: 'en', address: '/sea/job/index', permissions: ['sea/job:view'], ...look },
  );
const view = (name: string) => page.getByRole('button', { name, exact: true });

test('a board has a column for each state, with how many there are and the first of them', async () => {
  serve();
  await open();
  await expect.element(page.getByRole('heading', { name: 'Open 25' })).toBeVisible();
  const columns = page.getByRole('region', { name: 'Phase' }).getByRole('list');
  await expect.poll(() => columns.elements().map(({ children }) => children.length)).toEqual([20, 5]);
  // The column shows the state, not the card.
  expect(columns.elements()[1]?.firstElementChild?.textContent).toContain('Kiel');
  expect(columns.elements()[1]?.firstElementChild?.textContent).not.toContain('Done');
  // More rows are in another view.
  await userEvent.click(page.getByRole('button', { name: 'Show all' }));
  await expect.element(view('Cards')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => document.querySelectorAll('.kit-cards > li').length).toBe(10);
});

test('cards of a board are walked and opened by the keyboard', async () => {
  serve();
  await open();
  await expect.element(page.getByText('Job 1', { exact: true })).toBeVisible();
  document.querySelector<HTMLElement>('.kit-board [data-row-key="0"]')?.focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('dialog').getByText('Job 1', { exact: true })).toBeVisible();
});

test('a record is found by its address among the rows that are shown, where no call gives a single one', async () => {
  const { detail: _detail, ...calls } = job.calls;
  const Plain = resourcePage({ ...job, calls });
  serve();
  await show(<Plain />, { locale: 'en', address: '/sea/job/index?record=3', permissions: ['sea/job:view'] });
  await expect.element(page.getByRole('dialog').getByText('Job 3', { exact: true })).toBeVisible();
});

test('the view one chooses is kept', async () => {
  serve();
  await open();
  await userEvent.click(view('Table'));
  await expect.element(page.getByRole('table')).toBeVisible();
  reload();
  await expect.element(view('Table')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('table')).toBeVisible();
});

test.each(looks)('nothing keeps people out of a board: $theme, $locale', async (look) => {
  serve();
  await open(look);
  await expect.poll(() => document.querySelectorAll('.kit-board .kit-cards > li').length).toBe(25);
  expect(await barriers()).toEqual([]);
});
