import type { TestProject } from 'vitest/node';
import { seedInstallation } from '../../prepare.ts';
import { type DbOptions, openDb } from '../db/index.ts';
import { migrate } from '../db/migrate.ts';
import { ADMIN_PASSWORD, DATABASE_OWNER, SEEDED_DATABASE, TEMPLATE_DATABASE } from './cluster.ts';
import { startTemporaryCluster } from './temporary-cluster.ts';

const DEAD_REPLICA = 'dead_replica';

/** One throw-away cluster for the whole run, with a migrated and a seeded database that the test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, remove } = await startTemporaryCluster();
  await administer(cluster.connection, `create role ${DATABASE_OWNER} login createdb`);
  // A replica that never answers: only a synchronous commit waits for it.
  await administer(cluster.connection, `alter system set synchronous_standby_names = '${DEAD_REPLICA}'`);
  await administer(cluster.connection, 'select pg_reload_conf()');
  const own = { host: cluster.connection.host, user: DATABASE_OWNER };
  await administer({ ...own, database: 'postgres' }, `create database ${TEMPLATE_DATABASE}`);
  const template = openDb({ ...own, database: TEMPLATE_DATABASE, max: 2 });
  await migrate(template);
  await template.close();
  await administer(
    { ...own, database: 'postgres' },
    `create database ${SEEDED_DATABASE} template ${TEMPLATE_DATABASE}`,
  );
  const seeded = openDb({ ...own, database: SEEDED_DATABASE, max: 4 });
  await seedInstallation(seeded, { adminPassword: ADMIN_PASSWORD });
  await seeded.close();
  // With statistics, as autovacuum gives them to a serving database: without, joins of the seeds are planned as if these were empty.
  await administer({ ...cluster.connection, database: SEEDED_DATABASE }, 'vacuum (analyze)');
  project.provide('cluster', own);
  return remove;
}

async function administer(connection: DbOptions, statement: string): Promise<void> {
  const admin = openDb({ ...connection, max: 1 });
  await admin.pool.query(statement);
  await admin.close();
}
