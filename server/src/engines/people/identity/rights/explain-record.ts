import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, type Column, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { type Reader, type Ruled, ruledRows } from '../../../../kernel/resource/data-rules.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import type { AccessStep } from './explain.ts';

interface RecordQuestion {
  readonly ruled: Ruled;
  readonly recordId: bigint;
  /** The reader. The explanation contains nothing outside the reader's own scope. */
  readonly reader: Reader;
  readonly subject: Reader;
}

/**
 * Explains whether a user who may call a list sees one of its rows, and if not, why. One read-only statement.
 * @throws NOT_FOUND for a row that the reader does not see
 */
export async function explainRecord(tx: Tx, { ruled, recordId, ...by }: RecordQuestion): Promise<AccessStep> {
  const [reader, subject] = [onPageOf(ruled, by.reader), onPageOf(ruled, by.subject)];
  const { table, scope = 'tenant', reach } = ruled;
  const columns = getTableColumns(table) as Record<string, Column>;
  const id = columns['id'];
  const reached = (by: Reader): SQL => reach?.(by) ?? visible(by.actor, table, scope);
  const unruled = { ...subject.actor, dataRules: undefined };
  if (!id) throw commonErrors.NOT_FOUND();
  const [row] = await tx
    .select({
      isReached: sql<boolean>`(${reached(subject)})`,
      isWithin: sql<boolean>`(${visible(unruled, table, scope)})`,
      isRuledIn: sql<boolean>`(${ruledRows(subject.actor, table) ?? sql`true`})`,
    })
    .from(table)
    .where(and(eq(id, recordId), reached(reader)));
  if (!row) throw commonErrors.NOT_FOUND();
  const said = (zh: string, en: string): AccessStep => ({ kind: 'record', isPassed: row.isReached, text: { zh, en } });
  if (row.isReached) return said('该数据在其范围之内。', 'The record is in scope.');
  if (!row.isWithin)
    return said('该数据属于其他代理或子账号，不在其归属范围内。', 'The record belongs to another agent or sub-user.');
  if (!row.isRuledIn) return said('该数据不满足上述数据权限。', 'The record matches none of the data scopes above.');
  return said(
    '该列表自身的条件不包含该数据，例如尚未发布或已下架。',
    'The list excludes it by its own conditions, such as not published or not for sale.',
  );
}

/** Returns the user as a reader of a resource's list. */
const onPageOf = ({ resource }: Ruled, reader: Reader): Reader => ({
  actor: { ...reader.actor, page: resource.name },
  can: (permission) => reader.can(permission),
});
