import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import S3rver from 's3rver';
import { type ServerProcess, startServerProcess } from '../server-process.ts';

const BUCKET = 'files';
export const ADMIN_PASSWORD = `Cluster-${randomBytes(9).toString('hex')}`;
/** The same on each node, in the form of the setting `SECRET_KEY`. */
export const SECRET_KEY = randomBytes(32).toString('base64');

/** The installation's bucket. */
export interface Storage {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a server that speaks S3, with one bucket. */
export async function startStorage(folder: string): Promise<Storage> {
  const directory = path.join(folder, 's3');
  await mkdir(directory);
  const configureBuckets = [{ name: BUCKET, configs: [] }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = (await server.run()) as AddressInfo;
  return {
    environment: {
      FILES_URL: `s3://${BUCKET}`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: () => server.close(),
  };
}

/** A node on its own port, which it keeps when it is started again. */
export interface ClusterNode {
  readonly name: string;
  readonly port: number;
  /** The process that serves now. */
  readonly process: ServerProcess;
  /** Starts it after its process has ended. */
  start(): Promise<void>;
}

/** Starts a node; its log is added to a file. `settings` are those of all nodes. */
export async function startNode(
  folder: string,
  { name, port }: Pick<ClusterNode, 'name' | 'port'>,
  settings: Readonly<Record<string, string>>,
): Promise<ClusterNode> {
  const file = path.join(folder, name.replace(' ', '-'));
  const launch = () =>
    startServerProcess(
      {
        ...settings,
        ADMIN_PASSWORD,
        SECRET_KEY,
        ROLE: name === 'worker' ? 'worker' : 'web',
        PORT: String(port),
        DATA_DIR: file,
        TRUST_PROXY: '127.0.0.0/8',
        PRIVATE_ENDPOINTS: '1',
        TICK_MILLIS: '1000',
      },
      (text) => appendFileSync(`${file}.log`, text),
    );
  let current = await launch();
  return {
    name,
    port,
    get process() {
      return current;
    },
    async start() {
      current = await launch();
    },
  };
}
