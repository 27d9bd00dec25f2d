import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { IMPORT_LIMITS } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, errorText } from '@trade-assistant/contract/kit/errors.ts';
import { parseMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { eq, sql } from 'drizzle-orm';
import {
  CHECK_MINIMUM,
  type CheckChannel,
  checkKinds,
  createCheck,
  linesToUpgrade,
  payerOf,
  purgeCheck,
  quoteCheck,
  resumeCheck,
  upgradeCheck,
} from '../../../engines/checks/index.ts';
import { ofHouseDepartments } from '../../../engines/identity/index.ts';
import {
  beginWork,
  cancelWork,
  expireWork,
  lockWork,
  PAUSED,
  pauseWork,
  taskEventsOf,
  workErrors,
  workMachine,
} from '../../../engines/work/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { inspectList } from '../../../kernel/http/inspect-list.ts';
import type { AreaModule } from '../../../kernel/http/serve.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../../kernel/resource/routes.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { waitingTexts } from './check-waits.ts';
import { downloadResults } from './download.ts';
import { listLines } from './lines.ts';
import type { CheckRow, CheckTable } from './table.ts';

const NAME_MAX = 64;

/** The calls of number checks of a channel. */
export const checkRoutes = (given: unknown, table: CheckTable, channel: CheckChannel): AreaModule => {
  const resource = given as typeof whatsappFilter;
  const kind = checkKinds[channel.key];
  const isKind = eq(table.kind, kind.name);

  /** @throws NOT_FOUND for a task out of the caller's reach */
  const reachable = async (c: Context, id: bigint): Promise<CheckRow> => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(table)
      .where(sql`${visible(c.actor, table, 'owner')} and ${isKind} and ${table.id} = ${id}`);
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  };
  /** Returns an earlier task of an owner, whose numbers are checked again. @throws NOT_FOUND, LIST_GONE */
  const earlierList = async (c: Context, id: bigint, ownerId: bigint): Promise<CheckRow> => {
    const row = await reachable(c, id);
    if (row.ownerId !== ownerId) throw commonErrors.NOT_FOUND();
    if (row.status === checkStatus.is.purged || row.submitCount === 0) throw workErrors.LIST_GONE();
    return row;
  };
  /** @throws NO_PERMISSION for staff without a customer, whose list it would be */
  const ownerOf = (c: Context, agentId: bigint | undefined): bigint => {
    if (c.actor.userType !== userType.is.staff) return c.actor.userId;
    if (agentId === undefined) throw commonErrors.NO_PERMISSION();
    return agentId;
  };

  const createOrder = async (c: Context, input: CallInput<typeof whatsappFilter, 'create-order', 'out'>) => {
    const isBulk = c.can(`${resource.name}:bulk-upload`);
    const limits = isBulk ? IMPORT_LIMITS.bulk : IMPORT_LIMITS.usual;
    const file = input.fileId === undefined ? null : await ownFile(c, input.fileId);
    const ownerId = ownerOf(c, input.agentId);
    const earlier = input.taskId === undefined ? null : await earlierList(c, input.taskId, ownerId);
    const taskName = (input.taskName || file?.name || earlier?.taskName || channel.name[c.locale]).slice(0, NAME_MAX);
    const task = await c.tx(async (tx) => {
      const made = await createCheck(c.app, tx, c.actor, channel, {
        ...input,
        taskName,
        ownerId,
        consentId: input.consentId ?? null,
        list: {
          fileId: file?.id.toString() ?? null,
          text: file || earlier ? null : (input.numbers ?? null),
          taskId: earlier?.id.toString() ?? null,
          column: input.column ?? null,
          maxBytes: limits.bytes,
          maxLines: limits.lines,
        },
        fileName: file?.name ?? null,
        expectedUnitPrice: input.expectedUnitPrice ?? null,
        remark: input.remark ?? null,
      });
      announceChange(tx, c.actor.tenantId, resource);
      return made;
    });
    return { id: task.id, taskNo: task.taskNo, jobTaskNo: task.jobTaskNo, status: task.status };
  };

  return resourceRoutes(resource, table, {
    scope: 'owner',
    ruled: { scope: 'owner', inDepartments: ofHouseDepartments(table.ownerPath, table.createDept) },
    rows: () => isKind,
    computed: {
      fields: ['doneCount', 'isBeingCancelled', 'waiting', 'failReason'],
      fill: (c, rows) => complete(c, channel, rows),
    },
    beforeRemove: async (_c, tx, rows) => {
      if (rows.some(({ status }) => !REMOVABLE.includes(status))) throw commonErrors.STATE_CONFLICT();
      await expireWork(
        tx,
        rows.map(({ id }) => id),
      );
    },
    actions: {
      inspect: inspectList,
      'create-order': createOrder,
      ...('save' in resource.calls ? { save: createOrder } : {}),
      update: async (c, { id, status, action, reason, consentId, expectedUnitPrice, ...changes }) => {
        const row = await reachable(c, id);
        const by = c.actor.userType === userType.is.staff ? PAUSED.byStaff : PAUSED.byOwner;
        await c.tx(async (tx) => {
          const isOtherPriority = changes.priority !== undefined && changes.priority !== row.priority;
          if (isOtherPriority && by !== PAUSED.byStaff) throw commonErrors.NO_PERMISSION();
          if (Object.keys(changes).length > 0) await rename(tx, c, id, changes);
          if (status === checkStatus.is.cancelled && row.status !== status) await cancelWork(tx, c.actor, id);
          if (action === 'PAUSE') await pauseWork(tx, c.actor, id, by, reason ?? null);
          if (action === 'RESUME') await resumeCheck(c.app, tx, c.actor, channel, { id, by, consentId });
          if (action === 'PURGE') await purgeCheck(tx, c.actor, id);
          if (action === 'RETRY_PAY') {
            const task = await lockWork(tx, c.actor, id);
            if (task.status !== checkStatus.is.unpaid) throw commonErrors.STATE_CONFLICT();
            await beginWork(c.app, tx, c.actor, kind, { ...task, unitPrice: expectedUnitPrice ?? task.unitPrice });
          }
          announceChange(tx, c.actor.tenantId, resource);
        });
      },
      'upgrade-task': async (c, { id, filterType, activePeriod }) => {
        await reachable(c, id);
        return c.tx((tx) => upgradeCheck(c.app, tx, c.actor, channel, { id, filterType, activePeriod }));
      },
      price: async (c, { country, agentId, quantity, taskId, ...choice }) => {
        const countryCode = choice.countryCode ?? country ?? '';
        const task = taskId === undefined ? null : await reachable(c, taskId);
        const ownerId = task?.ownerId ?? ownerOf(c, agentId);
        const payer = await c.tx((tx) => payerOf(tx, { tenantId: c.actor.tenantId, ownerId }));
        const isUpgrade = task !== null && task.status !== checkStatus.is.unpaid;
        const paid = isUpgrade ? await linesToUpgrade(c.app.db.drizzle, channel, task) : null;
        const quote = await quoteCheck(c.app, channel, payer, { ...choice, countryCode }, quantity, paid);
        return {
          quantity: quote.quantity,
          unitPrice: quote.unitPrice,
          cachedUnitPrice: quote.cachedUnitPrice,
          packageUnits: quote.packageUnits,
          total: quote.total,
          currency: quote.price.currency,
          minQty: CHECK_MINIMUM,
          minAmount: ZERO,
          balance: quote.balance,
          enough: quote.isEnough,
          priceVersion: quote.price.priceVersion,
          tiers: quote.price.tiers.map(({ fromQty, price }) => ({ from: fromQty, price: parseMoney(price) })),
          estimatedSeconds: quote.seconds,
          evidenceAvailable: quote.evidence,
        };
      },
      lines: async (c, { id, ...wanted }) => listLines(c, await reachable(c, id), wanted, resource),
      events: async (c, { id }) => {
        await reachable(c, id);
        return taskEventsOf(c, id);
      },
      download: async (c, { id, ...wanted }) => downloadResults(c, await reachable(c, id), wanted, resource),
    },
  });
};

