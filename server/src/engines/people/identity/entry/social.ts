import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import type { SessionClient, Sessions, Tokens } from '../../../../kernel/auth/sessions.ts';
import type { SocialIdentity } from '../../../../kernel/auth/social.ts';
import { newToken, tokenHash } from '../../../../kernel/auth/tokens.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { readParameter } from '../../../../kernel/parameters/index.ts';
import { identityErrors } from '../errors.ts';
import { openAccount } from '../people/accounts.ts';
import type { UserRow } from '../people/agent-tree.ts';
import { isOpenTenant } from '../rights/actor.ts';
import type { AskedNarrowing } from '../rights/narrowing.ts';
import { claimIdentity } from './links.ts';
import {
  assertCanSignIn,
  openUserSession,
  type SignInStatus,
  secondFactorNeeded,
  signInStatusColumns,
} from './sign-in.ts';

/** Time to choose an account and a password. */
const TICKET_LIFE_MINUTES = 30;
const NAME_MAX = 32;

export interface SocialSignIn {
  readonly identity: SocialIdentity;
  readonly tenantId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly client?: SessionClient | undefined;
  readonly narrowing?: AskedNarrowing | undefined;
}

/** Tokens if the identity has an account; otherwise a ticket to register with. */
export type SocialOutcome =
  | { readonly tokens: Tokens; readonly ticket?: undefined }
  | { readonly ticket: string; readonly tokens?: undefined };

/**
 * Signs a user in by a provider's identity. @throws REGISTRATION_CLOSED and, as after a right password, TENANT_CLOSED,
 * ACCOUNT_PENDING, ACCOUNT_REFUSED, ACCOUNT_LOCKED, ACCOUNT_DISABLED or, with two-factor sign-in,
 * SECOND_FACTOR_REQUIRED
 */
export async function signInSocial(
  db: Db,
  sessions: Sessions,
  { identity, tenantId, address, userAgent, client, narrowing }: SocialSignIn,
): Promise<SocialOutcome> {
  const outcome = await db.tx(async (tx): Promise<SocialOutcome | bigint> => {
    const found = await tx.execute<SignInStatus & { user_id: string; link_id: string }>(sql`
      select o.id as link_id, u.id as user_id, ${signInStatusColumns}
      from sys_user_oauth o
        join sys_user u on u.id = o.user_id and u.deleted_at is null
        join sys_tenant t on t.tenant_id = u.tenant_id and t.deleted_at is null
      where o.tenant_id = ${tenantId} and o.source = ${identity.source} and o.subject = ${identity.subject}`);
    const row = found.rows[0];
    if (!row) {
      await assertRegistrationOpen(tx, tenantId);
      return { ticket: await issueTicket(tx, identity) };
    }
    assertCanSignIn(row);
    await tx.execute(sql`
      update sys_user_oauth set account = ${identity.account}, name = ${identity.name}, email = ${identity.email},
        last_login_time = now()
      where id = ${BigInt(row.link_id)}`);
    const userId = BigInt(row.user_id);
    if (row.has_second_factor) return userId;
    return {
      tokens: await openUserSession(tx, sessions, {
        ...{ userId, tenantId, address, userAgent, client, narrowing, method: 'social' },
      }),
    };
  });
  if (typeof outcome === 'bigint') throw await secondFactorNeeded(db, outcome, narrowing);
  return outcome;
}

/** @throws REGISTRATION_CLOSED if the tenant does not allow self-registration */
export async function assertRegistrationOpen(tx: Tx, tenantId: string): Promise<void> {
  if ((await readParameter(tx, tenantId, 'account.registerUser')) === 0) throw identityErrors.REGISTRATION_CLOSED();
}

async function issueTicket(tx: Tx, { source, subject, account, name, email }: SocialIdentity): Promise<string> {
  const ticket = newToken();
  await tx.execute(sql`
    insert into auth_social_ticket (hash, source, subject, account, name, email, expires_at)
    values (${tokenHash(ticket)}, ${source}, ${subject}, ${account}, ${name}, ${email},
      now() + make_interval(mins => ${TICKET_LIFE_MINUTES}))`);
  return ticket;
}

export interface GuestRegistration {
  readonly ticket: string;
  readonly tenantId: string;
  readonly account: string;
  /** As typed, or its SHA-256 hex. */
  readonly password: string;
  /** If empty: the provider's name, else the account. */
  readonly realName: string;
}

/**
 * Opens the account of a user verified by a provider: staff without a role, waiting for an administrator. A success
 * uses the ticket up; a refusal does not.
 * @throws REGISTRATION_EXPIRED, REGISTRATION_CLOSED, REGISTERED_ALREADY, and those of `openAccount`
 */
export async function registerGuest(tx: Tx, input: GuestRegistration): Promise<UserRow> {
  const taken = await tx.execute<SocialIdentity & Record<string, unknown>>(sql`
    delete from auth_social_ticket where hash = ${tokenHash(input.ticket)} and expires_at > now()
    returning source, subject, account, name, email`);
  const identity = taken.rows[0];
  if (!identity) throw identityErrors.REGISTRATION_EXPIRED();
  const { tenantId } = input;
  await assertOpen(tx, tenantId);
  await assertRegistrationOpen(tx, tenantId);
  const user = await openAccount(tx, systemActor(tenantId), {
    account: input.account,
    password: input.password,
    realName: input.realName || identity.name.slice(0, NAME_MAX) || input.account,
    email: identity.email,
    userType: userType.is.staff,
    status: 3,
    mustChangePassword: false,
  });
  if (!(await claimIdentity(tx, user, identity))) throw identityErrors.REGISTERED_ALREADY();
  return user;
}

/** Answers an unknown tenant like one without registration, so that a ticket cannot be used to find tenants. */
async function assertOpen(tx: Tx, tenantId: string): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`select from sys_tenant t where t.tenant_id = ${tenantId} and ${isOpenTenant}`,
  );
  if (!rowCount) throw identityErrors.REGISTRATION_CLOSED();
}
