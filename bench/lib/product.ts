import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeCluster, startCluster } from '../../server/src/kernel/db/embedded.ts';
import { type Db, openDb } from '../../server/src/kernel/db/index.ts';
import { type ServerProcess, startServerProcess } from '../../server/src/testing/server-process.ts';

const ADMIN_PASSWORD = `Bench-${randomBytes(9).toString('hex')}`;

/** A product in a temporary folder that is deleted afterwards; its database is as durable as in production. */
export interface Product {
  readonly server: ServerProcess;
  /** The product's own database, for filling it. */
  readonly db: Db;
  /** An empty database on the same cluster, for the bare version of the work. */
  readonly bare: Db;
  /** The administrator's access token. */
  readonly admin: string;
  /** Of the account `admin`. */
  readonly adminPassword: string;
  /** The environment of a further server process of the same installation. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startProduct(environment: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-bench-'));
  await chmod(dataDir, 0o711);
  const clean = async () => {
    await removeCluster(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const server = await startServerProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD, ...environment });
    const stopOnInterrupt = () =>
      void server
        .stop()
        .then(clean)
        .then(() => process.exit(130));
    process.once('SIGINT', stopOnInterrupt);
    // Answers already: the server started it. This only asks where it listens.
    const { connection } = await startCluster({ dataDir });
    const db = openDb({ ...connection, max: 20 });
    await db.pool.query('create database bare');
    const bare = openDb({ ...connection, database: 'bare', max: 20 });
    const admin = await server.signIn('admin', ADMIN_PASSWORD);
    return {
      server,
      db,
      bare,
      admin,
      adminPassword: ADMIN_PASSWORD,
      environment: {
        DATABASE_URL: `postgres://${connection.user}${connection.password ? `:${encodeURIComponent(connection.password)}` : ''}@/${connection.database}?host=${connection.host}`,
        DATA_DIR: dataDir,
        ...environment,
      },
      async close() {
        process.off('SIGINT', stopOnInterrupt);
        await Promise.all([db.close(), bare.close()]);
        await server.stop();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}
