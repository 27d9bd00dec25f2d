import { financeType } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, like, type SQL } from 'drizzle-orm';
import { isInScope } from '../../engines/identity/index.ts';
import { financeLogs, statistics, type WalletKind } from '../../engines/ledger/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';

type Log = typeof financeLogs.$inferSelect;

export default serve(financeLog, {
  list,
  page: list,
  counts: (c, query) => countStates(c.app.db, { actor: c.actor, ...source(c) }, query, financeLog),
  export: (c, query) => {
    const { name: resource, title, fields } = financeLog;
    const complete = async (rows: Log[]) => rows.map(shown);
    return exportList<Log>(c, { resource, title, fields, ...source(c), complete }, query);
  },
  detail: async (c, { id }) => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(financeLogs)
      .where(and(eq(financeLogs.tenantId, c.actor.tenantId), readable(c.actor), eq(financeLogs.id, id)));
    if (!row) throw commonErrors.NOT_FOUND();
    return shown(row);
  },
  statistics: async (c, input) => {
    const { userId, createTime_dategt: from = monthOf(c.zone), createTime_datelt: to = new Date() } = input;
    if (from > to) throw commonErrors.BAD_REQUEST({ detail: 'createTime_dategt > createTime_datelt' });
    // Staff who name nobody see the whole tenant; everybody else sees one person's money.
    const whose = userId ?? (c.actor.userType === userType.is.staff ? undefined : c.actor.userId);
    const figures = await c.app.db.tx(async (tx) => {
      if (userId !== undefined && !(await isInScope(tx, c.actor, userId))) throw commonErrors.NOT_FOUND();
      const walletKind = input.walletKind as WalletKind | undefined;
      return statistics(tx, c.actor, { userId: whose, from, to, timeZone: c.zone, walletKind });
    });
    const nameOf = (value: number) => entryOf(financeType, value)?.[c.locale] ?? String(value);
    return {
      ...figures,
      byType: figures.byType.map((row) => ({ ...row, name: nameOf(row.financeType) })),
      byDay: [...figures.byDay],
    };
  },
});

const source = (c: Context) => ({ table: financeLogs, scope: 'tenant', where: readable(c.actor) }) as const;

async function list(c: Context, query: ListQuery) {
  const page = await listRows<Log>(c.app.db, { actor: c.actor, ...source(c) }, query);
  return { ...page, records: page.records.map(shown) };
}

/**
 * Whose movements a reader meets: staff all, agents their subtree's, sub-users their own. A row keeps the path its user
 * had when it was written, and so stays with those who stood above then.
 */
function readable(actor: Actor): SQL | undefined {
  if (actor.userType === userType.is.staff) return undefined;
  if (actor.userType === userType.is.subUser) return eq(financeLogs.userId, actor.userId);
  return like(financeLogs.ownerPath, `${actor.ownerPath}%`);
}

const shown = (row: Log): RowOf<typeof financeLog> => ({
  ...row,
  amount: micros(row.amount),
  beforeAmount: micros(row.beforeAmount),
  afterAmount: micros(row.afterAmount),
});

/** When the present month began in a zone. */
function monthOf(zone: string): Date {
  const begin = parseTime(`${formatTime(new Date(), zone).slice(0, 7)}-01`, zone);
  return begin ?? new Date();
}
