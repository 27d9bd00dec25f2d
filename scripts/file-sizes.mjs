/** Names the source files that are longer than their part of the product allows; tests and fixtures may be longer. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const limits = [
  [/^(console|server\/src\/areas|contract\/src\/areas)\//, 350],
  [/^(server\/src\/(engines|kernel)|contract\/src\/kit)\//, 500],
];
const isTest = /\.test\.|\/testing\/|fixture/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const long = files.split('\n').flatMap((path) => {
  if (!/\.tsx?$/.test(path) || isTest.test(path)) return [];
  const limit = limits.find(([folder]) => folder.test(path))?.[1];
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  return limit !== undefined && lines > limit ? [`${path} has ${lines} lines, at most ${limit} are allowed`] : [];
});
for (const line of long) console.error(line);
process.exitCode = long.length === 0 ? 0 : 1;
