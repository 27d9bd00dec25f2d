import { readdir } from 'node:fs/promises';
import { type Benchmark, type Figure, isPromiseKept } from './lib/measure.ts';

/**
 * `run.ts [name…]` runs all or the named benchmarks of this folder, one after the other. Each ends with a line with its
 * ratio; the exit code is 1 if a promise was missed.
 */
const wanted = process.argv.slice(2);
const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.bench.ts')).sort();
const names = files.map((name) => name.replace('.bench.ts', ''));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}; there are: ${names.join(', ')}`);
  process.exit(2);
}

let missed = 0;
for (const name of wanted.length > 0 ? wanted : names) {
  const { default: benchmark } = (await import(`./${name}.bench.ts`)) as { default: Benchmark };
  console.log(`\n${name}: ${benchmark.title}`);
  const figures = await benchmark.run();
  missed += figures.filter((figure) => !isPromiseKept(figure)).length;
  for (const figure of figures.slice(0, -1)) console.log(`  ${line(figure)}`);
  const last = figures.at(-1);
  if (last) console.log(`${name} ${line(last)}`);
}
process.exit(missed === 0 ? 0 : 1);

function line(figure: Figure): string {
  const { what, value, unit, atMost, atLeast } = figure;
  const rounded = value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
  const promise = atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : '';
  const verdict = promise === '' ? '' : `  (${promise}: ${isPromiseKept(figure) ? 'kept' : 'MISSED'})`;
  return `${what}: ${rounded}${unit === '' ? '' : ` ${unit}`}${verdict}`;
}
