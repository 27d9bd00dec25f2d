import {
  businessTypes,
  financeType,
  holdDirection,
  operatorText,
} from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import {
  financeLog,
  STATEMENT_FORMATS,
  transfers as transferLog,
} from '@trade-assistant/contract/areas/finance/log.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput, RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import {
  approversOf,
  financeLogs,
  ledgerErrors,
  readableLogs,
  readableTransfers,
  statistics,
  transfers,
  type WalletKind,
} from '../../engines/money/ledger/index.ts';
import { isInScope } from '../../engines/people/identity/index.ts';
import { openExport, withExportLog } from '../../kernel/export-log.ts';
import { admitExport, isExportedLater, needsApproval } from '../../kernel/http/admit-export.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { defineJob, type Job, startTask } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';
import {
  countMovements,
  readStatement,
  STATEMENT_AT_ONCE,
  STATEMENT_MAX,
  type Statement,
  statementErrors,
  ownerOf as statementOwner,
} from './log/statement.ts';
import { statementPdf, statementXlsx } from './log/statement-file.ts';

type Log = typeof financeLogs.$inferSelect;

export default serve(financeLog, {
  list,
  page: list,
  counts: (c, query) => countStates(c.app.db, { actor: c.actor, ...source(c) }, query, financeLog),
  export: (c, query) => {
    const { name: resource, title, fields } = financeLog;
    const complete = (rows: Log[]) => shown(c, rows);
    return exportList<Log>(c, { resource, title, fields, ...source(c), complete, words }, query);
  },
  submit: (c, { id, remark }) =>
    c.tx(async (tx) => {
      const written = await tx
        .update(financeLogs)
        .set({ remark: remark || null })
        .where(and(visible(c.actor, financeLogs, 'tenant'), readableLogs(c.actor), eq(financeLogs.id, id)))
        .returning({ id: financeLogs.id });
      if (written.length === 0) throw commonErrors.NOT_FOUND();
      announceChange(tx, c.actor.tenantId, financeLog);
      return { id };
    }),
  remove: () => Promise.reject(ledgerErrors.LEDGER_READONLY()),
  statement: async (c, input) => {
    const asked = askedBy(c, input);
    // A statement too long for an immediate answer needs a second person before it becomes a task.
    const rows = await countMovements(c.app, c.actor, asked);
    if (!isExportedLater(c) && rows > STATEMENT_AT_ONCE && !(await needsApproval(c, rows)))
      throw statementErrors.STATEMENT_LONG({
        count: rows.toLocaleString('en-US'),
        max: STATEMENT_MAX.toLocaleString('en-US'),
      });
    await admitExport(c, rows);
    const statement = await readStatement(
      c.app,
      c.actor,
      asked,
      isExportedLater(c) ? STATEMENT_MAX : STATEMENT_AT_ONCE,
    );
    const entry = { source: 'statement', format: input.format, filters: filtersOf(input), isMasked: false } as const;
    const exportId = await c.app.db.tx((tx) => openExport(tx, c.actor, entry));
    const content = withExportLog(c.app.db, exportId, fileOf(statement, input.format), () => statement.lines.length);
    return fileAnswer({ name: nameOfFile(statement, input.format), type: TYPES[input.format], stream: content });
  },
  'statement-task': (c, input) =>
    c.tx(async (tx) => {
      const question = askedBy(c, input);
      const { userId, walletKind, from, to, locale, zone } = question;
      if (from >= to) throw statementErrors.STATEMENT_RANGE();
      if (!(await isInScope(tx, c.actor, userId))) throw commonErrors.NOT_FOUND();
      await admitExport(c, await countMovements(c.app, c.actor, question), tx);
      const asked = {
        userId: String(userId),
        from: from.toISOString(),
        to: to.toISOString(),
        locale,
        zone,
        format: input.format,
      };
      const { taskNo } = await startTask(
        tx,
        c.actor,
        statementJob,
        walletKind === undefined ? asked : { ...asked, walletKind },
      );
      return { taskNo };
    }),
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
    const [known] = row ? await shown(c, [row]) : [];
    if (!known) throw commonErrors.NOT_FOUND();
    return known;
  },
  statistics: async (c, input) => {
    const { userId, createTime_dategt: from = monthOf(c.zone), createTime_datelt: to = new Date() } = input;
    if (from > to) throw commonErrors.BAD_REQUEST({ detail: 'createTime_dategt > createTime_datelt' });
    // Staff who name no user see the whole tenant; other users see one person's money.
    const whose = userId ?? (c.actor.userType === userType.is.staff ? undefined : c.actor.userId);
    // Sums cover all rows: a reader limited to a part of them may only sum their own.
    if (c.ruleOf?.(financeLog.name)?.rows && whose !== c.actor.userId) throw commonErrors.NO_PERMISSION();
    const figures = await c.app.db.tx(async (tx) => {
      if (userId !== undefined && !(await isInScope(tx, c.actor, userId))) throw commonErrors.NOT_FOUND();
      const walletKind = input.walletKind as WalletKind | undefined;
      return statistics(tx, c.actor, { userId: whose, from, to, timeZone: c.zone, walletKind });
    });
    const nameOf = (value: number) => c.app.dictionaries.nameOf(financeType, value, c.locale);
    return {
      ...figures,
      from,
      to,
      byType: figures.byType.map((row) => ({ ...row, name: nameOf(row.financeType) })),
      byDay: [...figures.byDay],
    };
  },
});

