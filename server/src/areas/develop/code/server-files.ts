import type { ModelField } from '@trade-assistant/contract/areas/develop/code-model.ts';
import { type Plan, uniqueFields } from './plan.ts';
import { type Doc, object, print, quoted } from './print.ts';

/** Returns `server/src/areas/<area>/<resource>.ts`. */
export const serverFile = ({ apiPath, constant, table, tableName }: Plan): string =>
  [
    `import { ${constant} } from '@trade-assistant/contract/areas/${apiPath}.ts';`,
    `import { resourceRoutes } from '../../kernel/resource/routes.ts';`,
    `import { tableOf } from '../../kernel/resource/table.ts';`,
    '',
    `export const ${table} = tableOf(${quoted(tableName)}, ${constant});`,
    `export default resourceRoutes(${constant}, ${table}, { scope: 'tenant' });`,
    '',
  ].join('\n');

/** Returns `server/src/areas/<area>/<resource>.test.ts`: the way of a row from its form to its removal. */
export function testFile(plan: Plan): string {
  const { apiPath, naming, title } = plan;
  const [unique] = uniqueFields(plan);
  const name = naming.name;
  const again = [
    `test('a second row with the same ${unique?.name} is refused', async () => {`,
    `  const form = await forms[${quoted(apiPath)}]();`,
    `  expect((await app.admin.post(${quoted(`${apiPath}/submit`)}, form)).status).toBe(200);`,
    `  const { status, body } = await app.admin.post(${quoted(`${apiPath}/submit`)}, form);`,
    `  expect([status, body.bizCode]).toEqual([400, 'DUPLICATE']);`,
    '});',
    '',
  ];
  return [
    `import { afterAll, expect, test } from 'vitest';`,
    `import { testApp } from '../../testing/app.ts';`,
    `import { exampleForms } from '../../testing/example-forms.ts';`,
    '',
    'const app = await testApp();',
    'const { forms } = exampleForms(app);',
    'afterAll(() => app.close());',
    '',
    `test(${quoted(`${title.en}: a row is added, listed, changed and removed`)}, async () => {`,
    `  const form = await forms[${quoted(apiPath)}]();`,
    `  const added = await app.admin.post(${quoted(`${apiPath}/submit`)}, form);`,
    '  expect([added.status, added.body.msg]).toEqual([200, expect.any(String)]);',
    '  const { id } = added.body.data;',
    `  const rowOf = async () => (await app.admin.get(${quoted(`${apiPath}/list`)}, { id_in: id })).body.data.records[0];`,
    `  expect((await rowOf()).${name}).toBe(form.${name});`,
    `  const changed = await app.admin.post(${quoted(`${apiPath}/submit`)}, { id, ${name}: \`\${form.${name}}2\` });`,
    '  expect(changed.status).toBe(200);',
    `  expect((await rowOf()).${name}).toBe(\`\${form.${name}}2\`);`,
    `  expect((await app.admin.post(${quoted(`${apiPath}/remove`)}, { ids: id })).status).toBe(200);`,
    '  expect(await rowOf()).toBeUndefined();',
    '});',
    '',
    ...(unique ? again : []),
  ].join('\n');
}

/** Returns the entry of `server/src/testing/example-forms.ts`, indented as there. */
export function exampleForm({ apiPath, fields }: Plan): string {
  const unique = new Set(uniqueFields({ fields }).map(({ name }) => name));
  const entries = fields.flatMap((field) => exampleOf(field, unique.has(field.name)));
  return `    ${print(object(`${quoted(apiPath)}: () => ({`, entries, '})', entries.length > 3), 4, ',')}`;
}

const NEXT = '$' + '{next()}';

function exampleOf(field: ModelField, isUnique: boolean): Doc[] {
  const { name, kind, max, en } = field;
  const given = (value: string): Doc[] => [`${name}: ${value}`];
  const text = (words: string) => given(isUnique ? `\`${words} ${NEXT}\`` : quoted(words));
  switch (kind) {
    case 'names':
      return [`${name}: \`${field.zh} ${NEXT}\``, `${name}En: \`${en} ${NEXT}\``];
    case 'name':
      return given(`\`${en} ${NEXT}\``);
    case 'code':
    case 'identifier':
      return given(`\`${name.slice(0, Math.max(1, (max ?? 64) - 8))}-${NEXT}\``);
    case 'text':
    case 'textarea':
      return (max ?? 64) < en.length + 8 ? given(`\`${NEXT}\``) : text(en);
    case 'integer':
      return given(isUnique ? 'next()' : '3');
    case 'money':
      return given(isUnique ? `\`${NEXT}.5\`` : quoted('2.5'));
    case 'percent':
      return given(quoted('5.25'));
    case 'date':
      return given(quoted('2026-02-28'));
    case 'time':
      return given(quoted('2026-02-28 09:30:00'));
    case 'yes':
      return given('0');
    case 'dictionary':
      return given(String(field.dictionary?.values[0]?.value ?? 1));
    case 'country':
      return given(quoted('US'));
    case 'email':
      return given(isUnique ? `\`person-${NEXT}@example.com\`` : quoted('person@example.com'));
    case 'url':
      return given(isUnique ? `\`https://example.com/${NEXT}\`` : quoted('https://example.com'));
    case 'sort':
    case 'status':
      return given('1');
    case 'remark':
      return [];
  }
}
