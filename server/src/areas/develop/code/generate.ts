import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractFile } from './contract-file.ts';
import { LISTS } from './lists.ts';
import { type CodeModel, planOf } from './plan.ts';
import { pageFile, serverFile, testFile } from './server-files.ts';
import { commentFile, tableFile } from './sql-files.ts';

/** A file of a generated resource; `before` is its present content, null where there is none. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
  readonly before: string | null;
}

/** The folder of the program's sources. */
const TREE = fileURLToPath(new URL('../../../../../', import.meta.url));
/** Baseline files from here on come after all tables. */
const LAST_BASELINE = 88;

/**
 * Returns the files of a plain resource as the repository has them, and the lists that name every resource with its lines added. Lists
 * that are not in the tree (an installation has no console sources) are lines to add by hand, in `ADDING.md`.
 * @param tree where the sources are
 */
export async function generate(model: CodeModel, tree: string = TREE): Promise<GeneratedFile[]> {
  const registry = await read(tree, 'contract/src/registry.ts');
  const taken = new Set(
    [...(registry ?? '').matchAll(/^import \{ (?:\w+ as )?(\w+) \}/gm)].map(([, name]) => name ?? ''),
  );
  if (registry?.includes(`'./areas/${model.apiPath}.ts'`))
    for (const name of namesOf(registry, model.apiPath)) taken.delete(name);
  const plan = planOf(model, taken);
  const { area, leaf } = plan;
  const sql = plan.tableName;
  const own: Readonly<Record<string, string>> = {
    [`contract/src/areas/${area}/${leaf}.ts`]: contractFile(plan),
    [`server/src/areas/${area}/${leaf}.ts`]: serverFile(plan),
    [`server/src/areas/${area}/${leaf}.test.ts`]: testFile(plan),
    [`console/src/areas/${area}/${leaf}.tsx`]: pageFile(plan),
    [await baselinePath(tree, sql)]: tableFile(plan),
    [`server/database/comments/${sql}.sql`]: commentFile(plan),
  };
  const files: GeneratedFile[] = [];
  for (const [name, content] of Object.entries(own))
    files.push({ path: name, content, before: await read(tree, name) });
  const byHand: string[] = [];
  for (const { path: name, lines, edit } of LISTS) {
    const added = lines(plan);
    if (added.length === 0) continue;
    const before = await read(tree, name);
    const isThere = before !== null && added.every((line) => before.includes(line.trim()));
    const content = isThere ? before : before === null ? undefined : edit(before, plan);
    if (content === undefined) byHand.push(`## ${name}`, '', '```', ...added, '```', '');
    else files.push({ path: name, content, before });
  }
  if (byHand.length > 0)
    files.push({ path: 'ADDING.md', content: `# Lines to add\n\n${byHand.join('\n')}`, before: null });
  return files;
}

const namesOf = (registry: string, apiPath: string): string[] =>
  [...registry.matchAll(/^import \{ (?:\w+ as )?(\w+) \} from '\.\/areas\/(.+)\.ts';$/gm)].flatMap(
    ([, name = '', at]) => (at === apiPath ? [name] : []),
  );

/** The file of the table: its present one, else the next free number. */
async function baselinePath(tree: string, table: string): Promise<string> {
  const folder = 'server/database/baseline';
  const names = await readdir(path.join(tree, folder)).catch(() => []);
  const present = names.find((name) => name.endsWith(`_${table}.sql`));
  const numbers = names.map((name) => Number.parseInt(name, 10)).filter((number) => number <= LAST_BASELINE);
  const next = Math.min(Math.max(0, ...numbers) + 1, LAST_BASELINE);
  return `${folder}/${present ?? `${String(next).padStart(2, '0')}_${table}.sql`}`;
}

/** Returns a file of the tree; null where there is none. */
const read = (tree: string, name: string): Promise<string | null> =>
  readFile(path.join(tree, name), 'utf8').catch(() => null);
