import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TestDb } from './cluster.ts';

const SOCKET = '.s.PGSQL.5432';

/** A line to a database that can stop carrying anything, without a word to either side. */
export interface FreezableProxy {
  /** The folder to connect to in place of the database's own. */
  readonly host: string;
  freeze(): void;
  /** Delivers the held-back data. */
  thaw(): void;
  /** Breaks every connection there is; new ones are taken. */
  cut(): void;
  close(): Promise<void>;
}

export async function openFreezableProxy({ host }: Pick<TestDb['connection'], 'host'>): Promise<FreezableProxy> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-line-'));
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(path.join(host, SOCKET));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  server.listen(path.join(folder, SOCKET));
  await once(server, 'listening');
  const each = (act: (socket: Socket) => void) => {
    for (const socket of [...sockets]) act(socket);
  };
  return {
    host: folder,
    freeze: () => {
      isFrozen = true;
      each((socket) => socket.pause());
    },
    thaw: () => {
      isFrozen = false;
      each((socket) => socket.resume());
    },
    cut: () => each((socket) => socket.destroy()),
    close: async () => {
      each((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
