import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { currentSupplier, suppliers } from '../suppliers/index.ts';
import { supplierClaimErrors } from './errors.ts';
import { type SupplierClaim, supplierClaimLines, supplierClaims } from './tables.ts';

const { sent, accepted, partly, rejected, settled } = supplierClaimStatus.is;

/**
 * Records what comes with a transition of claims; the caller has locked the rows and writes their states.
 * @throws SUPPLIER_CLAIM_SECOND_PERSON
 */
export async function stepSupplierClaims(
  tx: Tx,
  actor: Actor,
  rows: readonly SupplierClaim[],
  step: 'send' | 'cancel' | 'write-off',
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (step === 'write-off' && rows.some(({ sender, answerUser }) => [sender, answerUser].includes(actor.userId)))
    throw supplierClaimErrors.SUPPLIER_CLAIM_SECOND_PERSON();
  if (step === 'cancel')
    await tx.update(supplierClaimLines).set({ isLive: 0 }).where(inArray(supplierClaimLines.claimId, ids));
  if (step !== 'send') return;
  await tx
    .update(supplierClaims)
    .set({
      sentTime: sql`now()`,
      sender: actor.userId,
      senderName: actor.realName || actor.account,
      deadline: sql`now() + make_interval(days => (
        select ${suppliers.claimDays} from ${suppliers} where ${suppliers.id} = ${currentSupplier(supplierClaims.supplierId)}))`,
    })
    .where(inArray(supplierClaims.id, ids));
}

/**
 * Records the answer of the supplier: accepted in full, in part, or rejected by an amount of 0.
 * @throws NOT_FOUND, STATE_CONFLICT, SUPPLIER_CLAIM_ACCEPTED
 */
export async function answerSupplierClaim(
  tx: Tx,
  actor: Actor,
  input: { readonly id: bigint; readonly acceptedAmount: Micro; readonly answer: string },
): Promise<void> {
  const claim = await lockClaim(tx, actor, input.id, [sent]);
  const { acceptedAmount, answer } = input;
  if (acceptedAmount > claim.amount)
    throw atField('acceptedAmount', 'SUPPLIER_CLAIM_ACCEPTED', claim.amount, claim.currency);
  const status = acceptedAmount === 0n ? rejected : acceptedAmount === claim.amount ? accepted : partly;
  await change(
    tx,
    actor,
    claim,
    { status, event: 'answer', reason: answer },
    {
      ...{ acceptedAmount, answer, answerTime: sql`now()`, answerUser: actor.userId },
      answerUserName: actor.realName || actor.account,
    },
  );
}

/**
 * Records a payment of the supplier; the claim is settled once the accepted amount is received.
 * @throws NOT_FOUND, STATE_CONFLICT, SUPPLIER_CLAIM_RECEIVED
 */
export async function receiveForClaim(
  tx: Tx,
  actor: Actor,
  input: { readonly id: bigint; readonly amount: Micro; readonly reason: string },
): Promise<void> {
  const claim = await lockClaim(tx, actor, input.id, [accepted, partly]);
  const left = micros((claim.acceptedAmount ?? 0n) - claim.receivedAmount);
  if (input.amount > left) throw atField('amount', 'SUPPLIER_CLAIM_RECEIVED', left, claim.currency);
  const status = input.amount === left ? settled : claim.status;
  const reason = `${formatMoney(input.amount)} ${claim.currency} · ${input.reason}`;
  await change(
    tx,
    actor,
    claim,
    { status, event: 'receive', reason },
    {
      receivedAmount: micros(claim.receivedAmount + input.amount),
    },
  );
}

async function lockClaim(tx: Tx, actor: Actor, id: bigint, from: readonly number[]): Promise<SupplierClaim> {
  const [claim] = await tx
    .select()
    .from(supplierClaims)
    .where(and(visible(actor, supplierClaims, 'tenant'), eq(supplierClaims.id, id)))
    .for('update');
  if (!claim) throw commonErrors.NOT_FOUND();
  if (!from.includes(claim.status)) throw commonErrors.STATE_CONFLICT();
  return claim;
}

async function change(
  tx: Tx,
  actor: Actor,
  claim: SupplierClaim,
  step: { readonly status: number; readonly event: string; readonly reason: string },
  columns: Record<string, unknown>,
): Promise<void> {
  const { status, event, reason } = step;
  await tx
    .update(supplierClaims)
    .set({
      ...columns,
      status,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${supplierClaims.version} + 1`,
    })
    .where(eq(supplierClaims.id, claim.id));
  await logState(tx, actor, { type: supplierClaim.name, id: claim.id, from: claim.status, to: status, event, reason });
  announceChange(tx, actor.tenantId, supplierClaim);
}

function atField(
  field: string,
  key: 'SUPPLIER_CLAIM_ACCEPTED' | 'SUPPLIER_CLAIM_RECEIVED',
  amount: bigint,
  currency: string,
) {
  const shown = `${formatMoney(micros(amount))} ${currency}`;
  const { zh, en } = supplierClaimErrors.declarations[key];
  const filled = { zh: zh.replace('{amount}', shown), en: en.replace('{amount}', shown) };
  return supplierClaimErrors[key]({ amount: shown }, { fields: [{ field, message: filled }] });
}
