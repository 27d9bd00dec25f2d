// Finds a Chromium for the browser tests, or fetches one: from Debian's packages when that is possible, else Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const known = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @returns the path of a browser, or undefined when Playwright brings its own */
export function findBrowser(root, env) {
  const found = () => [process.env.BROWSER_PATH, ...known].find((place) => place && existsSync(place));
  if (found()) return found();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('正在安装浏览器 Installing Chromium for the browser tests …');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (found()) return found();
  }
  spawnSync(path.join(root, 'node_modules', '.bin', 'playwright-core'), ['install', 'chromium'], {
    stdio: 'inherit',
    env,
  });
  return undefined;
}
