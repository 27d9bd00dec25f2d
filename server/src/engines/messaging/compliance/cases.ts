import type { complianceCase } from '@trade-assistant/contract/areas/compliance/case.ts';
import {
  caseOutcome,
  caseStatus,
  suppressionReason,
  suppressionScope,
  suppressionStatus,
} from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { maskNumber } from '../../../kernel/phone/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logStates } from '../../../kernel/resource/states.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { atField, complianceErrors } from './errors.ts';
import { maskedOf, nameOfOwner, numbersIn, suppress } from './suppress.ts';
import { type CaseRow, cases } from './tables.ts';

const CASE = 'compliance/case';
const SUPPRESSION = 'compliance/suppression';
const APPEAL_DAYS = 14;

/** Evidence of cases. */
export const caseEvidence = pictureLinks(`/api/${CASE}/proof?name=`, ['image', 'pdf']);

/**
 * Returns the columns of a new case, and suppresses its number where the form says so.
 * @throws SUPPRESSION_OWNER, SUPPRESSION_NUMBERS, CONSENT_PROOF_GONE
 */
export async function caseToWrite(
  tx: Tx,
  actor: Actor,
  app: Pick<App, 'files' | 'secrets'>,
  input: Partial<InputOf<typeof complianceCase>>,
) {
  const caseNo = businessNo('CC');
  const ownerId = input.ownerId ?? null;
  const evidence = (input.evidence ?? []).map(caseEvidence.bare);
  const gone = () => atField('evidence', 'CONSENT_PROOF_GONE');
  await caseEvidence.keep(tx, actor, app.files, { before: [], after: evidence, gone });
  const [number] = input.number ? numbersIn(input.number, 'number') : [];
  const isSuppressed = number !== undefined && input.isSuppressed !== 0;
  if (isSuppressed) {
    const none = { ownerId: null, ownerName: null, effectiveTime: null, expireTime: null };
    const rule = { ...none, scope: suppressionScope.is.tenant, channel: 0, reason: suppressionReason.is.complaint };
    await suppress(tx, actor, app.secrets, { ...rule, sourceRef: caseNo }, [number]);
    announceChange(tx, actor.tenantId, SUPPRESSION);
  }
  return {
    ...input,
    caseNo,
    ownerId,
    ownerName: ownerId === null ? null : await nameOfOwner(tx, actor, ownerId),
    number: number === undefined ? null : maskedOf(number),
    isSuppressed: isSuppressed ? (1 as const) : (0 as const),
    evidence,
    status: caseStatus.is.open,
  };
}

/** Opens a case that another part of the program reports. Its number is kept masked. @returns its id and number */
export async function openCase(
  tx: Tx,
  actor: Actor,
  report: { readonly caseType: CaseRow['caseType']; readonly e164: bigint; readonly content: string },
): Promise<{ readonly id: bigint; readonly caseNo: string }> {
  const { caseType, e164, content } = report;
  const author = { createUser: actor.userId, createUserName: actor.realName, createDept: actor.deptIds[0] ?? null };
  const [row] = await tx
    .insert(cases)
    .values({
      ...{ tenantId: actor.tenantId, caseNo: businessNo('CC'), caseType, number: maskNumber(e164), content },
      ...{ isSuppressed: 0, status: caseStatus.is.open, ...author, updateUser: actor.userId },
    })
    .returning();
  invariant(row, 'case-row-inserted', actor.tenantId);
  await logStates(tx, actor, { type: CASE, from: null, to: caseStatus.is.open, event: 'create' }, [row.id]);
  announceChange(tx, actor.tenantId, CASE);
  return { id: row.id, caseNo: row.caseNo };
}

/** Opens a case about an order, unless it has an open one of this type. */
export async function openCaseOf(
  tx: Tx,
  actor: Actor,
  report: { readonly caseType: CaseRow['caseType']; readonly sourceNo: string; readonly content: string },
): Promise<void> {
  const [row] = await tx
    .insert(cases)
    .values({
      ...{ tenantId: actor.tenantId, caseNo: businessNo('CC'), ...report, isSuppressed: 0 },
      ...{
        status: caseStatus.is.open,
        createUser: actor.userId,
        createUserName: actor.realName,
        updateUser: actor.userId,
      },
    })
    .onConflictDoNothing()
    .returning();
  if (!row) return;
  await logStates(tx, actor, { type: CASE, from: null, to: caseStatus.is.open, event: 'create' }, [row.id]);
  announceChange(tx, actor.tenantId, CASE);
}

