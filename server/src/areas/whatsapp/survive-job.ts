import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { sql } from 'drizzle-orm';
import {
  chunkSize,
  type DecidedLine,
  defineWork,
  exchangesOf,
  LINE,
  openWork,
  type WorkTask,
} from '../../engines/messaging/work/index.ts';
import {
  beginSurvive,
  inventoryErrors,
  recordSandbox,
  recordSurvive,
  SURVIVE,
  type SurviveFinding,
} from '../../engines/stock/inventory/index.ts';
import { applyFindings, type Finding } from '../../engines/stock/warranty/index.ts';
import { checkProviders, healthySince, RESULT_OF } from '../../engines/vendors/providers/index.ts';
import type { App } from '../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';

/** The ability to say whether a number is in service. */
const NUMBER_STATUS = 1;
const { vacant, live, suspended, absent, silent, risk, unknown } = checkResult.is;
/** Evidence of findings of the sandbox, which no claim rests on. */
const SANDBOX = 3;
const NO_ANSWER = '未获答复 No answer';

/**
 * Marks numbers as being checked and starts the check, in one transaction.
 * @throws VALIDATION_OFF, NOT_FOUND, STATE_CONFLICT, SURVIVE_TOO_SOON
 */
export async function startSurvive(
  app: App,
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
): Promise<{ taskNo: string; evidence: 1 | 3 }> {
  const [provider] = await checkProviders(app, tx, {
    tenantId: actor.tenantId,
    capability: NUMBER_STATUS,
    countryCode: null,
  });
  if (!provider) throw inventoryErrors.VALIDATION_OFF();
  const { evidence } = provider;
  const title =
    evidence === 3
      ? { zh: `沙箱检测 ${ids.length} 个号码`, en: `Sandbox check of ${ids.length} numbers` }
      : { zh: `存活检测 ${ids.length} 个号码`, en: `Status check of ${ids.length} numbers` };
  return { taskNo: await beginChecks(tx, actor, ids, { evidence, title }), evidence };
}

/** Marks numbers as being checked and starts their check. @throws NOT_FOUND, STATE_CONFLICT, SURVIVE_TOO_SOON */
export async function beginChecks(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  { evidence, title }: { readonly evidence: 1 | 3; readonly title: Text },
): Promise<string> {
  await beginSurvive(tx, actor, ids, evidence === 3 ? 'sandbox' : 'provider');
  const { jobTaskNo } = await openWork(tx, actor, surviveWork, {
    prefix: 'LC',
    taskName: title.zh,
    title,
    owner: { id: actor.userId, path: actor.ownerPath, name: actor.realName },
    input: ids.map(String),
    values: { evidence },
    isVisible: actor.userId !== 0n,
  });
  return jobTaskNo;
}

/** Whether a tenant has a provider that can check numbers of its stock; the sandbox is none. */
export const hasProvider = async (app: App, tx: Tx, tenantId: string): Promise<boolean> =>
  (await checkProviders(app, tx, { tenantId, capability: NUMBER_STATUS, countryCode: null, evidence: 1 })).length > 0;

/** Asks providers whether numbers of the stock are in service, and stores the findings with the numbers. */
export const surviveWork = defineWork({
  name: 'whatsapp/survive',
  resource: 'whatsapp/warehouse',
  permission: 'whatsapp/warehouse:survive',
  title: { zh: '存活检测', en: 'Check status' },
  unknown,
  capabilityOf: () => NUMBER_STATUS,
  read: async ({ app }, task, ids) => {
    const size = await chunkSize(app, surviveWork, task);
    await app.db.tx(async (tx) => {
      const added = await tx.execute(sql`
        insert into work_line (task_id, line_no, create_time, chunk_no, e164, country_code, item_id, state)
        select ${task.id}, row_number() over (order by i.id), ${task.createTime},
          dense_rank() over (order by i.country_code) * 1000000 + (row_number() over (partition by i.country_code order by i.id) - 1) / ${size},
          i.e164, i.country_code, i.id, ${LINE.open}
        from inv_item i where i.tenant_id = ${task.tenantId} and i.id = any(${sql.param(ids)}::bigint[])`);
      const lines = added.rowCount ?? 0;
      await tx.execute(sql`update work_task set total_count = ${lines}, submit_count = ${lines} where id = ${task.id}`);
    });
  },
  resultOf: (_task, { verdict }) => ({ result: RESULT_OF[verdict], isChargeable: false }),
  apply: async (tx, task, lines) => {
    if (task.evidence !== SANDBOX) await applyFindings(tx, task.tenantId, await evidenceOf(tx, task, lines));
    await record(
      tx,
      task,
      lines.flatMap((line) => findingOf(line)),
    );
  },
  close: async (tx, task) => {
    // Cancelled or never handed over: none of the numbers stays "being checked".
    const { rows } = await tx.execute<{ id: string }>(sql`
      select item_id::text as id from work_line where task_id = ${task.id} and create_time = ${task.createTime} and state <> ${LINE.result}`);
    await record(
      tx,
      task,
      rows.map(({ id }) => ({ id: BigInt(id), status: SURVIVE.unknown, detail: NO_ANSWER })),
    );
  },
  summary: async (_app, { results }) => {
    const count = (...classes: readonly number[]) => classes.reduce((sum, one) => sum + (results[one] ?? 0), 0);
    return { alive: count(live, silent, risk), dead: count(vacant, suspended, absent), unknown: count(unknown) };
  },
});

const ALIVE: ReadonlySet<number> = new Set([live, silent, risk]);

const stateOf = (result: number) => (ALIVE.has(result) ? 'alive' : result === unknown ? 'unknown' : 'dead');

/** Returns the findings of lines with the provider and the times of their exchange. */
async function evidenceOf(tx: Tx, task: WorkTask, lines: readonly DecidedLine[]): Promise<Finding[]> {
  const decided = new Map(lines.map((line) => [line.lineNo, line]));
  const exchanges = await exchangesOf(tx, task, [...decided.keys()]);
  const asked = exchanges.flatMap(({ providerId: id, beginTime: since }) => (id === null ? [] : [{ id, since }]));
  const healthy = await healthySince(tx, asked);
  return exchanges.flatMap(({ lineNo, evidence, providerId, ...exchange }) => {
    const line = decided.get(lineNo);
    if (!line || line.itemId === null || evidence === SANDBOX) return [];
    const isHealthy = providerId !== null && healthy.has(providerId);
    const { itemId, result } = line;
    return [{ ...exchange, itemId, result, state: stateOf(result), taskId: task.id, providerId, isHealthy } as const];
  });
}

function findingOf({ itemId, result, error }: DecidedLine): SurviveFinding[] {
  if (itemId === null) return [];
  const status = SURVIVE[stateOf(result)];
  const name = entryOf(checkResult as Dictionary, result);
  return [{ id: itemId, status, detail: error !== null || !name ? NO_ANSWER : `${name.zh} ${name.en}` }];
}

/** Stores findings: those of the sandbox only for display, those of providers with their effect on sale. */
const record = (tx: Tx, { tenantId, evidence }: WorkTask, findings: readonly SurviveFinding[]) =>
  (evidence === 3 ? recordSandbox : recordSurvive)(tx, systemActor(tenantId), findings);
