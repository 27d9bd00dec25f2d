import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { openZip } from '../../kernel/file-formats/zip.ts';
import { testApp } from '../../testing/app.ts';
import { generate } from './code/generate.ts';
import { fieldsOfTable } from './code/table-fields.ts';

const run = promisify(execFile);
const OUTPUT_BYTES = 16 * 1024 * 1024;
const TREE = fileURLToPath(new URL('../../../../', import.meta.url));
const app = await testApp();
afterAll(() => app.close());

/** One field of each kind. */
const fields = [
  { name: 'assetCode', kind: 'code', zh: '资产编号', en: 'Asset code' },
  { name: 'assetName', kind: 'names', zh: '资产名称', en: 'Asset name' },
  {
    ...{ name: 'category', kind: 'dictionary', zh: '类别', en: 'Category', required: true, search: true },
    dictionary: {
      code: 'asset_category',
      values: [
        { name: 'device', value: 1, zh: '设备', en: 'Device' },
        { name: 'licence', value: 2, zh: '许可证', en: 'Licence' },
      ],
    },
  },
  { name: 'serialNo', kind: 'identifier', zh: '序列号', en: 'Serial no.', search: true, max: 40, unique: true },
  { name: 'maker', kind: 'text', zh: '制造商', en: 'Maker', search: true, sort: true, max: 80 },
  { name: 'usage', kind: 'textarea', zh: '用途', en: 'Usage', list: 'hidden' },
  { name: 'pieces', kind: 'integer', zh: '数量', en: 'Pieces', required: true, search: true, sort: true },
  { name: 'price', kind: 'money', zh: '单价', en: 'Unit price', search: true },
  { name: 'share', kind: 'percent', zh: '折旧率', en: 'Depreciation', list: 'optional' },
  { name: 'boughtDay', kind: 'date', zh: '购入日期', en: 'Bought', search: true, sort: true },
  { name: 'checkTime', kind: 'time', zh: '盘点时间', en: 'Counted', search: true },
  { name: 'isLent', kind: 'yes', zh: '已借出', en: 'Lent', search: true },
  { name: 'countryCode', kind: 'country', zh: '所在国家', en: 'Country', search: true },
  { name: 'contact', kind: 'email', zh: '联系邮箱', en: 'Contact', list: 'no' },
  { name: 'manual', kind: 'url', zh: '说明书', en: 'Manual', list: 'no' },
  { name: 'sort', kind: 'sort', zh: '排序', en: 'Order' },
  { name: 'status', kind: 'status', zh: '状态', en: 'Status' },
  { name: 'remark', kind: 'remark', zh: '备注', en: 'Remark' },
];
let count = 0;
const form = (more: object = {}) => {
  count += 1;
  return {
    ...{ codeName: '固定资产', codeNameEn: 'Assets', apiPath: `estate/asset-${count}`, tableName: 'est_asset' },
    ...{ menuIcon: 'ProfileOutlined', model: fields },
    ...more,
  };
};
async function saved(more: object = {}): Promise<string> {
  const { status, body } = await app.admin.post('develop/code/submit', form(more));
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
}

describe('a model', () => {
  test.each([
    ['a name every row has', [{ ...fields[0], name: 'createTime' }], 'model.0.name'],
    ['a name twice', [fields[0], { ...fields[0] }], 'model.1.name'],
    ['the English name of another', [fields[1], { ...fields[4], name: 'assetNameEn' }], 'model.1.name'],
    ['a dictionary without values', [fields[0], { ...fields[2], dictionary: null }], 'model.1.dictionary'],
    ['a label that would end its quotes', [{ ...fields[0], en: `x'; drop` }], 'model.0.en'],
    ['no name for its rows', [fields[6]], 'model'],
  ])('is refused with %s, at the field', async (_what, model, field) => {
    const { status, body } = await app.admin.post('develop/code/submit', form({ model }));
    expect([status, body.data.fields[0].field]).toEqual([400, field]);
  });

  test('of a data source that does not exist is refused at its field', async () => {
    const { status, body } = await app.admin.post('develop/code/submit', form({ datasourceId: '770000000001' }));
    expect([status, body.data.fields[0].field]).toEqual([404, 'datasourceId']);
  });

  test('is copied under a free address', async () => {
    const id = await saved({ apiPath: 'estate/flat' });
    const copied = async () => {
      const { id: copy } = (await app.admin.post('develop/code/copy', { id })).body.data;
      return (await app.admin.get('develop/code/detail', { id: copy })).body.data.apiPath;
    };
    expect([await copied(), await copied()]).toEqual(['estate/flat-copy', 'estate/flat-copy-2']);
  });

  test('without fields generates nothing, and says so', async () => {
    const id = await saved({ model: [] });
    expect((await app.admin.get('develop/code/preview', { id })).body.bizCode).toBe('CODE_NO_FIELDS');
  });
});

