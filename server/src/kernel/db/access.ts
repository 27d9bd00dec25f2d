import { randomBytes } from 'node:crypto';
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ClusterLocation } from './cluster-location.ts';

/** In the product's data folder, for its account alone. */
const FILE = 'postgres.password';
const PASSWORD_BYTES = 32;
const PASSWORD = /^[\w-]{32,}$/;
const WRONG_PASSWORD = '28P01';
const CONNECT_MILLIS = 10_000;
const TRIES = 20;
const TRY_AGAIN_MILLIS = 100;
const CLOSED = '# Written at every start.\nlocal all all scram-sha-256\n';
const OPEN = '# Written at a start that sets a new password.\nlocal all all trust\n';

/** The password of the embedded PostgreSQL: made at the first start, kept in the data folder, readable by its owner alone. */
export async function openSecret(dataDir: string): Promise<{ readonly password: string; readonly isNew: boolean }> {
  const file = path.join(dataDir, FILE);
  const known = (await readFile(file, 'utf8').catch(absent)).trim();
  if (PASSWORD.test(known)) return { password: known, isNew: false };
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  // All or nothing: half a password would lock everyone out.
  const draft = `${file}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  const handle = await open(draft, 'r');
  await handle.sync();
  await handle.close();
  await rename(draft, file);
  return { password, isNew: true };
}

/** Lets a cluster that is down start without asking for passwords; its socket stays behind a folder of its owner's. */
export const trustEverybody = (place: ClusterLocation): Promise<void> => writeRules(place, OPEN);

/**
 * Makes a running cluster require the password of every connection. Changes nothing if it already does.
 */
export async function requirePassword(
  place: ClusterLocation,
  connection: { readonly host: string; readonly user: string; readonly database: string; readonly password: string },
): Promise<void> {
  if ((await readFile(rulesOf(place), 'utf8')) === CLOSED) return;
  const { user, password } = connection;
  const client = await enter(connection);
  try {
    // First the password, then the rule that requires it: after an interruption the next start repeats both.
    await client.query(`alter role ${pg.escapeIdentifier(user)} password ${pg.escapeLiteral(password)}`);
    await writeRules(place, CLOSED);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

/** A server reloads its rules within a moment. */
async function enter(connection: pg.ClientConfig): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_MILLIS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt >= TRIES || (error as { code?: unknown }).code !== WRONG_PASSWORD) throw error;
      await sleep(TRY_AGAIN_MILLIS);
    }
  }
}

const rulesOf = (place: ClusterLocation): string => path.join(place.data, 'pg_hba.conf');

/** In place, so that the file stays its owner's. */
async function writeRules(place: ClusterLocation, rules: string): Promise<void> {
  await stat(rulesOf(place));
  await writeFile(rulesOf(place), rules);
}

const absent = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return '';
  throw error;
};
