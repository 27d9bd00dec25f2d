// Finds a Chromium for the browser tests, or fetches one: from Debian's packages when that is possible, else Playwright's own.
// The headless shell is the same engine without a browser's windows; a page costs half as much to open in it.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const known = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'));
const [SHELL] = known;

/** @returns the path of a browser, or undefined when Playwright brings its own */
export function findBrowser(root, env) {
  const found = (places) => [process.env.BROWSER_PATH, ...places].find((place) => place && existsSync(place));
  if (found([SHELL])) return found([SHELL]);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('正在安装浏览器 Installing Chromium for the browser tests …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    const packages = ['chromium-headless-shell', 'fonts-noto-cjk'];
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (found(known)) return found(known);
  spawnSync(path.join(root, 'node_modules', '.bin', 'playwright-core'), ['install', '--only-shell', 'chromium'], {
    stdio: 'inherit',
    env,
  });
  return undefined;
}
