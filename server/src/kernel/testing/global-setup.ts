import type { TestProject } from 'vitest/node';
import { prepareDatabase, seedInstallation } from '../../prepare.ts';
import { openDb } from '../db/index.ts';
import { ADMIN_PASSWORD, SEEDED, TEMPLATE } from './cluster.ts';
import { throwAwayCluster } from './throw-away.ts';

/** One throw-away cluster for the whole run, with a migrated database the test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, remove } = await throwAwayCluster();
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
  return remove;
}
