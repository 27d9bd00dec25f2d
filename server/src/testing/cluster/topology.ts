import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Db, openDb } from '../../kernel/db/index.ts';
import { type HttpClient, httpClient } from '../http-client.ts';
import { databaseUrl, type PatroniCluster, startPatroni } from './database.ts';
import { type ClusterNode, startNode, startStorage } from './nodes.ts';
import type { Programs } from './packages.ts';
import { databaseAccount, freePorts, processTree, signalAll, type Undo } from './processes.ts';
import { startProxy } from './proxy.ts';

/** As the console waits for an answer. */
const TIMEOUT_MILLIS = 60_000;

/** Everything that docs/operations/nodes.md describes, on this machine. */
export interface Topology {
  /** Of everything that is written to the disk. */
  readonly folder: string;
  /** Two web nodes and the worker. */
  readonly nodes: readonly ClusterNode[];
  readonly patroni: PatroniCluster;
  /** A client of the console's address. */
  readonly client: HttpClient;
  /** The database, at the address that leads to the primary. */
  readonly db: Db;
}

/**
 * Starts the topology in a temporary folder; `undo` gets the steps that stop it and remove the folder, also when the start fails.
 * `keepsFolder` leaves the folder with its logs.
 */
export async function startTopology(
  programs: Programs,
  undo: Undo,
  { keepsFolder, say }: { keepsFolder: boolean; say: (text: string) => void },
): Promise<Topology> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-cluster-'));
  undo.push(() => (keepsFolder ? say(`The logs are in ${folder}`) : rm(folder, { recursive: true, force: true })));
  // Also a node that is still starting when the test is interrupted.
  undo.push(() => signalAll(processTree([process.pid]).slice(1), 'SIGKILL'));
  // Open to pass through, so that the account of PostgreSQL reaches its folders when this is root.
  await chmod(folder, 0o711);
  say('etcd, two members of PostgreSQL under Patroni');
  const patroni = await startPatroni(folder, programs, databaseAccount(), undo);
  const [web1 = 0, web2 = 0, worker = 0, console = 0, database = 0] = await freePorts(5);
  say('HAProxy, S3, two web nodes and a worker');
  const places = { console, database, nodes: [web1, web2] as const, members: patroni.members };
  const proxy = await startProxy(folder, programs, places);
  undo.push(() => proxy.stop());
  const storage = await startStorage(folder);
  undo.push(() => storage.stop());
  const settings = { ...storage.environment, DATABASE_URL: databaseUrl(database) };
  const nodes: ClusterNode[] = [];
  // One after the other: the first one makes the tables.
  for (const [name, port] of [
    ['web 1', web1],
    ['web 2', web2],
    ['worker', worker],
  ] as const) {
    const node = await startNode(folder, { name, port }, settings);
    undo.push(() => node.process.kill());
    nodes.push(node);
  }
  const client = httpClient(proxy.url, { certificate: proxy.certificate, timeoutMillis: TIMEOUT_MILLIS });
  undo.push(() => client.close());
  const db = openDb({ connectionString: databaseUrl(database), max: 8 });
  undo.push(() => db.close());
  return { folder, nodes, patroni, client, db };
}
