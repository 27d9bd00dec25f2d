import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { importedPackages } from './console/imported-packages.ts';
import { phoneFormats } from './console/phone-formats.ts';
import { browserOptions } from './e2e/support/browser.ts';

const common = {
  /** Tests wait for PostgreSQL and Chromium about as long as they compute: three files at a time keep two cores busy. */
  maxWorkers: 3,
  /** Files share the modules of their worker: to load them for each took a quarter of the run. A test puts back what it changes. */
  isolate: false,
  /** How long `expect.poll` waits: the default of a second is shorter than what two cores may be taken away for. */
  expect: { poll: { timeout: 15_000 } },
} as const;
/** One database cluster and one migrated and seeded database for all that need one; every file clones it. */
const CLUSTER = new URL('./server/src/kernel/testing/global-setup.ts', import.meta.url).pathname;

/** Tests of single components in a real browser, without a server. */
const COMPONENTS = 'src/**/*.component.test.tsx';

/** Goes through the heap of its worker, which all files before it would have filled. */
const IN_A_FRESH_WORKER = 'server/src/generated/growth.test.ts';

class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const early = sorted.find(({ moduleId }) => moduleId.endsWith(IN_A_FRESH_WORKER));
    if (!early) return sorted;
    const others = sorted.filter((file) => file !== early);
    const first = others.findIndex(({ project }) => project === early.project);
    return first === -1 ? sorted : others.toSpliced(first, 0, early);
  }
}

/** One project per kind of test. What each is for and what it may cost stands in CONTRIBUTING.md. */
export default defineConfig({
  test: {
    sequence: { sequencer: Order },
    projects: [
      {
        test: { ...common, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          ...common,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: [CLUSTER],
          setupFiles: ['src/kernel/testing/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [phoneFormats()],
        test: {
          ...common,
          name: 'console',
          // These put browser-wide things (storage, windows) in the place of the real ones.
          isolate: true,
          root: 'console',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS],
        },
      },
      {
        plugins: [phoneFormats()],
        // React and the library as the product has them: what they check of themselves in development takes a third of these tests.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: {
          include: [...importedPackages(), 'react/jsx-runtime'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        test: {
          ...common,
          name: 'components',
          root: 'console',
          include: [COMPONENTS],
          setupFiles: ['src/testing/setup.ts'],
          // Longer than an expectation waits, so that what was waited for is told.
          testTimeout: 60_000,
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
          ...common,
          name: 'e2e',
          root: 'e2e',
          include: ['**/*.test.ts'],
          globalSetup: [CLUSTER, 'support/global-setup.ts'],
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: { ...common, name: 'scripts', root: 'scripts', include: ['*.test.mjs'] },
      },
    ],
  },
});
