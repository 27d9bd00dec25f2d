import { financeType } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog, transfers as transferLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, like, or, type SQL } from 'drizzle-orm';
import { isInScope } from '../../engines/identity/index.ts';
import { financeLogs, ledgerErrors, statistics, transfers, type WalletKind } from '../../engines/ledger/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
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
  submit: (c, { id, remark }) =>
    c.tx(async (tx) => {
      const written = await tx
        .update(financeLogs)
        .set({ remark: remark || null })
        .where(and(eq(financeLogs.tenantId, c.actor.tenantId), readable(c.actor), eq(financeLogs.id, id)))
        .returning({ id: financeLogs.id });
      if (written.length === 0) throw commonErrors.NOT_FOUND();
      announceChange(tx, c.actor.tenantId, [financeLog.name]);
      return { id };
    }),
  remove: () => Promise.reject(ledgerErrors.LEDGER_READONLY()),
  'transfer-list': async (c, query) => {
    const page = await listRows<Transfer>(c.app.db, { actor: c.actor, ...transferSource(c) }, query);
    return { ...page, records: page.records.map(shownTransfer) };
  },
  'transfer-export': (c, query) => {
    const { name: resource, title, fields } = transferLog;
    const complete = async (rows: Transfer[]) => rows.map(shownTransfer);
    return exportList<Transfer>(c, { resource, title, fields, ...transferSource(c), complete }, query);
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

type Transfer = typeof transfers.$inferSelect;

const shownTransfer = (row: Transfer) => ({ ...row, amount: micros(row.amount) });

/** Whoever may read one side of a transfer sees both. */
const transferSource = ({ actor }: Context) => {
  const { userId, userType: type, ownerPath } = actor;
  const where =
    type === userType.is.staff
      ? undefined
      : type === userType.is.subUser
        ? or(eq(transfers.fromUserId, userId), eq(transfers.toUserId, userId))
        : or(like(transfers.fromOwnerPath, `${ownerPath}%`), like(transfers.toOwnerPath, `${ownerPath}%`));
  return { table: transfers, scope: 'tenant', where } as const;
};

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
