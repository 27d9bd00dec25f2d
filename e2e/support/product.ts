import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ADMIN_PASSWORD } from '../../server/src/kernel/testing/cluster.ts';
import { readyAddress } from '../../server/src/testing/server-process.ts';

export const ADMINISTRATOR = { account: 'admin', password: ADMIN_PASSWORD } as const;

const root = fileURLToPath(new URL('../../', import.meta.url));
const NODE = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const START_SECONDS = 90 * Number(process.env['TEST_SLOWNESS'] ?? 1);
const STOP_SECONDS = 20 * Number(process.env['TEST_SLOWNESS'] ?? 1);

/** A database reached through a folder with a Unix socket. */
export interface DatabaseSocket {
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

/** A running product: a separate server process and the console it serves. */
export interface Product {
  /** Without a slash at the end. */
  readonly url: string;
  /** Returns the output of the server so far. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Starts the product as an operator does, over a database, and waits until it reports that it is ready. */
export async function startProduct(
  { host, user, database }: DatabaseSocket,
  environment: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-journey-'));
  const child = spawn(NODE, ['server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      MESSAGE_PORT: 'off',
      CAPTCHA: 'off',
      DEMO: '0',
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const stop = async () => {
    const isClean = await stopProcess(child);
    await rm(dataDir, { recursive: true, force: true });
    if (!isClean) throw new Error(`The server did not stop cleanly:\n${output}`);
  };
  const url = await readyAddress(child, () => output, START_SECONDS).catch(async (error: Error) => {
    await stop().catch(() => undefined);
    throw new Error(`The server did not get ready: ${error.message}\n${output}`);
  });
  return { url, log: () => output, stop };
}

/** @returns whether it exited without a kill and without errors. */
async function stopProcess(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) return child.exitCode === 0;
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = sleep(STOP_SECONDS * 1000, 'late' as const, { ref: false });
  const end = await Promise.race([gone, late]);
  if (end === 'late') child.kill('SIGKILL');
  return end === 0;
}
