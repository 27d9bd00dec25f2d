import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, icon, identifier, json, ref } from '../../kit/field.ts';
import { nameFields, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { anyJson, id, ids } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { model, modelField } from './code-model.ts';

/** Models of one archive. */
export const MODELS_MAX = 20;

const PATH = matching(/^[a-z][a-z-]{1,30}\/[a-z][a-z0-9-]{1,38}$/, {
  zh: '应为资源地址，例如 system/asset',
  en: 'should be the address of a resource such as system/asset',
});
const TABLE = matching(/^[a-z][a-z0-9]{1,15}(_[a-z0-9]+)+$/, {
  zh: '应为带前缀的表名，例如 sys_asset',
  en: 'should be the name of a table with its prefix, such as sys_asset',
});

const fields = {
  ...nameFields('codeName', { zh: '名称', en: 'Name' }),
  apiPath: identifier({
    label: { zh: '资源地址', en: 'Resource' },
    help: {
      zh: '接口为 /api/<地址>/…，页面为 /<地址>/index',
      en: 'Calls are below /api/<resource>/, the screen is /<resource>/index',
    },
    max: 70,
    pattern: PATH,
    required: true,
    list: true,
    search: 'like',
    sort: true,
  }),
  tableName: identifier({
    label: { zh: '数据表', en: 'Table' },
    max: 30,
    pattern: TABLE,
    required: true,
    list: true,
    search: 'like',
  }),
  menuIcon: icon({ label: { zh: '菜单图标', en: 'Menu icon' }, required: true, initial: 'ProfileOutlined' }),
  datasourceId: ref(
    { resource: 'develop/datasource', call: 'select' },
    { label: { zh: '数据源', en: 'Data source' }, search: 'equal' },
  ),
  sourceTable: identifier({
    label: { zh: '来源表', en: 'Source table' },
    max: 130,
    list: 'optional',
  }),
  model: json(
    model,
    { label: { zh: '字段', en: 'Fields' } },
    // Models of an earlier release may have kinds that are gone.
    z.array(z.record(z.string(), anyJson())),
  ),
  remark: remarkField(),
  ...audited,
};

/** A file of a generated resource. */
const file = z.object({
  /** Its path in the repository. */
  path: z.string(),
  content: z.string(),
  /** The present content; null where there is no such file. */
  before: z.string().nullable(),
});

/** Models of plain resources, from which the files of the program are generated. They are answered, never written. */
export const code = resource('develop/code', {
  title: { zh: '代码生成', en: 'Code generator' },
  help: {
    zh: '由数据表或自行设计的字段生成一个资源的全部文件',
    en: 'Makes all files of a resource from a table or from fields of your own',
  },
  empty: { zh: '新增一个资源，再设计字段或从数据表读取', en: 'Add a resource, then design its fields or read a table' },
  nameField: { zh: 'codeName', en: 'codeNameEn' },
  unique: [['apiPath']],
  isPlatformWide: true,
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove']),
    /** The files of each model as an archive. */
    'gen-code': post({
      title: { zh: '生成代码', en: 'Generate' },
      access: 'generate',
      answer: 'file',
      rowless: 'files of a program',
      input: z.object({ ids: ids(MODELS_MAX) }),
    }),
    preview: get({
      title: { zh: '预览', en: 'Preview' },
      access: 'view',
      input: z.object({ id: id() }),
      data: z.object({ files: z.array(file) }),
    }),
    /** Adds the same model under another address, ending in `-copy`. */
    copy: post({
      title: { zh: '复制', en: 'Copy' },
      access: 'edit',
      input: z.object({ id: id() }),
      data: z.object({ id: id() }),
    }),
    /** Fields for the columns of a table, as a start of a model. */
    'table-fields': get({
      title: { zh: '读取表结构', en: 'Read a table' },
      access: 'edit',
      perMinute: 60,
      input: z.object({
        datasourceId: id(),
        schema: z.string().trim().min(1).max(64),
        table: z.string().trim().min(1).max(64),
      }),
      data: z.object({ fields: z.array(modelField) }),
    }),
  },
});
