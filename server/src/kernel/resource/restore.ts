import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';
import { type Scope, within } from './scope.ts';

/** Minutes in which the actor may undo a removal: as long as the offer is visible and the answer repeatable. */
const RESTORABLE_MINUTES = 5;

/**
 * Locks the rows that a caller removed recently, of the tenant and within its scope. All of them or none.
 * @throws NOT_FOUND for a row that does not exist, was not removed, or was removed by another user or too long ago
 */
export async function lockRemoved(
  tx: Tx,
  actor: Actor,
  { table, scope, where }: { table: PgTable; scope: Scope; where?: SQL | undefined },
  ids: readonly bigint[],
): Promise<Record<string, unknown>[]> {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const { id, deletedAt, updateUser } = columns;
  if (!id || !deletedAt || !updateUser) throw new Error('Rows are restored by id, deletedAt and updateUser');
  const rows = await tx
    .select()
    .from(table)
    .where(
      and(
        within(actor, table, scope),
        where,
        inArray(id, [...ids]),
        isNotNull(deletedAt),
        sql`${deletedAt} > now() - make_interval(mins => ${RESTORABLE_MINUTES})`,
        eq(updateUser, actor.userId),
      ),
    )
    .orderBy(id)
    .for('update');
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  return rows;
}