type StatementInput = CallInput<typeof financeLog, 'statement', 'out'>;

/** Sums cover all rows of one user: a reader limited to a part of them may only sum their own. */
function askedBy(c: Context, input: StatementInput) {
  const userId = statementOwner(c.actor, input.userId);
  if (c.ruleOf?.(financeLog.name)?.rows && userId !== c.actor.userId) throw commonErrors.NO_PERMISSION();
  return { userId, walletKind: input.walletKind, from: input.from, to: input.to, locale: c.locale, zone: c.zone };
}

const filtersOf = ({ userId, walletKind, from, to }: StatementInput) => ({
  ...(userId === undefined ? {} : { userId: String(userId) }),
  ...(walletKind === undefined ? {} : { walletKind }),
  from: from.toISOString(),
  to: to.toISOString(),
});

const statementJob = defineJob({
  name: 'finance/statement',
  permission: 'finance/log:export',
  title: financeLog.calls.statement.title,
  input: z.object({
    userId: z.string(),
    walletKind: z.int().optional(),
    from: z.string(),
    to: z.string(),
    locale: z.enum(['zh', 'en']),
    zone: z.string(),
    format: z.enum(STATEMENT_FORMATS),
  }),
  async run(job, { userId, walletKind, from, to, locale, zone, format }) {
    const { app, actor } = job;
    job.signal.throwIfAborted();
    const asked = { userId: BigInt(userId), walletKind, from: new Date(from), to: new Date(to), locale, zone };
    const statement = await readStatement(app, actor, asked, STATEMENT_MAX);
    const filters = { userId, from, to, ...(walletKind === undefined ? {} : { walletKind }) };
    const entry = { source: 'statement', format, filters, isMasked: false } as const;
    const exportId = await app.db.tx((tx) => openExport(tx, actor, entry));
    const content = withExportLog(app.db, exportId, fileOf(statement, format), () => statement.lines.length);
    const file = await app.files.put(content, {
      actor,
      name: nameOfFile(statement, format),
      maxBytes: STATEMENT_BYTES,
    });
    job.progress(statement.lines.length, statement.lines.length);
    return { result: { movements: statement.lines.length }, resultFileId: file.id };
  },
});

export const jobs: readonly Job[] = [statementJob] as unknown as readonly Job[];

const STATEMENT_BYTES = 200 * 1024 * 1024;
const TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
type Format = keyof typeof TYPES;
const fileOf = (statement: Statement, format: Format) =>
  format === 'pdf' ? statementPdf(statement) : statementXlsx(statement);
const nameOfFile = ({ locale, owner, range }: Statement, format: Format): string => {
  const days = range.split(' – ').map((moment) => moment.slice(0, 10));
  return `${financeLog.calls.statement.title[locale]}_${owner}_${days.join('_')}.${format}`;
};

type Transfer = typeof transfers.$inferSelect;

const shownTransfer = (row: Transfer) => ({ ...row, amount: micros(row.amount) });

const transferSource = ({ actor }: Context) =>
  ({ table: transfers, scope: 'tenant', where: readableTransfers(actor) }) as const;

/** The words of the screen for fields whose value says less. */
const words = {
  direction: (row: object) => holdDirection(row as Log),
  bizType: (row: object) => businessTypes[(row as Log).bizType],
  operatorName: (row: object) => operatorText(row as RowOf<typeof financeLog>),
};

const source = (c: Context) => ({ table: financeLogs, scope: 'tenant', where: readableLogs(c.actor) }) as const;

async function list(c: Context, query: ListQuery) {
  const page = await listRows<Log>(c.app.db, { actor: c.actor, ...source(c) }, query);
  return { ...page, records: await shown(c, page.records) };
}

async function shown(c: Context, rows: readonly Log[]): Promise<RowOf<typeof financeLog>[]> {
  const approvers = await approversOf(
    c.app.db.drizzle,
    rows.map(({ journalId }) => journalId),
  );
  return rows.map((row) => ({
    ...row,
    amount: micros(row.amount),
    beforeAmount: micros(row.beforeAmount),
    afterAmount: micros(row.afterAmount),
    approverName: approvers.get(row.journalId) ?? null,
  }));
}

/** Returns when the present month began in a zone. */
function monthOf(zone: string): Date {
  const begin = parseTime(`${formatTime(new Date(), zone).slice(0, 7)}-01`, zone);
  return begin ?? new Date();
}
