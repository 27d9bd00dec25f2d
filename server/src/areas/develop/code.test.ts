import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { unzipped } from '../../kernel/file-formats/zip.ts';
import { testApp } from '../../testing/app.ts';
import { estateModels, assetFields as fields } from '../../testing/estate/models.ts';
import { generate } from './code/generate.ts';
import { LISTS } from './code/lists.ts';
import { planOf } from './code/plan.ts';
import { fieldsOfTable } from './code/table-fields.ts';

const TREE = fileURLToPath(new URL('../../../../', import.meta.url));
const app = await testApp();
afterAll(() => app.close());

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

  test('is refused with a table that exists and is of something else, at its field', async () => {
    for (const tableName of ['sys_user', 'sup_supplier']) {
      const { status, body } = await app.admin.post('develop/code/submit', form({ tableName }));
      expect([status, body.bizCode, body.data.fields[0].field]).toEqual([400, 'CODE_TABLE_EXISTS', 'tableName']);
    }
  });

  test('has any title: signs that end comments, quotes and statements stay within them', async () => {
    const codeNameEn = `Agent's */ "things" -- \\`;
    const { files } = (await app.admin.get('develop/code/preview', { id: await saved({ codeNameEn }) })).body.data;
    const contentOf = (end: string) =>
      files.find(({ path: at }: { path: string }) => at.endsWith(end)).content as string;
    const name = files[0].path as string;
    expect(contentOf(name)).toContain(`/** Agent's * / "things" -- \\. */`);
    const stripped = stripTypeScriptTypes(contentOf(name));
    expect(stripped).toContain('title: {');
    expect(contentOf('comments/est_asset.sql')).toContain(`is 'Agent''s */ "things" -- \\';`);
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
    const made = await unzipped(raw);
    const numbered = [...made.keys()].filter((name) => /baseline\/\d\d_est_(yard|flat)\.sql$/.test(name));
    expect(new Set(numbered.map((name) => path.basename(name).slice(0, 2))).size).toBe(2);
    expect(String(made.get('server/src/column-comments.ts'))).toMatch(
      /est_yard: 'estate\/asset-\d+',\n {2}est_flat: 'estate\/asset-\d+',/,
    );
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
    ...{ name, type, maxLength: null, isRequired: false, comment: '', isUnique: false, values: [] },
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
    column('serial_no', 'varchar', { isUnique: true }),
    column('state', 'asset_state', { values: ['IN_USE', 'on loan', '已报废'] }),
  ]);
  expect(made.map(({ name, kind, zh, max }) => [name, kind, zh, max])).toEqual([
    ['unitPrice', 'money', '单价', null],
    ['isNew', 'yes', 'isNew', null],
    ['title', 'text', 'Its a title', 40],
    ['story', 'textarea', 'story', 4000],
    ['born', 'date', 'born', null],
    ['serialNo', 'text', 'serial_no', 64],
    ['state', 'dictionary', 'state', null],
  ]);
  expect(made.filter(({ unique }) => unique).map(({ name }) => name)).toEqual(['serialNo']);
  expect(made.at(-1)?.dictionary).toEqual({
    code: 'state',
    values: [
      { name: 'inUse', value: 0, zh: 'IN_USE', en: 'In use' },
      { name: 'onLoan', value: 1, zh: 'on loan', en: 'On loan' },
      { name: 'value3', value: 2, zh: '已报废', en: '已报废' },
    ],
  });
});

