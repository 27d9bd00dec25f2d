import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { identityErrors } from '../errors.ts';
import { isAdministrator } from '../rights/actor.ts';
import { assignRoles, type Choice, type Sought } from '../rights/roles.ts';
import { depts, posts, userDepts, userPosts, users } from '../tables.ts';
import type { UserRow } from './agent-tree.ts';
import { isCalled } from './pinyin.ts';

/** Roles, departments and posts of staff. An absent field stays; null or an empty list removes all. */
interface Duties {
  readonly roleIds?: readonly bigint[] | null | undefined;
  readonly deptIds?: readonly bigint[] | null | undefined;
  readonly postIds?: readonly bigint[] | null | undefined;
}

/**
 * Sets roles, departments and posts of a member of staff, all of the same tenant. Only an administrator may change
 * their own, because these decide what a user may do and see.
 * @throws OWN_DUTIES, STAFF_ONLY, DEPT_UNKNOWN, POST_UNKNOWN, and those of `assignRoles`
 */
export async function setDuties(tx: Tx, actor: Actor, user: UserRow, duties: Duties): Promise<void> {
  const { roleIds, deptIds, postIds } = duties;
  const given = [roleIds, deptIds, postIds].filter((ids) => ids !== undefined);
  if (given.length === 0) return;
  if (user.userType !== userType.is.staff) {
    if (given.some((ids) => ids && ids.length > 0)) throw identityErrors.STAFF_ONLY();
    return;
  }
  assertNotOwn(actor, user.id);
  if (deptIds !== undefined) await setDepts(tx, actor, user.id, distinct(deptIds));
  if (postIds !== undefined) await setPosts(tx, actor, user.id, distinct(postIds));
  if (roleIds !== undefined) await assignRoles(tx, actor, { userId: user.id, roleIds: roleIds ?? [] });
}

/** Refuses a change of the actor's own rights unless the actor is an administrator. @throws OWN_DUTIES */
export function assertNotOwn(actor: Actor, ...userIds: readonly bigint[]): void {
  if (userIds.includes(actor.userId) && !isAdministrator(actor)) throw identityErrors.OWN_DUTIES();
}

const distinct = (ids: readonly bigint[] | null): bigint[] => [...new Set(ids)];

async function setDepts(tx: Tx, actor: Actor, userId: bigint, ids: readonly bigint[]): Promise<void> {
  const known = await tx.$count(
    depts,
    and(eq(depts.tenantId, actor.tenantId), inArray(depts.id, [0n, ...ids]), isNull(depts.deletedAt)),
  );
  if (known < ids.length) throw identityErrors.DEPT_UNKNOWN();
  await tx.delete(userDepts).where(eq(userDepts.userId, userId));
  if (ids.length > 0) await tx.insert(userDepts).values(ids.map((deptId) => ({ userId, deptId })));
  await rightsChanged(tx);
}

async function setPosts(tx: Tx, actor: Actor, userId: bigint, ids: readonly bigint[]): Promise<void> {
  const known = await tx.$count(
    posts,
    and(eq(posts.tenantId, actor.tenantId), inArray(posts.id, [0n, ...ids]), isNull(posts.deletedAt)),
  );
  if (known < ids.length) throw identityErrors.POST_UNKNOWN();
  await tx.delete(userPosts).where(eq(userPosts.userId, userId));
  if (ids.length > 0) await tx.insert(userPosts).values(ids.map((postId) => ({ userId, postId })));
}

/**
 * Requires a leader to be staff of the same tenant and not below the person they lead; null for a new person.
 * @throws STAFF_ONLY, LEADER_INVALID
 */
export async function assertLeader(tx: Tx, actor: Actor, user: UserRow | null, leaderId: bigint): Promise<void> {
  if (user && user.userType !== userType.is.staff) throw identityErrors.STAFF_ONLY();
  // Two concurrent changes that make two users each other's leader wait here.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sys_user leader ' || ${actor.tenantId}))`);
  const above = await tx.execute<{ id: string }>(sql`
    with recursive above as (
      select id, leader_id from sys_user
      where id = ${leaderId} and tenant_id = ${actor.tenantId} and user_type = ${userType.is.staff} and deleted_at is null
      union select u.id, u.leader_id from above join sys_user u on u.id = above.leader_id
    )
    select id::text from above`);
  const chain = above.rows.map(({ id }) => BigInt(id));
  if (chain.length === 0 || (user && chain.includes(user.id))) throw identityErrors.LEADER_INVALID();
}

interface FoundPerson {
  readonly id: bigint;
  readonly account: string;
  readonly realName: string;
  readonly avatar: string;
  readonly deptName: string;
  readonly postName: string;
}

interface PeopleSought {
  readonly current: number;
  readonly size: number;
  readonly name?: string | undefined;
  readonly deptName?: string | undefined;
  readonly postName?: string | undefined;
  readonly isEnglish: boolean;
}

