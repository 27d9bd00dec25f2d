import { randomInt } from 'node:crypto';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../../kernel/auth/actor.ts';
import { endSessions, endTenantSessions, rightsChanged } from '../../../../kernel/auth/changes.ts';
import { digestOf, generatePassword, hashPassword } from '../../../../kernel/auth/password.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { readParameter } from '../../../../kernel/parameters/index.ts';
import { openAccount } from '../people/accounts.ts';
import { ADMINISTRATOR } from '../rights/actor.ts';
import { roleIdsOfKeys } from '../rights/roles.ts';
import { seedTenant } from '../seed/index.ts';
import type { tenants } from '../tables.ts';
import { notifyTenants } from './tenant-packages.ts';
import { DEFAULT_TENANT } from './tenants.ts';

type TenantRow = InferSelectModel<typeof tenants>;
type Written = Partial<InferInsertModel<typeof tenants>>;

export const tenantErrors = defineErrors({
  TENANT_PLATFORM: {
    status: 400,
    zh: '平台租户不能停用、限制或归档',
    en: "The platform's own tenant cannot be disabled, limited or archived",
  },
  TENANT_ZONE_UNKNOWN: {
    status: 400,
    zh: '数据库不认识时区“{zone}”，请换一个',
    en: 'Unknown time zone “{zone}”; choose another',
  },
  TENANT_ZONE_FIXED: {
    status: 409,
    zh: '该租户已有日结，业务时区不能再改：否则相邻两天会重叠或留空',
    en: 'Days of this tenant have been closed, so its time zone cannot change: days would overlap or leave a gap',
  },
  TENANT_OPEN: {
    status: 400,
    zh: '请先停用租户“{name}”，再归档',
    en: 'Disable the tenant “{name}” before archiving it',
  },
  TENANT_DATASOURCE: {
    status: 400,
    zh: '所有租户共用一个数据库，不支持单独的数据源',
    en: 'All tenants share one database; separate data sources are not supported',
  },
});

/** Completes the values of a tenant: a new one gets a six-digit number that was never used. */
export async function tenantToWrite(tx: Tx, input: Written, existing: TenantRow | null): Promise<Written> {
  const written = input.domain ? { ...input, domain: input.domain.toLowerCase() } : input;
  if (input.packageId) await assertPackage(tx, input.packageId, existing?.tenantId);
  if (input.timeZone && input.timeZone !== existing?.timeZone) await assertZoneKnown(tx, input.timeZone);
  if (existing) return written;
  const accountNumber = await readParameter(tx, DEFAULT_TENANT, 'tenant.accountNumber');
  for (;;) {
    const tenantId = String(randomInt(100_000, 1_000_000));
    const taken = await tx.execute(sql`select from sys_tenant where tenant_id = ${tenantId}`);
    if (!taken.rowCount) return { ...written, tenantId, accountNumber };
  }
}

/** Refuses a time zone the database does not know; it may be newer than the database. @throws TENANT_ZONE_UNKNOWN */
async function assertZoneKnown(tx: Tx, zone: string): Promise<void> {
  const { rowCount } = await tx.execute(sql`select from pg_timezone_names where lower(name) = lower(${zone})`);
  if (!rowCount) throw tenantErrors.TENANT_ZONE_UNKNOWN({ zone });
}

/**
 * Refuses an unknown package, and any package for the platform's own tenant, which manages packages and has
 * everything. @throws TENANT_PLATFORM, NOT_FOUND
 */
async function assertPackage(tx: Tx, packageId: bigint, tenantId: string | undefined): Promise<void> {
  if (tenantId === DEFAULT_TENANT) throw tenantErrors.TENANT_PLATFORM();
  const { rowCount } = await tx.execute(
    sql`select from sys_tenant_package where id = ${packageId} and deleted_at is null for share`,
  );
  if (!rowCount) throw commonErrors.NOT_FOUND();
}

/** Makes all users of a tenant follow its package, which may have changed. */
export const notifyPackage = (tx: Tx, { id }: Pick<TenantRow, 'id'>): Promise<void> =>
  notifyTenants(tx, sql`id = ${id}`);

/**
 * Adds to a new tenant its roles with grants, root department, posts, and an administrator without a known password.
 */
