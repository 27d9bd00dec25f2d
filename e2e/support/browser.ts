import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import known from '../../scripts/browsers.json' with { type: 'json' };
import { HOST } from './host.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  // Pages of tests are too short-lived for V8's optimising compilers to pay off.
  '--js-flags=--no-opt --no-maglev',
  `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
];

/** How to start the browser of this machine: the one of `BROWSER_PATH`, one that is installed, else Playwright's own. */
export function browserOptions(): LaunchOptions {
  const executablePath = [process.env.BROWSER_PATH, ...known].find((place) => place && existsSync(place));
  // In a locale without Chinese the browser would call a download with a Chinese name just “download”.
  const env = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' } as Record<string, string>;
  return { args: FLAGS, env, ...(executablePath ? { executablePath } : {}) };
}

let opened: Browser | undefined;

/** The browser of this process, which ends with it: every person of a journey has a context of their own in it. */
export async function openBrowser(): Promise<Browser> {
  if (!opened?.isConnected()) opened = await chromium.launch(browserOptions());
  return opened;
}
