import { appUserKind, registerSource } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { prefixOf } from '../../../kernel/address.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { openWallets } from '../../money/ledger/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import {
  assertRegistrationOpen,
  holdersOf,
  identityErrors,
  isOpenTenant,
  openAccount,
  users,
} from '../../people/identity/index.ts';
import { APP_USER } from './tables.ts';

export interface AppUserRegistration {
  readonly tenantId: string;
  readonly account: string;
  /** As typed, or its SHA-256 hex. */
  readonly password: string;
  /** Empty: the account. */
  readonly name?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** Of an agent, a member of staff or an app user; empty: nobody invited them. */
  readonly inviteCode?: string | null | undefined;
  /** The version of the terms that the user accepted. */
  readonly agreeVersion?: string | null | undefined;
  /** The visitor of the website, if they were counted. */
  readonly sourceVisitorId?: string | null | undefined;
  readonly ip: string;
  readonly userAgent: string;
}

const AGENT_MAX = 200;
const NAME_MAX = 32;

/**
 * Opens the account of an app user who registered on a website, with wallets; a person with `user/app-user:approve` approves it before the
 * first sign-in. The user belongs to the agent who invited them, or to the agent of the app user who did.
 * @throws REGISTRATION_CLOSED, INVITE_UNKNOWN, ACCOUNT_INVALID, ACCOUNT_EXISTS, PASSWORD_WEAK, PASSWORD_COMMON
 */
export async function registerAppUser(
  tx: Tx,
  {
    tenantId,
    account,
    password,
    name,
    phone,
    email,
    inviteCode,
    agreeVersion,
    sourceVisitorId,
    ip,
    userAgent,
  }: AppUserRegistration,
): Promise<{ readonly userId: bigint }> {
  const open = await tx.execute(sql`select from sys_tenant t where t.tenant_id = ${tenantId} and ${isOpenTenant}`);
  if (open.rows.length === 0) throw identityErrors.REGISTRATION_CLOSED();
  await assertRegistrationOpen(tx, tenantId);
  const inviter = inviteCode ? await inviterOf(tx, tenantId, inviteCode) : null;
  const system = systemActor(tenantId);
  const userId = await openAppUser(tx, system, {
    account,
    password,
    realName: (name?.trim() || account).slice(0, NAME_MAX),
    phone: phone ?? null,
    email: email ?? null,
    agentId: inviter?.agentId ?? null,
    inviterId: inviter?.id ?? null,
    status: userStatus.is.awaitingApproval,
    mustChangePassword: false,
    registered: {
      source: registerSource.is.website,
      ip: prefixOf(ip),
      agent: userAgent.slice(0, AGENT_MAX),
      visitorId: sourceVisitorId ?? '',
      agreeVersion: agreeVersion ?? '',
    },
  });
  await sendMessage(tx, system, {
    to: { userIds: await holdersOf(tx, tenantId, `${APP_USER}:approve`) },
    key: 'APP_USER_REGISTERED',
    params: { user: account },
    bizType: APP_USER,
    bizId: String(userId),
    route: `/${APP_USER}/index?status=${userStatus.is.awaitingApproval}`,
  });
  return { userId };
}

export interface NewAppUser {
  readonly account: string;
  /** As typed, or its SHA-256 hex; null: none yet. */
  readonly password: string | null;
  readonly realName: string;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly agentId?: bigint | null | undefined;
  readonly inviterId?: bigint | null | undefined;
  readonly status?: 1 | 3;
  readonly mustChangePassword?: boolean;
  readonly registered?: {
    readonly source: number;
    readonly ip: string;
    readonly agent: string;
    readonly visitorId: string;
    readonly agreeVersion: string;
  };
}

/** Opens account, role and wallets of an app user. @throws those of `openAccount` */
export async function openAppUser(tx: Tx, actor: Actor, input: NewAppUser): Promise<bigint> {
  const { account, password, realName, phone, email, status, mustChangePassword, registered } = input;
  const { id, ownerPath } = await openAccount(tx, actor, {
    ...{ account, password, realName, phone, email, status, mustChangePassword },
    userType: userType.is.appUser,
    parentId: input.agentId ?? null,
  });
  await openWallets(tx, actor, { userId: id, userType: userType.is.appUser, userName: realName, ownerPath });
  await tx.execute(sql`
    insert into app_user (user_id, tenant_id, user_kind, country_code, inviter_id, register_source, register_ip, register_agent,
      visitor_id, agree_version)
    values (${id}, ${actor.tenantId}, ${appUserKind.is.customer}, ${input.countryCode ?? ''}, ${input.inviterId ?? null},
      ${registered?.source ?? registerSource.is.staff}, ${registered?.ip ?? ''}, ${registered?.agent ?? ''},
      ${registered?.visitorId ?? ''}, ${registered?.agreeVersion ?? ''})`);
  const step = { type: APP_USER, id, from: null, to: status ?? userStatus.is.active, event: 'create' };
  await logState(tx, actor, step);
  announceChange(tx, actor.tenantId, APP_USER);
  return id;
}

/** Returns the owner of an invite code, and the agent that the invited belongs to. @throws INVITE_UNKNOWN */
async function inviterOf(
  tx: Tx,
  tenantId: string,
  inviteCode: string,
): Promise<{ id: bigint; agentId: bigint | null }> {
  const [found] = await tx
    .select({ id: users.id, type: users.userType, parentId: users.parentId, status: users.status })
    .from(users)
    .where(
      and(eq(users.tenantId, tenantId), eq(users.inviteCode, inviteCode.trim().toUpperCase()), isNull(users.deletedAt)),
    );
  if (!found || found.status !== userStatus.is.active || found.type === userType.is.subUser)
    throw identityErrors.INVITE_UNKNOWN();
  const { id, type, parentId } = found;
  if (type === userType.is.staff) return { id, agentId: null };
  return { id, agentId: type === userType.is.agent ? id : parentId };
}
