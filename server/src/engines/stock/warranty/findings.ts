import { warrantySource, warrantyVerdict } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { type Delivered, deliveredLines, openClaim } from './open.ts';
import { moveClaim, STATUS } from './states.ts';
import { type Claim, claims, warrantyChecks } from './tables.ts';

const VERDICT = warrantyVerdict.is;
/** The two checks of a claim are at least so far apart. */
export const APART_MILLIS = 30 * 60_000;
/** Checks of one claim; a claim that they did not decide ends. */
const CHECKS_MAX = 8;

/** A finding of a real provider about a number of the stock. */
export interface Finding {
  readonly itemId: bigint;
  /** As `check_result`. */
  readonly result: number;
  readonly state: 'alive' | 'dead' | 'unknown';
  readonly taskId: bigint;
  readonly providerId: bigint | null;
  readonly providerCode: string;
  /** When the provider was asked, and when it answered. */
  readonly beginTime: Date;
  readonly checkTime: Date;
  /** Whether the breaker of the provider was closed all the time between. */
  readonly isHealthy: boolean;
}

/**
 * Applies findings to claims: the first dead one about a number in warranty opens a claim, later ones confirm or end it. The caller
 * passes findings of providers only, and stores them with the numbers afterwards: claims are locked before numbers.
 */
export async function applyFindings(tx: Tx, tenantId: string, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  const byItem = new Map(findings.map((finding) => [finding.itemId, finding]));
  const open = await tx
    .select()
    .from(claims)
    .where(and(inArray(claims.itemId, [...byItem.keys()]), eq(claims.status, STATUS.suspected)))
    .orderBy(asc(claims.id))
    .for('update');
  const delivered = await deliveredLines(tx, tenantId, { itemIds: [...byItem.keys()] });
  await countFindings(tx, tenantId, findings, delivered);
  for (const claim of open) {
    const finding = byItem.get(claim.itemId);
    if (finding) await judge(tx, claim, finding);
  }
  const now = new Date();
  for (const line of delivered) {
    const finding = byItem.get(line.itemId);
    if (finding?.state !== 'dead' || !finding.isHealthy || line.claim !== null || line.wasRefused) continue;
    if (line.warrantyUntil === null || line.warrantyUntil < finding.checkTime || line.warrantyUntil < now) continue;
    const claim = await openClaim(tx, systemActor(tenantId), line, { source: warrantySource.is.check });
    if (claim) await judge(tx, claim, finding);
  }
}

/** Notes a check of a locked claim that is being verified, and takes the step that follows from it. */
async function judge(tx: Tx, claim: Claim, finding: Finding): Promise<void> {
  const actor = systemActor(claim.tenantId);
  const { state, checkTime } = finding;
  const verdict = verdictOf(claim, finding);
  await tx.insert(warrantyChecks).values({
    claimId: claim.id,
    taskId: finding.taskId,
    providerId: finding.providerId,
    providerCode: finding.providerCode,
    result: finding.result,
    verdict,
    beginTime: finding.beginTime,
    checkTime,
  });
  const checks = claim.checks + 1;
  const next = (from: Date) => ({ checks, nextCheckTime: new Date(from.getTime() + APART_MILLIS) });
  const ended = { checks, nextCheckTime: null };
  const isFiled = claim.source === warrantySource.is.person;
  const end = () => moveClaim(tx, actor, claim, isFiled ? 'review' : 'unconfirm', ended);
  if (verdict === VERDICT.late) await moveClaim(tx, actor, claim, 'review', ended);
  else if (verdict === VERDICT.counts && state === 'alive') await end();
  else if (verdict === VERDICT.counts && claim.suspectTime !== null)
    await moveClaim(tx, actor, claim, 'confirm', { ...ended, confirmTime: checkTime });
  else if (verdict === VERDICT.counts) await keep(tx, claim, { ...next(checkTime), suspectTime: checkTime });
  else if (verdict === VERDICT.early) await keep(tx, claim, next(claim.suspectTime ?? checkTime));
  else if (checks < CHECKS_MAX) await keep(tx, claim, next(checkTime));
  else await end();
}

/** Whether a check is evidence. A second check begins at least half an hour after the first ended. */
function verdictOf({ suspectTime, warrantyUntil }: Claim, { state, isHealthy, beginTime, checkTime }: Finding): number {
  if (state === 'unknown') return VERDICT.silent;
  if (!isHealthy) return VERDICT.provider;
  if (state === 'alive') return VERDICT.counts;
  if (checkTime > warrantyUntil) return VERDICT.late;
  if (suspectTime !== null && beginTime.getTime() - suspectTime.getTime() < APART_MILLIS) return VERDICT.early;
  return VERDICT.counts;
}

const keep = (tx: Tx, { id }: Claim, changes: Partial<typeof claims.$inferInsert>) =>
  tx
    .update(claims)
    .set({ ...changes, updateTime: sql`now()`, version: sql`${claims.version} + 1` })
    .where(eq(claims.id, id));

/** Counts findings about delivered numbers, for the share of dead ones. */
async function countFindings(
  tx: Tx,
  tenantId: string,
  findings: readonly Finding[],
  delivered: readonly Delivered[],
): Promise<void> {
  const items = new Set(delivered.map(({ itemId }) => itemId));
  const counted = findings.filter(({ itemId, state }) => items.has(itemId) && state !== 'unknown');
  for (const [code, of] of Map.groupBy(counted, ({ providerCode }) => providerCode))
    await tx.execute(sql`
      insert into war_minute (tenant_id, provider_code, minute, checked, failed)
      values (${tenantId}, ${code}, date_trunc('minute', now()), ${of.length}, ${of.filter(({ state }) => state === 'dead').length})
      on conflict (tenant_id, provider_code, minute) do update
        set checked = war_minute.checked + excluded.checked, failed = war_minute.failed + excluded.failed`);
}
