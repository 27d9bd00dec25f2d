import { defineConfig } from 'vitest/config';
import { phoneFormats } from './console/phone-formats.ts';

/** How long `expect.poll` waits: the default of a second is shorter than what two cores may be taken away for. */
const PATIENT = { timeout: 15_000 };

/**
 * One project per workspace. Only the server needs PostgreSQL: its global setup starts one cluster for the run and
 * every test file gets a database of its own. Browser journeys (`e2e`) start a whole product and therefore run last
 * and one file at a time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/kernel/testing/global-setup.ts'],
          setupFiles: ['src/kernel/testing/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: PATIENT },
        },
      },
      {
        plugins: [phoneFormats()],
        test: { name: 'console', root: 'console', include: ['src/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          name: 'e2e',
          root: 'e2e',
          include: ['**/*.test.ts'],
          fileParallelism: false,
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
