import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { propose } from '../../../engines/office/approvals/index.ts';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import {
  assertCanManage,
  isGrantedAny,
  lockResettable,
  removeTwoFactor,
  resetTwoFactor,
  type UserRow,
} from '../../../engines/people/identity/index.ts';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const resetErrors = defineErrors({
  RESET_ASKED: {
    status: 409,
    zh: '{user} 的两步验证重置正在等待复核',
    en: 'A two-step verification reset of {user} is awaiting approval',
  },
});

/** Resetting the second factor of an approver. The reset itself needs a second person's approval. */
export const secondFactorApproval = defineApproval({
  kind: approvalKind.is.secondFactor,
  permission: `${user.name}:approve`,
  payload: z.object({ userId: idSchema() }),
  run: async (tx, decider, { payload: { userId }, proposer, reason }) => {
    await removeTwoFactor(tx, await lockResettable(tx, decider, userId), proposer.userId);
    await tell(tx, decider, userId, reason);
  },
});

/**
 * Resets the second factor of a user who lost it, and notifies the user. For approvers it requests a second person's
 * approval and notifies them of the request. @throws those of `resetTwoFactor`; RESET_ASKED, TOO_MANY_WAITING
 */
export async function resetSecondFactor(c: Context, { userId, reason }: { userId: bigint; reason: string }) {
  const { one, asked } = await c.tx(async (tx) => {
    const target = await lockResettable(tx, c.actor, userId);
    await assertCanManage(tx, c.actor, target);
    const approving = [...c.app.approvals.values()].map(({ permission }) => permission);
    if (await isGrantedAny(tx, userId, approving))
      return { one: target, asked: await ask(tx, c.actor, target, reason) };
    await resetTwoFactor(tx, c.actor, { userId });
    await tell(tx, c.actor, userId, reason);
    return { one: target, asked: null };
  });
  const data = { userId, account: one.account, reason, ...(asked ? { approvalNo: asked.approvalNo } : {}) };
  const id = asked ? 'SECOND_FACTOR_RESET_ASKED' : 'SECOND_FACTOR_RESET';
  c.app.audit.usual({ level: 'warn', id, data, request: c.request, actor: c.actor });
  return { approvalId: asked?.id ?? null, approvalNo: asked?.approvalNo ?? null };
}

async function ask(tx: Tx, actor: Actor, { id, realName, account }: UserRow, reason: string) {
  const person = `${realName} (${account})`;
  const { rows } = await tx.execute(sql`
    select from apr_request where tenant_id = ${actor.tenantId} and kind = ${approvalKind.is.secondFactor} and status = 0
      and payload ->> 'userId' = ${String(id)}`);
  if (rows.length > 0) throw resetErrors.RESET_ASKED({ user: person });
  const note = { zh: '重置两步验证', en: 'Reset two-step verification' };
  await sendMessage(tx, actor, {
    to: { userIds: [id] },
    key: 'SECOND_FACTOR_RESET_ASKED',
    params: { user: actor.realName, reason },
    route: '/info/index?tab=security',
  });
  return propose(tx, actor, {
    kind: secondFactorApproval,
    payload: { userId: String(id) },
    params: { person },
    lines: [{ name: person, route: `/${user.name}/index?record=${id}`, note }],
    reason,
    message: 'SECOND_FACTOR_TODO',
  });
}

async function tell(tx: Tx, actor: Actor, userId: bigint, reason: string): Promise<void> {
  await sendMessage(tx, actor, {
    to: { userIds: [userId] },
    key: 'SECOND_FACTOR_RESET',
    params: { reason },
    route: '/info/index?tab=security',
  });
  announceChange(tx, actor.tenantId, user);
}