const REMOVABLE: readonly number[] = [...workMachine.purge.from, checkStatus.is.purged];

async function complete(c: Context, channel: CheckChannel, rows: CheckRow[]) {
  const waiting = await waitingTexts(c, channel, rows);
  return rows.map((row) => ({
    // The lines of a list that was just read are planned a moment after they are counted.
    doneCount: row.stageLines === 0 ? 0 : row.submitCount - (row.stageLines - row.stageDone),
    isBeingCancelled: row.isCancelling ? 1 : 0,
    waiting: waiting.get(row.id) ?? null,
    failReason: row.failReason === null ? null : errorText(row.failReason, row.failParams, c.locale),
  }));
}

/** Returns an uploaded file of the caller. @throws FILE_GONE, NOT_FOUND for another person's */
async function ownFile(c: Context, fileId: bigint) {
  const file = await c.app.files.find(fileId);
  if (file.ownerId !== c.actor.userId) throw commonErrors.NOT_FOUND();
  return file;
}

type Changes = { taskName?: string | undefined; remark?: string | null | undefined; priority?: number | undefined };

const rename = (tx: Parameters<Parameters<Context['tx']>[0]>[0], c: Context, id: bigint, changes: Changes) =>
  tx.execute(sql`
    update work_task set task_name = coalesce(${changes.taskName ?? null}, task_name), remark = coalesce(${changes.remark ?? null}, remark),
      priority = coalesce(${changes.priority ?? null}::int, priority), update_user = ${c.actor.userId}, update_time = now(), version = version + 1
    where id = ${id}`);
