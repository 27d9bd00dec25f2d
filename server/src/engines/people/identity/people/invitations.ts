import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { assertRegistrationOpen } from '../entry/social.ts';
import { identityErrors } from '../errors.ts';
import { isOpenTenant } from '../rights/actor.ts';
import { users } from '../tables.ts';
import { openAccount } from './accounts.ts';
import type { UserRow } from './agent-tree.ts';

/** The kinds of users whose codes open accounts of agents. */
const INVITERS: readonly number[] = [userType.is.staff, userType.is.agent];

interface Invitation {
  readonly tenantId: string;
  readonly inviteCode: string;
}

/**
 * Returns the owner of an invite code: an agent or a member of staff who may sign in.
 * @throws INVITE_UNKNOWN, also for an unknown tenant; REGISTRATION_CLOSED
 */
export async function inviterOf(
  tx: Tx,
  { tenantId, inviteCode }: Invitation,
): Promise<UserRow & { tenantName: string }> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select tenant_name as name from sys_tenant t where t.tenant_id = ${tenantId} and ${isOpenTenant}`,
  );
  const tenantName = rows[0]?.name;
  if (tenantName === undefined) throw identityErrors.INVITE_UNKNOWN();
  const [inviter] = await tx
    .select()
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.inviteCode, inviteCode.toUpperCase()), isNull(users.deletedAt)));
  const isAllowedToInvite = inviter?.status === userStatus.is.active && INVITERS.includes(inviter.userType);
  if (!inviter || !isAllowedToInvite) throw identityErrors.INVITE_UNKNOWN();
  await assertRegistrationOpen(tx, tenantId);
  return { ...inviter, tenantName };
}

export interface InvitedRegistration extends Invitation {
  readonly account: string;
  /** As typed, or its SHA-256 hex. */
  readonly password: string;
  readonly realName: string;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/**
 * Opens the account of an invited agent: below the agent who owns the code, or at the top level if staff own it. The
 * account waits for an administrator. The caller opens its wallets.
 * @throws those of `inviterOf` and `openAccount`
 */
export async function registerInvited(
  tx: Tx,
  { inviteCode, tenantId, ...account }: InvitedRegistration,
): Promise<{ inviter: UserRow; opened: UserRow }> {
  const inviter = await inviterOf(tx, { tenantId, inviteCode });
  const opened = await openAccount(tx, systemActor(tenantId), {
    ...account,
    userType: userType.is.agent,
    parentId: inviter.userType === userType.is.agent ? inviter.id : null,
    status: userStatus.is.awaitingApproval,
    mustChangePassword: false,
  });
  return { inviter, opened };
}
