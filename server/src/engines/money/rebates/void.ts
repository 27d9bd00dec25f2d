import { rebateStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { propose } from '../../office/approvals/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { announce } from './post.ts';
import { type RebateRow, rebates } from './tables.ts';

const { pending, settled, voided } = rebateStatus.is;

export const rebateErrors = defineErrors({
  REBATE_VOID_ASKED: {
    status: 409,
    zh: '返佣 {no} 的作废申请正在等待复核',
    en: 'A request to void commission {no} is awaiting approval',
  },
});

/** Voids a rebate once a second person agrees. `postRebates` posts it to wallets, as for a refund. */
export const rebateVoiding = defineApproval({
  kind: approvalKind.is.rebateVoid,
  permission: `${agentUser.name}:approve`,
  payload: z.object({ rebateId: idSchema() }),
  run: async (tx, decider, { id, payload: { rebateId }, reason }) => {
    const row = await lockRebate(tx, decider, rebateId);
    if (row.approvalId !== id) throw commonErrors.STATE_CONFLICT();
    const left = leftOf(row);
    await tx
      .update(rebates)
      .set({
        status: voided,
        reversedAmount: row.rebateAmount,
        voidReason: reason,
        updateTime: sql`now()`,
        version: sql`${rebates.version} + 1`,
      })
      .where(eq(rebates.id, row.id));
    await sendMessage(tx, decider, {
      to: { userIds: [row.beneficiaryId] },
      key: 'REBATE_VOIDED',
      params: { no: row.rebateNo, amount: inWords(left), reason },
      bizType: 'agent/rebate',
      bizId: String(row.id),
      route: screenOf(row),
    });
    announce(tx, [row]);
  },
  dropped: async (tx, _actor, { id, payload: { rebateId } }) => {
    const [row] = await tx
      .update(rebates)
      .set({ approvalId: null })
      .where(and(eq(rebates.id, rebateId), eq(rebates.approvalId, id)))
      .returning();
    if (row) announce(tx, [row]);
  },
});

/**
 * Requests a second person's approval to void a rebate in the actor's reach; until then nothing changes.
 * @throws NO_PERMISSION for non-staff, NOT_FOUND, STATE_CONFLICT when nothing is left, REBATE_VOID_ASKED,
 * TOO_MANY_WAITING
 */
export async function askToVoid(
  tx: Tx,
  actor: Actor,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<{ approvalId: bigint; approvalNo: string }> {
  if (actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
  const row = await lockRebate(tx, actor, id);
  const left = leftOf(row);
  if (row.approvalId !== null) throw rebateErrors.REBATE_VOID_ASKED({ no: row.rebateNo });
  const asked = await propose(tx, actor, {
    kind: rebateVoiding,
    payload: { rebateId: String(id) },
    params: { no: row.rebateNo, agent: row.beneficiaryName, amount: inWords(left) },
    lines: [{ name: row.rebateNo, route: screenOf(row), note: inWords(left) }],
    total: { amount: left, currency: BOOK_CURRENCY },
    reason,
    message: 'REBATE_VOID_TODO',
  });
  await tx.update(rebates).set({ approvalId: asked.id }).where(eq(rebates.id, row.id));
  announce(tx, [row]);
  return { approvalId: asked.id, approvalNo: asked.approvalNo };
}

async function lockRebate(tx: Tx, actor: Actor, id: bigint): Promise<RebateRow> {
  const [row] = await tx
    .select()
    .from(rebates)
    .where(and(visible(actor, rebates, 'tenant'), eq(rebates.id, id)))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Returns the part that refunds have not reversed. @throws STATE_CONFLICT when there is none */
function leftOf({ status, rebateAmount, reversedAmount }: RebateRow): Micro {
  if ((status !== pending && status !== settled) || reversedAmount === rebateAmount)
    throw commonErrors.STATE_CONFLICT();
  return micros(rebateAmount - reversedAmount);
}

const inWords = (money: Micro): string => `${formatMoney(money)} ${BOOK_CURRENCY}`;

const screenOf = ({ rebateNo }: RebateRow): string =>
  `/agent/rebate/index?rebateNo_like=${encodeURIComponent(rebateNo)}`;