/** Whether the actor may see a user `u`. */
export const isReached = (actor: Actor) =>
  sql`exists (select from ${users} where ${users.id} = u.id and ${visible(actor, users, 'owner')})`;

const literal = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns a page of the staff who may sign in, filtered by parts of name or account, department name and post name. */
export async function searchStaff(
  tx: Tx,
  actor: Actor,
  { current, size, name, deptName, postName, isEnglish }: PeopleSought,
): Promise<{ records: FoundPerson[]; total: number }> {
  const named = (zh: string, en: string) => sql.raw(isEnglish ? `coalesce(nullif(${en}, ''), ${zh})` : zh);
  const inDept = sql`sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null where ud.user_id = u.id`;
  const inPost = sql`sys_user_post up join sys_post p on p.id = up.post_id and p.deleted_at is null where up.user_id = u.id`;
  const where = sql`u.tenant_id = ${actor.tenantId} and ${isReached(actor)} and u.user_type = ${userType.is.staff} and u.status in (1, 2) and u.deleted_at is null
    ${name ? sql`and (u.real_name ilike ${literal(name)} or u.account ilike ${literal(name)})` : sql``}
    ${deptName ? sql`and exists (select from ${inDept} and (d.dept_name ilike ${literal(deptName)} or d.dept_name_en ilike ${literal(deptName)}))` : sql``}
    ${postName ? sql`and exists (select from ${inPost} and (p.post_name ilike ${literal(postName)} or p.post_name_en ilike ${literal(postName)}))` : sql``}`;
  const found = await tx.execute<Record<string, string>>(sql`
    select u.id::text, u.account, u.real_name, u.avatar,
      coalesce((select string_agg(${named('d.dept_name', 'd.dept_name_en')}, ', ' order by d.path) from ${inDept}), '') as dept_name,
      coalesce((select string_agg(${named('p.post_name', 'p.post_name_en')}, ', ' order by p.sort) from ${inPost}), '') as post_name
    from sys_user u where ${where} order by u.real_name, u.id limit ${size} offset ${(current - 1) * size}`);
  const counted = await tx.execute<{ n: number }>(sql`select count(*)::int as n from sys_user u where ${where}`);
  const records = found.rows.map((row) => ({
    id: BigInt(row['id'] ?? 0),
    account: row['account'] ?? '',
    realName: row['real_name'] ?? '',
    avatar: row['avatar'] ?? '',
    deptName: row['dept_name'] ?? '',
    postName: row['post_name'] ?? '',
  }));
  return { records, total: counted.rows[0]?.n ?? 0 };
}

const CHOICES_MAX = 50;

/** Returns staff to choose from, by a part of name or account, or the one with a given id. */
export async function staffChoices(tx: Tx, actor: Actor, { keyword, id }: Sought): Promise<Choice[]> {
  const found = await tx
    .select({ id: users.id, realName: users.realName, account: users.account, status: users.status })
    .from(users)
    .where(
      and(
        visible(actor, users, 'owner'),
        eq(users.userType, userType.is.staff),
        id === undefined ? undefined : eq(users.id, id),
        keyword === '' ? undefined : isCalled(keyword),
      ),
    )
    .orderBy(users.realName, users.id)
    .limit(CHOICES_MAX);
  return found.map(({ id: value, realName, account, status }) => {
    const label = `${realName} (${account})`;
    return { value, label, labelEn: label, disabled: status !== userStatus.is.active };
  });
}

const DUPLICATES_MAX = 20;
type Likeness = 'email' | 'phone' | 'realName';

/** Returns other users of the tenant, without deleted ones, with the same e-mail address, phone number or name. */
export async function likelyDuplicates(tx: Tx, actor: Actor, user: UserRow) {
  const digits = user.phone.replace(/\D/g, '').slice(-11);
  const is = {
    email: user.email === '' ? sql`false` : sql`lower(${users.email}) = lower(${user.email})`,
    phone: digits.length < 7 ? sql`false` : sql`regexp_replace(${users.phone}, '\\D', '', 'g') like ${`%${digits}`}`,
    realName: sql`lower(${users.realName}) = lower(${user.realName})`,
  };
  return tx
    .select({
      id: users.id,
      account: users.account,
      realName: users.realName,
      status: users.status,
      same: sql<
        Likeness[]
      >`array_remove(array[case when ${is.email} then 'email' end, case when ${is.phone} then 'phone' end,
        case when ${is.realName} then 'realName' end], null)`,
    })
    .from(users)
    .where(
      and(
        visible(actor, users, 'owner'),
        sql`${users.id} <> ${user.id}`,
        sql`(${is.email} or ${is.phone} or ${is.realName})`,
      ),
    )
    .orderBy(users.id)
    .limit(DUPLICATES_MAX);
}
