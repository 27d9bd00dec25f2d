import {
  warrantyCaseKind,
  warrantyCaseStatus,
  warrantySource,
} from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { notifyOwner } from './notices.ts';
import { moveClaim, STATUS, UNSETTLED } from './states.ts';
import { type Claim, claims, type WarrantyCase, warrantyCases } from './tables.ts';

const CASE = 'agent/warranty-case';
const KIND = warrantyCaseKind.is;
const { open } = warrantyCaseStatus.is;
/** Roles that are notified of a case. */
const DECIDERS = ['admin', 'finance'];

interface Suspicion {
  readonly kind: number;
  readonly subject: string;
  readonly checked: number;
  readonly failed: number;
}

/**
 * Opens a case for each batch and provider with too many dead numbers within an hour, and pauses the claims that it covers. Numbers
 * that people have decided about do not count again.
 */
export async function pauseMassEvents(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`warranty:${tenantId}`}, 0))`);
  const percent = await readParameter(tx, tenantId, 'warranty.massPercent');
  const least = await readParameter(tx, tenantId, 'warranty.massLeast');
  const found = [...(await batches(tx, tenantId, least)), ...(await providers(tx, tenantId, least))].filter(
    ({ checked, failed }) => failed * 100 > checked * percent,
  );
  for (const suspicion of [...found, ...(await isolated(tx, tenantId))]) await openCase(tx, tenantId, suspicion);
  const cases = await tx
    .select()
    .from(warrantyCases)
    .where(and(eq(warrantyCases.tenantId, tenantId), eq(warrantyCases.status, open)))
    .orderBy(asc(warrantyCases.id));
  for (const one of cases) await attach(tx, one);
}

/** Batches with at least `least` claims within an hour: delivered numbers, and those with a claim. */
async function batches(tx: Tx, tenantId: string, least: number): Promise<Suspicion[]> {
  const { rows } = await tx.execute<{ subject: string; failed: number; checked: number }>(sql`
    with suspected as (
      select batch_no, count(*)::int as failed from war_claim
      where tenant_id = ${tenantId} and batch_no is not null and case_id is null and suspect_time is not null
        and greatest(suspect_time, confirm_time) > now() - interval '1 hour' and status not in (${STATUS.refused}, ${STATUS.unconfirmed})
      group by batch_no having count(*) >= ${least}::int
    )
    select s.batch_no as subject, s.failed, greatest(s.failed, (
      select count(*) from inv_item i where i.batch_no = s.batch_no and i.tenant_id = ${tenantId} and i.stock_status = 2))::int as checked
    from suspected s order by 1`);
  return rows.map((row) => ({ kind: KIND.batch, ...row }));
}

/** Providers with at least `least` dead findings about delivered numbers within an hour, since the last decision about them. */
async function providers(tx: Tx, tenantId: string, least: number): Promise<Suspicion[]> {
  const { rows } = await tx.execute<{ subject: string; failed: number; checked: number }>(sql`
    select m.provider_code as subject, sum(m.failed)::int as failed, sum(m.checked)::int as checked from war_minute m
    where m.tenant_id = ${tenantId} and m.minute > now() - interval '1 hour' and m.minute > coalesce((
      select max(c.decide_time) from war_case c
      where c.tenant_id = m.tenant_id and c.kind = ${KIND.provider} and c.subject = m.provider_code), '-infinity')
    group by 1 having sum(m.failed) >= ${least}::int order by 1`);
  return rows.map((row) => ({ kind: KIND.provider, ...row }));
}

/** Isolated providers whose findings unsettled claims rest on. */
async function isolated(tx: Tx, tenantId: string): Promise<Suspicion[]> {
  const { rows } = await tx.execute<{ subject: string; failed: number }>(sql`
    select k.provider_code as subject, count(distinct w.id)::int as failed
    from war_claim w join war_check k on k.claim_id = w.id and k.verdict = 1 join prv_health h on h.provider_id = k.provider_id and h.breaker = 3
    where w.tenant_id = ${tenantId} and w.case_id is null and w.status in (${sql.raw(UNSETTLED.join(', '))})
    group by 1 order by 1`);
  return rows.map((row) => ({ kind: KIND.isolated, checked: row.failed, ...row }));
}

async function openCase(tx: Tx, tenantId: string, { kind, subject, checked, failed }: Suspicion): Promise<void> {
  const share = Math.min(100, Math.round((failed * 100) / Math.max(checked, 1)));
  const values = { tenantId, caseNo: businessNo('WE'), kind, subject, checked, failed, share };
  const [opened] = await tx.insert(warrantyCases).values(values).onConflictDoNothing().returning();
  if (!opened) return;
  const actor = systemActor(tenantId);
  await logState(tx, actor, { type: CASE, id: opened.id, from: null, to: open, event: 'create' });
  await sendMessage(tx, actor, {
    to: { roleKeys: DECIDERS },
    key: 'WARRANTY_MASS_EVENT',
    params: { no: opened.caseNo, subject, failed: String(failed), checked: String(checked), share: String(share) },
    bizType: CASE,
    bizId: String(opened.id),
    route: `/${CASE}/index?record=${opened.id}`,
  });
  announceChange(tx, tenantId, CASE);
}

/** Whether a case covers a claim `war_claim`. */
const covers = ({ kind, subject }: Pick<WarrantyCase, 'kind' | 'subject'>) =>
  kind === KIND.batch
    ? sql`${claims.batchNo} = ${subject}`
    : sql`exists (select from war_check k where k.claim_id = ${claims.id} and k.provider_code = ${subject} and k.verdict = 1)`;

/** Puts claims that an open case covers under it, and pauses those that would be settled. */
async function attach(tx: Tx, one: WarrantyCase): Promise<void> {
  const rows = await tx
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.tenantId, one.tenantId),
        inArray(claims.status, [STATUS.suspected, ...UNSETTLED]),
        sql`(${claims.caseId} is null or (${claims.caseId} = ${one.id} and ${claims.status} <> ${STATUS.suspected}))`,
        covers(one),
      ),
    )
    .orderBy(asc(claims.id))
    .for('update');
  const actor = systemActor(one.tenantId);
  for (const claim of rows)
    if (claim.status === STATUS.suspected)
      await tx.update(claims).set({ caseId: one.id }).where(eq(claims.id, claim.id));
    else await moveClaim(tx, actor, claim, 'pause', { caseId: one.id });
}

/** Returns the open case that a claim belongs to; null when people have decided about the claim, or without one. */
export async function openCaseOf(tx: Tx, claim: Claim): Promise<bigint | null> {
  const cases = await tx
    .select()
    .from(warrantyCases)
    .where(and(eq(warrantyCases.tenantId, claim.tenantId), eq(warrantyCases.status, open)))
    .orderBy(asc(warrantyCases.id));
  for (const one of cases) {
    if (claim.caseId === one.id) return one.id;
    if (claim.caseId !== null) continue;
    const [found] = await tx
      .select({ id: claims.id })
      .from(claims)
      .where(and(eq(claims.id, claim.id), covers(one)));
    if (found) return one.id;
  }
  return null;
}

/** Resumes or dismisses all claims of a case, whose row the caller has locked and moves. */
export async function decideCase(
  tx: Tx,
  actor: Actor,
  { id, tenantId }: WarrantyCase,
  event: 'resume' | 'dismiss',
  reason: string,
): Promise<void> {
  const decided = { decideReason: reason, decider: actor.userId, deciderName: actor.realName, decideTime: new Date() };
  await tx.update(warrantyCases).set(decided).where(eq(warrantyCases.id, id));
  const states = event === 'resume' ? [STATUS.paused] : [STATUS.paused, STATUS.suspected];
  const rows = await tx
    .select()
    .from(claims)
    .where(and(eq(claims.tenantId, tenantId), eq(claims.caseId, id), inArray(claims.status, states)))
    .orderBy(asc(claims.id))
    .for('update');
  for (const claim of rows) {
    const changes = event === 'resume' ? {} : { nextCheckTime: null };
    const moved = await moveClaim(tx, actor, claim, event, { ...changes, reason });
    if (event === 'dismiss' && claim.source === warrantySource.is.person) await notifyOwner(tx, moved, 'UNCONFIRMED');
  }
}
