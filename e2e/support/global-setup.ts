import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { browserOptions } from './browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the browser that all journeys share listens. */
    browserAddress: string;
  }
}

/** One browser for the whole run: every person of a journey has a context of their own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer(browserOptions());
  project.provide('browserAddress', browser.wsEndpoint());
  return () => browser.close();
}
