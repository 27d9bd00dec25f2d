import { afterAll, expect, it } from 'vitest';
import type { TestUser } from '../testing/app.ts';
import { openTwoTenants, READERS } from '../testing/two-tenants.ts';

const tenants = await openTwoTenants();
const { product } = tenants;
afterAll(() => product.close());

const lists = product.app.lists.resources.flatMap((resource) =>
  (resource.found ?? []).map((found) => ({ resource, ...found, path: `${resource.name}/${found.call}` })),
);
const search = async (who: TestUser, keyword: string) =>
  (await who.get('desk/search/records', { keyword })).body.data as { id: string; screen: string; name: string }[];

/** Values of the fields that a list is searched by, of its first rows. */
async function valuesOf({ path, by }: (typeof lists)[number]) {
  const { records } = (await product.admin.get(path, { size: 5 })).body.data;
  return (records as Record<string, unknown>[]).flatMap((row) =>
    // Of masked numbers the last digits are known.
    by.flatMap((name) =>
      row[name] ? [{ id: String(row['id']), name, value: String(row[name]).replace(/^.*\*/, '') }] : [],
    ),
  );
}

it.each(lists)('$path: a record is found by each field it is searched by, and by nothing else', async (list) => {
  const values = await valuesOf(list);
  // The examples of calls make no package.
  expect(values.length > 0).toBe(list.path !== 'agent/quota/list');
  const screen = list.of?.screen ?? list.resource.name;
  for (const { id, name, value } of values) {
    const found = (await search(product.admin, value)).filter((one) => [screen, list.unless].includes(one.screen));
    expect(new Set(found.map((one) => one.id)).size, `${name} ${value}: each once`).toBe(found.length);
    // A name that many rows share may fill the few places of a list.
    expect(found.length, `${name} ${value}`).toBeGreaterThan(0);
    if (found.length < 5)
      expect(
        found.map((one) => one.id),
        `${name} ${value}`,
      ).toContain(id);
  }
  for (const nothing of ['nothing of the kind', '99999999'])
    expect((await search(product.admin, nothing)).filter((one) => one.screen === screen)).toEqual([]);
});

it.each(READERS)('%s finds no record of the first', async (name) => {
  const reader = tenants.readers[name];
  for (const list of lists)
    for (const { value } of await valuesOf(list)) {
      const { raw } = await reader.get('desk/search/records', { keyword: value });
      expect(tenants.leaked(reader, raw.toString('utf8'), ''), `${list.path} ${value}`).toEqual([]);
    }
});

it('every message of the program opens a screen of the menu', async () => {
  const { rows } = await product.db.pool.query<{ key: string; route: string }>(
    'select distinct title_key as key, route from msg_message where title_key is not null',
  );
  const screens = (await product.db.pool.query<{ code: string }>('select distinct code from sys_menu')).rows;
  const known = new Set([...screens.map(({ code }) => `/${code}/index`), '/info/index']);
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ route }) => !known.has(route?.split('?')[0] ?? ''))).toEqual([]);
});

it('work that waits is counted as the list that it opens, and only with the right to act', async () => {
  const items = (await product.admin.get('desk/home/waiting')).body.data as {
    resource: string;
    filters: object;
    count: number;
  }[];
  expect(items.length).toBeGreaterThan(3);
  for (const resource of product.app.lists.resources)
    for (const { call, filters, access } of resource.waiting ?? []) {
      const { total } = (await product.admin.get(`${resource.name}/${call}`, filters)).body.data;
      const isIt = (item: (typeof items)[number]) =>
        item.resource === resource.name && JSON.stringify(item.filters) === JSON.stringify(filters);
      const counted = items.filter(isIt).map(({ count }) => count);
      // Nobody acts on every list, not even the administrator.
      const mayAct = access !== 'decide' || counted.length > 0;
      if (mayAct) expect(counted, resource.name).toEqual(total > 0 ? [total] : []);
    }
  for (const reader of Object.values(tenants.readers).filter(({ row }) => row.userType !== 1))
    expect((await reader.get('desk/home/waiting')).body.data).toEqual([]);
});