export async function furnishTenant(tx: Tx, { tenantId, tenantName }: TenantRow): Promise<void> {
  await seedTenant(tx, { tenantId, name: tenantName });
  const actor = systemActor(tenantId);
  const user = await openAccount(tx, actor, {
    account: 'admin',
    password: null,
    realName: '管理员',
    userType: userType.is.staff,
    roleIds: await roleIdsOfKeys(tx, tenantId, [ADMINISTRATOR]),
    mustChangePassword: true,
  });
  await tx.execute(sql`
    insert into sys_user_dept (user_id, dept_id) select ${user.id}::bigint, id from sys_dept
    where tenant_id = ${tenantId} and deleted_at is null order by id limit 1`);
}

/**
 * Sets a new password for the first administrator of a tenant, to be changed at the first sign-in; ends the
 * administrator's sessions.
 * @throws NOT_FOUND; TENANT_PLATFORM, because administrators there are managed like other users
 */
export async function renewAdministrator(
  tx: Tx,
  id: bigint,
): Promise<{ tenantId: string; account: string; password: string }> {
  const found = await tx.execute<{ id: string; tenant_id: string; account: string }>(sql`
    select u.id::text, t.tenant_id, u.account from sys_tenant t
    join sys_role r on r.tenant_id = t.tenant_id and r.role_alias = ${ADMINISTRATOR} and r.deleted_at is null
    join sys_user_role ur on ur.role_id = r.id join sys_user u on u.id = ur.user_id and u.deleted_at is null
    where t.id = ${id} and t.deleted_at is null order by u.id limit 1`);
  const [user] = found.rows;
  if (!user) throw commonErrors.NOT_FOUND();
  if (user.tenant_id === DEFAULT_TENANT) throw tenantErrors.TENANT_PLATFORM();
  const password = generatePassword();
  await tx.execute(sql`
    update sys_user set password_hash = ${await hashPassword(digestOf(password))}, must_change_password = 1, password_given_at = now(),
      status = 1, locked_until = null, version = version + 1, update_time = now() where id = ${BigInt(user.id)}`);
  await endSessions(tx, { userId: BigInt(user.id) }, 'password reset');
  return { tenantId: user.tenant_id, account: user.account, password };
}

/** @throws TENANT_PLATFORM */
export function assertNotPlatform(rows: readonly Pick<TenantRow, 'tenantId'>[]): void {
  if (rows.some(({ tenantId }) => tenantId === DEFAULT_TENANT)) throw tenantErrors.TENANT_PLATFORM();
}

/** Signs out all users of some tenants. @throws TENANT_PLATFORM; TENANT_OPEN for archiving one that is not disabled */
export async function closeTenants(tx: Tx, rows: readonly TenantRow[], how: 'disable' | 'archive'): Promise<void> {
  assertNotPlatform(rows);
  const open = rows.find(({ status }) => status === enableStatus.is.enabled);
  if (how === 'archive' && open) throw tenantErrors.TENANT_OPEN({ name: open.tenantName });
  for (const { tenantId } of rows) await endTenantSessions(tx, tenantId, `tenant: ${how}`);
}

/** @throws NOT_FOUND, TENANT_PLATFORM */
export async function limitTenants(
  tx: Tx,
  actor: Actor,
  input: {
    readonly ids: readonly bigint[];
    readonly accountNumber?: number | undefined;
    readonly expireTime?: Date | null | undefined;
  },
): Promise<void> {
  const ids = [...new Set(input.ids)].map(String);
  const { accountNumber = null, expireTime } = input;
  const changed = await tx.execute<{ tenant_id: string }>(sql`
    update sys_tenant set account_number = coalesce(${accountNumber}::integer, account_number),
      expire_time = case when ${expireTime !== undefined} then ${expireTime?.toISOString() ?? null}::timestamptz else expire_time end,
      version = version + 1, update_user = ${actor.userId}, update_time = now()
    where id = any(${sql.param(ids)}::bigint[]) and deleted_at is null returning tenant_id`);
  if (changed.rows.length < ids.length) throw commonErrors.NOT_FOUND();
  assertNotPlatform(changed.rows.map(({ tenant_id: tenantId }) => ({ tenantId })));
  await closeExpired(tx);
  await rightsChanged(tx);
}

/** Signs out all users of expired tenants. @returns how many tenants */
export async function closeExpired(tx: Tx): Promise<number> {
  const over = await tx.execute<{ tenant_id: string }>(sql`
    select t.tenant_id from sys_tenant t where t.expire_time <= now() and exists (
      select from auth_session s where s.tenant_id = t.tenant_id and s.ended_at is null and s.expires_at > now())`);
  for (const { tenant_id: tenantId } of over.rows) await endTenantSessions(tx, tenantId, 'tenant: expired');
  return over.rows.length;
}
