import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { removeCluster } from '../server/src/kernel/db/embedded.ts';
import { httpClient } from '../server/src/testing/http-client.ts';
import { type Benchmark, figure, timed } from './lib/measure.ts';

const run = promisify(execFile);
const PORT = 18_080;
const PASSWORD = 'Bench-first-start-1';
const WAIT_SECONDS = 600;
const STOP_SECONDS = 30;

/** Everything a newcomer waits for: clone, dependencies, build, database, and the first answer to a signed-in page. */
export default {
  title: 'from git clone and npm start to the first answer of a signed-in page',
  async run() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-fresh-'));
    await chmod(folder, 0o711);
    const clone = path.join(folder, 'clone');
    const dataDir = path.join(folder, 'data');
    const cloned = await timed(() => run('git', ['clone', '--quiet', path.join(import.meta.dirname, '..'), clone]));
    const environment = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(PORT),
      HOST: '127.0.0.1',
      MESSAGE_PORT: 'off',
      CAPTCHA: 'off',
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
    };
    const started = performance.now();
    const child = spawn('npm', ['start'], {
      cwd: clone,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    const exited = once(child, 'exit');
    try {
      const first = await answered(child);
      const seconds = (performance.now() - started) / 1000;
      return [
        figure('git clone', cloned.seconds, 's'),
        figure('npm start to the page', first - started / 1000, 's'),
        figure('from clone to the first answer', cloned.seconds + seconds, 's'),
      ];
    } finally {
      if (child.pid) await ended(child.pid);
      await exited;
      await removeCluster(dataDir);
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

/** Waits for the page, signs in and requests the user. @returns the time of the page, in seconds of the clock */
async function answered(child: ReturnType<typeof spawn>): Promise<number> {
  const client = httpClient(`http://127.0.0.1:${PORT}`);
  try {
    for (const end = Date.now() + WAIT_SECONDS * 1000; Date.now() < end; await sleep(100)) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      const page = await client.send('/').catch(() => null);
      if (page?.status !== 200) continue;
      const at = performance.now() / 1000;
      const password = createHash('sha256').update(PASSWORD).digest('hex');
      const tokens = await client.send('/api/auth/oauth/token', {
        method: 'POST',
        body: { grantType: 'password', username: 'admin', password },
      });
      const user = await client.send('/api/auth/oauth/user-info', { token: tokens.body.access_token });
      if (user.status !== 200) throw new Error(JSON.stringify(user.body));
      return at;
    }
  } finally {
    client.close();
  }
  throw new Error(`no page after ${WAIT_SECONDS} s`);
}

/**
 * Ends the whole process group (npm, its script, and the server) and waits for it: the server stops its database last.
 */
async function ended(group: number): Promise<void> {
  process.kill(-group, 'SIGTERM');
  for (const end = Date.now() + STOP_SECONDS * 1000; Date.now() < end; await sleep(100)) {
    try {
      process.kill(-group, 0);
    } catch {
      return;
    }
  }
}
