import { sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';
import { integerParameter } from '../../../../kernel/parameters/index.ts';

interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly nameEn: string;
}

/** How a user signs in, and the user's roles, departments and leader. */
export interface AccessSummary {
  readonly userId: bigint;
  readonly roles: readonly NamedRow[];
  readonly depts: readonly NamedRow[];
  readonly posts: readonly NamedRow[];
  /** Name of the user's tenant. */
  readonly tenant: string | null;
  /** Name of the user's leader; null without one. */
  readonly leader: string | null;
  /** Keys of the providers linked to the account. */
  readonly sources: readonly string[];
  readonly hasSecondFactor: boolean;
  /** The end of the block after wrong passwords or codes, from one address or all; null: not blocked. */
  readonly restUntil: Date | null;
}

type Row = Omit<AccessSummary, 'userId' | 'restUntil'> & { readonly userId: string; readonly restUntil: string | null };

/**
 * Returns roles, departments, posts, leaders, providers, second factors and sign-in blocks of some users, by one
 * statement; unknown ids are left out.
 */
export async function accessSummaries(
  executor: Pick<Tx, 'execute'>,
  userIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, AccessSummary>> {
  const found = await executor.execute<{ entry: Row }>(sql`
    select json_build_object(
      'userId', u.id::text,
      'roles', coalesce((
        select json_agg(json_build_object('id', r.id::text, 'name', r.role_name, 'nameEn', r.role_name_en) order by r.sort, r.id)
        from sys_user_role ur join sys_role r on r.id = ur.role_id and r.deleted_at is null where ur.user_id = u.id), '[]'),
      'depts', coalesce((
        select json_agg(json_build_object('id', d.id::text, 'name', d.dept_name, 'nameEn', d.dept_name_en) order by d.path, d.id)
        from sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null where ud.user_id = u.id), '[]'),
      'posts', coalesce((
        select json_agg(json_build_object('id', p.id::text, 'name', p.post_name, 'nameEn', p.post_name_en) order by p.sort, p.id)
        from sys_user_post up join sys_post p on p.id = up.post_id and p.deleted_at is null where up.user_id = u.id), '[]'),
      'tenant', (select t.tenant_name from sys_tenant t where t.tenant_id = u.tenant_id),
      'leader', (select l.real_name from sys_user l where l.id = u.leader_id and l.deleted_at is null),
      'sources', coalesce((select json_agg(o.source order by o.source) from sys_user_oauth o where o.user_id = u.id), '[]'),
      'hasSecondFactor', exists (select from auth_totp f where f.user_id = u.id and f.confirmed_at is not null),
      'restUntil', (select max(a.expires_at) from auth_attempt a
        where a.tenant_id = u.tenant_id and a.account = lower(u.account) and a.failures >= ${integerParameter(sql`u.tenant_id`, 'account.failCount')} and a.expires_at > now())
    ) as entry
    from sys_user u where u.id = any(${sql.param(userIds.map(String))}::bigint[])`);
  return new Map(
    found.rows.map(({ entry }) => [
      BigInt(entry.userId),
      {
        ...entry,
        userId: BigInt(entry.userId),
        restUntil: entry.restUntil === null ? null : new Date(entry.restUntil),
      },
    ]),
  );
}
