import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeCluster, startCluster } from '../server/src/kernel/db/embedded.ts';
import { startServerProcess } from '../server/src/testing/server-process.ts';
import { type Benchmark, figure, timed } from './lib/measure.ts';

const ENVIRONMENT = { ADMIN_PASSWORD: 'Bench-start-1', DEMO: '0' };

/** A first start on an empty folder: cluster, every table and function, seeds, the first administrator; and the starts after it. */
export default {
  title:
    'a first start with everything the database gets, until it answers, ÷ an empty PostgreSQL that is made and started',
  async run() {
    const bare = await inFolder(async (dataDir) => {
      const { seconds, result } = await timed(() => startCluster({ dataDir }));
      await result.stop();
      return seconds;
    });
    const [first, second] = await inFolder(async (DATA_DIR) => {
      const started = async () => {
        const { seconds, result: server } = await timed(() => startServerProcess({ ...ENVIRONMENT, DATA_DIR }));
        await server.stop();
        return seconds;
      };
      return [await started(), await started()] as const;
    });
    return [
      figure('empty PostgreSQL', bare, 's'),
      figure('first start', first, 's'),
      figure('second start', second, 's'),
      figure('ratio', first / bare, ''),
    ];
  },
} satisfies Benchmark;

async function inFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-bench-'));
  await chmod(dataDir, 0o711);
  try {
    return await work(dataDir);
  } finally {
    await removeCluster(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}