/** The resources of `testing/estate` are generated ones at another place: the checks and the tests of the product include them. */
describe('generated resources', () => {
  const SAMPLES = 'testing/estate/';
  /** Returns the content of a file of the sources. */
  const source = (name: string) => readFile(path.join(TREE, name), 'utf8');
  const moved = (content: string) =>
    content
      .replaceAll('@trade-assistant/contract/areas/', '@trade-assistant/contract/testing/')
      .replaceAll(`'../../testing/`, `'./`);

  test('are those of the sample, byte for byte', async () => {
    const files = await generate(estateModels);
    const names = files.map((file) => file.path).filter((name) => name.includes('/areas/'));
    expect(names).toHaveLength(6);
    for (const { path: name, content } of files.filter((file) => names.includes(file.path)))
      expect(moved(content), name).toBe(await source(name.replace('/areas/', '/testing/')));
    expect(files.map((file) => file.path)).not.toContain('ADDING.md');
  });

  test('are added to each list by the lines of the sample', async () => {
    const files = new Map((await generate(estateModels)).map((file) => [file.path, file.content]));
    const sample = `${await source(`server/src/${SAMPLES}lists.ts`)}${await source(`server/src/${SAMPLES}example-forms.ts`)}`;
    const withoutLines = (text: string, lines: readonly string[]) =>
      lines.reduce((rest, line) => {
        expect(rest.split(line), line).toHaveLength(2);
        return rest.replace(line, '');
      }, text);
    for (const { path: name, lines } of LISTS) {
      const added = estateModels.map((model) => lines(planOf(model)).join('\n')).filter((line) => line !== '');
      if (name.endsWith('.sql')) continue;
      const content = files.get(name) ?? '';
      if (/registry|dictionary-list/.test(name)) {
        const all = estateModels.flatMap((model) => lines(planOf(model)));
        expect(
          withoutLines(
            content,
            all.map((line) => `\n${line}`),
          ),
          name,
        ).toBe(await source(name));
        if (name.endsWith('registry.ts')) continue;
        for (const line of all.slice(1)) expect(sample).toContain(line.trim().slice(0, -1));
        continue;
      }
      const group = `\n  { code: 'estate', zh: '固定资产', en: 'Assets', icon: 'AppstoreOutlined' },`;
      const all = [...added.map((line) => `\n${line}`), ...(name.endsWith('menus.ts') ? [group] : [])];
      expect(withoutLines(content, all), name).toBe(await source(name));
      for (const line of all) expect(sample, name).toContain(line);
    }
  });

  const registryFile = LISTS.find(({ path: name }) => name === 'contract/src/registry.ts');
  test('are imported by the registry in the order of the linter: each resource returns to its place', async () => {
    const text = await source('contract/src/registry.ts');
    const imports = [...text.matchAll(/^import \{ (\w+) \} from '\.\/areas\/(.+)\.ts';\n/gm)];
    expect(imports.length).toBeGreaterThan(80);
    const lines = (of: string) => of.split('\n').filter((line) => line !== '');
    for (const [line, constant = '', apiPath = ''] of imports) {
      const without = text.replace(line, '').replace(`\n  ${constant},`, '');
      const [model] = estateModels;
      const plan = { ...planOf(model!), constant, apiPath };
      const edited = registryFile?.edit(without, plan) ?? '';
      expect(lines(edited), apiPath).toEqual(lines(text));
    }
  });

  const dictionaryFile = LISTS.find(({ path: name }) => name === 'contract/src/dictionary-list.ts');
  test('are imported by the list of dictionaries in the order of the linter', async () => {
    const text = await source('contract/src/dictionary-list.ts');
    const imports = [...text.matchAll(/^import \{ (\w+) \} from '\.\/areas\/(.+)\.ts';\n/gm)];
    expect(imports.length).toBeGreaterThan(10);
    const head = (of: string) => of.slice(0, of.indexOf('interface'));
    for (const [line, constant = '', apiPath = ''] of imports) {
      const [model] = estateModels;
      const plan = planOf(model!);
      const dictionaries = plan.dictionaries.map((one) => ({ ...one, constant }));
      const edited = dictionaryFile?.edit(text.replace(line, ''), { ...plan, apiPath, dictionaries }) ?? '';
      expect(head(edited), apiPath).toBe(head(text));
    }
  });
});
