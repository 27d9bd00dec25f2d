import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkModules } from './copy.mjs';
import { problemsOf, readFaults } from './mutants.mjs';

test('every fault of the table is in the code once and has tests that should detect it', async () => {
  const faults = await readFaults();
  expect(faults.flatMap(problemsOf)).toEqual([]);
  const names = faults.map(({ file, what }) => `${file}: ${what}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('an outdated fault is reported with its problem', () => {
  const fault = {
    file: 'scripts/mutants.mjs',
    what: 'nothing is promised',
    from: 'const PROMISED_ELSEWHERE = 80;',
    to: 'const PROMISED_ELSEWHERE = 0;',
    tests: ['scripts/mutants.test.mjs'],
  };
  expect(problemsOf(fault)).toEqual([]);
  expect(problemsOf({ ...fault, file: 'scripts/nowhere.mjs' })).toHaveLength(1);
  expect(problemsOf({ ...fault, from: 'const ' })[0]).toMatch(/holds this \d+ times instead of once: const $/);
  expect(problemsOf({ ...fault, from: 'no such text', tests: [] })).toHaveLength(2);
  expect(problemsOf({ ...fault, to: fault.from, what: '', tests: ['scripts/nowhere.test.mjs'] })).toHaveLength(3);
});

let folder;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'mutants-test-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a copy's packages are the installed ones, and those of the workspace its own", () => {
  const [root, copy] = [path.join(folder, 'root'), path.join(folder, 'copy')];
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  write('contract/index.js', 'right');
  write('node_modules/other/index.js', 'other');
  write('node_modules/.cache/entry', 'old');
  mkdirSync(path.join(root, 'node_modules/@own'));
  symlinkSync('../../contract', path.join(root, 'node_modules/@own/contract'));
  mkdirSync(path.join(copy, 'contract'), { recursive: true });
  writeFileSync(path.join(copy, 'contract/index.js'), 'wrong');

  linkModules(root, copy, 'node_modules');

  const read = (file) => readFileSync(path.join(copy, 'node_modules', file), 'utf8');
  expect([read('@own/contract/index.js'), read('other/index.js')]).toEqual(['wrong', 'other']);
  expect(existsSync(path.join(copy, 'node_modules/.cache'))).toBe(false);
  expect(readFileSync(path.join(root, 'contract/index.js'), 'utf8')).toBe('right');
});