/** Closes a case whose reason has gone, unless it was closed. */
export async function closeCase(tx: Tx, actor: Actor, id: bigint | null, decision: string): Promise<void> {
  const { open, handling, closed } = caseStatus.is;
  const [row] = await tx
    .select()
    .from(cases)
    .where(
      sql`${cases.id} = ${id} and ${cases.tenantId} = ${actor.tenantId} and ${cases.status} in (${open}, ${handling})`,
    )
    .for('update');
  if (!row) return;
  await stepCases(tx, actor, [row], 'close', decision);
  await tx
    .update(cases)
    .set({ status: closed, updateUser: actor.userId, updateTime: sql`now()`, version: sql`${cases.version} + 1` })
    .where(sql`${cases.id} = ${row.id}`);
  const step = { type: CASE, from: row.status, to: closed, event: 'close', reason: decision };
  await logStates(tx, actor, step, [row.id]);
  announceChange(tx, actor.tenantId, CASE);
}

/**
 * Notes a step of cases and notifies those concerned. The caller has locked the rows and writes their states.
 * @throws CASE_APPEAL_LATE, CASE_SECOND_PERSON
 */
export async function stepCases(
  tx: Tx,
  actor: Actor,
  rows: readonly CaseRow[],
  step: string,
  reason: string,
): Promise<void> {
  const name = actor.realName || actor.account;
  for (const row of rows) {
    if (step === 'appeal' && row.appealUntil !== null && row.appealUntil < new Date())
      throw complianceErrors.CASE_APPEAL_LATE();
    if ((step === 'uphold' || step === 'overturn') && row.decider === actor.userId)
      throw complianceErrors.CASE_SECOND_PERSON();
    await tx
      .update(cases)
      .set(stepped(row, step, actor, name, reason))
      .where(sql`${cases.id} = ${row.id}`);
    if (step === 'overturn' && row.isSuppressed === 1) await liftOf(tx, actor, row, reason);
    const isClosing = step in OUTCOMES;
    const key = isClosing ? 'CASE_CLOSED' : step === 'uphold' ? 'CASE_UPHELD' : 'CASE_OVERTURNED';
    if (row.ownerId !== null && (isClosing || step === 'uphold' || step === 'overturn'))
      await sendMessage(tx, systemActor(row.tenantId), {
        to: { userIds: [row.ownerId] },
        ...{ key, params: { no: row.caseNo, reason } as never },
        ...{ bizType: CASE, bizId: String(row.id), route: `/${CASE}/index?record=${row.id}` },
      });
  }
}

/** The outcome of each step that closes a case. */
const OUTCOMES: Readonly<Record<string, number>> = {
  confirm: caseOutcome.is.founded,
  dismiss: caseOutcome.is.unfounded,
  close: caseOutcome.is.none,
};

/** Returns the columns that a step fills, beside the state. A case that nobody took is handled by its decider. */
function stepped({ handlerName }: CaseRow, step: string, { userId }: Actor, name: string, reason: string) {
  if (step === 'take') return { handlerName: name };
  const outcome = OUTCOMES[step];
  if (outcome !== undefined)
    return {
      ...{ outcome, handlerName: handlerName ?? name, decision: reason, decider: userId, deciderName: name },
      ...{ closeTime: sql`now()`, appealUntil: sql`now() + make_interval(days => ${APPEAL_DAYS}::int)` },
    };
  if (step === 'appeal') return { appealReason: reason, appealTime: sql`now()` };
  return { appealDecision: reason, appealDeciderName: name };
}

/** Removes the entry that the case made. */
async function liftOf(tx: Tx, actor: Actor, { tenantId, caseNo }: CaseRow, reason: string): Promise<void> {
  const { active, removed } = suppressionStatus.is;
  const { rows } = await tx.execute<{ id: string }>(sql`
    update cmp_suppression set status = ${removed}, remove_reason = ${reason}, version = version + 1, update_time = now()
    where tenant_id = ${tenantId} and source_ref = ${caseNo} and reason = ${suppressionReason.is.complaint} and status = ${active}
    returning id::text`);
  const ids = rows.map(({ id }) => BigInt(id));
  await logStates(tx, actor, { type: SUPPRESSION, from: active, to: removed, event: 'lift', reason }, ids);
  announceChange(tx, tenantId, SUPPRESSION);
}
