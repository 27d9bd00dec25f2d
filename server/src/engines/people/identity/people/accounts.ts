import { randomInt } from 'node:crypto';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Actor, UserType } from '../../../../kernel/auth/actor.ts';
import { clearAttempts } from '../../../../kernel/auth/attempts.ts';
import { endSessions, endSessionsBelow, rightsChanged } from '../../../../kernel/auth/changes.ts';
import {
  checkPassword,
  digestOf,
  generatePassword,
  hashPassword,
  noPassword,
} from '../../../../kernel/auth/password.ts';
import { zoneOf } from '../../../../kernel/db/business-days.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { declareLimit } from '../../../../kernel/declared-limits.ts';
import { readParameter, readSecretParameter } from '../../../../kernel/parameters/index.ts';
import type { Secrets } from '../../../../kernel/secrets/index.ts';
import { isCommonPassword } from '../entry/common-passwords.ts';
import { identityErrors } from '../errors.ts';
import { assignRoles, roleIdsOfKeys } from '../rights/roles.ts';
import { users } from '../tables.ts';
import { assertAdministratorRemains, assertCanManage, assertHoldsRightsOf } from './administrators.ts';
import { isInScope, lockUser, type UserRow } from './agent-tree.ts';
import { nameColumns } from './pinyin.ts';

declareLimit({ name: 'sub-users of an agent', window: 'ever', unit: 'people' });
declareLimit({ name: 'users of a tenant', window: 'ever', unit: 'people' });
const ACCOUNT = /^[A-Za-z0-9_]{4,32}$/;
export const MAX_DEPTH = 5;
export const INVITE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export interface NewAccount {
  readonly account: string;
  /**
   * As typed: at least eight characters of two kinds; or its SHA-256 hex, which is compared with those of common
   * passwords. Null: no password, so that nobody can sign in by one until it is set.
   */
  readonly password: string | null;
  readonly realName: string;
  readonly userType: UserType;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** The agent above. Without it an agent opens below itself, and staff open a top-level agent or an app user of the platform. */
  readonly parentId?: bigint | null | undefined;
  /** 1 to 4, default 1. */
  readonly agentLevel?: number | null | undefined;
  /** Staff only: roles of the tenant. All others get the role of their kind. */
  readonly roleIds?: readonly bigint[] | undefined;
  readonly serviceAddress?: string | null | undefined;
  readonly spendLimitDay?: Micro | null | undefined;
  readonly spendLimitMonth?: Micro | null | undefined;
  /** Whether the first sign-in asks for a new password; default yes. */
  readonly mustChangePassword?: boolean | undefined;
  /** 1 normal (default) or 3, waiting for approval. */
  readonly status?: 1 | 3 | undefined;
}

/**
 * Opens an account for staff, an agent, a sub-user or an app user. Agents open accounts only below themselves, at most at their own
 * level. The caller opens wallets, because this engine does not handle money.
 * @throws ACCOUNT_INVALID, ACCOUNT_EXISTS, PASSWORD_WEAK, PASSWORD_COMMON, PARENT_INVALID, DEPTH_LIMIT, SUB_LIMIT,
 * LEVEL_TOO_HIGH, ROLE_NOT_ASSIGNABLE, OUT_OF_SCOPE
 */
