import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './copy.mjs';

const ROUNDS = 3;
/** A run that takes longer has hung. */
const RUN_MILLIS = 30 * 60_000;
/** `name what: 1,234.5 unit  (promise)`, as `bench/run.ts` prints a figure. */
const FIGURE = /^\s*(.+): (-?[\d,]+(?:\.\d+)?)(?: (\S+?))?(?: {2}\(.*\))?$/;

/** Returns the figures that a benchmark printed, by their words. */
export function figuresOf(printed) {
  const found = new Map();
  for (const line of printed.split('\n')) {
    const [, what, value] = FIGURE.exec(line) ?? [];
    if (what && !line.startsWith('{')) found.set(what, Number(value.replaceAll(',', '')));
  }
  return found;
}

/** Returns a line for each figure of both sides: the median of its ratios, here to there, with the smallest and the largest. */
export function comparisonOf(rounds) {
  const lines = [];
  for (const what of rounds[0]?.here.keys() ?? []) {
    const ratios = rounds
      .map(({ here, there }) => (here.get(what) ?? Number.NaN) / (there.get(what) ?? Number.NaN))
      .filter((ratio) => Number.isFinite(ratio))
      .sort((a, b) => a - b);
    if (ratios.length === 0) continue;
    const median = ratios[Math.floor((ratios.length - 1) / 2)];
    lines.push(`${what}: ${round(median)} (${round(ratios[0])}–${round(ratios.at(-1))})`);
  }
  return lines;
}

const round = (ratio) => ratio.toFixed(2);

/**
 * Runs benchmarks on this tree and on another commit in turns, three times each, and prints the ratio of each figure: the speed of the
 * machine varies more from hour to hour than between two releases.
 * @returns the exit code
 */
export async function benchAgainst(root, commit, names) {
  const folder = newFolder('bench-against');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const other = path.join(folder, 'tree');
  const git = (...args) => spawnSync('git', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status;
  if (git('clone', '--quiet', '--no-checkout', root, other) !== 0) return 1;
  if (spawnSync('git', ['checkout', '--quiet', commit], { cwd: other, stdio: 'inherit' }).status !== 0) return 1;
  for (const name of names) {
    const rounds = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const there = figuresOf(await output(other, name));
      const here = figuresOf(await output(root, name));
      rounds.push({ there, here });
    }
    console.log(`\n${name}: here ÷ ${commit}, median of ${ROUNDS} turns (smallest–largest)`);
    for (const line of comparisonOf(rounds)) console.log(`  ${line}`);
  }
  return 0;
}

/** Runs a benchmark of a tree, which installs and builds itself. @returns what it printed */
function output(tree, name) {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'bench', name], {
    ...{ cwd: tree, timeout: RUN_MILLIS, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  // A server that outlives it would keep the pipe open: its exit counts, not the end of its output.
  return new Promise((resolve) => child.once('exit', () => resolve(printed)));
}
