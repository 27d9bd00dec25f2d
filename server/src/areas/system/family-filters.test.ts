import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
afterAll(() => product.close());

type Row = Readonly<Record<string, unknown>> & { readonly children?: readonly Row[] };
const answered = async (call: string, query: object = {}): Promise<Row[]> => {
  const { status, body } = await product.admin.get(call, { ...query });
  expect([call, status]).toEqual([call, 200]);
  return body.data.records ?? body.data;
};
const added = async (call: string, body: object): Promise<string> => {
  const answer = await product.admin.post(call, body);
  expect([call, answer.status, answer.body.msg]).toEqual([call, 200, expect.any(String)]);
  return answer.body.data.id;
};
const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
const named = (rows: readonly Row[], field: string) => flat(rows).map((row) => row[field]);

it('the tenant filter of posts and departments accepts only the reader’s own tenant', async () => {
  await added('system/post/submit', { postCode: 'own', postName: '自有岗位', category: 3 });
  await added('system/dept/submit', { deptName: '自有部门', deptCategory: 2, sort: 1 });
  await secondTenantOf(product);
  for (const [call, field, name] of [
    ['system/post/select', 'postName', '自有岗位'],
    ['system/dept/tree', 'title', '自有部门'],
    ['system/dept/lazy-tree', 'title', '自有部门'],
  ] as const) {
    const own = named(await answered(call, { tenantId: '000000' }), field);
    expect([call, own]).toEqual([call, named(await answered(call), field)]);
    expect([call, own.includes(name)]).toEqual([call, true]);
    const { status, body } = await product.admin.get(call, { tenantId: '000001' });
    expect([call, status, JSON.stringify(body.data ?? '').includes(name)]).toEqual([call, 400, false]);
  }
});

it('departments are found by a part of their name at every level', async () => {
  const above = await added('system/dept/submit', { deptName: '海运', deptNameEn: 'Sea', deptCategory: 2, sort: 1 });
  await added('system/dept/submit', {
    deptName: '海运单证',
    deptNameEn: 'Papers',
    deptCategory: 2,
    sort: 1,
    parentId: above,
  });
  await added('system/dept/submit', { deptName: '空运', deptNameEn: 'Air', deptCategory: 2, sort: 1 });
  for (const query of [{ deptName: '海运' }, { deptName: '海运', parentId: '' }])
    expect(named(await answered('system/dept/lazy-list', query), 'deptName').sort()).toEqual(['海运', '海运单证']);
  expect(named(await answered('system/dept/lazy-list', { deptName: '单证' }), 'deptName')).toEqual(['海运单证']);
  expect(await answered('system/dept/lazy-list', { deptName: '100%' })).toEqual([]);
});

it('entries of a dictionary are found by its code', async () => {
  for (const name of ['dict', 'dict-biz']) {
    const ids: string[] = [];
    for (const code of [`ships-${name}`, `planes-${name}`]) {
      const parentId = await added(`system/${name}/submit`, { code, dictValue: code, sort: 1, isSealed: 0 });
      ids.push(parentId);
      const entry = { parentId, code, dictKey: '1', sort: 1, isSealed: 0 };
      await added(`system/${name}/submit`, { ...entry, dictValue: `${code} one` });
    }
    const found = await answered(`system/${name}/child-list`, { parentId: ids[0], code: `ships-${name}` });
    expect(named(found, 'dictValue')).toEqual([`ships-${name} one`]);
    expect(await answered(`system/${name}/child-list`, { parentId: ids[0], code: `planes-${name}` })).toEqual([]);
  }
});

it('menus are found by a part of their name at every level', async () => {
  const root = await added('system/menu/submit', {
    name: '航运甲',
    code: 'harbour',
    path: '/harbour',
    category: 1,
    sort: 1,
  });
  const page = await added('system/menu/submit', {
    ...{ name: '船期', code: 'sailing', path: '/harbour/sailing', category: 1, sort: 1, parentId: root },
  });
  await added('system/menu/submit', { name: '航运甲按钮', code: 'sail', category: 2, sort: 1, parentId: page });
  for (const call of ['system/menu/lazy-list', 'system/menu/list'])
    expect([call, named(await answered(call, { name: '航运甲' }), 'name').sort()]).toEqual([
      call,
      ['航运甲', '航运甲按钮'],
    ]);
  expect(named(await answered('system/menu/lazy-list', { name: '船期', parentId: '' }), 'name')).toEqual(['船期']);
});
