import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import {
  assertNotOwn,
  assertRolesAre,
  assignRoles,
  changeStatus,
  findUser,
  forgetAttempts,
  identityErrors,
  initialPasswordHash,
  isInScope,
  resetPassword,
  roleKeysOf,
  rolesGiven,
  unlockAccount,
} from '../../../engines/people/identity/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const statusErrors = defineErrors({
  ROLE_NEEDED: { status: 400, zh: '请先分配角色，再通过审核', en: 'Assign a role before approving the account' },
  PASSWORD_OF_OTHERS: {
    status: 400,
    zh: '已有账号的密码只能通过“重置密码”修改',
    en: 'Change the password of an existing account with “Reset password”',
  },
  LOCK_TIME_PAST: { status: 400, zh: '锁定截止时间须晚于现在', en: 'The lock must end in the future' },
});

const { active, disabled, awaitingApproval } = userStatus.is;

type StatusInput = CallInput<typeof user, 'update-status', 'out'>;
type Granted = CallInput<typeof user, 'grant', 'out'>;

export async function updateStatus(tx: Tx, c: Context, { userId, status, reason, until, roleIds }: StatusInput) {
  const { status: before, userType: type } = await findUser(tx, c.actor, userId);
  const next = status ?? (before === active ? disabled : active);
  if (until && until <= new Date()) throw statusErrors.LOCK_TIME_PAST();
  if (roleIds) {
    if (!c.can(`${user.name}:grant`)) throw commonErrors.NO_PERMISSION();
    assertNotOwn(c.actor, userId);
    await assignRoles(tx, c.actor, { userId, roleIds });
  }
  // Staff without a role could sign in and would see nothing.
  const isLetIn = before === awaitingApproval && next === active;
  if (isLetIn && type === userType.is.staff && (await roleKeysOf(tx, userId)).length === 0)
    throw statusErrors.ROLE_NEEDED();
  // Without a reason, disabling records the actor's account; a rejection stays without one, because the user reads it.
  const because = reason || (next === active || before === awaitingApproval ? '' : c.actor.account);
  const changed = await changeStatus(tx, c.actor, {
    userId,
    status: next,
    reason: because,
    ...(until ? { until } : {}),
  });
  announceChange(tx, c.actor.tenantId, user);
  return { id: changed.id, status: changed.status };
}

export async function resetAttempts(c: Context, { userId }: { userId: bigint }): Promise<undefined> {
  const { account } = await c.tx(async (tx) => {
    const freed = await forgetAttempts(tx, c.actor, userId);
    announceChange(tx, c.actor.tenantId, user);
    return freed;
  });
  const data = { userId, account };
  c.app.audit.usual({ level: 'warn', id: 'SIGN_IN_ATTEMPTS_RESET', data, request: c.request, actor: c.actor });
}

/**
 * Returns the columns of a first password, chosen by the person who adds the account.
 * @throws PASSWORD_OF_OTHERS for an existing account, NO_PERMISSION, PASSWORDS_DIFFER, PASSWORD_WEAK, PASSWORD_COMMON
 */
export async function firstPassword(
  c: Context,
  { password, password2 = password }: { readonly password: string; readonly password2?: string | undefined },
  { id, account = '' }: { readonly id?: bigint; readonly account?: string | undefined },
) {
  if (id !== undefined) throw statusErrors.PASSWORD_OF_OTHERS();
  if (!c.can(`${user.name}:reset-password`)) throw commonErrors.NO_PERMISSION();
  if (password !== password2) throw identityErrors.PASSWORDS_DIFFER();
  const now = new Date();
  return {
    passwordHash: await initialPasswordHash(password, account),
    passwordGivenAt: now,
    credentialsResetBy: c.actor.userId,
    credentialsResetAt: now,
  };
}

/** Returns new passwords; no other answer shows them. */
export async function resetPasswords(c: Context, { userIds }: { userIds: bigint[] }) {
  const reset = await c.tx(async (tx) => {
    const done: Awaited<ReturnType<typeof resetPassword>>[] = [];
    // In a fixed order, so that concurrent resets of the same users wait for each other.
    for (const userId of [...userIds].sort((a, b) => (a < b ? -1 : 1)))
      done.push(await resetPassword(tx, c.actor, userId, c.app.secrets));
    announceChange(tx, c.actor.tenantId, user);
    return done;
  });
  for (const { user: one } of reset) {
    const data = { userId: one.id, account: one.account };
    c.app.audit.usual({ level: 'warn', id: 'PASSWORD_RESET', data, request: c.request, actor: c.actor });
  }
  return reset.map(({ user: { id, account, realName }, password }) => ({ id, account, realName, password }));
}

export const unlock = (c: Context, { userIds }: { userIds: bigint[] }): Promise<void> =>
  c.tx(async (tx) => {
    for (const userId of userIds) await unlockAccount(tx, c.actor, userId);
    announceChange(tx, c.actor.tenantId, user);
  });

export const granted = (c: Context, { userIds }: { userIds: bigint[] }) =>
  c.app.db.tx(async (tx) => {
    await assertAllInScope(tx, c, userIds);
    return rolesGiven(tx, userIds);
  });

async function assertAllInScope(tx: Tx, { actor }: Context, userIds: readonly bigint[]): Promise<void> {
  for (const userId of userIds) if (!(await isInScope(tx, actor, userId))) throw commonErrors.OUT_OF_SCOPE();
}

export const grant = (c: Context, { userIds, roleIds, digest }: Granted): Promise<void> =>
  c.tx(async (tx) => {
    assertNotOwn(c.actor, ...userIds);
    await assertAllInScope(tx, c, userIds);
    await assertRolesAre(tx, c.actor, userIds, digest);
    for (const userId of userIds) {
      await assignRoles(tx, c.actor, { userId, roleIds });
    }
    announceChange(tx, c.actor.tenantId, user);
  });
