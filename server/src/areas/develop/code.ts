import { code } from '@trade-assistant/contract/areas/develop/code.ts';
import { model } from '@trade-assistant/contract/areas/develop/code-model.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { and, eq, inArray, like, sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { archiveStream } from '../../kernel/file-formats/zip-writer.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { tableOf } from '../../kernel/resource/table.ts';
import { generate, resourceOfTable } from './code/generate.ts';
import { uniqueFields } from './code/plan.ts';
import { uniqueIndex } from './code/sql-files.ts';
import { fieldsOfTable } from './code/table-fields.ts';
import { withSource } from './datasource/connect.ts';
import { datasources } from './datasource/table.ts';

/** Longest name in PostgreSQL. */
const NAME_MAX = 63;
/** Addresses tried for a copy. */
const COPIES_MAX = 50;

const errors = defineErrors({
  CODE_NO_FIELDS: {
    status: 400,
    zh: '“{name}”还没有字段，请先设计字段或从数据表读取',
    en: '“{name}” has no fields yet; design them or read a table first',
  },
  CODE_OUTDATED: {
    status: 400,
    zh: '“{name}”的字段不符合当前规则，请打开字段设计并保存',
    en: 'The fields of “{name}” do not follow the present rules; open and save them',
  },
  CODE_NAME_TOO_LONG: {
    status: 400,
    zh: '“{name}”的唯一索引名称超过 63 个字符，请缩短表名或字段名称',
    en: 'The unique index of “{name}” would have a name of more than 63 characters; shorten the table or the field',
  },
  CODE_TABLE_EXISTS: {
    status: 400,
    zh: '数据表“{table}”已存在且不属于此资源，请换一个表名',
    en: 'The table “{table}” exists and belongs to something else; choose another name',
  },
  CODE_TABLE_TWICE: {
    status: 400,
    zh: '所选模型中有多个使用数据表“{table}”，请分别生成',
    en: 'Several of the chosen models have the table “{table}”; generate them one by one',
  },
  CODE_TOO_MANY_COPIES: {
    status: 400,
    zh: '“{path}”的副本过多，请先修改已有副本的地址',
    en: '“{path}” has too many copies; change the address of one first',
  },
});

export const codeModels = tableOf('dev_code', code);
type Row = typeof codeModels.$inferSelect;

