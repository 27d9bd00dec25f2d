import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '../db/index.ts';
import type { Secrets } from '../secrets/index.ts';

const PURPOSE = 'audit stamp';

type Digest = Pick<Secrets, 'digest'>;
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A row of the trail as its writer knows it; `before`, `after` and `asked` as JSON text. */
export interface WrittenRow {
  readonly tenantId: string;
  readonly userId: bigint;
  readonly account: string;
  readonly ip: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly asked?: string | null | undefined;
  readonly traceId?: string | undefined;
  readonly userAgent?: string | undefined;
}

const keys = new WeakMap<object, Digest>();

/** Rows that are written by this database, or in this transaction, are stamped under the key. */
export function setStampKey(run: Db | Tx, secrets: Digest): void {
  keys.set(ownerOf(run), secrets);
}

// A transaction and those nested in it share their session.
const ownerOf = (run: Db | Tx): object => ('drizzle' in run ? run : run._.session);

/**
 * The stamp of a new row: a code under the installation's key, which is not in the database, so that a row written by anything
 * but the program has none. Empty for a database without a key (`setStampKey`).
 */
export function stampOf(run: Db | Tx, row: WrittenRow): string {
  const secrets = keys.get(ownerOf(run));
  if (!secrets) return '';
  const parsed = (text: string | null | undefined): Json => (text ? (JSON.parse(text) as Json) : null);
  const nonce = randomBytes(12).toString('hex');
  return `${nonce}.${codeOf(secrets, nonce, [
    ...[row.tenantId, Number(row.userId), row.account, row.ip, row.action, row.objectType, row.objectId],
    ...[parsed(row.before), parsed(row.after), row.reason ?? null, parsed(row.asked)],
    ...[row.traceId ?? '', row.userAgent ?? ''],
  ])}`;
}

/** Whether a row has the stamp of this installation. `content`: its columns as `stampOf` lists them, as they were read. */
export function isStamped(secrets: Digest, stamp: string, content: readonly Json[]): boolean {
  const [nonce = '', code] = stamp.split('.');
  return code === codeOf(secrets, nonce, content);
}

const codeOf = (secrets: Digest, nonce: string, content: readonly Json[]): string =>
  secrets.digest(nonce + canonical(content), PURPOSE);

/** JSON with sorted names in each object: the database stores them in another order. */
function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join()}}`;
}
