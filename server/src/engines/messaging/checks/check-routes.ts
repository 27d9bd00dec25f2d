import { checkStatus } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { IMPORT_LIMITS } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { parseMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from '../../../kernel/http/context.ts';
import type { AreaModule } from '../../../kernel/http/serve.ts';
import { payerOf } from '../../stock/orders/index.ts';
import { assertConsent } from '../compliance/index.ts';
import {
  beginWork,
  cancelWork,
  changeTask,
  isStaff,
  listOf,
  lockWork,
  ownerOf,
  pauserOf,
  pauseWork,
  purgeOnRequest,
  resumeByPerson,
  type TaskTable,
  taskRoutes,
  WORK,
} from '../work/index.ts';
import type { CheckChannel } from './channels.ts';
import { batchOf } from './compliance.ts';
import { createCheck } from './create.ts';
import { downloadResults } from './download.ts';
import { checkKinds } from './kind.ts';
import { listLines } from './lines.ts';
import { linesToUpgrade } from './passed-lines.ts';
import { CHECK_MINIMUM, quoteCheck } from './quote.ts';
import { upgradeCheck } from './upgrade.ts';

const NAME_MAX = 64;

/** The calls of number checks of a channel. */
export const checkRoutes = (given: unknown, table: TaskTable, channel: CheckChannel): AreaModule => {
  const resource = given as typeof whatsappFilter;
  const kind = checkKinds[channel.key];
  return taskRoutes<typeof whatsappFilter>({
    ...{ resource, table, kind },
    computed: {
      // The lines of a list that was just read are planned a moment after they are counted.
      doneCount: ({ stageLines, submitCount, stageDone }) =>
        stageLines === 0 ? 0 : submitCount - (stageLines - stageDone),
      isBeingCancelled: ({ isCancelling }) => (isCancelling ? 1 : 0),
    },
    actions: ({ reachable, change }) => {
      const createOrder = async (c: Context, input: CallInput<typeof whatsappFilter, 'create-order', 'out'>) => {
        const limits = c.can(`${resource.name}:bulk-upload`) ? IMPORT_LIMITS.bulk : IMPORT_LIMITS.usual;
        const ownerId = ownerOf(c, input.agentId);
        const { name, fileName, fileId, text, checkId, column } = await listOf(
          c,
          { ...input, checkId: input.taskId },
          ownerId,
        );
        const task = await change(c, [], (tx) =>
          createCheck(c.app, tx, c.actor, channel, {
            ...input,
            taskName: (input.taskName || name || channel.name[c.locale]).slice(0, NAME_MAX),
            ownerId,
            consentId: input.consentId ?? null,
            list: { fileId, text, taskId: checkId, column, maxBytes: limits.bytes, maxLines: limits.lines },
            fileName,
            expectedUnitPrice: input.expectedUnitPrice ?? null,
            remark: input.remark ?? null,
          }),
        );
        return { id: task.id, taskNo: task.taskNo, jobTaskNo: task.jobTaskNo, status: task.status };
      };
      return {
        'create-order': createOrder,
        ...('save' in resource.calls ? { save: createOrder } : {}),
        update: async (c, { id, status, action, reason, consentId, expectedUnitPrice, ...settings }) => {
          await change(c, [id], async (tx) => {
            const task = await lockWork(tx, c.actor, id);
            const isOtherPriority = settings.priority !== undefined && settings.priority !== task.priority;
            if (isOtherPriority && !isStaff(c)) throw commonErrors.NO_PERMISSION();
            if (Object.keys(settings).length > 0) await changeTask(tx, c.actor, id, settings);
            if (status === checkStatus.is.cancelled && task.status !== status) await cancelWork(tx, c.actor, id);
            if (action === 'PAUSE') await pauseWork(tx, c.actor, id, pauserOf(c), reason ?? null);
            if (action === 'RESUME')
              await resumeByPerson(tx, c.actor, { id, by: pauserOf(c), consentId }, (chosen) =>
                assertConsent(c.app, tx, batchOf(channel, chosen)),
              );
            if (action === 'PURGE') await purgeOnRequest(tx, c.actor, id);
            if (action === 'RETRY_PAY') {
              if (task.status !== WORK.unpaid) throw commonErrors.STATE_CONFLICT();
              await beginWork(c.app, tx, c.actor, kind, { ...task, unitPrice: expectedUnitPrice ?? task.unitPrice });
            }
          });
        },
        'upgrade-task': (c, { id, ...choice }) =>
          change(c, [id], (tx) => upgradeCheck(c.app, tx, c.actor, channel, { id, ...choice })),
        price: async (c, { country, agentId, quantity, taskId, ...choice }) => {
          const countryCode = choice.countryCode ?? country ?? '';
          const task = taskId === undefined ? null : await reachable(c, taskId);
          const ownerId = task?.ownerId ?? ownerOf(c, agentId);
          const payer = await payerOf(c.app.db, { tenantId: c.actor.tenantId, ownerId });
          const isUpgrade = task !== null && task.status !== WORK.unpaid;
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
        download: async (c, { id, ...wanted }) => downloadResults(c, await reachable(c, id), wanted, resource),
      };
    },
  });
};
