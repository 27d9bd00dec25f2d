import { dictionarySeeds } from '@trade-assistant/contract/dictionary-list.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { copyBusinessDictionaries, seedDictionaries } from '../../engines/office/dictionaries/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { SECOND_TENANT, secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
const { admin } = product;
afterAll(() => product.close());

const named = async (code: string, dictKey = '-1', area = 'dict') =>
  (await admin.get(`system/${area}/list`, { code_equal: code, dictKey_equal: dictKey })).body.data.records[0];
const submit = (body: object, area = 'dict') => admin.post(`system/${area}/submit`, body);
const entry = async (code: string, dictKey: string, more: object = {}, area = 'dict') =>
  submit(
    { code, parentId: (await named(code, '-1', area)).id, dictKey, dictValue: '新增', sort: 9, isSealed: 0, ...more },
    area,
  );
const choices = async (code: string, who: TestUser = admin, area = 'dict') =>
  (await who.get(`system/${area}/dictionary`, { code })).body.data.map(({ dictKey }: { dictKey: string }) => dictKey);

describe('dictionaries of a new installation', () => {
  it('include every built-in dictionary with every entry, keys as text', async () => {
    const tree = (await admin.get('system/dict/tree', { code: 'DICT' })).body.data;
    expect(tree.map(({ title }: { title: string }) => title)).toEqual(dictionarySeeds.map(({ zh }) => zh));
    expect(tree.map(({ children = [] }: { children?: unknown[] }) => children.length)).toEqual(
      dictionarySeeds.map(({ entries }) => entries.length),
    );
    expect(await choices('region')).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  it('follow the version unless changed, and keep operators’ changes', async () => {
    const { id } = await named('sex', '1');
    expect((await submit({ id, dictValue: '先生', dictValueEn: 'Mr' })).status).toBe(200);
    await product.db.pool.query("update sys_dict set dict_value = 'old' where code = 'sex' and dict_key = '2'");
    await product.db.pool.query("delete from sys_dict where code = 'sex' and dict_key = '3'");
    await product.db.tx(seedDictionaries);
    expect(await named('sex', '1')).toMatchObject({ dictValue: '先生', dictValueEn: 'Mr', isBuiltIn: 1 });
    expect(await named('sex', '2')).toMatchObject({ dictValue: '女' });
    expect(await choices('sex')).toEqual(['1', '2', '3']);
  });
});

describe('reading', () => {
  it('pages through dictionaries, returns the entries of one and offers them to every user', async () => {
    const page = (await admin.get('system/dict/parent-list', { current: 1, size: 10, code: 'stock' })).body.data;
    expect(page.records.map(({ code }: { code: string }) => code)).toEqual(['stock_status']);
    const parentId = page.records[0].id;
    const children = (await admin.get('system/dict/child-list', { parentId })).body.data;
    expect(children.length).toBeGreaterThan(3);
    expect(children[0]).toMatchObject({ code: 'stock_status', parentId, takesEntries: 0 });
    const agent = await product.agent();
    expect((await agent.get('system/dict/dictionary', { code: 'sex' })).body.data[1]).toMatchObject({
      dictKey: '2',
      dictValue: '女',
    });
    expect(await choices('nothing-like-it')).toEqual([]);
    expect((await admin.get('system/dict/tree', { code: 'sex' })).body.data[0].children).toHaveLength(3);
  });

  it('sends consoles all names, and nothing when they are current', async () => {
    const { version, dictionaries, routes } = (await admin.get('system/dict/labels')).body.data;
    expect(dictionaries.user_status[1]).toMatchObject({ key: '1', zh: '正常', en: 'Active', tone: 3, isSealed: false });
    expect(routes).toContainEqual({ routeKey: 'flow_desk/approval', routeValue: '/desk/approval/index' });
    expect((await admin.get('system/dict/labels', { version })).body.data).toEqual({
      version,
      dictionaries: null,
      routes: null,
    });
  });
});

describe('built-in dictionaries', () => {
  it('accept and lose no entry, and keep their keys and code', async () => {
    expect((await entry('stock_status', '99')).body.bizCode).toBe('DICT_CLOSED');
    const { id } = await named('stock_status', '1');
    expect((await admin.post('system/dict/remove', { ids: id })).body.bizCode).toBe('DICT_BUILT_IN');
    expect((await submit({ id, dictKey: '7' })).status).toBe(400);
    expect((await submit({ id, code: 'other' })).status).toBe(400);
    expect((await submit({ id, parentId: (await named('sex')).id })).body.bizCode).toBe('DICT_MOVED');
    expect((await submit({ id: (await named('stock_status')).id, isSealed: 1 })).body.bizCode).toBe('DICT_NEEDED');
  });

  it('can be renamed, reordered and recoloured', async () => {
    const { id } = await named('user_status', '1');
    expect((await submit({ id, dictValue: '在职', sort: 0, tone: 2 })).status).toBe(200);
    const { user_status: labels } = (await admin.get('system/dict/labels')).body.data.dictionaries;
    expect(labels[0]).toMatchObject({ key: '1', zh: '在职', tone: 2 });
  });
});

describe('present names of values', () => {
  it('appear in files and refusals, in the caller’s language', async () => {
    const { id } = await named('post_category', '2');
    await submit({ id, dictValue: '中坚', dictValueEn: 'Backbone' });
    await admin.get('system/dict/labels');
    const form = { postCode: 'named', postName: '主管', postNameEn: 'Lead', category: 2, sort: 1 };
    expect((await admin.post('system/post/submit', form)).status).toBe(200);
    const file = (locale: string) =>
      admin.post('system/post/export', { format: 'csv', postCode: 'named' }, { 'accept-language': locale });
    expect((await file('zh')).raw.toString()).toContain('中坚');
    expect((await file('en')).raw.toString()).toContain('Backbone');
    const refused = await admin.post('system/post/submit', { ...form, postCode: 'other', category: 99 });
    expect(refused.body.msg).toContain('2 中坚');
  });
});

describe('an open dictionary', () => {
  const post = (category: number) => ({
    postCode: `p${category}`,
    postName: '专员',
    postNameEn: 'Officer',
    category,
    sort: 1,
  });

  it('accepts entries, which forms then accept', async () => {
    expect((await admin.post('system/post/submit', post(7))).status).toBe(400);
    expect((await entry('post_category', 'seven')).body.bizCode).toBe('DICT_KEY_NUMBER');
    expect((await entry('post_category', '7', { code: 'sex' })).body.bizCode).toBe('DICT_CODE_OTHER');
    expect((await submit({ dictValue: '无', sort: 1, isSealed: 0 })).body.bizCode).toBe('DICT_CODE_NEEDED');
    expect((await entry('post_category', '')).body.bizCode).toBe('DICT_KEY_NEEDED');
    expect((await entry('post_category', '7')).status).toBe(200);
    expect((await entry('post_category', '7')).body.bizCode).toBe('DUPLICATE');
    await expect.poll(async () => (await admin.post('system/post/submit', post(7))).status).toBe(200);
  });

  it('cannot lose an entry in use, and the error names its uses', async () => {
    const { id } = await named('post_category', '7');
    const { status, body } = await admin.post('system/dict/remove', { ids: id });
    expect([status, body.bizCode, body.data.references[0].names]).toEqual([400, 'IN_USE', ['专员']]);
    await entry('post_category', '8', { code: undefined });
    const unused = await named('post_category', '8');
    expect((await admin.post('system/dict/remove', { ids: unused.id })).status).toBe(200);
  });
});

describe('a sealed entry', () => {
  it('is not offered for new rows, keeps its name, and does not change until it is unsealed', async () => {
    const { id } = await named('post_category', '4');
    const row = { postCode: 'before', postName: '旧', postNameEn: 'Old', category: 4, sort: 1 };
    const old = (await admin.post('system/post/submit', row)).body.data.id;
    expect((await submit({ id, isSealed: 1 })).status).toBe(200);
    expect(await choices('post_category')).not.toContain('4');
    const labels = (await admin.get('system/dict/labels')).body.data.dictionaries.post_category;
    expect(labels.find(({ key }: { key: string }) => key === '4')).toMatchObject({ zh: '其他', isSealed: true });
    const refused = await admin.post('system/post/submit', { ...row, postCode: 'after' });
    expect([refused.status, refused.body.data.fields[0].field]).toEqual([400, 'category']);
    expect((await admin.post('system/post/submit', { id: old, category: 4, sort: 2 })).status).toBe(200);
    expect((await submit({ id, dictValue: '杂项' })).body.bizCode).toBe('DICT_SEALED');
    expect((await submit({ id, dictValue: '杂项', isSealed: 0 })).status).toBe(200);
    expect(await choices('post_category')).toContain('4');
  });
});

describe('business dictionaries', () => {
  it('belong to a tenant, and a new tenant starts with the platform’s', async () => {
    const form = { code: 'reject_reason', dictValue: '驳回原因', sort: 1, isSealed: 0 };
    expect((await submit(form, 'dict-biz')).status).toBe(200);
    expect((await submit(form, 'dict-biz')).body.bizCode).toBe('DUPLICATE');
    expect((await entry('reject_reason', 'blurred', {}, 'dict-biz')).status).toBe(200);
    expect(await choices('reject_reason', admin, 'dict-biz')).toEqual(['blurred']);
    const second = await secondTenantOf(product);
    expect(await choices('reject_reason', second.admin, 'dict-biz')).toEqual([]);
    expect(await product.db.tx((tx) => copyBusinessDictionaries(tx, SECOND_TENANT))).toBe(2);
    expect(await choices('reject_reason', second.admin, 'dict-biz')).toEqual(['blurred']);
    expect(await product.db.tx((tx) => copyBusinessDictionaries(tx, SECOND_TENANT))).toBe(0);
  });

  it('do not include the platform’s dictionaries, which only the platform manages', async () => {
    const { admin: other } = await secondTenantOf(product);
    expect((await other.get('system/dict/list')).status).toBe(403);
    expect((await other.post('system/dict/submit', { code: 'x', dictValue: 'x', sort: 1, isSealed: 0 })).status).toBe(
      403,
    );
    expect(await choices('sex', other)).toEqual(['1', '2', '3']);
  });

  it('are sealed as a whole, and removed after their entries', async () => {
    const { id } = await named('reject_reason', '-1', 'dict-biz');
    expect((await admin.post('system/dict-biz/remove', { ids: id })).body.bizCode).toBe('IN_USE');
    await submit({ id, isSealed: 1 }, 'dict-biz');
    expect(await choices('reject_reason', admin, 'dict-biz')).toEqual([]);
    expect((await entry('reject_reason', 'other', {}, 'dict-biz')).body.bizCode).toBe('DICT_SEALED');
    const below = await named('reject_reason', 'blurred', 'dict-biz');
    expect((await admin.post('system/dict-biz/remove', { ids: below.id })).body.bizCode).toBe('DICT_SEALED');
  });
});
