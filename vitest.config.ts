import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { phoneFormats } from './console/phone-formats.ts';
import { browserOptions } from './e2e/support/browser.ts';

/** How long `expect.poll` waits: the default of a second is shorter than what two cores may be taken away for. */
const PATIENT = { timeout: 15_000 };
/** Tests wait for PostgreSQL and Chromium about as long as they compute: three at a time keep two cores busy. */
const WORKERS = 3;
/** One database cluster and one migrated and seeded database for all that need one; every file clones it. */
const CLUSTER = new URL('./server/src/kernel/testing/global-setup.ts', import.meta.url).pathname;

/** Tests of single components in a real browser, without a server. */
const COMPONENTS = 'src/**/*.component.test.tsx';

/** One project per kind of test. What each is for and what it may cost stands in CONTRIBUTING.md. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], isolate: false },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: [CLUSTER],
          setupFiles: ['src/kernel/testing/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: PATIENT },
        },
      },
      {
        plugins: [phoneFormats()],
        test: {
          name: 'console',
          root: 'console',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [COMPONENTS],
        },
      },
      {
        plugins: [phoneFormats()],
        // Bundled before the first test, whichever tests are run: a library found only then is one too late for its React.
        optimizeDeps: { entries: ['src/main.tsx', 'src/areas/**/*.tsx', COMPONENTS] },
        test: {
          name: 'components',
          root: 'console',
          include: [COMPONENTS],
          setupFiles: ['src/testing/setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserOptions(), contextOptions: { locale: 'zh-CN' } }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
          isolate: false,
          expect: { poll: PATIENT },
        },
      },
      {
        test: {
          name: 'e2e',
          root: 'e2e',
          include: ['**/*.test.ts'],
          globalSetup: [CLUSTER, 'support/global-setup.ts'],
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: PATIENT },
        },
      },
      {
        test: { name: 'scripts', root: 'scripts', include: ['*.test.mjs'] },
      },
    ],
  },
});
