import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import { and, eq } from 'drizzle-orm';
import type { apiLogs, errorLogs, usualLogs } from '../../kernel/audit/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';

type LogTable = typeof apiLogs | typeof usualLogs | typeof errorLogs;

/** The two calls of a log: newest first by time (which the partitions and indexes serve), and one row. */
export function logReader<T extends LogTable>(table: T) {
  type Row = T['$inferSelect'];
  return {
    list: (c: Context, query: ListQuery): Promise<Page<Row>> => {
      const sort = query.sort.length > 0 ? query.sort : [{ field: 'createTime', descending: true }];
      return listRows<Row>(c.app.db, { actor: c.actor, table, scope: 'tenant' }, { ...query, sort });
    },
    detail: async (c: Context, { id }: { id: bigint }): Promise<Row> => {
      const [row] = await c.app.db.drizzle
        .select()
        .from(table as typeof apiLogs)
        .where(and(visible(c.actor, table, 'tenant'), eq(table.id, id)));
      if (!row) throw commonErrors.NOT_FOUND();
      return row as Row;
    },
  };
}
