#!/usr/bin/env node
// Puts small faults into copies of the code, one at a time, and reports which of them the tests detect.
// `mutants/<area>.mjs` lists the faults and their tests. The working tree is never changed.
//
//   npm run mutants                      all of them
//   npm run mutants -- ledger refund     those whose area, file or description holds one of the words
//   npm run mutants -- --list            lists the faults and runs nothing
//   npm run mutants -- --workers 3       number of parallel copies (2)
//   npm run mutants -- --sample 60       faults chosen by a tool instead of the table; --seed 7 chooses others
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyTree, newFolder } from './copy.mjs';
import { install, SERVING } from './install.mjs';
import { readReport } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = new URL('mutants/', import.meta.url);

/** How many of a hundred faults the tests of an area notice at least; of every other area eighty. */
const PROMISED = { ledger: 90, orders: 90, payments: 90, identity: 90, contract: 90 };
const PROMISED_ELSEWHERE = 80;
/** Hanging tests have detected the fault: they hang if they take this many times their duration without a fault. */
const HANG_TIMES = 10;
const HANG_LEAST_SECONDS = 300;
const SOUND_SECONDS = 3600;
const KILL_MILLIS = 5_000;

/** Everything in the table, each fault with its area. */
export async function readFaults() {
  const files = readdirSync(FOLDER).sort();
  const tables = await Promise.all(files.map((name) => import(new URL(name, FOLDER).href)));
  return tables.flatMap(({ default: faults }, index) =>
    faults.map((fault) => ({ area: path.basename(files[index], '.mjs'), ...fault })),
  );
}

/** The problems of an entry of the table, a sentence each. */
export function problemsOf({ file, from, to, what, tests }) {
  const problems = [];
  const text = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : undefined;
  const count = text?.split(from).length ?? 0;
  if (text === undefined) problems.push(`${file} does not exist`);
  else if (count !== 2) problems.push(`${file} holds this ${Math.max(0, count - 1)} times instead of once: ${from}`);
  if (from === to) problems.push(`${file}: this changes nothing: ${from}`);
  if (!what) problems.push(`${file}: what is wrong with this is not said: ${to}`);
  if (tests.length === 0) problems.push(`${file}: no test is to notice: ${what}`);
  for (const test of tests) if (!existsSync(path.join(root, test))) problems.push(`${file}: there is no ${test}`);
  return problems;
}

/** The project of `vitest.config.ts` a test file belongs to. */
const projectOf = (test) => (test.endsWith('.component.test.tsx') ? 'components' : test.split('/')[0]);

const folders = [];
/** The runs of tests under way. */
const running = new Set();
let isStopped = false;

/**
 * Runs tests in a copy, with a time limit.
 * @returns whether all passed, vitest's report if there is one, and the output
 */
async function runTests(folder, tests, { limitSeconds, bail }) {
  const file = path.join(folder, 'mutants-report.json');
  rmSync(file, { force: true });
  const projects = [...new Set(tests.map(projectOf))].map((project) => `--project=${project}`);
  const child = spawn(
    process.execPath,
    [
      path.join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...(bail ? ['--bail=1'] : []),
      '--maxWorkers=2',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...projects,
      ...tests,
    ],
    // Histories that are random elsewhere are the same each time: so is the verdict.
    { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { FC_SEED: '1', ...process.env } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output = (output + text).slice(-4000);
    });
  running.add(child);
  // Counted, not looked up: time in which the machine slept, or this was stopped, is not the tests'.
  let seconds = 0;
  const clock = setInterval(() => {
    seconds += 1;
    if (seconds === limitSeconds) stop(child);
  }, 1000);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(clock);
  running.delete(child);
  const report = readReport(file);
  const failure = seconds >= limitSeconds ? 'it took too long' : failureIn(report);
  return { passed: code === 0, report, failure, output: output.trim() };
}

/** The first test that failed, or why its file could not be run; undefined when the report names none. */
function failureIn(report) {
  for (const { name, message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return failed.fullName;
    if (message) return `${path.basename(name)}: ${message.split('\n')[0]}`;
  }
  return undefined;
}

/** Ends a run and its child processes, by force if necessary. */
function stop(child) {
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has already ended.
    }
  };
  signal('SIGTERM');
  setTimeout(() => signal('SIGKILL'), KILL_MILLIS).unref();
}

function newCopy() {
  const folder = newFolder('trade-assistant-mutants-');
  folders.push(folder);
  copyTree(root, folder);
  return folder;
}

