import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { identityErrors } from '../errors.ts';

/** Returns one short digest of rows `entry text`, independent of their order. */
export async function digestOfSet(tx: Pick<Tx, 'execute'>, entries: SQL): Promise<string> {
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select encode(sha256(convert_to(coalesce(string_agg(entry, ',' order by entry), ''), 'UTF8')), 'hex') as digest
    from (${entries}) set_of (entry)`);
  return rows[0]?.digest ?? '';
}

/**
 * Refuses to replace a set that changed since the caller read it. The caller has locked the owner of the set. Without
 * a digest nothing is checked.
 * @throws SET_CHANGED
 */
export async function assertSetIs(tx: Pick<Tx, 'execute'>, entries: SQL, digest: string | undefined): Promise<void> {
  if (digest !== undefined && digest !== (await digestOfSet(tx, entries))) throw identityErrors.SET_CHANGED();
}
