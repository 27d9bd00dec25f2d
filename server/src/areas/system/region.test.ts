import { afterAll, describe, expect, it } from 'vitest';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../testing/app.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
afterAll(() => product.close());

const ask = async (call: string, query: Record<string, unknown> = {}) =>
  (await product.admin.get(`system/region/${call}`, query)).body.data;
const post = async (call: string, body: unknown) => {
  const { status, body: answer } = await product.admin.post(`system/region/${call}`, body);
  return { ...answer, status, code: answer.bizCode };
};
const send = async (text: string, fields = {}) => {
  const { body, headers } = multipart(fields, { name: 'regions.csv', content: text });
  const answer = await product.admin.post('system/region/import', body, headers);
  expect([answer.status, answer.body.msg]).toEqual([200, expect.any(String)]);
  return answer.body.data;
};

describe('a new installation', () => {
  it('has the divisions of the country, level by level, with codes as text', async () => {
    const provinces = await ask('lazy-tree');
    expect(provinces).toHaveLength(34);
    expect(provinces[0]).toEqual({
      id: '11',
      parentId: '00',
      title: '北京市',
      key: '11',
      value: '11',
      regionLevel: 1,
      hasChildren: 1,
    });
    const cities = await ask('lazy-list', { parentCode: '44' });
    expect(cities.map(({ name }: { name: string }) => name)).toContain('深圳市');
    const districts = await ask('select', { code: '4403' });
    expect(districts).toContainEqual({ code: '440305', name: '南山区', regionLevel: 3, hasChildren: 0 });
    expect(await ask('detail', { code: '440305' })).toMatchObject({
      parentCode: '4403',
      parentName: '深圳市',
      fullName: '广东省 / 深圳市 / 南山区',
      regionLevel: 3,
      hasChildren: 0,
    });
    expect(await ask('detail', { code: '00' })).toMatchObject({ code: '00', parentCode: null, hasChildren: 1 });
    expect((await ask('list', { name_like: '深圳' })).records[0]).toMatchObject({ code: '4403' });
  });
});

describe('a region', () => {
  it('is added below another, changed by its code, and removed when it has no children', async () => {
    expect(await post('submit', { code: '0097', name: '测试省', version: 0 })).toMatchObject({ data: { code: '97' } });
    expect((await post('submit', { code: '9701', parentCode: '97', name: '测试市', version: 0 })).status).toBe(200);
    expect(await ask('detail', { code: '9701' })).toMatchObject({ regionLevel: 2, fullName: '测试省 / 测试市' });
    const { version } = await ask('detail', { code: '97' });
    expect((await post('submit', { code: '97', name: '新名', version })).status).toBe(200);
    expect((await post('submit', { code: '97', name: '旧名', version })).code).toBe('STALE_DATA');
    expect(await post('remove', { id: '97' })).toMatchObject({
      code: 'REGION_HAS_CHILDREN',
      msg: expect.stringContaining('新名'),
    });
    expect((await post('remove', { id: '9701' })).status).toBe(200);
    expect((await post('remove', { id: '97' })).status).toBe(200);
    expect((await post('remove', { id: '97' })).status).toBe(404);
  });

  it.each([
    [{ code: '44', name: 'x', version: 0 }, 'REGION_TAKEN', 'code'],
    [{ code: '98', parentCode: '96', name: 'x' }, 'REGION_PARENT', 'parentCode'],
    [{ code: '98', parentCode: '44', name: 'x' }, 'REGION_PREFIX', 'code'],
    [{ code: '4499', parentCode: '44', name: 'x', regionLevel: 1 }, 'REGION_LEVEL', 'regionLevel'],
    [{ code: '4403', parentCode: '43', name: 'x' }, 'REGION_FIXED', 'parentCode'],
    [{ code: '44', name: '广东省', regionLevel: 2 }, 'REGION_LEVEL', 'regionLevel'],
  ])('%j is refused with %s', async (form, code, field) => {
    expect(await post('submit', form)).toMatchObject({ status: 400, code, data: { fields: [{ field }] } });
  });

  it('cannot be removed if it is the root', async () => {
    expect((await post('remove', { id: '00' })).code).toBe('REGION_ROOT');
  });

  it('is read by every tenant and changed only by the platform', async () => {
    const { admin } = await secondTenantOf(product);
    expect((await admin.get('system/region/detail', { code: '44' })).body.data.name).toBe('广东省');
    const { body, headers } = multipart({}, { name: 'r.csv', content: '95,x' });
    for (const refused of [
      await admin.post('system/region/submit', { code: '95', name: 'x' }),
      await admin.post('system/region/remove', { id: '44' }),
      await admin.post('system/region/import', body, headers),
    ])
      expect([refused.status, refused.body.bizCode]).toEqual([403, 'REGION_PLATFORM']);
  });
});

describe('an import', () => {
  const header = '区划编号,区划名称,上级编号,区划等级,排序,备注';

  it('imports lists, finds parents by the code, and changes only permitted rows', async () => {
    const text = `${header}\n96,甲省,,,1,\n9601,乙市,,,1,\n960101,丙县,,区县,2,远\n`;
    expect(await send(text)).toMatchObject({ lines: 3, added: 3, changed: 0, problemCount: 0 });
    expect(await ask('detail', { code: '960101' })).toMatchObject({ fullName: '甲省 / 乙市 / 丙县', remark: '远' });
    const renamed = text.replace('乙市', '丁市');
    expect(await send(renamed)).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
    expect(await send(renamed, { isCovered: 1 })).toMatchObject({ changed: 1, unchanged: 2 });
    expect((await ask('detail', { code: '9601' })).name).toBe('丁市');
  });

  it('names each wrong line and then changes nothing', async () => {
    const report = await send(`${header}\n95,好,,,,\n9x,坏,,,,\n95,又,,,,\n9401,无上级,,,,\n93,,,,,\n92,序,,9,,\n`);
    expect(report).toMatchObject({ lines: 6, added: 0, problemCount: 5 });
    expect(report.problems.map(({ lineNo }: { lineNo: number }) => lineNo)).toEqual([3, 4, 5, 6, 7]);
    expect(report.problems[1].reason).toContain('2');
    expect((await product.admin.get('system/region/detail', { code: '95' })).status).toBe(404);
  });

  it('imports its own export', async () => {
    const exported = await product.admin.post('system/region/export', { format: 'csv', parentCode: '44' });
    expect(exported.status).toBe(200);
    const report = await send(exported.raw.toString('utf8'), { isCovered: 1 });
    expect(report).toMatchObject({ lines: 21, unchanged: 21, problemCount: 0 });
  });
});
