/**
 * Prints the lines of tracked source, test and document files by folder, as a Markdown table.
 * `node scripts/lines.mjs [DEPTH]` groups by that many folder levels (default 2).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const depth = Number(process.argv[2] ?? 2);
const kinds = ['source', 'test', 'SQL', 'document'];

/** Returns the kind of a file, or undefined for files that are not counted (lock files, pictures, data). */
function kindOf(path) {
  if (/package-lock\.json$|\.(png|svg|ttf|otf|xlsx|zip)$/.test(path)) return;
  if (/\.md$/.test(path)) return 'document';
  if (/\.sql$/.test(path)) return 'SQL';
  if (!/\.(tsx?|mts|mjs|cjs|css)$/.test(path)) return;
  return /\.test\.|\/testing\/|-fixture\.|^(e2e|bench)\//.test(path) ? 'test' : 'source';
}

const folders = new Map();
for (const path of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')) {
  const kind = kindOf(path);
  if (!kind) continue;
  const folder = path.split('/').slice(0, -1).slice(0, depth).join('/') || '.';
  const counts = folders.get(folder) ?? Object.fromEntries(kinds.map((name) => [name, 0]));
  counts[kind] += readFileSync(path, 'utf8').split('\n').length - 1;
  folders.set(folder, counts);
}

const rows = [...folders].toSorted(([a], [b]) => a.localeCompare(b));
const total = Object.fromEntries(kinds.map((kind) => [kind, rows.reduce((sum, [, counts]) => sum + counts[kind], 0)]));
console.log(`| folder | ${kinds.join(' | ')} |\n| --- |${' ---: |'.repeat(kinds.length)}`);
for (const [folder, counts] of [...rows, ['total', total]])
  console.log(`| ${folder} | ${kinds.map((kind) => counts[kind].toLocaleString('en')).join(' | ')} |`);