function cleanUp() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Time limit of a fault's tests in seconds, from each file's duration without a fault. */
function limitOf({ tests }, folder, { testResults }) {
  const spent = testResults.filter(({ name }) => tests.includes(path.relative(folder, name)));
  const millis = spent.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
  return Math.max(HANG_LEAST_SECONDS, Math.ceil((HANG_TIMES * millis) / 1000));
}

/** Puts one fault into a copy, runs its tests, and takes it out again. `at`: where `from` begins and ends, when the text is there twice. */
async function tryFault(folder, { file, from, to, at, tests }, limitSeconds) {
  const place = path.join(folder, file);
  const right = readFileSync(place, 'utf8');
  const [start, end] = at ?? [right.indexOf(from), right.indexOf(from) + from.length];
  writeFileSync(place, right.slice(0, start) + to + right.slice(end));
  try {
    const first = await runTests(folder, tests, { limitSeconds, bail: true });
    // Without a test that failed it may have been the machine: a fault that keeps tests from running does so again.
    return first.passed || first.failure || isStopped
      ? first
      : await runTests(folder, tests, { limitSeconds, bail: true });
  } finally {
    writeFileSync(place, right);
  }
}

const say = (verdict, { area, file, what }, more) =>
  console.log([verdict.padEnd(10), area.padEnd(9), `${path.basename(file)}: ${what}`, more && `← ${more}`].join(' '));

/** Tries the faults, one at a time in each copy. @returns the detected ones */
async function tryFaults(copies, faults, soundReport) {
  const noticed = new Set();
  const waiting = [...faults];
  const work = async (folder) => {
    for (let fault = waiting.shift(); fault && !isStopped; fault = waiting.shift()) {
      const { passed, failure, output } = await tryFault(folder, fault, limitOf(fault, copies[0], soundReport));
      if (isStopped) return;
      if (!passed) noticed.add(fault);
      say(passed ? 'SURVIVED' : 'caught', fault, passed ? '' : (failure ?? output.split('\n').at(-1)));
    }
  };
  await Promise.all(copies.map(work));
  return noticed;
}

/** Prints the result of each area, and the list of undetected faults. @returns whether all areas keep their promise */
function summarise(faults, noticed) {
  const rows = [...new Set(faults.map(({ area }) => area))].map((area) => {
    const all = faults.filter((fault) => fault.area === area);
    const caught = all.filter((fault) => noticed.has(fault)).length;
    const percent = (100 * caught) / all.length;
    const promised = PROMISED[area] ?? PROMISED_ELSEWHERE;
    return { area, faults: all.length, caught, percent: Math.floor(percent), promised, kept: percent >= promised };
  });
  console.table(rows);
  for (const fault of faults) if (!noticed.has(fault)) say('SURVIVED', fault, '');
  return rows.every(({ kept }) => kept);
}

async function main(args) {
  const { values, positionals: words } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workers: { type: 'string', default: '2' },
      list: { type: 'boolean', default: false },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.sample) install(path.join(root, 'scripts', 'sampling'), SERVING);
  const { sampleFaults } = values.sample ? await import('./sampling/sampled-faults.mjs') : {};
  const all = sampleFaults ? await sampleFaults(Number(values.sample), Number(values.seed)) : await readFaults();
  const isAsked = ({ area, file, what }) => words.some((word) => `${area} ${file} ${what}`.includes(word));
  const faults = words.length === 0 ? all : all.filter(isAsked);
  const problems = sampleFaults ? [] : faults.flatMap(problemsOf);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 2;
  for (const fault of faults.filter(({ equivalent }) => values.list || equivalent))
    say(fault.equivalent ? 'equivalent' : '', fault, fault.equivalent ?? fault.tests.join(' '));
  const open = faults.filter(({ equivalent }) => !equivalent);
  if (values.list || open.length === 0) return 0;

  const copies = Array.from({ length: Math.min(Number(values.workers), open.length) }, newCopy);
  const tests = [...new Set(open.flatMap((fault) => fault.tests))];
  console.log(`${open.length} faults; first their ${tests.length} test files without any …`);
  const sound = await runTests(copies[0], tests, { limitSeconds: SOUND_SECONDS, bail: false });
  if (isStopped) return 1;
  if (!sound.passed) {
    console.error(`The tests fail without a fault: ${sound.failure ?? sound.output}`);
    return 2;
  }
  const noticed = await tryFaults(copies, open, sound.report);
  return !isStopped && summarise(open, noticed) ? 0 : 1;
}

if (import.meta.main) {
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.on(signal, () => {
      isStopped = true;
      for (const child of running) stop(child);
      setInterval(() => running.size === 0 && process.exit(code), 100);
    });
  process.on('exit', cleanUp);
  process.exitCode = await main(process.argv.slice(2));
}
