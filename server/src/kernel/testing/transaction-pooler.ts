import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { TestDb } from './cluster.ts';

const SOCKET = '.s.PGSQL.5432';
const WELCOME = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
/** Messages of a client that the server answers with "ready". */
const ASKING = new Set(['Q', 'S', 'F']);

/** A pooler that gives each transaction the session that has been idle for the longest time, as PgBouncer does with `pool_mode = transaction`. */
export interface TransactionPooler {
  /** The folder to connect to in place of the database's own. */
  readonly host: string;
  /** Transactions that the pooler has given a session so far. */
  readonly transactions: () => number;
  close(): Promise<void>;
}

interface Session {
  readonly socket: Socket;
  client: Client | null;
}

interface Client {
  readonly socket: Socket;
  session: Session | null;
  /** Messages that wait for a session. */
  waiting: Buffer[];
  /** Answers "ready" that are still to come. */
  asked: number;
}

/** Opens the pooler with `count` sessions of the given user and database. */
export async function openTransactionPooler(
  { host, user, database }: TestDb['connection'],
  count: number,
): Promise<TransactionPooler> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-pooler-'));
  const queue: Client[] = [];
  const clients = new Set<Socket>();
  let transactions = 0;

  const sessions = await Promise.all(
    Array.from({ length: count }, async () => {
      const session: Session = { socket: connect(path.join(host, SOCKET)), client: null };
      const names = ['user', user, 'database', database, ''].map((text) => `${text}\0`).join('');
      const start = Buffer.concat([Buffer.alloc(8), Buffer.from(names)]);
      start.writeInt32BE(start.length, 0);
      start.writeInt32BE(196_608, 4);
      session.socket.write(start);
      await new Promise<void>((resolve, reject) => {
        session.socket.once('error', reject);
        eachMessage(session.socket, 0, (type, bytes) => {
          if (session.client) answer(session, session.client, type, bytes);
          else if (type === 'Z') resolve();
        });
      });
      return session;
    }),
  );
  const idle = [...sessions];

  const give = () => {
    while (queue.length > 0 && idle.length > 0) {
      const [client, session] = [queue.shift() as Client, idle.shift() as Session];
      transactions += 1;
      client.session = session;
      session.client = client;
      for (const bytes of client.waiting.splice(0)) session.socket.write(bytes);
    }
  };
  const answer = (session: Session, client: Client, type: string, bytes: Buffer) => {
    client.socket.write(bytes);
    if (type !== 'Z') return;
    client.asked -= 1;
    if (client.asked > 0 || bytes.at(-1) !== 'I'.charCodeAt(0)) return;
    session.client = null;
    client.session = null;
    idle.push(session);
    give();
  };
  const server = createServer((socket) => {
    clients.add(socket);
    const client: Client = { socket, session: null, waiting: [], asked: 0 };
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clients.delete(socket);
      if (queue.includes(client)) queue.splice(queue.indexOf(client), 1);
      // Its transaction ends, and the session has one sentence to say about it that nobody reads.
      if (client.session) client.session.socket.write(message('Q', Buffer.from('rollback\0')));
    });
    eachMessage(socket, 1, (type, bytes) => {
      if (type === '') return socket.write(Buffer.concat(WELCOME));
      if (type === 'X') return socket.end();
      if (ASKING.has(type)) client.asked += 1;
      if (client.session) return client.session.socket.write(bytes);
      if (client.waiting.push(bytes) === 1) queue.push(client);
      return give();
    });
  });
  server.listen(path.join(folder, SOCKET));
  await once(server, 'listening');
  return {
    host: folder,
    transactions: () => transactions,
    close: async () => {
      for (const { socket } of sessions) socket.end(message('X', Buffer.alloc(0)));
      for (const socket of clients) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Calls `take` with each whole message of the protocol. The first `untyped` ones have no type: `''`. */
function eachMessage(socket: Socket, untyped: number, take: (type: string, bytes: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  let left = untyped;
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = left > 0 ? 0 : 1;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const whole = rest.subarray(0, length);
      rest = rest.subarray(length);
      const type = head === 0 ? '' : String.fromCharCode(whole[0] as number);
      if (head === 0) left -= 1;
      take(type, whole);
    }
  });
}

function message(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 0);
  bytes.writeInt32BE(4 + body.length, 1);
  body.copy(bytes, 5);
  return bytes;
}
