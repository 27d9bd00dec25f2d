import { connect, isIP, type Socket } from 'node:net';
import { datasource, datasourceCategory, datasourceTls } from '@trade-assistant/contract/areas/develop/datasource.ts';
import { AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import mysql2 from 'mysql2/promise';
import pg from 'pg';
import type { App } from '../../../kernel/app/index.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import { addressOf, assertAllowed } from './address.ts';
import { mysqlSource, postgresqlSource, type Source } from './dialects.ts';

/** For the connection, and for all work over it. */
const CONNECT_MILLIS = 5_000;
const WORK_MILLIS = 15_000;
const STATEMENT_MILLIS = 10_000;
/** A server that sends more than this is cut off. */
const BYTES_MAX = 16 * 1024 * 1024;
const WATCH_MILLIS = 200;
const DETAIL_MAX = 200;

const errors = defineErrors({
  DATASOURCE_REFUSED: {
    status: 400,
    zh: '“{host}”拒绝了连接，请检查地址和端口',
    en: '“{host}” refused the connection; check host and port',
  },
  DATASOURCE_UNKNOWN_HOST: {
    status: 400,
    zh: '找不到主机“{host}”，请检查地址',
    en: 'The host “{host}” is unknown; check the address',
  },
  DATASOURCE_SILENT: {
    status: 400,
    zh: '“{host}”在 {seconds} 秒内没有应答',
    en: '“{host}” did not answer within {seconds} seconds',
  },
  DATASOURCE_SIGN_IN: {
    status: 400,
    zh: '数据库不接受用户名或密码',
    en: 'The database does not accept the user name or the password',
  },
  DATASOURCE_UNKNOWN_DATABASE: {
    status: 400,
    zh: '数据库“{database}”不存在，或该用户无权访问',
    en: 'The database “{database}” does not exist, or the user may not open it',
  },
  DATASOURCE_TLS: {
    status: 400,
    zh: '没有建立加密连接（{detail}）；请检查证书，或更改“加密”',
    en: 'No encrypted connection ({detail}); check the certificate, or change “Encryption”',
  },
  DATASOURCE_FAILED: { status: 400, zh: '数据库出错：{detail}', en: 'The database answered an error: {detail}' },
});

export interface SourceRow {
  readonly tenantId: string;
  readonly url: string;
  readonly tlsMode: number;
  readonly username: string;
  readonly password: string | null;
}

/**
 * Connects to a data source, which can be read only, and works over the connection for at most 15 seconds.
 * @throws the operator's rules about addresses, and DATASOURCE_… with what the connection lacks
 */
export async function withSource<T>(app: App, row: SourceRow, work: (source: Source) => Promise<T>): Promise<T> {
  assertAllowed(app.outbound, row.url, row.tlsMode);
  const address = addressOf(row.url);
  const { host, port, database } = address;
  const password = openSecretOf(app.secrets, datasource, { ...row }, 'password');
  const { none, verified } = datasourceTls.is;
  // The library checks certificates against the name; an IP address is no name.
  const ssl =
    row.tlsMode === none
      ? undefined
      : { rejectUnauthorized: row.tlsMode === verified, ...(isIP(host) ? {} : { servername: host }) };
  const socket = connect({ host, port, lookup: app.outbound.lookup });
  let cutOff: AppError | undefined;
  const cut = (error: AppError) => {
    cutOff ??= error;
    socket.destroy(error);
  };
  const began = Date.now();
  const watch = setInterval(() => {
    const isConnecting = socket.bytesRead === 0;
    const limit = isConnecting ? CONNECT_MILLIS : WORK_MILLIS;
    if (Date.now() - began > limit) cut(errors.DATASOURCE_SILENT({ host, seconds: limit / 1000 }));
    else if (socket.bytesRead > BYTES_MAX) cut(errors.DATASOURCE_FAILED({ detail: 'more than 16 MB' }));
  }, WATCH_MILLIS);
  const wanted = { host, port, user: row.username, password, database, socket, ssl };
  let close = async (): Promise<void> => undefined;
  try {
    const open = address.category === datasourceCategory.is.mysql ? openMysql : openPostgresql;
    const opened = await open(wanted);
    close = opened.close;
    return await work(opened.source);
  } catch (error) {
    throw cutOff ?? explained(error, { host, database });
  } finally {
    clearInterval(watch);
    await close().catch(() => undefined);
    socket.destroy();
  }
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly socket: Socket;
  readonly ssl: { readonly rejectUnauthorized: boolean; readonly servername?: string } | undefined;
}

interface Opened {
  readonly source: Source;
  readonly close: () => Promise<void>;
}

async function openPostgresql({ socket, ssl, ...wanted }: Wanted): Promise<Opened> {
  // The client connects the stream it is given; ours is connecting already, with guarded addresses.
  socket.connect = () => socket;
  const client = new pg.Client({
    ...wanted,
    ssl: ssl ?? false,
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_MILLIS,
    query_timeout: STATEMENT_MILLIS,
    application_name: 'trade-assistant',
  });
  // Without a listener an error between two statements would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Record<string, unknown>[];
  await query(`set session characteristics as transaction read only`);
  await query(`set statement_timeout = ${STATEMENT_MILLIS}`);
  return { source: postgresqlSource(query), close: () => client.end() };
}

async function openMysql({ socket, ssl, ...wanted }: Wanted): Promise<Opened> {
  const connection = await mysql2.createConnection({
    ...wanted,
    stream: () => socket,
    connectTimeout: CONNECT_MILLIS,
    // A server must not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    ...(ssl ? { ssl: { ...ssl, verifyIdentity: ssl.rejectUnauthorized } } : {}),
  });
  connection.on('error', () => undefined);
  const query = async (text: string, values: readonly unknown[] = []) =>
    (await connection.query({ sql: text, timeout: STATEMENT_MILLIS }, [...values]))[0] as Record<string, unknown>[];
  await query('set session transaction read only');
  return { source: mysqlSource(query), close: async () => connection.destroy() };
}

const SIGN_IN: ReadonlySet<string> = new Set(['28P01', '28000', 'ER_ACCESS_DENIED_ERROR']);
const UNKNOWN_DATABASE: ReadonlySet<string> = new Set(['3D000', 'ER_BAD_DB_ERROR', 'ER_DBACCESS_DENIED_ERROR']);
const UNKNOWN_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN']);
const TIMED_OUT: ReadonlySet<string> = new Set(['ETIMEDOUT', 'PROTOCOL_SEQUENCE_TIMEOUT', '57014']);

/** Returns the refusal that says what a connection lacks. */
function explained(error: unknown, { host, database }: { host: string; database: string }): AppError {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const detail = message.slice(0, DETAIL_MAX);
  if (code === 'ECONNREFUSED') return errors.DATASOURCE_REFUSED({ host });
  if (UNKNOWN_HOST.has(code)) return errors.DATASOURCE_UNKNOWN_HOST({ host });
  if (SIGN_IN.has(code)) return errors.DATASOURCE_SIGN_IN();
  if (UNKNOWN_DATABASE.has(code)) return errors.DATASOURCE_UNKNOWN_DATABASE({ database });
  if (TIMED_OUT.has(code) || /timeout/i.test(message))
    return errors.DATASOURCE_SILENT({ host, seconds: STATEMENT_MILLIS / 1000 });
  if (/SSL|TLS|CERT|certificate/i.test(`${code} ${message}`)) return errors.DATASOURCE_TLS({ detail });
  return errors.DATASOURCE_FAILED({ detail: detail || code });
}
