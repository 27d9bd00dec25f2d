#!/usr/bin/env node
// Entry point of all npm scripts. Plain JavaScript without dependencies: it must run with any Node of the machine
// (20 or later) before anything is installed; everything else runs with the Node that npm installs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchAgainst } from './bench-against.mjs';
import { findBrowser } from './browser.mjs';
import { check } from './check.mjs';
import { longestWaits, projectLines, readDurations, recordDurations, slowestFiles } from './durations.mjs';
import { EVERYTHING, install, SERVING } from './install.mjs';
import { keepRunning } from './keep-running.mjs';
import { countsOf, countsOfBoth, filesToRepeat, passedLater, readReport } from './report.mjs';
import { serverMemory } from './server-memory.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = path.join(root, 'node_modules');
const built = path.join(root, 'console', 'dist', '.built');

const commands = {
  ...{ start, dev, build, check: runCheck, test, bench, mutants, fuzz, backup, restore },
  'cluster-test': clusterTest,
};
const [name = 'start', ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Unknown command ${name}; there are: ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
const SLOWEST_SHOWN = 10;
const DURATIONS_REPORTER = './scripts/durations-reporter.mjs';
process.chdir(root);
process.exit(await command(rest));

/** Installs and builds missing parts, then serves; a crashed server is restarted. */
async function start() {
  install(root, SERVING);
  build();
  const npm = launcher();
  const env = { ...environment(), ...serverMemory() };
  return keepRunning(() => run('node', ['--import', './scripts/launched.mjs', 'server/src/main.ts'], { env }), {
    isAbandoned: () => launcher() !== npm,
  });
}

/** The server restarting on changes, and the console with hot reloading in front of it. */
async function dev() {
  install(root, EVERYTHING);
  const ended = new AbortController();
  const code = await Promise.race([
    run('node', ['--watch', 'server/src/main.ts'], { until: ended.signal }),
    run('vite', ['dev'], { cwd: path.join(root, 'console'), until: ended.signal }),
  ]);
  ended.abort();
  return code;
}

/** Builds the console when its sources are newer than the build. */
function build() {
  install(root, SERVING);
  const wanted = hashOf(['console', 'contract', 'package-lock.json']);
  if (existsSync(built) && readFileSync(built, 'utf8') === wanted) return 0;
  console.log('正在构建控制台 Building the console …');
  const { status, stdout, stderr } = spawnSync(tool('vite'), ['build', '--logLevel', 'warn'], {
    cwd: path.join(root, 'console'),
    env: environment(),
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(stdout, stderr);
    process.exit(status ?? 1);
  }
  writeFileSync(built, wanted);
  return 0;
}

async function runCheck() {
  install(root, EVERYTHING);
  const { failed } = await check(root, environment());
  return failed === 0 ? 0 : 1;
}

/**
 * Everything: static checks, then unit, HTTP, property, component and browser tests; ends with one line of counts.
 * Passes its arguments to vitest: `--changed` runs the tests of uncommitted changes, a name the files with that name.
 * `--record` of a whole run writes the durations by which the next runs order the files.
 */
async function test(given) {
  const args = given.filter((arg) => arg !== '--record');
  install(root, EVERYTHING);
  build();
  const checks = await check(root, environment());
  const browser = findBrowser(root, environment());
  const env = { ...environment(), ...(browser ? { BROWSER_PATH: browser } : {}) };
  const first = await runTests('report', args, env);
  const durations = readDurations(path.join(root, 'test-results', 'durations.json'));
  const repeated = filesToRepeat(first.report);
  let { counts } = first;
  if (repeated.length > 0) {
    console.log('\n失败的测试文件再运行一次 Running once more the files that failed …');
    const second = await runTests('report-of-repeated', repeated, env);
    counts = countsOfBoth(first.report, second.counts, repeated);
    // Said at the end, where it is seen: a test that needs luck is a mistake to be found, by the first run's report.
    for (const name of passedLater(first.report, second.report)) console.log(`passed only the second time: ${name}`);
  }
  print('各类测试 The kinds of tests', projectLines(durations));
  print('最慢的测试文件 The slowest files', slowestFiles(durations, SLOWEST_SHOWN));
  print('等待最久的测试文件 The longest waits', longestWaits(durations, SLOWEST_SHOWN));
  if (given.includes('--record')) recordDurations(durations);
  const passed = checks.passed + counts.passed;
  const failed = checks.failed + counts.failed;
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function print(title, lines) {
  console.log(`\n${title}`);
  for (const line of lines) console.log(line);
}

/** Runs tests once. @returns their report and counts */
async function runTests(name, args, env) {
  const file = path.join(root, 'test-results', `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  const status = await run(
    'vitest',
    [
      ...['run', '--reporter=default', '--reporter=json', `--reporter=${DURATIONS_REPORTER}`],
      ...[`--outputFile.json=${file}`, ...args],
    ],
    { env },
  );
  const report = readReport(file);
  const counts = countsOf(report);
  // It may have failed outside of its tests: an uncaught error.
  return { report, counts: status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts };
}

/** Benchmarks by name; with `--against COMMIT` on that commit and here in turns. */
async function bench(args) {
  const at = args.indexOf('--against');
  if (at >= 0) {
    const names = args.toSpliced(at, 2);
    if (names.length > 0 && args[at + 1]) return benchAgainst(root, args[at + 1], names);
    console.error('Name the benchmarks and a commit: npm run bench -- sale --against v0.2.0');
    return 2;
  }
  install(root, EVERYTHING);
  build();
  return run('node', ['bench/run.ts', ...args]);
}

/** Several nodes over PostgreSQL under Patroni, killed and stopped under load; `--keep` leaves the folder with their logs. */
function clusterTest(args) {
  install(root, EVERYTHING);
  build();
  return run('node', ['server/src/testing/cluster/main.ts', ...args]);
}

/** The whole installation into a folder, while it serves or not; the settings are those it runs with. */
function backup(args) {
  install(root, SERVING);
  return run('node', ['server/src/backup/main.ts', 'backup', ...args]);
}

/** A backup into an empty database and data folder. */
function restore(args) {
  install(root, SERVING);
  return run('node', ['server/src/backup/main.ts', 'restore', ...args]);
}

/** Small faults put into copies of the code, and which of them the tests notice. */
function mutants(args) {
  install(root, EVERYTHING);
  return run('node', ['scripts/mutants.mjs', ...args]);
}

/** Sends every odd value to every parameter of the calls below an address (`whatsapp/`), or of all calls. */
function fuzz([calls = '']) {
  install(root, EVERYTHING);
  const env = { ...environment(), FUZZ: 'every', FUZZ_CALLS: calls };
  return run('vitest', ['run', '--project', 'server', 'src/generated/fuzz.test.ts'], { env });
}

/** Runs a tool of node_modules, hands signals on to it, and answers its exit code: 128 and the signal's number where one ended it. */
function run(program, args, /** @type {any} */ { until, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(tool(program), args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
    const stop = () => child.kill('SIGTERM');
    until?.addEventListener('abort', stop);
    // In a terminal Ctrl-C reaches the child directly; waiting for it keeps the prompt back until it has ended.
    const interrupt = () => {
      if (!process.stdin.isTTY) stop();
    };
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', stop);
    // If npm is killed, this process stays; nothing waits for the child any more.
    const npm = launcher();
    const watch = setInterval(() => {
      if (launcher() !== npm) stop();
    }, 500);
    const done = (code) => {
      clearInterval(watch);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', stop);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(error.message);
      done(1);
    });
    child.on('exit', (code, signal) => done(code ?? 128 + os.constants.signals[signal]));
  });
}

/** The living ancestors that started this script: npm, and the shell between. */
function launcher() {
  if (!process.env.npm_lifecycle_event) return '';
  try {
    return `${process.ppid} ${readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]}`;
  } catch {
    return `${process.ppid}`;
  }
}

function tool(program) {
  if (program !== 'node') return path.join(modules, '.bin', program);
  return path.join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function environment() {
  const bin = [path.join(modules, 'node', 'bin'), path.join(modules, '.bin')].join(path.delimiter);
  return {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`,
    // Node caches its compiled code here: a server then starts in three quarters of the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(modules, '.cache', 'node'),
  };
}

/** A fingerprint of sources: content, not times, since a checkout gives every file the time of the checkout. */
function hashOf(places) {
  const hash = createHash('sha256');
  const visit = (place) => {
    if (statSync(place).isDirectory()) {
      for (const entry of readdirSync(place).sort())
        if (!['node_modules', 'dist'].includes(entry)) visit(path.join(place, entry));
    } else hash.update(path.relative(root, place)).update(readFileSync(place));
  };
  for (const place of places) visit(path.join(root, place));
  return hash.digest('hex');
}
