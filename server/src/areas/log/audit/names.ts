import { nameFieldsOf } from '@trade-assistant/contract/kit/name.ts';
import { and, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../../../kernel/http/context.ts';
import { shownTable } from '../../../kernel/resource/shown-tables.ts';

export interface Names {
  /** Returns the name of a row; undefined without one. */
  known(table: string, id: string): string | undefined;
  /** Like `known`, with the id as fallback. */
  nameOf(table: string, id: string): string;
}

/**
 * Returns the present names of rows, including deleted ones, of the reader's tenant and of all tenants. One query per
 * table.
 */
export async function namesOf(c: Context, rows: readonly { table: string; id: string }[]): Promise<Names> {
  const byTable = Map.groupBy(
    rows.filter(({ id }) => /^\d{1,18}$/.test(id)),
    ({ table }) => table,
  );
  const found = new Map<string, string>();
  await Promise.all(
    [...byTable].map(async ([name, wanted]) => {
      const shown = shownTable(name);
      const resource = shown?.resources.find(({ nameField }) => nameField);
      if (!shown || !resource?.nameField) return;
      const columns = getTableColumns(shown.table) as Record<string, PgColumn>;
      const { id, tenantId } = columns;
      const [zh, en = zh] = nameFieldsOf(resource.nameField).flatMap((field) => columns[field] ?? []);
      if (!id || !zh || !en) return;
      const ids = [...new Set(wanted.map((one) => BigInt(one.id)))];
      const isOwn = tenantId && !resource.isPlatformWide ? sql`${tenantId} = ${c.actor.tenantId}` : undefined;
      const selected = await c.app.db.drizzle
        .select({ id, zh, en })
        .from(shown.table as PgTable)
        .where(and(inArray(id, ids), isOwn));
      for (const row of selected)
        found.set(`${name}:${row.id}`, String((c.locale === 'en' ? row.en || row.zh : row.zh || row.en) ?? ''));
    }),
  );
  const known = (table: string, id: string) => found.get(`${table}:${id}`) || undefined;
  return { known, nameOf: (table, id) => known(table, id) ?? id };
}
