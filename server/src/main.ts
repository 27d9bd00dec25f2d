import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createApp, type Running } from './app.ts';
import { prepareUpgrade } from './backup/before-upgrade.ts';
import { type DemoResult, loadDemo } from './demo/index.ts';
import { acceptDemoTrail } from './demo/trail.ts';
import { stopOnEscapedErrors } from './escaped-errors.ts';
import { DataFolderBusy, lockDataFolder } from './kernel/config/data-lock.ts';
import { type Config, ConfigError, loadConfig } from './kernel/config/index.ts';
import { startCluster } from './kernel/db/embedded.ts';
import { type Db, isOutcomeUnknown, openDb, outageOf } from './kernel/db/index.ts';
import { databaseVersion, MigrationRefused, migrate } from './kernel/db/migrate.ts';
import { refusePooledTransactions, refuseTwoDatabases } from './kernel/db/pooler.ts';
import { type Supervisor, supervise } from './kernel/db/supervise.ts';
import { createFiles } from './kernel/files/index.ts';
import { createLog } from './kernel/log/index.ts';
import { sentences } from './kernel/log/sentences.ts';
import { openSecrets } from './kernel/secrets/index.ts';
import { seedInstallation } from './prepare.ts';

const WRONG_SETTINGS = 2;
/** How long a start waits for a database that does not answer, in all and between two attempts. */
const WAIT_MILLIS = 120_000;
const AGAIN_MILLIS = 2_000;

try {
  await run(loadConfig(process.env));
} catch (error) {
  if (error instanceof ConfigError || error instanceof DataFolderBusy) {
    console.error(error.message);
    process.exit(WRONG_SETTINGS);
  }
  console.error(portTaken(error) ?? (error instanceof MigrationRefused ? error.message : error));
  process.exit(1);
}

/** Environment → database → app → listen, and the way back on a signal or when a step fails. */
async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel, process.stdout.isTTY ? sentences(process.stdout) : undefined);
  const undo: (() => Promise<unknown>)[] = [];
  const unwind = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const parts: Parts = {};
  const started = start(config, log, undo, parts).catch(async (error: unknown) => {
    await unwind().catch((second: unknown) => log.error({ err: second }, 'the stop was not clean'));
    throw error;
  });
  // A stop during the start waits for its end, so that no half-finished start remains.
  const stop = (signal?: NodeJS.Signals) => {
    // A supervisor of services stops the database together with this process: it must stay down.
    parts.cluster?.retire();
    const drained = async () => {
      if (signal !== 'SIGTERM' || !parts.running) return;
      parts.running.drain();
      await sleep(config.drainSeconds * 1000);
    };
    started
      .then(drained)
      .then(unwind)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop was not clean');
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  stopOnEscapedErrors(log, {
    record: async (error) => {
      parts.running?.app.audit.error({ error });
      await parts.running?.app.audit.flush();
    },
    stop: unwind,
  });
  await started;
}

/** The parts of a process that exist by now. */
interface Parts {
  cluster?: Supervisor;
  running?: Running;
}

