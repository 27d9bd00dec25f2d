import type { AddressInfo, Server } from 'node:net';
import mysql from 'mysql2';

/** A MySQL server that speaks the protocol and answers each statement with the rows of the first pattern it matches. */
export interface MysqlServer {
  readonly port: number;
  /** Statements it was sent. */
  readonly asked: readonly string[];
  close(): void;
}

type Rows = readonly Readonly<Record<string, string | number | null>>[];

const TEXT = 253;
const UTF8 = 33;
/** Databases, protocol 4.1, transactions, passwords as digests: neither TLS nor compression. */
const CAPABILITIES = 0x1 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000;

/** Only `user` may sign in. A statement that matches no pattern is answered with success. */
export async function startMysqlServer(
  user: string,
  answers: readonly (readonly [RegExp, Rows])[],
): Promise<MysqlServer> {
  const asked: string[] = [];
  const server = mysql.createServer((connection) => {
    const client = connection as unknown as mysql.Connection;
    const numbered = client as unknown as { sequenceId: number };
    client.on('error', () => undefined);
    client.serverHandshake({
      ...{ protocolVersion: 10, serverVersion: '8.4.3', connectionId: 1, statusFlags: 2, characterSet: UTF8 },
      capabilityFlags: CAPABILITIES,
      authCallback: (
        given: { user: string },
        done: (error: null, refusal?: { message: string; code: number }) => void,
      ) => {
        if (given.user !== user) return done(null, { message: 'Access denied', code: 1045 });
        done(null);
        numbered.sequenceId = 0;
      },
    });
    const answered = (write: () => void) => {
      // Each statement starts a sequence of packets; the library counts on.
      numbered.sequenceId = 1;
      write();
      numbered.sequenceId = 0;
    };
    // The library announces `set` as this.
    client.on('stmt_prepare', (statement: string) => {
      asked.push(statement);
      answered(() => client.writeOk());
    });
    client.on('query', (statement: string) => {
      asked.push(statement);
      const found = answers.find(([pattern]) => pattern.test(statement));
      if (!found) return answered(() => client.writeOk());
      const [, rows] = found;
      const names = Object.keys(rows[0] ?? { none: null });
      const columns = names.map((name) => ({
        ...{ catalog: 'def', schema: '', table: '', orgTable: '', name, orgName: name },
        ...{ characterSet: UTF8, columnLength: 1000, columnType: TEXT, flags: 0, decimals: 0 },
      }));
      answered(() => client.writeTextResult([...rows], columns));
    });
  });
  const { _server: listening } = server as unknown as { readonly _server: Server };
  listening.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => listening.once('listening', () => resolve()));
  return { port: (listening.address() as AddressInfo).port, asked, close: () => listening.close() };
}
