import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, type Column, eq, getTableColumns, isNull, like, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import { ruledRows, type Scope } from './data-rules.ts';

export type { Scope };

/**
 * The rows that exist for a caller: not deleted, of the tenant, within the scope, and reached by the
 * data rules of the caller's roles. Lists, details, exports, updates and removals all use this condition; the kit has
 * no other way to a row.
 */
export function visible(actor: Actor, table: PgTable, scope: Scope): SQL {
  const { deletedAt } = getTableColumns(table) as Record<string, Column>;
  const conditions: SQL[] = [within(actor, table, scope)];
  if (deletedAt) conditions.push(isNull(deletedAt));
  return and(...conditions) ?? sql`true`;
}

/** The same including deleted rows: for restoring one. */
export function within(actor: Actor, table: PgTable, scope: Scope): SQL {
  const columns = getTableColumns(table) as Record<string, Column>;
  const conditions: SQL[] = [];
  if (scope !== 'platform') conditions.push(eq(needed(columns, 'tenantId'), actor.tenantId));
  if (scope === 'owner' && actor.userType === userType.is.agent)
    conditions.push(like(needed(columns, 'ownerPath'), `${actor.ownerPath}%`));
  if (scope === 'owner' && (actor.userType === userType.is.subUser || actor.userType === userType.is.appUser))
    conditions.push(eq(needed(columns, 'ownerId'), actor.userId));
  const ruled = ruledRows(actor, table);
  if (ruled) conditions.push(ruled);
  return and(...conditions) ?? sql`true`;
}

function needed(columns: Record<string, Column>, name: string): Column {
  const column = columns[name];
  if (!column) throw new Error(`A table in this scope needs the column ${name}`);
  return column;
}
