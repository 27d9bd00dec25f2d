import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/kernel/config/index.ts';
import type { Db } from '../../server/src/kernel/db/index.ts';
import { createLog } from '../../server/src/kernel/log/index.ts';
import { ADMIN_PASSWORD } from '../../server/src/kernel/testing/cluster.ts';

export const ADMINISTRATOR = { account: 'admin', password: ADMIN_PASSWORD } as const;

/** A running product: the server and the console it serves. */
export interface Product {
  /** Without a slash at the end. */
  readonly url: string;
  /** Returns the log of the server so far. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/**
 * Starts the product over a seeded database in the process of the test, with its jobs and timers, as `main.ts` does in a process of its
 * own: to load the program for each journey took longer than most journeys.
 */
export async function startProduct(db: Db, environment: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-journey-'));
  const config = loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    MESSAGE_PORT: 'off',
    CAPTCHA: 'off',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  });
  let output = '';
  const keep = (line: string) => {
    output += line;
  };
  const log = createLog(config.logLevel, { write: keep });
  const running = await createApp(config, db, log, { folders: [dataDir] });
  const port = await running.start();
  return {
    url: `http://${config.host}:${port}`,
    log: () => output,
    stop: async () => {
      await running.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
