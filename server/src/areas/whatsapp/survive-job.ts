import { setTimeout as sleep } from 'node:timers/promises';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { id } from '@trade-assistant/contract/kit/schema.ts';
import { z } from 'zod';
import {
  beginSurvive,
  type Evidence,
  inventoryErrors,
  itemNumbers,
  recordSandbox,
  recordSurvive,
  SURVIVE,
  type SurviveFinding,
} from '../../engines/inventory/index.ts';
import { type CheckFinding, type ValidationPort, validationPort } from '../../engines/providers/index.ts';
import type { App } from '../../kernel/app/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { defineJob, JobCancelled, startTask } from '../../kernel/jobs/index.ts';

const ASK_AT_MOST = 3;
const PAUSE_MILLIS = 250;
const NO_ANSWER: Text = { zh: '未获答复', en: 'No answer' };

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
  const evidence = evidenceOf(await portOf(app));
  await beginSurvive(tx, actor, ids, evidence);
  const { taskNo } = await startTask(
    tx,
    actor,
    surviveJob,
    { ids: [...ids] },
    {
      title:
        evidence === 'sandbox'
          ? { zh: `沙箱检测 ${ids.length} 个号码`, en: `Sandbox check of ${ids.length} numbers` }
          : { zh: `存活检测 ${ids.length} 个号码`, en: `Status check of ${ids.length} numbers` },
    },
  );
  return { taskNo, evidence: evidence === 'sandbox' ? 3 : 1 };
}

async function portOf(app: App): Promise<ValidationPort> {
  const port = await validationPort(app.db, app.config.sandbox);
  if (port === null) throw inventoryErrors.VALIDATION_OFF();
  return port;
}

const evidenceOf = (port: ValidationPort): Evidence => (port.evidence === 3 ? 'sandbox' : 'provider');

/**
 * Asks the provider about numbers and stores the findings. Numbers without an answer after three attempts are unknown.
 */
export const surviveJob = defineJob({
  name: 'whatsapp/survive',
  permission: 'whatsapp/warehouse:survive',
  title: { zh: '存活检测', en: 'Check status' },
  input: z.object({ ids: z.array(id()) }),
  async run(job, { ids }) {
    const { app, actor, signal } = job;
    const port = await portOf(app);
    const evidence = evidenceOf(port);
    const { open, counts } = await app.db.tx((tx) => readItems(tx, actor, ids, evidence));
    const write = (findings: readonly SurviveFinding[]) =>
      app.db.tx((tx) => (evidence === 'sandbox' ? recordSandbox : recordSurvive)(tx, actor, findings));
    const tell = async (findings: SurviveFinding[]) => {
      await write(findings);
      for (const { status } of findings) counts[NAMES[status]] += 1;
      job.progress(counts.alive + counts.dead + counts.unknown, ids.length);
    };
    try {
      let asked = [...open.keys()];
      for (let attempt = 1; asked.length > 0 && attempt <= ASK_AT_MOST; attempt += 1) {
        if (attempt > 1) await sleep(PAUSE_MILLIS * attempt, undefined, { signal });
        const again: bigint[] = [];
        for (let at = 0; at < asked.length; at += port.batchMax) {
          signal.throwIfAborted();
          const { findings, retry } = await port.lookUp(asked.slice(at, at + port.batchMax), { attempt, signal });
          await tell(findings.flatMap((finding) => found(open, finding.e164, statusOf(finding), finding.detail)));
          again.push(...retry);
        }
        asked = again;
      }
      await tell(asked.flatMap((e164) => found(open, e164, SURVIVE.unknown, NO_ANSWER)));
    } catch (error) {
      // A cancelled check discards its answers: none of its numbers stays "being checked".
      if (signal.reason instanceof JobCancelled) {
        const { open: left } = await app.db.tx((tx) => readItems(tx, actor, ids, evidence));
        await write([...left.keys()].flatMap((e164) => found(left, e164, SURVIVE.unknown, NO_ANSWER)));
      }
      throw error;
    }
    return { result: counts };
  },
});

const NAMES = { [SURVIVE.alive]: 'alive', [SURVIVE.dead]: 'dead', [SURVIVE.unknown]: 'unknown' } as const;

const ALIVE: ReadonlySet<string> = new Set(['alive', 'silent', 'risk']);

const statusOf = ({ verdict }: CheckFinding): SurviveFinding['status'] =>
  ALIVE.has(verdict) ? SURVIVE.alive : verdict === 'unknown' ? SURVIVE.unknown : SURVIVE.dead;

/** Ids of the items of a number: it may be in stock once per business, and a finding applies to all. */
type Open = ReadonlyMap<bigint, readonly bigint[]>;

/**
 * Returns the items with an open check, and counts of the others by finding: an interrupted check continues, and its
 * counts include earlier findings.
 */
async function readItems(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  evidence: Evidence,
): Promise<{ open: Open; counts: Record<'alive' | 'dead' | 'unknown', number> }> {
  const open = new Map<bigint, bigint[]>();
  const counts = { alive: 0, dead: 0, unknown: 0 };
  for (const item of await itemNumbers(tx, actor, ids)) {
    const status = evidence === 'sandbox' ? item.sandboxStatus : item.surviveStatus;
    if (status === SURVIVE.checking) open.set(item.e164, [...(open.get(item.e164) ?? []), item.id]);
    else if (status in NAMES) counts[NAMES[status as SurviveFinding['status']]] += 1;
  }
  return { open, counts };
}

const found = (open: Open, e164: bigint, status: SurviveFinding['status'], detail: Text): SurviveFinding[] =>
  (open.get(e164) ?? []).map((itemId) => ({ id: itemId, status, detail: `${detail.zh} ${detail.en}` }));
