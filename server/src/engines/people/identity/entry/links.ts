import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { SocialIdentity } from '../../../../kernel/auth/social.ts';
import type { Db, Tx } from '../../../../kernel/db/index.ts';
import { identityErrors } from '../errors.ts';
import { lockUser, type UserRow } from '../people/agent-tree.ts';
import { checkOwnPassword } from './own-password.ts';

/** A provider's identity that is linked to an account. */
export interface Link {
  readonly source: string;
  /** The provider's latest values; empty if it sends none. */
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly linkTime: Date;
  readonly lastLoginTime: Date | null;
}

interface LinkRow extends Record<string, unknown> {
  readonly source: string;
  readonly account: string;
  readonly name: string;
  readonly email: string;
  readonly linked: number;
  readonly used: number | null;
}

/** Returns the identities linked to an account, at most one of each provider. */
export async function linksOf(executor: Pick<Tx, 'execute'>, userId: bigint): Promise<Link[]> {
  const found = await executor.execute<LinkRow>(sql`
    select source, account, name, email, extract(epoch from create_time)::float8 as linked,
      extract(epoch from last_login_time)::float8 as used
    from sys_user_oauth where user_id = ${userId} order by source`);
  return found.rows.map(({ linked, used, ...row }) => ({
    ...row,
    linkTime: new Date(linked * 1000),
    lastLoginTime: used === null ? null : new Date(used * 1000),
  }));
}

/** Links an identity to the caller's own account. @throws PROVIDER_LINKED, PROVIDER_TAKEN */
export async function linkIdentity(tx: Tx, actor: Actor, identity: SocialIdentity): Promise<void> {
  // The row lock orders concurrent links: the second request sees the first one's link.
  const user = await lockUser(tx, actor, actor.userId);
  const links = await linksOf(tx, user.id);
  if (links.some(({ source }) => source === identity.source)) throw identityErrors.PROVIDER_LINKED();
  if (!(await claimIdentity(tx, user, identity))) throw identityErrors.PROVIDER_TAKEN();
}

/**
 * Unlinks a provider from the caller's own account. Requires the password, which proves that another way to sign in
 * remains.
 * @throws PASSWORD_WRONG, SIGN_IN_LOCKED, PROVIDER_NOT_LINKED
 */
export async function unlinkIdentity(
  db: Db,
  actor: Actor,
  { source, password }: { readonly source: string; readonly password: string },
): Promise<void> {
  await checkOwnPassword(db, actor, password);
  const taken = await db.drizzle.execute(sql`
    delete from sys_user_oauth where user_id = ${actor.userId} and source = ${source} returning id`);
  if (taken.rows.length === 0) throw identityErrors.PROVIDER_NOT_LINKED();
}

/**
 * Links an identity to an account. An identity of a deleted account is free again; one of an existing account is not.
 * @returns whether the account has the identity now
 */
export async function claimIdentity(
  tx: Tx,
  { id, tenantId }: Pick<UserRow, 'id' | 'tenantId'>,
  { source, subject, account, name, email }: SocialIdentity,
): Promise<boolean> {
  const claimed = await tx.execute(sql`
    insert into sys_user_oauth as o (tenant_id, user_id, source, subject, account, name, email)
    values (${tenantId}, ${id}, ${source}, ${subject}, ${account}, ${name}, ${email})
    on conflict (tenant_id, source, subject) do update
      set user_id = excluded.user_id, create_time = now(), last_login_time = null,
        account = excluded.account, name = excluded.name, email = excluded.email
      where exists (select 1 from sys_user u where u.id = o.user_id and u.deleted_at is not null)
    returning o.id`);
  return claimed.rows.length === 1;
}
