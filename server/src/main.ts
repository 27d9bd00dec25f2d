import { pino } from 'pino';
import { createApp } from './app.ts';
import { DataFolderBusy, lockDataFolder } from './kernel/config/data-lock.ts';
import { type Config, ConfigError, loadConfig } from './kernel/config/index.ts';
import { startCluster } from './kernel/db/embedded.ts';
import { openDb } from './kernel/db/index.ts';
import { prepareDatabase, seedInstallation } from './prepare.ts';

const WRONG_SETTINGS = 2;

try {
  await run(loadConfig(process.env));
} catch (error) {
  if (error instanceof ConfigError || error instanceof DataFolderBusy) {
    console.error(error.message);
    process.exit(WRONG_SETTINGS);
  }
  console.error(error);
  process.exit(1);
}

/** Environment → database → app → listen, and the way back on a signal. */
async function run(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel });
  // Nodes over a database of their own may share a folder of files; an embedded cluster has one server.
  const unlock = config.databaseUrl === null ? await lockDataFolder(config.dataDir) : null;
  const cluster = config.databaseUrl === null ? await startCluster({ dataDir: config.dataDir }) : null;
  const where = cluster ? cluster.connection : { connectionString: config.databaseUrl ?? '' };
  const db = openDb({
    ...where,
    max: config.databasePool,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  await prepareDatabase(db);
  const seeded = await seedInstallation(db, { adminPassword: config.adminPassword });
  const running = await createApp(config, db, log);
  const port = await running.start();

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await running.close();
      await db.close();
      await cluster?.stop();
      await unlock?.();
    })();
    stopping.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  announce(config, port, seeded.generatedPassword);
}

/** What the operator needs to see once. Passwords are printed here and nowhere else. */
function announce(config: Config, port: number, password: string | undefined): void {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const lines = [`外贸助手 Trade Assistant  http://${host}:${port}/`];
  if (password !== undefined)
    lines.push(`管理员 administrator: admin   密码 password (仅显示一次 shown once): ${password}`);
  console.log(`\n${lines.join('\n')}\n`);
}