export async function openAccount(tx: Tx, actor: Actor, input: NewAccount): Promise<UserRow> {
  if (!ACCOUNT.test(input.account)) throw identityErrors.ACCOUNT_INVALID();
  const { password } = input;
  if (input.userType !== userType.is.appUser) await assertQuota(tx, actor.tenantId);
  const passwordHash = password === null ? noPassword() : await initialPasswordHash(password, input.account);
  const parent = await parentOf(tx, actor, input);
  const agentLevel = input.agentLevel ?? 1;
  if (actor.userType !== userType.is.staff) {
    const own = await tx.select({ level: users.agentLevel }).from(users).where(eq(users.id, actor.userId));
    if (agentLevel > (own[0]?.level ?? 1)) throw identityErrors.LEVEL_TOO_HIGH();
  }
  const inserted = await tx
    .insert(users)
    .values({
      tenantId: actor.tenantId,
      account: input.account,
      passwordHash,
      mustChangePassword: input.mustChangePassword === false ? 0 : 1,
      userType: input.userType,
      ...nameColumns(input.realName),
      name: input.realName,
      phone: input.phone ?? '',
      email: input.email ?? '',
      parentId: parent?.id ?? null,
      // The path contains the id, so a second statement sets it; until then no scope matches the row.
      ownerPath: input.userType === userType.is.staff ? '/' : '//',
      depth: input.userType === userType.is.staff ? 0 : (parent?.depth ?? 0) + 1,
      agentLevel,
      serviceAddress: input.serviceAddress ?? '',
      inviteCode: inviteCode(),
      spendLimitDay: input.spendLimitDay ?? null,
      spendLimitMonth: input.spendLimitMonth ?? null,
      spendLimitDayPath: (input.spendLimitDay ?? null) === null ? null : actor.ownerPath,
      spendLimitMonthPath: (input.spendLimitMonth ?? null) === null ? null : actor.ownerPath,
      status: input.status ?? 1,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .onConflictDoNothing()
    .returning();
  const user = inserted[0];
  if (!user) throw identityErrors.ACCOUNT_EXISTS();
  const ownerPath = input.userType === userType.is.staff ? '/' : `${parent?.ownerPath ?? '/'}${user.id}/`;
  if (ownerPath !== '/') await tx.update(users).set({ ownerPath }).where(eq(users.id, user.id));
  if (parent && input.userType !== userType.is.appUser)
    await tx
      .update(users)
      .set({ subCount: sql`${users.subCount} + 1` })
      .where(eq(users.id, parent.id));
  const roleIds =
    input.userType === userType.is.staff
      ? (input.roleIds ?? [])
      : await roleIdsOfKeys(tx, actor.tenantId, [roleKeyOf(input.userType)]);
  if (input.userType !== userType.is.staff && input.roleIds?.some((id) => !roleIds.includes(id)))
    throw identityErrors.ROLE_NOT_ASSIGNABLE();
  await assignRoles(tx, actor, { userId: user.id, roleIds });
  return { ...user, ownerPath };
}

const roleKeyOf = (type: UserType): string =>
  type === userType.is.agent ? 'agent' : type === userType.is.subUser ? 'agent_sub' : 'app_user';

/**
 * Refuses more users than the tenant's quota, which does not count app users. Additions to a tenant with a quota wait for its row lock.
 * @throws TENANT_QUOTA
 */
export async function assertQuota(tx: Tx, tenantId: string, more = 1): Promise<void> {
  const found = await tx.execute<{ quota: number }>(sql`
    select account_number as quota from sys_tenant where tenant_id = ${tenantId} and account_number > 0 for no key update`);
  const quota = found.rows[0]?.quota;
  if (quota === undefined) return;
  const held = await tx.$count(
    users,
    and(eq(users.tenantId, tenantId), ne(users.userType, userType.is.appUser), isNull(users.deletedAt)),
  );
  if (held + more > quota) throw identityErrors.TENANT_QUOTA({ max: quota, held, more });
}

/** Checks and locks the parent of a new account; undefined for staff and top-level agents. */
async function parentOf(tx: Tx, actor: Actor, input: NewAccount): Promise<UserRow | undefined> {
  if (actor.userType !== userType.is.staff && actor.userType !== userType.is.agent) throw commonErrors.NO_PERMISSION();
  if (input.userType === userType.is.staff) {
    if (actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
    return undefined;
  }
  const parentId = input.parentId || (actor.userType === userType.is.agent ? actor.userId : null);
  if (parentId === null) {
    if (input.userType === userType.is.subUser) throw identityErrors.PARENT_INVALID();
    return undefined;
  }
  if (!(await isInScope(tx, actor, parentId))) throw commonErrors.OUT_OF_SCOPE();
  const parent = await lockUser(tx, actor, parentId);
  if (parent.userType !== userType.is.agent || parent.status !== 1) throw identityErrors.PARENT_INVALID();
  if (input.userType === userType.is.appUser) return parent;
  if (parent.depth >= MAX_DEPTH) throw identityErrors.DEPTH_LIMIT({ max: MAX_DEPTH });
  if (input.userType === userType.is.subUser) {
    const subUsers = await tx.$count(
      users,
      and(eq(users.parentId, parent.id), eq(users.userType, userType.is.subUser), isNull(users.deletedAt)),
    );
    const max = await readParameter(tx, actor.tenantId, 'agent.maxSubUsers');
    if (subUsers >= max) throw identityErrors.SUB_LIMIT({ max });
  }
  return parent;
}

/** Allowed transitions; 0 disabled, 1 normal, 2 locked, 3 waiting for approval. */
const NEXT: Readonly<Record<number, readonly number[]>> = { 0: [1], 1: [0, 2], 2: [0, 1], 3: [0, 1] };

export interface StatusChange {
  readonly userId: bigint;
  readonly status: 0 | 1 | 2;
  readonly reason?: string | undefined;
  /** With status 2: when the lock ends. */
  readonly until?: Date | undefined;
  /** With status 0 of an agent: whether accounts below cannot sign in either. Staff only. */
  readonly closesBelow?: boolean | undefined;
}

/** Refuses to change a state that was set from above the actor, except for an expired lock. @throws STATE_SET_ABOVE */
function assertMayLift(actor: Actor, { status, lockedUntil, statusPath, account }: UserRow): void {
  const isFree =
    status === userStatus.is.active ||
    (status === userStatus.is.locked && lockedUntil !== null && lockedUntil <= new Date());
  if (!isFree && !statusPath.startsWith(actor.ownerPath)) throw identityErrors.STATE_SET_ABOVE({ account });
}

/**
 * Approves, disables, locks or unlocks a user. Disabling and locking end the user's sessions at once; unlocking clears
 * failed sign-ins. Money stays unchanged. Orders and clocks below a disabled agent pause; with `closesBelow` accounts
 * below cannot sign in either.
 * @throws STATE_CONFLICT, STATE_SET_ABOVE, REASON_REQUIRED, SELF_CHANGE, LAST_ADMINISTRATOR, OUT_OF_SCOPE;
 * NO_PERMISSION when a non-administrator changes an administrator
 */
export async function changeStatus(tx: Tx, actor: Actor, change: StatusChange): Promise<UserRow> {
  if (!(await isInScope(tx, actor, change.userId))) throw commonErrors.OUT_OF_SCOPE();
  const user = await lockUser(tx, actor, change.userId);
  await assertCanManage(tx, actor, user);
  if (!NEXT[user.status]?.includes(change.status)) throw commonErrors.STATE_CONFLICT();
  assertMayLift(actor, user);
  if (change.status !== 1 && user.id === actor.userId) throw identityErrors.SELF_CHANGE();
  if (change.status !== 1 && !change.reason?.trim() && user.status !== 3) throw commonErrors.REASON_REQUIRED();
  if (change.status === 2 && !change.until) throw commonErrors.BAD_REQUEST({ detail: 'until' });
  if (change.status !== 1) await assertAdministratorRemains(tx, user);
  const closesBelow = change.closesBelow === true && change.status === 0 && user.userType === userType.is.agent;
  if (closesBelow && actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
  const [changed] = await tx
    .update(users)
    .set({
      status: change.status,
      statusReason: change.reason?.trim() ?? '',
      statusPath: actor.ownerPath,
      closesBelow: closesBelow ? 1 : 0,
      lockedUntil: change.status === 2 ? (change.until ?? null) : null,
      refusedAt: user.status === 3 && change.status === 0 ? sql`now()` : null,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, user.id))
    .returning();
  if (change.status === 1) {
    await clearAttempts(tx, { tenantId: user.tenantId, account: user.account });
    await rightsChanged(tx);
  } else {
    await endSessions(tx, { userId: user.id }, change.status === 0 ? 'disabled' : 'locked');
    // New sessions are refused meanwhile: `actorOf` returns none below a disabled agent.
    if (closesBelow) {
      await endSessionsBelow(tx, user, 'an agent above was disabled');
      await rightsChanged(tx);
    }
  }
  // Accounts below pause too, and continue when no agent above is disabled.
  if (user.userType === userType.is.agent) await settlePauses(tx, user);
  return changed ?? user;
}

/** Pauses and continues the clocks of all users at or below a user, depending on whether an agent above is disabled. */
export async function settlePauses(
  tx: Tx,
  { tenantId, ownerPath }: Pick<UserRow, 'tenantId' | 'ownerPath'>,
): Promise<void> {
  await tx.execute(sql`select agt_settle_pauses(${tenantId}, ${ownerPath}, ${zoneOf(tenantId)})`);
}

/**
 * Clears the failed sign-in attempts of a user, by password or code, from all addresses.
 * @throws OUT_OF_SCOPE, NO_PERMISSION
 */
export async function forgetAttempts(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  if (!(await isInScope(tx, actor, userId))) throw commonErrors.OUT_OF_SCOPE();
  const user = await lockUser(tx, actor, userId);
  await assertCanManage(tx, actor, user);
  await clearAttempts(tx, { tenantId: user.tenantId, account: user.account });
  return user;
}

/** Columns of new staff that no form sets: no password until one is set, and no roles. */
export const newStaff = () => ({
  passwordHash: noPassword(),
  mustChangePassword: 1,
  userType: userType.is.staff,
  ownerPath: '/',
  inviteCode: inviteCode(),
});

/**
 * Returns the hash of a first password, chosen by the person who adds the account.
 * @throws PASSWORD_WEAK, PASSWORD_COMMON
 */
export async function initialPasswordHash(password: string, account: string): Promise<string> {
  checkPassword(password);
  if (await isCommonPassword(digestOf(password), account)) throw identityErrors.PASSWORD_COMMON();
  return hashPassword(password);
}

/**
 * Sets a user's password to the wanted one, else to `account.initialPassword`, or to a random one if that is empty; the first sign-in requires
 * a change. Ends the user's sessions and clears failed sign-ins. @returns the password, for this answer only
 * @throws OUT_OF_SCOPE, RESET_OWN, NO_PERMISSION, PASSWORD_WEAK, PASSWORD_COMMON, and RIGHTS_BEYOND if the user has permissions that the caller lacks
 */
export async function resetPassword(
  tx: Tx,
  actor: Actor,
  userId: bigint,
  secrets: Pick<Secrets, 'open'>,
  wanted?: string,
): Promise<{ user: UserRow; password: string }> {
  if (userId === actor.userId) throw identityErrors.RESET_OWN();
  if (!(await isInScope(tx, actor, userId))) throw commonErrors.OUT_OF_SCOPE();
  const user = await lockUser(tx, actor, userId);
  // App users have rights that only concern themselves, which staff do not have.
  if (user.userType !== userType.is.appUser) await assertHoldsRightsOf(tx, actor, user);
  const initial = wanted ?? (await readSecretParameter(tx, secrets, user.tenantId, 'account.initialPassword'));
  const password = initial || generatePassword();
  await tx
    .update(users)
    .set({
      passwordHash: wanted ? await initialPasswordHash(wanted, user.account) : await hashPassword(password),
      mustChangePassword: 1,
      passwordGivenAt: sql`now()`,
      credentialsResetBy: actor.userId,
      credentialsResetAt: sql`now()`,
      updateUser: actor.userId,
      updateTime: sql`now()`,
    })
    .where(eq(users.id, user.id));
  await tx.execute(sql`delete from auth_ticket where user_id = ${user.id}`);
  await clearAttempts(tx, { tenantId: user.tenantId, account: user.account });
  await endSessions(tx, { userId: user.id }, 'password reset');
  return { user, password };
}

/** Unlocks an account that is locked, or blocked after wrong passwords. @throws OUT_OF_SCOPE, NO_PERMISSION */
export async function unlockAccount(tx: Tx, actor: Actor, userId: bigint): Promise<void> {
  const user = await forgetAttempts(tx, actor, userId);
  if (user.status === userStatus.is.locked) await changeStatus(tx, actor, { userId, status: userStatus.is.active });
}

/**
 * Sets a new invite code, the given one or a random one.
 * @throws INVITE_TAKEN
 */
export async function changeInviteCode(tx: Tx, actor: Actor, wanted?: string): Promise<string> {
  const code = wanted ?? inviteCode();
  const taken = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, actor.tenantId), eq(users.inviteCode, code), isNull(users.deletedAt)));
  if (taken.some(({ id }) => id !== actor.userId)) throw identityErrors.INVITE_TAKEN();
  await tx.update(users).set({ inviteCode: code, updateTime: sql`now()` }).where(eq(users.id, actor.userId));
  return code;
}

const inviteCode = (): string =>
  Array.from({ length: 8 }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
