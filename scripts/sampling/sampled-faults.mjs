// Faults chosen at random by StrykerJS's instrumenter, for `npm run mutants -- --sample 60`: people tend to choose
// faults that their tests detect.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';
import { filesOf } from '../copy.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of code by area, and further tests that are about it. A fault is tried with these and the tests of the closest folder that has some. */
const AREAS = {
  ledger: [
    [
      'server/src/engines/money/ledger',
      'server/src/engines/reporting/closing',
      'server/src/engines/customers/adjustments',
    ],
    ['server/src/areas/finance'],
  ],
  orders: [
    ['stock/orders', 'stock/leases', 'money/quotas', 'stock/inventory'].map((name) => `server/src/engines/${name}`),
    [
      'server/src/areas/whatsapp',
      'server/src/areas/agent/product',
      'server/src/areas/agent/lease',
      'server/src/areas/agent/quota',
    ],
  ],
  payments: [
    ['server/src/engines/money/payments'],
    ['recharge', 'withdrawal', 'payment-limits', 'bank-batch', 'user/payees'].map(
      (name) => `server/src/areas/agent/${name}`,
    ),
  ],
  identity: [
    ['server/src/engines/people/identity'],
    ['server/src/areas/system', 'server/src/areas/auth', 'server/src/areas/agent/user'],
  ],
  rights: [
    [
      'server/src/engines/office/approvals',
      'server/src/engines/office/parameters',
      'server/src/engines/customers/erasure',
    ],
    [
      'server/src/areas/system/param',
      'server/src/areas/system/user',
      'server/src/areas/agent/erasure',
      'server/src/areas/desk',
    ],
  ],
  prices: [
    ['server/src/engines/money/rebates', 'server/src/engines/money/pricing'],
    [
      'server/src/engines/stock/orders/rebates',
      'server/src/areas/agent/configuration',
      'server/src/areas/whatsapp/price',
    ],
  ],
  // The kernel is tried by its own tests and by those of the areas and generated tests that use all of it.
  kernel: [
    ['server/src/kernel'],
    [
      'server/src/app',
      'server/src/generated/conformance',
      'server/src/generated/matrix',
      'server/src/areas/auth',
      'server/src/areas/log',
      'server/src/areas/desk',
      'server/src/areas/resource',
      'server/src/areas/system/family-filters',
      'server/src/areas/system/user',
    ],
  ],
  console: [['console/src/kit', 'console/src/features'], []],
};
/** Mutations of texts, patterns and lists reveal little about logic for their cost. */
const LEFT_OUT = new Set(['StringLiteral', 'Regex', 'ObjectLiteral', 'ArrayDeclaration']);
const IS_CODE = /\.tsx?$/;
const IS_NO_CODE = /\.test\.tsx?$|fixture|testing|\/(tables|errors|index)\.ts$|\.d\.ts$/;

const silent = new Proxy({}, { get: (_, name) => () => !String(name).startsWith('is') });
const instrumenter = createInstrumenter(
  createInjector()
    .provideValue('getLogger', () => silent)
    .provideValue('logger', silent)
    .provideValue('options', {}),
);

/** A stream of numbers from 0 to 1, the same for the same seed. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where in the text a line and column (both from 0) are. */
const offsetOf = (lines, { line, column }) =>
  lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + column;

async function faultsIn(area, [folders, more], files) {
  const inFolders = (wanted, file) => wanted.some((one) => file.startsWith(`${one}/`) || file.startsWith(`${one}.`));
  const sources = files.filter((file) => inFolders(folders, file) && IS_CODE.test(file) && !IS_NO_CODE.test(file));
  const contents = new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
  const input = sources.map((name) => ({ name, content: contents.get(name), mutate: true }));
  const { mutants } = await instrumenter.instrument(input, { plugins: null, excludedMutations: [], ignorers: [] });
  const testFiles = files.filter((file) => /\.test\.tsx?$/.test(file));
  return mutants
    .filter(({ mutatorName }) => !LEFT_OUT.has(mutatorName))
    .map(({ fileName: file, location: { start, end }, replacement: to }) => {
      const lines = contents.get(file).split('\n');
      const at = [offsetOf(lines, start), offsetOf(lines, end)];
      const from = contents.get(file).slice(...at);
      const what = `${start.line + 1}: ${from.replace(/\s+/g, ' ').slice(0, 80)} → ${to.replace(/\s+/g, ' ').slice(0, 80)}`;
      let folder = path.dirname(file);
      let near = [];
      for (; near.length === 0 && folder !== '.'; folder = path.dirname(folder))
        near = testFiles.filter((test) => test.startsWith(`${folder}/`));
      const tests = [...new Set([...near, ...testFiles.filter((test) => inFolders(more, test))])];
      return { area, file, what, from, to, at, tests };
    });
}

/** So many faults, spread evenly over the areas; the same for the same seed and code. */
export async function sampleFaults(count, seed) {
  const files = filesOf(root);
  const random = randomOf(seed);
  const areas = Object.entries(AREAS);
  const chosen = [];
  for (const [index, [area, folders]] of areas.entries()) {
    const all = await faultsIn(area, folders, files);
    const share = Math.floor((count * (index + 1)) / areas.length) - Math.floor((count * index) / areas.length);
    for (let n = 0; n < share; n += 1) chosen.push(...all.splice(Math.floor(random() * all.length), 1));
  }
  return chosen;
}
