import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { genericPages } from './console/generic-pages.ts';
import { importedPackages } from './console/imported-packages.ts';
import { phoneFormats } from './console/phone-formats.ts';
import { browserOptions } from './e2e/support/browser.ts';
import recordedDurations from './scripts/durations.json' with { type: 'json' };

/** Milliseconds the measurement below takes on two idle cores of the kind the timeouts were chosen on. */
const REFERENCE_MILLIS = 240;
const MEASURED_MEGABYTES = 200;
const SLOWEST = 10;

/**
 * How many times slower than the reference this machine is now, other work on it included; between 1 and 10. Every timeout of a run is
 * multiplied by it.
 */
function measureSlowness(): number {
  const hash = createHash('sha256');
  const megabyte = Buffer.alloc(1 << 20);
  const started = performance.now();
  for (let turn = 0; turn < MEASURED_MEGABYTES; turn += 1) hash.update(megabyte);
  hash.digest();
  const [load = 0] = os.loadavg();
  const measured = (performance.now() - started) / REFERENCE_MILLIS;
  return Math.min(SLOWEST, Math.max(1, measured, load / os.cpus().length));
}

const ROOT = import.meta.dirname;
/** Seconds of test files when `npm test -- --record` ran last; short ones are left out. */
const recorded: Readonly<Record<string, number>> = recordedDurations;

const slowness = measureSlowness();
/** Journeys and processes of their own read it. */
process.env.TEST_SLOWNESS = String(slowness);
const patient = (millis: number): number => Math.round(millis * slowness);

const common = {
  /** Tests wait for PostgreSQL and Chromium about as long as they compute: three files at a time keep two cores busy. */
  maxWorkers: 3,
  /** Files share the modules of their worker: to load them for each took a quarter of the run. A test puts back what it changes. */
  isolate: false,
  /** New objects of many calls fit into it: collecting them a quarter as often saves a twelfth of the run. */
  execArgv: ['--max-semi-space-size=64'],
  /** How long `expect.poll` waits: the default of a second is shorter than what two cores may be taken away for. */
  expect: { poll: { timeout: patient(30_000) } },
  /** A test that waits for ever ends here; none is meant to come near. */
  testTimeout: patient(240_000),
  hookTimeout: patient(240_000),
} as const;
const PROCESSOR_TIME = new URL('./scripts/processor-time.mjs', import.meta.url).pathname;
/** Tests of what Node runs: it loads the sources itself, as in production, since transforming them would take a tenth of the run. */
const inNode = { ...common, experimental: { viteModuleRunner: false }, setupFiles: [PROCESSOR_TIME] } as const;

/** One database cluster and one migrated and seeded database for all that need one; every file clones it. */
const CLUSTER = new URL('./server/src/kernel/testing/global-setup.ts', import.meta.url).pathname;

/** Tests of single components in a real browser, without a server. */
const COMPONENTS = 'src/**/*.component.test.tsx';

/** Tests of the console that put browser-wide things (storage, windows) in the place of the real ones: each has modules of its own. */
const replacingGlobals = globSync('src/**/*.test.{ts,tsx}', {
  cwd: path.join(ROOT, 'console'),
  exclude: [COMPONENTS],
}).filter((file) =>
  /stubGlobal|testing\/browser|resetModules/.test(readFileSync(path.join(ROOT, 'console', file), 'utf8')),
);

/** Goes through the heap of its worker, which all files before it would have filled. */
const IN_A_FRESH_WORKER = 'server/src/generated/growth.test.ts';
/** Seconds of a file that was added since the durations were recorded. */
const UNKNOWN_SECONDS = 5;

/** Files of each project in the order of their recorded durations: those that take longest begin first, so that no worker is left alone with one. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification): number => {
      const file = path.relative(ROOT, moduleId);
      if (file === IN_A_FRESH_WORKER) return Number.POSITIVE_INFINITY;
      return recorded[file] ?? UNKNOWN_SECONDS;
    };
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((one) =>
      sorted.filter(({ project }) => project === one).sort((a, b) => secondsOf(b) - secondsOf(a)),
    );
  }
}

/** One project per kind of test. docs/tests.md says what each is for and what it may cost. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { ...inNode, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          ...inNode,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: [CLUSTER],
          setupFiles: [PROCESSOR_TIME, 'src/kernel/testing/setup.ts'],
        },
      },
      {
        plugins: [genericPages(), phoneFormats()],
        test: {
          ...common,
          name: 'console',
          root: 'console',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS, ...replacingGlobals],
        },
      },
      {
        plugins: [genericPages(), phoneFormats()],
        test: { ...common, name: 'console, isolated', isolate: true, root: 'console', include: replacingGlobals },
      },
      {
        plugins: [genericPages(), phoneFormats()],
        // React and the library as the product has them: what they check of themselves in development takes a third of these tests.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: {
          include: [...importedPackages(), 'react/jsx-runtime'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        test: {
          ...common,
          name: 'components',
          // Each worker loads the console anew, and two of them use both cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          root: 'console',
          include: [COMPONENTS],
          setupFiles: ['src/testing/setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Nothing moves: a test would wait for it, or look at something half faded in.
            provider: playwright({
              launchOptions: browserOptions(),
              contextOptions: { locale: 'zh-CN', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
        },
      },
      {
        test: {
          ...inNode,
          name: 'e2e',
          root: 'e2e',
          include: ['**/*.test.ts'],
          globalSetup: [CLUSTER],
        },
      },
      {
        test: { ...inNode, name: 'scripts', root: 'scripts', include: ['*.test.mjs'] },
      },
    ],
  },
});
