import { z } from 'zod';
import { localizedRule, matching } from '../../kit/sentences.ts';

/** Kinds of fields of a generated resource. `code` to `remark` are the usual fields of `kit/presets.ts`. */
export const MODEL_KINDS = [
  'text',
  'textarea',
  'identifier',
  'integer',
  'money',
  'percent',
  'date',
  'time',
  'yes',
  'dictionary',
  'country',
  'email',
  'url',
  'names',
  'name',
  'code',
  'sort',
  'status',
  'remark',
] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Kinds whose names, columns and looks are settled. */
export const PRESETS: ReadonlySet<ModelKind> = new Set(['sort', 'status', 'remark']);
/** Kinds with a length. */
export const WITH_LENGTH: ReadonlySet<ModelKind> = new Set(['text', 'textarea', 'identifier']);
/** Kinds that name a row to people. */
export const NAMING: readonly ModelKind[] = ['names', 'name', 'code', 'text', 'identifier'];

const FIELDS_MAX = 60;
const LENGTH_MAX = 10_000;

const NAME = matching(/^[a-z][a-zA-Z0-9]{1,29}$/, {
  zh: '应为字段名称，例如 unitPrice',
  en: 'should be the name of a field such as unitPrice',
});
const WORD = matching(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, {
  zh: '应为小写字母、数字和下划线',
  en: 'should be lowercase letters, digits and underscores',
});
/** Labels become literals of the program: letters, digits and common signs. */
const LABEL = matching(/^[^'"`\\\r\n\t$]{1,40}$/, {
  zh: '应为 1–40 个字符，不含引号、反斜线和 $',
  en: 'should have 1–40 characters, without quotes, backslashes and $',
});

const label = () => z.string().trim().regex(LABEL);

const value = z.object({
  /** Its name in the program. */
  name: z.string().max(40).regex(NAME),
  value: z.int().min(0).max(32_767),
  zh: label(),
  en: label(),
});

/** Names that every row has, and parameters of every list. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['id', 'tenantId', 'version', 'deletedAt', 'createUser', 'createUserName', 'createDept', 'createTime'],
  ...['updateUser', 'updateTime', 'current', 'size', 'ascs', 'descs', 'ids', 'keyword', 'children', 'hasChildren'],
]);

export const modelField = z.object({
  name: z.string().regex(NAME),
  kind: z.enum(MODEL_KINDS),
  zh: label(),
  en: label(),
  required: z.boolean().default(false),
  /** A column of the list; `optional` is hidden first where there is no room. */
  list: z.enum(['yes', 'optional', 'hidden', 'no']).default('yes'),
  search: z.boolean().default(false),
  sort: z.boolean().default(false),
  unique: z.boolean().default(false),
  /** Most characters, for texts. */
  max: z.int().min(1).max(LENGTH_MAX).nullable().default(null),
  /** Of a dictionary: its code and its values. */
  dictionary: z
    .object({ code: z.string().max(40).regex(WORD), values: z.array(value).min(1).max(40) })
    .nullable()
    .default(null),
});
export type ModelField = z.output<typeof modelField>;

const taken = localizedRule({ zh: '此名称已被系统使用', en: 'is a name that every row has' });
const repeated = localizedRule({ zh: '与另一个字段重复', en: 'is also the name of another field' });
const valueless = localizedRule({
  zh: '请填写字典的编号和取值',
  en: 'needs the code and the values of its dictionary',
});
const doubled = localizedRule({ zh: '字典的取值或名称重复', en: 'has a value or a name twice' });
const nameless = localizedRule({
  zh: '至少需要一个必填的名称、编号或文字字段，用于表示一条数据',
  en: 'needs a required name, code or text that names a row',
});

/** The fields of a resource, in the order of its form. */
export const model = z
  .array(modelField)
  .max(FIELDS_MAX)
  .superRefine((fields, context) => {
    const names = new Set<string>();
    for (const [index, { name, kind, dictionary }] of fields.entries()) {
      const own = kind === 'names' ? [name, `${name}En`] : [name];
      if (own.some((one) => TAKEN.has(one))) context.addIssue({ code: 'custom', ...taken, path: [index, 'name'] });
      if (own.some((one) => names.has(one))) context.addIssue({ code: 'custom', ...repeated, path: [index, 'name'] });
      for (const one of own) names.add(one);
      if (kind !== 'dictionary') continue;
      const path = [index, 'dictionary'];
      if (!dictionary) context.addIssue({ code: 'custom', ...valueless, path });
      else if (
        new Set(dictionary.values.map((one) => one.value)).size < dictionary.values.length ||
        new Set(dictionary.values.map((one) => one.name)).size < dictionary.values.length
      )
        context.addIssue({ code: 'custom', ...doubled, path });
    }
    if (fields.length > 0 && !nameOfModel(fields)) context.addIssue({ code: 'custom', ...nameless, path: [] });
  });

/** Returns the field that names a row. */
export const nameOfModel = (fields: readonly ModelField[]): ModelField | undefined =>
  NAMING.flatMap(
    (kind) => fields.find((field) => field.kind === kind && (field.required || isAlwaysGiven(kind))) ?? [],
  )[0];

/** Kinds that are always required. */
export const isAlwaysGiven = (kind: ModelKind): boolean =>
  ['names', 'name', 'code', 'sort', 'status', 'yes'].includes(kind);
