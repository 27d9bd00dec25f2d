import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { micros, times, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { Json } from '../../../kernel/jobs/index.ts';
import { assertWithinLimits, assertWithinQuota, payerOf } from '../../stock/orders/index.ts';
import { type CheckFinding, RESULT_OF } from '../../vendors/providers/index.ts';
import {
  chunkSize,
  defineWork,
  lanesOf,
  priceLanes,
  type Reading,
  readLines,
  resourceOfChecks,
  type TaskList,
  type WorkKind,
  type WorkLane,
  type WorkTask,
  withTaskList,
} from '../work/index.ts';
import { knownResults, recallResults } from './cache.ts';
import { type CheckChannel, telegram, whatsapp } from './channels.ts';
import { admitLines, decideRead } from './compliance.ts';
import { checkErrors } from './errors.ts';
import { assertDayLimit, assertOwnUsers } from './own-users.ts';
import { paceOf } from './pace.ts';
import { assertExpected, CHECK_MINIMUM, cachedPriceOf, checkType, differenceOf, priceOf } from './quote.ts';

const { unknown } = checkResult.is;

/** The list of a task, as its job keeps it. */
export interface CheckList extends Omit<TaskList, 'checkId' | 'results'> {
  /** The check whose numbers are the list. */
  readonly taskId: string | null;
  readonly column: number | null;
  readonly maxBytes: number;
  readonly maxLines: number;
}

/** Lines of a list have a result; its price is the one of the quantity that is checked. */
const checkKind = (channel: CheckChannel): WorkKind => {
  const kind: WorkKind = defineWork({
    name: `filter/${channel.key}`,
    resource: resourceOfChecks(channel.key),
    permission: `filter/${channel.key}-filter:create`,
    title: channel.name,
    unknown,
    capabilityOf: (task) => channel.types.get(task.filterType ?? 0)?.capability ?? 0,
    read: async (job, task, input) => {
      const { fileId, text, taskId, ...limits } = input as unknown as CheckList;
      const reading: Reading = {
        ...limits,
        defaultCountry: task.countryCode,
        isAnyCountry: false,
        chunkLines: await chunkSize(job.app, kind, task),
        refuse: (numbers) => decideRead(job.app, channel, task, numbers),
        known: async (numbers) => {
          const known = isCached(task) ? await knownResults(job.app.db.drizzle, task, numbers) : new Map();
          return new Map([...known].map(([e164, { checkedTime }]) => [e164, checkedTime]));
        },
      };
      await withTaskList(job.app, { fileId, text, checkId: taskId }, (source) => readLines(job, task, source, reading));
    },
    recall: recallResults,
    admit: (app, tx, task, lines) => admitLines(app, tx, channel, task, lines),
    resultOf: (_task, finding) => ({ result: RESULT_OF[finding.verdict], isChargeable: isDefinite(finding) }),
    charge: { packageService: packageService.is.check, rebateSource: 'check', quote },
    pace: (app, tasks) => paceOf(app, kind, tasks),
    summary: async (_app, task) => ({ taskNo: task.taskNo, done: task.stageDone, unknown: task.unknownCount }) as Json,
  });

  async function quote(app: App, tx: Tx, task: WorkTask): Promise<void> {
    if (task.submitCount < CHECK_MINIMUM) throw checkErrors.LIST_TOO_SMALL({ n: CHECK_MINIMUM });
    const payer = await payerOf(tx, task);
    const { countryCode, filterType } = task;
    invariant(countryCode !== null && filterType !== null, 'check-of-task', task.taskNo);
    const units = task.stageLines;
    const choice = { countryCode, filterType, activePeriod: task.activePeriod ?? 0 };
    const price = await priceOf(app.db, channel, payer, choice, units);
    const type = checkType(channel, choice);
    await assertOwnUsers(tx, type, task);
    await assertDayLimit(tx, type, task);
    const isUpgrade = task.stage > 1;
    if (!isUpgrade) assertExpected(price, task.unitPrice);
    await assertWithinQuota(tx, {
      tenantId: task.tenantId,
      agentId: payer.agentId,
      businessType: channel.businessType,
      serviceType: serviceType.is.check,
      countryCode,
      units,
      limits: price.terms.limits,
    });
    const cachedPrice =
      isCached(task) && !isUpgrade ? await cachedPriceOf(app.db, channel, payer, choice, units) : null;
    const priceOfLane = (lane: WorkLane) => {
      // A deeper check costs the difference to the earlier prices of its lines.
      if (isUpgrade) return differenceOf(price, lane.paid ?? task.unitPrice ?? ZERO);
      return lane.isCached && cachedPrice !== null && cachedPrice < price.unitPrice ? cachedPrice : price.unitPrice;
    };
    const lanes = await lanesOf(tx, task);
    const money = lanes.reduce((sum, lane) => sum + times(priceOfLane(lane), lane.units), 0n);
    await assertWithinLimits(tx, payer, payer, micros(money));
    await priceLanes(tx, task, priceOfLane, {
      unitPrice: price.unitPrice,
      priceId: price.priceId,
      priceVersion: price.priceVersion,
      currency: price.currency,
    });
  }
  return kind;
};

const isCached = (task: WorkTask): boolean => task.checkMode === checkMode.is.cached;

/** A definite finding is charged, whatever it says. */
const isDefinite = ({ verdict }: CheckFinding): boolean => verdict !== 'unknown';

export const checkKinds = { whatsapp: checkKind(whatsapp), telegram: checkKind(telegram) };