export default resourceRoutes(code, codeModels, {
  scope: 'platform',
  beforeSave: async (c, tx, input, existing) => {
    if (input.datasourceId) await sourceOf(c, tx, input.datasourceId);
    const { tableName = '', model: fields } = { ...existing, ...input };
    for (const { name } of uniqueFields({ fields: fields ?? [] }))
      if (uniqueIndex(tableName, name).length > NAME_MAX) throw errors.CODE_NAME_TOO_LONG({ name });
    await assertFree(tx, { ...existing, ...input });
    return existing ? input : { ...input, tenantId: PLATFORM_TENANT };
  },
  actions: {
    'gen-code': async (c, { ids }) => {
      const rows = await c.app.db.drizzle
        .select()
        .from(codeModels)
        .where(and(visible(c.actor, codeModels, 'platform'), inArray(codeModels.id, ids)))
        .orderBy(codeModels.id);
      if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
      const twice = rows.find((row, at) => rows.findIndex(({ tableName }) => tableName === row.tableName) < at);
      if (twice) throw errors.CODE_TABLE_TWICE({ table: twice.tableName });
      for (const row of rows) await assertFree(c.app.db.drizzle, row);
      const files = await generate(rows.map((row) => planned(row, c)));
      const stream = archiveStream(async ({ add }) => {
        for (const { path, content } of files) await add(path, Buffer.from(content));
      });
      const name = rows.length === 1 ? `${rows[0]?.tableName}.zip` : 'code.zip';
      return fileAnswer({ name, type: 'application/zip', stream });
    },
    preview: async (c, { id }) => ({ files: await generate([planned(await modelOf(c, id), c)]) }),
    copy: async (c, { id }) => {
      const row = await modelOf(c, id);
      return c.tx(async (tx) => {
        const base = `${row.apiPath}-copy`;
        const others = await tx
          .select({ apiPath: codeModels.apiPath })
          .from(codeModels)
          .where(and(visible(c.actor, codeModels, 'platform'), like(codeModels.apiPath, `${base}%`)));
        const taken = new Set(others.map(({ apiPath }) => apiPath));
        const free = [base, ...Array.from({ length: COPIES_MAX }, (_, n) => `${base}-${n + 2}`)].find(
          (one) => !taken.has(one),
        );
        if (free === undefined) throw errors.CODE_TOO_MANY_COPIES({ path: row.apiPath });
        const { id: _id, createTime: _made, updateTime: _changed, version: _version, ...values } = row;
        const author = { createUser: c.actor.userId, createUserName: c.actor.realName, updateUser: c.actor.userId };
        const [copied] = await tx
          .insert(codeModels)
          .values({ ...values, ...author, apiPath: free, tableName: `${row.tableName.slice(0, 25)}_copy` })
          .returning({ id: codeModels.id });
        return { id: copied?.id ?? 0n };
      });
    },
    'table-fields': async (c, { datasourceId, schema, table }) => {
      const source = await sourceOf(c, c.app.db.drizzle, datasourceId);
      const columns = await withSource(c.app, source, (open) => open.columns(schema, table));
      if (columns.length === 0) throw commonErrors.NOT_FOUND();
      return { fields: fieldsOfTable(columns) };
    },
  },
});

/**
 * Checks that a table does not exist yet, or is that of the model's own resource, which is generated again.
 * @throws CODE_TABLE_EXISTS at the field
 */
async function assertFree(
  run: Pick<Tx, 'execute'>,
  { tableName = '', apiPath }: { readonly tableName?: string | undefined; readonly apiPath?: string | undefined },
): Promise<void> {
  const { rows } = await run.execute<{ found: boolean }>(sql`select to_regclass(${tableName}) is not null as found`);
  if (!rows[0]?.found || (await resourceOfTable(tableName)) === apiPath) return;
  const taken = errors.CODE_TABLE_EXISTS({ table: tableName });
  const message = { zh: taken.say('zh'), en: taken.say('en') };
  throw errors.CODE_TABLE_EXISTS({ table: tableName }, { fields: [{ field: 'tableName', message }] });
}

/** @throws NOT_FOUND */
async function modelOf(c: Context, id: bigint): Promise<Row> {
  const [row] = await c.app.db.drizzle
    .select()
    .from(codeModels)
    .where(and(visible(c.actor, codeModels, 'platform'), eq(codeModels.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** @throws NOT_FOUND at the field */
async function sourceOf({ actor }: Context, tx: Pick<Tx, 'select'>, id: bigint) {
  const [row] = await tx
    .select()
    .from(datasources)
    .where(and(visible(actor, datasources, 'platform'), eq(datasources.id, id)));
  const { zh, en } = commonErrors.declarations.NOT_FOUND;
  if (!row) throw commonErrors.NOT_FOUND({}, { fields: [{ field: 'datasourceId', message: { zh, en } }] });
  return row;
}

/** @throws CODE_NO_FIELDS, CODE_OUTDATED */
function planned({ codeName, codeNameEn, apiPath, tableName, menuIcon, model: fields }: Row, c: Context) {
  const name = c.locale === 'en' ? codeNameEn : codeName;
  if (!fields?.length) throw errors.CODE_NO_FIELDS({ name });
  // Read again: a model may be older than the rules.
  const read = model.safeParse(fields);
  if (!read.success) throw errors.CODE_OUTDATED({ name });
  return { title: { zh: codeName, en: codeNameEn }, apiPath, tableName, menuIcon, fields: read.data };
}
