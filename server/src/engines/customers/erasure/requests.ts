import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { endSessions } from '../../../kernel/auth/changes.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { startTask } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { propose } from '../../office/approvals/index.ts';
import {
  assertAdministratorRemains,
  assertCanManage,
  isInScope,
  lockUser,
  type UserRow,
  users,
} from '../../people/identity/index.ts';
import { erasureErrors } from './errors.ts';
import { erasureJob } from './job.ts';
import { openBusinessOf } from './open-business.ts';

/**
 * Erasing a person: after a second person approves, the account is locked out at once, and a task overwrites the
 * personal data.
 */
export const erasureApproval = defineApproval({
  kind: approvalKind.is.erasure,
  permission: 'desk/approval:erase',
  payload: z.object({ userId: idSchema() }),
  run: async (tx, decider, { payload: { userId }, approvalNo, reason }) => {
    const user = await lockErasable(tx, decider, userId);
    await tx
      .update(users)
      .set({ status: 0, deletedAt: sql`now()`, updateTime: sql`now()`, version: sql`${users.version} + 1` })
      .where(eq(users.id, user.id));
    if (user.parentId !== null && user.userType !== userType.is.appUser)
      await tx
        .update(users)
        .set({ subCount: sql`${users.subCount} - 1` })
        .where(eq(users.id, user.parentId));
    await endSessions(tx, { userId: user.id }, 'removed');
    const event = { type: screenOf(user), id: user.id, from: user.status, to: 0, event: 'erase', reason };
    await logState(tx, decider, event);
    await startTask(tx, decider, erasureJob, { userId }, { bizType: 'desk/approval', bizNo: approvalNo });
    announceChange(tx, decider.tenantId, screenOf(user));
  },
});

/**
 * Requests a second person's approval to erase a user.
 * @throws NOT_FOUND, ERASE_OWN, ERASURE_ASKED, ERASURE_BLOCKED, NO_PERMISSION, LAST_ADMINISTRATOR, TOO_MANY_WAITING
 */
export async function askErasure(
  tx: Tx,
  actor: Actor,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<{ approvalId: bigint; approvalNo: string }> {
  if (id === actor.userId) throw erasureErrors.ERASE_OWN();
  const user = await lockErasable(tx, actor, id);
  const called = calledOf(user);
  const { rows } = await tx.execute(sql`
    select from apr_request where tenant_id = ${actor.tenantId} and kind = ${approvalKind.is.erasure} and status = 0
      and payload ->> 'userId' = ${String(id)}`);
  if (rows.length > 0) throw erasureErrors.ERASURE_ASKED({ user: called });
  const asked = await propose(tx, actor, {
    kind: erasureApproval,
    payload: { userId: String(id) },
    params: { person: called },
    lines: [
      {
        name: called,
        route: `/${user.userType === userType.is.appUser ? APP_USERS : 'system/user'}/index?record=${id}`,
        note: { zh: '注销个人信息', en: 'Erase personal data' },
      },
    ],
    reason,
    message: 'ERASURE_TODO',
  });
  return { approvalId: asked.id, approvalNo: asked.approvalNo };
}

const APP_USERS = 'user/app-user';
const screenOf = ({ userType: type }: UserRow) => (type === userType.is.appUser ? APP_USERS : 'agent/user');
const calledOf = ({ realName, account }: UserRow): string => `${realName} (${account})`;

/** Returns the user to be erased, locked so that nothing new begins. */
async function lockErasable(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  if (!(await isInScope(tx, actor, userId))) throw commonErrors.NOT_FOUND();
  const user = await lockUser(tx, actor, userId);
  await assertCanManage(tx, actor, user);
  await assertAdministratorRemains(tx, user);
  // Locks the wallets too: every money movement locks them first.
  await tx.execute(sql`
    select from fin_wallet where tenant_id = ${actor.tenantId} and user_id = ${userId} order by kind, currency for update`);
  const remains = await openBusinessOf(tx, user);
  if (remains.length === 0) return user;
  const { ERASURE_BLOCKED } = erasureErrors.declarations;
  throw new AppError(
    'ERASURE_BLOCKED',
    {
      ...ERASURE_BLOCKED,
      zh: `${ERASURE_BLOCKED.zh}：${remains.map(({ zh }) => zh).join('、')}`,
      en: `${ERASURE_BLOCKED.en}: ${remains.map(({ en }) => en).join(', ')}`,
    },
    { user: calledOf(user) },
  );
}