describe('the files of a model', () => {
  test('are previewed beside what the sources have', async () => {
    const { files } = (await app.admin.get('develop/code/preview', { id: await saved() })).body.data as {
      files: { path: string; content: string; before: string | null }[];
    };
    const registry = files.find((file) => file.path === 'contract/src/registry.ts');
    expect(registry?.before).not.toBeNull();
    expect(registry?.content).toContain(`./areas/estate/asset-`);
    expect(files[0]?.content).toContain('empty: {');
    expect(files.filter(({ before }) => before === null).map((file) => file.path)).toEqual([
      expect.stringMatching(/^contract\/src\/areas\/estate\/asset-\d+\.ts$/),
      expect.stringMatching(/^server\/src\/areas\/estate\/asset-\d+\.ts$/),
      expect.stringMatching(/^server\/src\/areas\/estate\/asset-\d+\.test\.ts$/),
      expect.stringMatching(/^server\/database\/baseline\/\d\d_est_asset\.sql$/),
      'server/database/comments/est_asset.sql',
    ]);
  });

  test('are an archive, in which the lists have the lines of all models', async () => {
    const first = await saved({ tableName: 'est_yard' });
    const second = await saved({ tableName: 'est_flat' });
    const { status, headers, raw } = await app.admin.post('develop/code/gen-code', { ids: `${first},${second}` });
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('code.zip')]);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-zip-'));
    await writeFile(path.join(folder, 'code.zip'), raw);
    const limits = { maxEntries: 100, maxUncompressedBytes: 10_000_000, maxRatio: 1_000 };
    const zip = await openZip(path.join(folder, 'code.zip'), limits);
    const names = zip.entries.map(({ name }) => name);
    const entry = zip.entries.find(({ name }) => name === 'server/src/column-comments.ts');
    const comments = entry ? await text(await entry.open()) : '';
    zip.close();
    const numbered = names.filter((name) => /baseline\/\d\d_est_(yard|flat)\.sql$/.test(name));
    expect(new Set(numbered.map((name) => path.basename(name).slice(0, 2))).size).toBe(2);
    expect(comments).toMatch(/est_yard: 'estate\/asset-\d+',\n {2}est_flat: 'estate\/asset-\d+',/);
    await rm(folder, { recursive: true });
  });

  test('of two models with the same table are refused', async () => {
    const ids = `${await saved()},${await saved()}`;
    expect((await app.admin.post('develop/code/gen-code', { ids })).body.bizCode).toBe('CODE_TABLE_TWICE');
  });

  test('are lines to add by hand where the sources have no such list', async () => {
    const empty = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-empty-'));
    const model = { title: { zh: '资产', en: 'Assets' }, ...form(), fields: (await parsed()) as never };
    const files = await generate([model], empty);
    const adding = files.find((file) => file.path === 'ADDING.md')?.content;
    expect(adding).toContain('## contract/src/registry.ts');
    expect(adding).toContain(`'est_asset'`);
    await rm(empty, { recursive: true });
  });
});

/** The fields as the server reads them. */
async function parsed() {
  const { model } = (await app.admin.get('develop/code/detail', { id: await saved() })).body.data;
  return model;
}