async function start(config: Config, log: Logger, undo: (() => Promise<unknown>)[], parts: Parts): Promise<void> {
  const embedded = config.databaseUrl === null;
  // Nodes over an external database may share a folder of files; an embedded cluster has one server.
  if (embedded) undo.push(await lockDataFolder(config.dataDir));
  const startEmbedded = () => startCluster({ dataDir: config.dataDir });
  const cluster = embedded ? await startEmbedded() : null;
  const supervisor = cluster && supervise(cluster, startEmbedded, log);
  if (supervisor) {
    parts.cluster = supervisor;
    undo.push(() => supervisor.stop());
  }
  const { databaseUrl, databaseDirectUrl } = config;
  const where = cluster ? cluster.connection : { connectionString: databaseUrl ?? '' };
  const db = openDb({
    ...where,
    ...(databaseDirectUrl !== null && { direct: { connectionString: databaseDirectUrl } }),
    max: config.databasePool,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  undo.push(() => db.close());
  if (!cluster) await whileUnavailable(log, () => refusePooler(config, db));
  await whileUnavailable(log, () => prepareUpgrade(config, db, console.log));
  const isNew = await whileUnavailable(log, async () => (await databaseVersion(db)) === null);
  const onStep = (step: string) => reportStep(log, step);
  await whileUnavailable(log, () => migrate(db, isNew ? {} : { onStep }));
  const seeded = await whileUnavailable(log, () => seedInstallation(db, { adminPassword: config.adminPassword }));
  // At once, before the address: if a later step fails, the password would be lost.
  if (seeded.isAdministratorNew) printAdministrator(seeded.generatedPassword);
  await fillForDemo(config, db, log);
  const running = await createApp(config, db, log, {
    isDatabaseLost: () => supervisor?.state === 'lost',
    folders: [config.dataDir, ...(cluster ? [cluster.folder] : [])],
  });
  parts.running = running;
  undo.push(() => running.close());
  printAddress(config, await running.start());
}

async function refusePooler({ databaseDirectUrl }: Config, db: Db): Promise<void> {
  if (databaseDirectUrl === null) return refusePooledTransactions(db, 'DATABASE_URL');
  await refusePooledTransactions(db, 'DATABASE_DIRECT_URL');
  await refuseTwoDatabases(db);
}

/** Repeats a step of the start while the database does not answer: a busy machine is no reason to give up. */
async function whileUnavailable<T>(log: Logger, step: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + WAIT_MILLIS; ; await sleep(AGAIN_MILLIS)) {
    try {
      return await step();
    } catch (error) {
      // A step whose outcome is unknown may have printed or generated something that a repetition would not.
      if (outageOf(error) === undefined || isOutcomeUnknown(error) || Date.now() > end) throw error;
      log.warn({ err: error }, 'the start waits for the database');
    }
  }
}

/** Logs a migration or a step of one. Functions, comments and the baseline of an empty database take no time worth a line. */
function reportStep(log: Logger, step: string): void {
  if (step.startsWith('migrations/')) log.info({ step }, 'the database is upgraded');
}

/** Loads demo data. The installation serves without it too: a failure is logged, and the next start tries again. */
async function fillForDemo(config: Config, db: Db, log: Logger): Promise<void> {
  try {
    const files = () => createFiles(db.background, path.join(config.dataDir, 'storage'), config.bucket);
    const secrets = await openSecrets({ key: config.secretKey, dataDir: config.dataDir });
    const demo = await loadDemo(db.background, {
      wanted: config.demo,
      password: config.demoPassword,
      files,
      secrets,
    });
    await acceptDemoTrail(db.background, secrets);
    if (demo) printDemoAccounts(demo, config.demoPassword === undefined);
  } catch (error) {
    log.error({ err: error }, 'the demo data could not be loaded');
  }
}

function printAddress(config: Config, port: number): void {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  console.log(`\n外贸助手 Trade Assistant  http://${host}:${port}/\n`);
}

/** Prints a generated password once; passwords are printed nowhere else. */
function printAdministrator(generated: string | undefined): void {
  console.log(`\n管理员 administrator: admin   ${passwordText(generated, 'ADMIN_PASSWORD')}`);
}

function printDemoAccounts({ accounts, password }: DemoResult, generated: boolean): void {
  const names = accounts.map(({ account, role }) => `${account} (${role})`).join(', ');
  const secret = passwordText(generated ? password : undefined, 'DEMO_PASSWORD');
  console.log(`\n演示账号 demo accounts: ${names}\n${secret}`);
}

/** Returns a generated password, or the name of the variable with which the operator chose one. */
function passwordText(generated: string | undefined, variable: string): string {
  return generated === undefined
    ? `密码 password: 由 ${variable} 设定 set by ${variable}`
    : `密码 password (仅显示一次 shown once): ${generated}`;
}

function portTaken(error: unknown): string | undefined {
  const { code, port } = error as { code?: string; port?: number };
  if (code !== 'EADDRINUSE') return undefined;
  return `端口 ${port} 已被占用，请用 PORT 指定其他端口。\nPort ${port} is in use. Name another one with PORT.`;
}
