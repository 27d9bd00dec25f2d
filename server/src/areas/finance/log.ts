import { financeType } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog, transfers as transferLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq } from 'drizzle-orm';
import { isInScope } from '../../engines/identity/index.ts';
import {
  financeLogs,
  ledgerErrors,
  readableLogs,
  readableTransfers,
  statistics,
  transfers,
  type WalletKind,
} from '../../engines/ledger/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';

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
        .where(and(visible(c.actor, financeLogs, 'tenant'), readableLogs(c.actor), eq(financeLogs.id, id)))
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
      .where(and(visible(c.actor, financeLogs, 'tenant'), readableLogs(c.actor), eq(financeLogs.id, id)));
    if (!row) throw commonErrors.NOT_FOUND();
    return shown(row);
  },
  statistics: async (c, input) => {
    const { userId, createTime_dategt: from = monthOf(c.zone), createTime_datelt: to = new Date() } = input;
    if (from > to) throw commonErrors.BAD_REQUEST({ detail: 'createTime_dategt > createTime_datelt' });
    // Staff who name nobody see the whole tenant; everybody else sees one person's money.
    const whose = userId ?? (c.actor.userType === userType.is.staff ? undefined : c.actor.userId);
    // Sums are of all rows: whoever reaches a part of them is told their own.
    if (c.ruleOf?.(financeLog.name)?.rows && whose !== c.actor.userId) throw commonErrors.NO_PERMISSION();
    const figures = await c.app.db.tx(async (tx) => {
      if (userId !== undefined && !(await isInScope(tx, c.actor, userId))) throw commonErrors.NOT_FOUND();
      const walletKind = input.walletKind as WalletKind | undefined;
      return statistics(tx, c.actor, { userId: whose, from, to, timeZone: c.zone, walletKind });
    });
    const nameOf = (value: number) => c.app.dictionaries.nameOf(financeType, value, c.locale);
    return {
      ...figures,
      byType: figures.byType.map((row) => ({ ...row, name: nameOf(row.financeType) })),
      byDay: [...figures.byDay],
    };
  },
});

type Transfer = typeof transfers.$inferSelect;

const shownTransfer = (row: Transfer) => ({ ...row, amount: micros(row.amount) });

const transferSource = ({ actor }: Context) =>
  ({ table: transfers, scope: 'tenant', where: readableTransfers(actor) }) as const;

const source = (c: Context) => ({ table: financeLogs, scope: 'tenant', where: readableLogs(c.actor) }) as const;

async function list(c: Context, query: ListQuery) {
  const page = await listRows<Log>(c.app.db, { actor: c.actor, ...source(c) }, query);
  return { ...page, records: page.records.map(shown) };
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
