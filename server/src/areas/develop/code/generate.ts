import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractFile } from './contract-file.ts';
import { LISTS } from './lists.ts';
import { type CodeModel, planOf } from './plan.ts';
import { serverFile, testFile } from './server-files.ts';
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
 * Returns the files of plain resources as the repository has them, and the lists that name every resource with the lines of all of them
 * added. Lists that are not in the tree (an installation has no console sources) are lines to add by hand, in `ADDING.md`.
 * @param tree where the sources are
 */
export async function generate(models: readonly CodeModel[], tree: string = TREE): Promise<GeneratedFile[]> {
  const files = new Map<string, GeneratedFile>();
  const byHand = new Map<string, string[]>();
  const present = async (name: string) => files.get(name)?.content ?? (await read(tree, name));
  const write = async (name: string, content: string) =>
    files.set(name, { path: name, content, before: await read(tree, name) });
  for (const model of models) {
    const plan = planOf(model, takenNames((await present('contract/src/registry.ts')) ?? '', model.apiPath));
    const address = `${plan.area}/${plan.leaf}`;
    await write(`contract/src/areas/${address}.ts`, contractFile(plan));
    await write(`server/src/areas/${address}.ts`, serverFile(plan));
    await write(`server/src/areas/${address}.test.ts`, testFile(plan));
    await write(await baselinePath(tree, plan.tableName, [...files.keys()]), tableFile(plan));
    await write(`server/database/comments/${plan.tableName}.sql`, commentFile(plan));
    for (const { path: name, lines, edit } of LISTS) {
      const added = lines(plan);
      if (added.length === 0) continue;
      const before = await present(name);
      const isThere = before !== null && added.every((line) => before.includes(line.trim()));
      const content = isThere ? before : before === null ? undefined : edit(before, plan);
      if (content === undefined) byHand.set(name, [...(byHand.get(name) ?? []), ...added]);
      else await write(name, content);
    }
  }
  const adding = [...byHand].map(([name, lines]) => ['', `## ${name}`, '', '```', ...lines, '```', ''].join('\n'));
  if (adding.length > 0) await write('ADDING.md', `# Lines to add\n${adding.join('')}`);
  return [...files.values()];
}

/** Returns the resource that has a table, by the list of the sources; undefined for a table that is nobody's. */
export const resourceOfTable = async (table: string, tree: string = TREE): Promise<string | undefined> =>
  new RegExp(`^ {2}${table}: '(.+)',$`, 'm').exec((await read(tree, 'server/src/column-comments.ts')) ?? '')?.[1];

/** Returns the names of the registry that a new resource cannot have: all but the one it has already. */
function takenNames(registry: string, apiPath: string): ReadonlySet<string> {
  const all = [...registry.matchAll(/^import \{ (?:\w+ as )?(\w+) \}/gm)].map(([, name]) => name ?? '');
  const own = namesOf(registry, apiPath);
  return new Set(all.filter((name) => !own.includes(name)));
}

const namesOf = (registry: string, apiPath: string): string[] =>
  [...registry.matchAll(/^import \{ (?:\w+ as )?(\w+) \} from '\.\/areas\/(.+)\.ts';$/gm)].flatMap(
    ([, name = '', at]) => (at === apiPath ? [name] : []),
  );

/** The file of the table: its present one, else the next number that neither the tree nor the written files have. */
async function baselinePath(tree: string, table: string, written: readonly string[]): Promise<string> {
  const folder = 'server/database/baseline';
  const added = written.filter((name) => path.dirname(name) === folder).map((name) => path.basename(name));
  const names = [...(await readdir(path.join(tree, folder)).catch(() => [])), ...added];
  const present = names.find((name) => name.endsWith(`_${table}.sql`));
  const numbers = names.map((name) => Number.parseInt(name, 10)).filter((number) => number <= LAST_BASELINE);
  const next = Math.min(Math.max(0, ...numbers) + 1, LAST_BASELINE);
  return `${folder}/${present ?? `${String(next).padStart(2, '0')}_${table}.sql`}`;
}

/** Returns a file of the tree; null where there is none. */
const read = (tree: string, name: string): Promise<string | null> =>
  readFile(path.join(tree, name), 'utf8').catch(() => null);