test('columns of a table become fields, without those that every row has', () => {
  const column = (name: string, type: string, more: object = {}) => ({
    ...{ name, type, maxLength: null, isRequired: false, comment: '' },
    ...more,
  });
  const made = fieldsOfTable([
    column('id', 'bigint'),
    column('UNIT_PRICE', 'numeric', { comment: '单价（元）' }),
    column('isNew', 'tinyint'),
    column('title', 'character varying', { maxLength: 40, isRequired: true, comment: "It's a title" }),
    column('story', 'varchar', { maxLength: 4000 }),
    column('create_time', 'timestamp without time zone'),
    column('born', 'date'),
    column('2nd', 'int'),
  ]);
  expect(made.map(({ name, kind, zh, max }) => [name, kind, zh, max])).toEqual([
    ['unitPrice', 'money', '单价', null],
    ['isNew', 'yes', 'isNew', null],
    ['title', 'text', 'Its a title', 40],
    ['story', 'textarea', 'story', 4000],
    ['born', 'date', 'born', null],
  ]);
});

test('generated resources pass the checks of a copy of the sources', async () => {
  const copy = await copyOfSources();
  const shared = { title: { zh: '固定资产', en: 'Assets' }, fields: (await parsed()) as never };
  const files = await generate(
    [
      { ...form({ apiPath: 'estate/asset' }), ...shared },
      {
        ...form({ apiPath: 'estate/flat', tableName: 'est_flat' }),
        ...shared,
        fields: (await parsed()).slice(0, 2) as never,
      },
    ],
    copy,
  );
  expect(files.map((file) => file.path)).not.toContain('ADDING.md');
  for (const { path: name, content } of files) {
    await mkdir(path.dirname(path.join(copy, name)), { recursive: true });
    await writeFile(path.join(copy, name), content);
  }
  const code = files.map((file) => file.path).filter((name) => /\.tsx?$/.test(name));
  const node = (program: string, ...args: string[]) => runIn(copy, program, args);
  expect(await node('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...code)).toBe('');
  const typed = [
    'contract/src/registry.ts',
    'contract/src/dictionary-list.ts',
    'server/src/areas/estate/asset.ts',
    'server/src/areas/estate/flat.ts',
    'server/src/kernel/http/callers.ts',
  ];
  await writeFile(
    path.join(copy, 'tsconfig.generated.json'),
    JSON.stringify({ extends: './server/tsconfig.json', include: [], files: typed }),
  );
  expect(await node('typescript/bin/tsc', '-p', 'tsconfig.generated.json', '--noEmit')).toBe('');
  const tests = ['src/areas/estate/asset.test.ts', 'src/areas/estate/flat.test.ts', 'src/database.test.ts'];
  expect(await node('vitest/vitest.mjs', 'run', '--project', 'server', ...tests)).toBe('');
  await rm(copy, { recursive: true, force: true });
});

const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['.git', '.github', 'bench', 'client', 'data', 'docs', 'node_modules', 'test-results'],
]);

/** A copy of the sources with the installed libraries, whose packages are those of the copy. */
async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-copy-'));
  const filter = (name: string) => !/\/(node_modules|dist|data)$/.test(name);
  for (const name of await readdir(TREE))
    if (!LEFT_OUT.has(name)) await cp(path.join(TREE, name), path.join(copy, name), { recursive: true, filter });
  const modules = path.join(copy, 'node_modules');
  await mkdir(path.join(modules, '@trade-assistant'), { recursive: true });
  for (const name of await readdir(path.join(TREE, 'node_modules')))
    if (name !== '@trade-assistant') await symlink(path.join(TREE, 'node_modules', name), path.join(modules, name));
  for (const name of ['contract', 'server', 'console', 'e2e']) {
    await symlink(path.join(copy, name), path.join(modules, '@trade-assistant', name));
    const own = path.join(TREE, name, 'node_modules');
    if (await readdir(own).catch(() => null)) await symlink(own, path.join(copy, name, 'node_modules'));
  }
  return copy;
}

/** Runs a program of a library. @returns nothing, or its output if it failed */
async function runIn(cwd: string, program: string, args: readonly string[]): Promise<string> {
  // A run of tests within one must not take over its settings.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|TEST_.*|NODE_OPTIONS|NODE_ENV)/.test(name)),
  );
  try {
    await run(process.execPath, [path.join(cwd, 'node_modules', program), ...args], {
      cwd,
      env,
      maxBuffer: OUTPUT_BYTES,
    });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${program} failed:\n${stdout}${stderr}`;
  }
}
