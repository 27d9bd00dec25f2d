import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startCluster } from '../db/embedded.ts';
import { openDb } from '../db/index.ts';
import { prepareDatabase, seedInstallation } from '../../prepare.ts';
import { ADMIN_PASSWORD, SEEDED, TEMPLATE, type TestCluster } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** One throw-away cluster for the whole run, with a migrated database the test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-test-'));
  const cluster = await startCluster({ dataDir: folder, throwAway: true });
  const admin = openDb({ ...cluster.connection, max: 1 });
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.close();
  const template = openDb({ ...cluster.connection, database: TEMPLATE, max: 2 });
  await prepareDatabase(template);
  await template.close();
  const copier = openDb({ ...cluster.connection, max: 1 });
  await copier.pool.query(`create database ${SEEDED} template ${TEMPLATE}`);
  await copier.close();
  const seeded = openDb({ ...cluster.connection, database: SEEDED, max: 4 });
  await seedInstallation(seeded, { adminPassword: ADMIN_PASSWORD });
  await seeded.close();
  project.provide('cluster', { host: cluster.connection.host, user: cluster.connection.user });
  return async () => {
    await cluster.stop();
    await rm(path.dirname(cluster.connection.host), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  };
}
