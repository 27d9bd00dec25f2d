import { sql } from 'drizzle-orm';
import type { Tx } from '../db/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { rowText } from './row-text.ts';

const KEY = 'unstamped';
const PURPOSE = 'unstamped trail';

type Digest = Pick<Secrets, 'digest'>;

interface Accepted {
  readonly tenantId: string;
  readonly ids: readonly string[];
  readonly code: string;
}

/**
 * Accepts rows of a trail that the program itself wrote without its stamp, as releases up to 0.2.0 did with the trail of demo data. The
 * acceptance has a code over the rows under the installation's key: it ends when one of them is changed. Once in an installation.
 * @returns whether it was noted now
 */
export async function acceptUnstamped(
  tx: Tx,
  secrets: Digest,
  tenantId: string,
  ids: readonly string[],
): Promise<boolean> {
  const accepted: Accepted = { tenantId, ids, code: await codeOf(tx, secrets, tenantId, ids) };
  const noted = await tx.execute(
    sql`insert into kernel_installation (key, value) values (${KEY}, ${JSON.stringify(accepted)}) on conflict do nothing`,
  );
  return (noted.rowCount ?? 0) > 0;
}

/** Returns the ids of a tenant's accepted rows. */
export async function acceptedRows(tx: Tx, secrets: Digest, tenantId: string): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ value: string }>(sql`select value from kernel_installation where key = ${KEY}`);
  const accepted: Accepted | undefined = rows[0] && JSON.parse(rows[0].value);
  if (!accepted || accepted.tenantId !== tenantId) return new Set();
  return accepted.code === (await codeOf(tx, secrets, tenantId, accepted.ids)) ? new Set(accepted.ids) : new Set();
}

async function codeOf(tx: Tx, secrets: Digest, tenantId: string, ids: readonly string[]): Promise<string> {
  const { rows } = await tx.execute<{ row: string }>(sql`
    select ${rowText(sql`a`)} as row from audit_log a where a.tenant_id = ${tenantId} and a.id = any(${sql.param(ids)}::bigint[]) order by a.id`);
  return secrets.digest(JSON.stringify([tenantId, rows.map(({ row }) => row)]), PURPOSE);
}
