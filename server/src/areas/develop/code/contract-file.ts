import type { ModelField, ModelKind } from '@trade-assistant/contract/areas/develop/code-model.ts';
import { isGiven, type Plan, uniqueFields } from './plan.ts';
import { array, commented, type Doc, object, print, quoted, words } from './print.ts';

/** The function that declares a field of each kind, and the file of the contract's kit that has it. */
const DECLARED: Readonly<Record<ModelKind, readonly [name: string, file: 'field' | 'presets']>> = {
  text: ['text', 'field'],
  textarea: ['textarea', 'field'],
  identifier: ['identifier', 'field'],
  integer: ['int', 'field'],
  money: ['money', 'field'],
  percent: ['percent', 'field'],
  date: ['date', 'field'],
  time: ['time', 'field'],
  yes: ['yes', 'field'],
  dictionary: ['dict', 'field'],
  country: ['country', 'field'],
  email: ['email', 'field'],
  url: ['url', 'field'],
  names: ['nameFields', 'presets'],
  name: ['nameField', 'presets'],
  code: ['codeField', 'presets'],
  sort: ['sortField', 'presets'],
  status: ['statusField', 'presets'],
  remark: ['remarkField', 'presets'],
};
const LENGTHS: Partial<Record<ModelKind, number>> = { text: 64, textarea: 500, identifier: 64 };
/** How lists search fields of a kind; kinds that are not here are not searched. */
const SEARCHES: Partial<Record<ModelKind, string>> = {
  ...{ text: 'like', textarea: 'like', email: 'like', identifier: 'equal' },
  ...{ integer: 'range', money: 'range', date: 'range', time: 'range' },
  ...{ yes: 'equal', dictionary: 'in', country: 'in' },
};
const UNSORTED: ReadonlySet<ModelKind> = new Set(['textarea', 'url']);

export const searchOf = ({ kind, search }: ModelField): string | undefined => (search ? SEARCHES[kind] : undefined);

/** Returns `contract/src/areas/<area>/<resource>.ts`. */
export function contractFile(plan: Plan): string {
  const { apiPath, title, constant, fields, naming, dictionaries } = plan;
  const used = (file: 'field' | 'presets') =>
    [...new Set(fields.flatMap(({ kind }) => (DECLARED[kind][1] === file ? [DECLARED[kind][0]] : [])))].sort();
  const imports = [
    ...(dictionaries.length > 0 ? [`import { openDictionary } from '../../kit/dictionary.ts';`] : []),
    print(imported(['audited', ...used('field')].sort(), '../../kit/field.ts')),
    ...(used('presets').length > 0 ? [print(imported(used('presets'), '../../kit/presets.ts'))] : []),
    `import { crud, resource } from '../../kit/resource.ts';`,
  ];
  const sort = fields.find(({ kind }) => kind === 'sort');
  const unique = uniqueFields(plan);
  const { zh, en } = title;
  return [
    `${imports.join('\n')}\n`,
    ...dictionaries.map(({ field, constant: name }) => `${dictionary(field, name)}\n`),
    `${print(object('const fields = {', [...fields.map((field) => declared(field, plan)), '...audited'], '};', true))}\n`,
    `/** ${commented(en)}. */`,
    print(
      object(
        `export const ${constant} = resource(${quoted(apiPath)}, {`,
        [
          words({ zh, en }, 'title'),
          // With it the console shows the resource on a screen of its own.
          words({ zh: `暂无${zh}，请先新增`, en: `${en}: none yet; add the first one` }, 'empty'),
          naming.kind === 'names'
            ? object('nameField: {', [`zh: ${quoted(naming.name)}`, `en: ${quoted(`${naming.name}En`)}`], '}')
            : `nameField: ${quoted(naming.name)}`,
          ...(sort ? [`defaultSort: ${quoted(sort.name)}`] : []),
          ...(unique.length > 0
            ? [
                array(
                  'unique: [',
                  unique.map(({ name }) => `[${quoted(name)}]`),
                  ']',
                ),
              ]
            : []),
          'fields',
          `calls: crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'export', 'select'])`,
        ],
        '});',
        true,
      ),
    ),
    '',
  ].join('\n');
}

export const imported = (names: readonly string[], from: string): Doc =>
  object('import {', names, `} from ${quoted(from)};`);

function dictionary({ dictionary: of }: ModelField, name: string): string {
  const values = of?.values ?? [];
  const entries = values.map(({ name: key, value, zh, en }) =>
    object(`${key}: {`, [`value: ${value}`, `zh: ${quoted(zh)}`, `en: ${quoted(en)}`], '}'),
  );
  return print(object(`export const ${name} = openDictionary(${quoted(of?.code ?? '')}, {`, entries, '});', true));
}

function declared(field: ModelField, plan: Plan): Doc {
  const { kind, name, zh, en } = field;
  const [call] = DECLARED[kind];
  const label = words({ zh, en });
  if (kind === 'names') return `...nameFields(${quoted(name)}, { zh: ${quoted(zh)}, en: ${quoted(en)} })`;
  if (kind === 'name') return `${name}: nameField({ zh: ${quoted(zh)}, en: ${quoted(en)} })`;
  if (kind === 'code' || kind === 'sort' || kind === 'status' || kind === 'remark')
    return object(`${name}: ${call}({`, [label], '})', true);
  const of = plan.dictionaries.find((one) => one.field === field)?.constant;
  const search = searchOf(field);
  const options: Doc[] = [
    label,
    ...(LENGTHS[kind] ? [`max: ${field.max ?? LENGTHS[kind]}`] : []),
    ...(isGiven(field) ? ['required: true'] : []),
    ...(field.list === 'no' ? [] : [`list: ${field.list === 'yes' ? 'true' : quoted(field.list)}`]),
    ...(search ? [`search: ${quoted(search)}`] : []),
    ...(field.sort && !UNSORTED.has(kind) ? ['sort: true'] : []),
    ...(kind === 'yes' ? ['initial: 0'] : []),
  ];
  return object(`${name}: ${call}(${of ? `${of}, ` : ''}{`, options, '})', true);
}
