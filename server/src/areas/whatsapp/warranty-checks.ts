import { and, eq, inArray, sql } from 'drizzle-orm';
import { WORK_OPEN, workTasks } from '../../engines/messaging/work/index.ts';
import {
  duePatrol,
  purgeFindings,
  reviewLateClaims,
  takeDueClaims,
  tenantsInWarranty,
} from '../../engines/stock/warranty/index.ts';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { beginChecks, hasProvider, surviveWork } from './survive-job.ts';

const MINUTE_MILLIS = 60_000;
/** Tasks of the program that a tenant has at once: with a slow provider, later numbers wait. */
const TASKS_MAX = 4;

export const timers = [
  defineTimer({ name: 'warranty/check', every: MINUTE_MILLIS, run: checkWarranties }),
  defineTimer({
    name: 'warranty/purge',
    every: { at: '04:40' },
    run: async ({ db }) => void (await purgeFindings(db)),
  }),
];

/** Starts the due checks of claims, then those of delivered numbers within their warranty. */
async function checkWarranties(app: App): Promise<void> {
  const failures: unknown[] = [];
  for (const tenantId of await tenantsInWarranty(app.db))
    await app.db
      .tx((tx) => checkTenant(app, tx, tenantId), { retry: true })
      .catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw new Error('checks within warranties could not be started', { cause: failures[0] });
}

async function checkTenant(app: App, tx: Tx, tenantId: string): Promise<void> {
  const canCheck = await hasProvider(app, tx, tenantId);
  await reviewLateClaims(tx, tenantId, { isUncheckable: !canCheck });
  if (!canCheck || (await openTasks(tx, tenantId)) >= TASKS_MAX) return;
  const title = (n: number) => ({ zh: `质保检测 ${n} 个号码`, en: `Warranty check of ${n} numbers` });
  for (const find of [takeDueClaims, duePatrol]) {
    const ids = await find(tx, tenantId);
    if (ids.length > 0) await beginChecks(tx, systemActor(tenantId), ids, { evidence: 1, title: title(ids.length) });
  }
}

/** Returns how many tasks of the program a tenant has that have not ended. */
async function openTasks(tx: Tx, tenantId: string): Promise<number> {
  const rows = await tx
    .select({ id: workTasks.id })
    .from(workTasks)
    .where(
      and(
        eq(workTasks.tenantId, tenantId),
        eq(workTasks.kind, surviveWork.name),
        eq(workTasks.ownerId, 0n),
        inArray(workTasks.status, [...WORK_OPEN]),
        sql`${workTasks.createTime} > now() - interval '1 day'`,
      ),
    )
    .limit(TASKS_MAX);
  return rows.length;
}
