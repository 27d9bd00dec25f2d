import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { isReached } from '../people/staff.ts';

const SHOWN_MAX = 200;

/** Returns how many users have each of some roles. */
export async function userCounts(
  executor: Pick<Tx, 'execute'>,
  roleIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await executor.execute<{ id: string; count: number }>(sql`
    select ur.role_id::text as id, count(*)::int as count
    from sys_user_role ur join sys_user u on u.id = ur.user_id and u.deleted_at is null
    where ur.role_id = any(${sql.param(roleIds.map(String))}::bigint[]) group by 1`);
  return new Map(rows.map(({ id, count }) => [BigInt(id), count]));
}

/** Returns users with a role of the actor's tenant, users who may act first, at most 200; `total` counts all. */
export async function holdersOfRole(tx: Tx, actor: Actor, roleId: bigint) {
  const { rows } = await tx.execute<{
    id: string;
    account: string;
    realName: string;
    deptName: string;
    status: number;
    total: number;
  }>(sql`
    select u.id::text, u.account, u.real_name as "realName", u.status, count(*) over ()::int as total,
      coalesce((select string_agg(d.dept_name, ', ' order by d.sort) from sys_user_dept ud
        join sys_dept d on d.id = ud.dept_id and d.deleted_at is null where ud.user_id = u.id), '') as "deptName"
    from sys_user_role ur join sys_user u on u.id = ur.user_id and u.deleted_at is null
    where ur.role_id = ${roleId} and ${isReached(actor)}
    order by u.status = 1 desc, u.account limit ${SHOWN_MAX}`);
  return {
    total: rows[0]?.total ?? 0,
    users: rows.map(({ total: _total, ...user }) => ({ ...user, id: BigInt(user.id) })),
  };
}
