import { view } from '@trade-assistant/contract/areas/desk/view.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDemo } from '../demo/index.ts';
import { testApp } from '../testing/app.ts';
import { resources } from '../testing/registry-calls.ts';

const MUCH_TIME_MILLIS = 240_000;
/** Rows of each list. */
const ROWS = 5;
/** The refusal of values. */
const WRONG_VALUES = 'BAD_REQUEST';
const product = await testApp({ SANDBOX: '1' });
/** Rows that an installation has without the demo, by resource. */
const before = new Map<string, ReadonlySet<string>>();
beforeAll(async () => {
  for (const { name, list } of forms) before.set(name, new Set((await rowsOf(name, list, 200)).map(({ id }) => id)));
  await loadDemo(product.db, { password: 'demo-Password-1', secrets: product.app.secrets });
}, MUCH_TIME_MILLIS);
afterAll(() => product.close());

/** Resources whose rows are listed, read and sent back by a form. */
const forms = resources.flatMap(({ name, calls }) => {
  const list = ['list', 'page'].find((call) => calls[call]);
  const form = ['submit', 'update'].find((call) => calls[call]);
  return list && form && calls['detail'] ? [{ name, list, form }] : [];
});

async function rowsOf(name: string, list: string, size: number): Promise<{ id: string; code?: string }[]> {
  return (await product.admin.get(`${name}/${list}`, { size })).body.data?.records ?? [];
}

it.each(forms)('rows of the demo pass the form $name/$form', async ({ name, list, form }) => {
  const rows = (await rowsOf(name, list, 200)).filter(({ id }) => !before.get(name)?.has(id));
  for (const { id, code } of rows.slice(0, ROWS)) {
    const detail = (await product.admin.get(`${name}/detail`, name === 'system/region' ? { code } : { id })).body;
    // Some rows are details for their owners only.
    if (detail.code !== 200) continue;
    const sent = (await product.admin.post(`${name}/${form}`, detail.data)).body;
    // Rules of states and rights may refuse a change; the values themselves are right.
    expect([id, sent.bizCode === WRONG_VALUES ? sent.data : null]).toEqual([id, null]);
  }
});

it('saved views of the demo pass the call that saves views', async () => {
  const { rows } = await product.db.pool.query(
    'select screen, resource, call, name, filters, period, sort, look, alert from desk_view order by id',
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const row of rows) expect(view.calls.save.input.safeParse(row).error?.issues).toBeUndefined();
});
