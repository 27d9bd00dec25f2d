import { financeProof } from '@trade-assistant/contract/areas/finance/proof.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { z } from 'zod';
import {
  compareRoot,
  findingsOf,
  proofState,
  proofs,
  type Verdict,
  verifyAndRecord,
} from '../../engines/money/ledger/index.ts';
import { sendMessage } from '../../engines/office/messages/index.ts';
import { TOTALS_CHECKS } from '../../engines/reporting/totals/index.ts';
import { ORDER_CHECKS } from '../../engines/stock/orders/index.ts';
import { PREORDER_CHECKS } from '../../engines/stock/preorders/index.ts';
import { WARRANTY_CHECKS } from '../../engines/stock/warranty/index.ts';
import type { App } from '../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../kernel/auth/actor.ts';
import { defineJob, defineTimer, type Job, startTask } from '../../kernel/jobs/index.ts';
import { PLATFORM } from '../../kernel/parameters/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const HOUR_MILLIS = 3_600_000;
const ID = 'LEDGER_MISMATCH';

/** Checks that compare documents with the ledger. */
export const BUSINESS_CHECKS = [...ORDER_CHECKS, ...PREORDER_CHECKS, ...WARRANTY_CHECKS, ...TOTALS_CHECKS];

/** Verifies the ledger, stores the result, and reports mismatches to finance and the error log. */
async function prove(app: App, actor: Actor, onStep?: (done: number, total: number) => void): Promise<Verdict> {
  const verdict = await app.db.tx(async (tx) => {
    const made = await verifyAndRecord(tx, actor, onStep, BUSINESS_CHECKS);
    announceChange(tx, PLATFORM_TENANT, financeProof);
    if (made.found.length > 0)
      await sendMessage(tx, systemActor(PLATFORM_TENANT), {
        to: { roleKeys: ['administrator', 'finance', 'finance_check'] },
        key: ID,
        params: { count: String(made.found.length) },
        bizType: financeProof.name,
        bizId: String(made.id),
      });
    return made;
  });
  const { found, root } = verdict;
  if (root) app.log.info({ journalId: String(root.journalId), root: root.root }, 'the root of all wallets');
  if (found.length > 0) app.audit.usual({ level: 'error', id: ID, data: found.slice(0, 100) });
  return verdict;
}

const proofJob = defineJob({
  name: 'finance/proof',
  permission: 'finance/proof:run',
  title: financeProof.title,
  input: z.object({}),
  async run(job) {
    job.signal.throwIfAborted();
    const { id, found } = await prove(job.app, job.actor, (done, total) => {
      job.signal.throwIfAborted();
      job.progress(done, total);
    });
    return { result: { proofId: String(id), ok: found.length === 0, count: found.length } };
  },
});

export const jobs: readonly Job[] = [proofJob] as unknown as readonly Job[];

export const timers = [
  defineTimer({
    name: 'ledger/proof',
    every: { at: '04:00' },
    run: async (app) => void (await prove(app, systemActor(PLATFORM_TENANT))),
  }),
];

export default resourceRoutes(financeProof, proofs, {
  scope: 'platform',
  computed: {
    fields: ['lastJournalId'],
    fill: async (_c, rows) => rows.map(({ lastJournalId }) => ({ lastJournalId })),
  },
  actions: {
    findings: async (c, { id }) => {
      const found = await findingsOf(c.app.db.drizzle, id);
      if (!found) throw commonErrors.NOT_FOUND();
      return found;
    },
    state: async (c) => {
      const { unprovedSince, ...last } = await proofState(c.app.db.drizzle);
      const maxHours = c.app.parameters.get(PLATFORM, 'finance.proofHours');
      const isLate = unprovedSince !== null && Date.now() - unprovedSince.getTime() > maxHours * HOUR_MILLIS;
      return { ...last, isLate, maxHours };
    },
    run: (c) =>
      c.tx(async (tx) => {
        const { taskNo } = await startTask(tx, c.actor, proofJob, {});
        return { taskNo };
      }),
    compare: (c, { kept }) => {
      const parts = kept.split(/[:\s]+/);
      return compareRoot(c.app.db.drizzle, {
        root: parts.at(-1) ?? '',
        journalId: parts.length > 1 ? parts[0] : undefined,
      });
    },
  },
});
