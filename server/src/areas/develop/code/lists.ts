import type { Plan } from './plan.ts';
import { quoted } from './print.ts';
import { exampleForm } from './server-files.ts';

/** A list of the repository that names every resource. */
export interface ListEdit {
  readonly path: string;
  /** The lines to add, for people who add them by hand. */
  readonly lines: (plan: Plan) => readonly string[];
  /** Returns the file with the lines; undefined where the file does not look as expected. */
  readonly edit: (text: string, plan: Plan) => string | undefined;
}

const importLine = ({ constant, apiPath }: Plan): string => `import { ${constant} } from './areas/${apiPath}.ts';`;
const menuLine = ({ apiPath, menuIcon }: Plan, group: string): string =>
  `  { code: ${quoted(apiPath)}, group: ${quoted(group)}, icon: ${quoted(menuIcon)} },`;
const groupLine = ({ area, title }: Plan): string =>
  `  { code: ${quoted(area)}, zh: ${quoted(title.zh)}, en: ${quoted(title.en)}, icon: 'AppstoreOutlined' },`;
const dictionaryImport = ({ apiPath, dictionaries }: Plan): string =>
  `import { ${dictionaries
    .map(({ constant }) => constant)
    .sort()
    .join(', ')} } from './areas/${apiPath}.ts';`;
const dictionaryLines = ({ dictionaries }: Plan): string[] =>
  dictionaries.map(({ field, constant }) => `  listed(${constant}, ${quoted(field.zh)}, ${quoted(field.en)}),`);
const resourceOfLine = ({ tableName, apiPath }: Plan): string => `  ${tableName}: ${quoted(apiPath)},`;

/** Every list of `docs/adding-a-resource.md`. */
export const LISTS: readonly ListEdit[] = [
  {
    path: 'contract/src/registry.ts',
    lines: (plan) => [importLine(plan), `  ${plan.constant},`],
    edit: (text, plan) => {
      const imported = withImport(text, importLine(plan));
      if (!imported) return undefined;
      // The list has the order of the imports.
      const above = imported.text.slice(0, imported.at).match(/^import \{ (?:\w+ as )?(\w+) \} from '\.\/areas\/.*$/gm);
      const before = /\{ (?:\w+ as )?(\w+) \}/.exec(above?.at(-1) ?? '')?.[1];
      const list = imported.text.indexOf('export const registry = [');
      const place = before ? imported.text.indexOf(`\n  ${before},\n`, list) : imported.text.indexOf('\n', list) - 1;
      if (list < 0 || place < 0) return undefined;
      const end = before ? place + `\n  ${before},`.length : place + 1;
      return inserted(imported.text, end, `\n  ${plan.constant},`);
    },
  },
  {
    path: 'contract/src/dictionary-list.ts',
    lines: (plan) => (plan.dictionaries.length > 0 ? [dictionaryImport(plan), ...dictionaryLines(plan)] : []),
    edit: (text, plan) => {
      const imported = withImport(text, dictionaryImport(plan))?.text;
      const list = imported?.indexOf('export const dictionaryList') ?? -1;
      return imported && list >= 0 ? beforeEnd(imported, list, '\n];', dictionaryLines(plan)) : undefined;
    },
  },
  {
    path: 'server/src/column-comments.ts',
    lines: (plan) => [resourceOfLine(plan)],
    edit: (text, plan) => beforeEnd(text, text.indexOf('RESOURCE_OF'), '\n};', [resourceOfLine(plan)]),
  },
  {
    path: 'server/database/baseline/90_audit_triggers.sql',
    lines: ({ tableName }) => [`'${tableName}'`],
    edit: (text, { tableName }) => {
      const end = text.indexOf(`'];\n  of_many`);
      return end < 0 ? undefined : inserted(text, end, `', '${tableName}`);
    },
  },
  {
    path: 'server/src/engines/people/identity/seed/menus.ts',
    lines: (plan) => [menuLine(plan, plan.area)],
    edit: (text, plan) => {
      const ofArea = [
        ...text.matchAll(new RegExp(`^  \\{ code: '${plan.area}/[^\\n]*group: '([\\w-]+)'[^\\n]*$`, 'gm')),
      ].at(-1);
      if (ofArea) return inserted(text, ofArea.index + ofArea[0].length, `\n${menuLine(plan, ofArea[1] ?? plan.area)}`);
      const hasGroup = text.includes(`  { code: '${plan.area}', `);
      const grouped = hasGroup ? text : beforeEnd(text, text.indexOf('groupSeeds'), '\n];', [groupLine(plan)]);
      return grouped && beforeEnd(grouped, grouped.indexOf('menuSeeds:'), '\n];', [menuLine(plan, plan.area)]);
    },
  },
  {
    path: 'server/src/testing/example-forms.ts',
    lines: (plan) => exampleForm(plan).split('\n'),
    edit: (text, plan) => beforeEnd(text, 0, '\n  } satisfies ExampleForms;', [exampleForm(plan)]),
  },
];

const inserted = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at);

function beforeEnd(text: string, from: number, end: string, lines: readonly string[]): string | undefined {
  const at = from < 0 ? -1 : text.indexOf(end, from);
  return at < 0 ? undefined : inserted(text, at, lines.map((line) => `\n${line}`).join(''));
}

/** Adds an import at its place in the order of paths, which the linter requires. */
function withImport(text: string, line: string): { readonly text: string; readonly at: number } | undefined {
  const pathOf = (one: string) => /from '(.+)';/.exec(one)?.[1] ?? '';
  const present = [...text.matchAll(/^import [^;]*? from '\.\/areas\/.*';$/gm)];
  const next = present.find((one) => inOrder(pathOf(line), pathOf(one[0])) < 0);
  const last = present.at(-1);
  if (!last) return undefined;
  const at = next ? next.index : last.index + last[0].length + 1;
  return { text: inserted(text, at, `${line}\n`), at };
}

/** The linter's order of paths: folders before longer names, digits by value. */
const inOrder = (one: string, other: string): number => {
  const [a, b] = [one, other].map((path) => path.replace(/\.ts$/, '').split('/'));
  for (const [index, part] of (a ?? []).entries()) {
    const against = b?.[index];
    if (against === undefined) return 1;
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
};
