import { sql } from 'drizzle-orm';
import {
  assignRoles,
  fillPackage,
  packageMenus,
  roleIdsOfKeys,
  tenantPackages,
} from '../engines/people/identity/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { AGENTS, asCall } from './as-call.ts';
import type { Demo } from './demo.ts';

const TRADING = ['wel', 'desk', 'user', 'whatsapp', 'agent'];
/**
 * What an installation could sell, each with all of the one before. No tenant has one of them: the only tenant is the platform's own,
 * which has everything.
 */
const PACKAGES = [
  { zh: '入门版', en: 'Starter', remark: '号码库存与出库（演示）', areas: ['wel', 'desk', 'user', 'whatsapp'] },
  { zh: '标准版', en: 'Standard', remark: '另含代理与商品订单（演示）', areas: TRADING },
  {
    ...{ zh: '完整版', en: 'Complete', remark: '另含财务、系统与日志管理（演示）' },
    areas: [...TRADING, 'finance', 'system', 'resource', 'log', 'other'],
  },
];

/** Who is signed in as the demo begins. Nobody holds tokens of these sessions. */
const SIGNED_IN = [
  { account: 'demo_support', address: '198.51.100.24', method: 'password', minutes: 4, since: 130, agent: 'desktop' },
  {
    account: 'staff_rowan',
    address: '203.0.113.57',
    method: 'totp',
    minutes: 2,
    since: 45,
    agent: 'mac',
    as: 'warehouse',
  },
  { account: 'staff_mira', address: '203.0.113.90', method: 'passkey', minutes: 38, since: 300, agent: 'phone' },
  { account: 'agent_harbour', address: '192.0.2.140', method: 'password', minutes: 7, since: 22, agent: 'desktop' },
] as const;
/** Packages of menus, made and filled by the installation's administrator. */
export async function openTenantPackages({ tx, system, people }: Demo): Promise<void> {
  const { admin } = people.staff;
  for (const { zh: packageName, en: packageNameEn, remark, areas } of PACKAGES) {
    const form = { packageName, packageNameEn, remark };
    const made = await asCall(
      tx,
      admin,
      { resource: 'system/tenant-package', name: 'submit', asked: form },
      async () => {
        const [row] = await tx
          .insert(tenantPackages)
          .values({ ...form, tenantId: system.tenantId, createUser: admin.userId, createUserName: admin.realName })
          .returning({ id: tenantPackages.id });
        invariant(row, 'demo-package');
        return row;
      },
    );
    const { menus } = await packageMenus(tx, admin, made.id);
    const menuIds = menus.filter(({ code }) => areas.includes(code.split(/[/:]/)[0] ?? '')).map(({ id }) => id);
    const asked = { packageId: String(made.id) };
    await asCall(tx, admin, { resource: 'system/tenant-package', name: 'grant', asked }, () =>
      fillPackage(tx, admin, { packageId: made.id, menuIds }),
    );
  }
}

/** Gives a substitute the role of the substituted person beside their own. */
export async function giveSecondRole({ tx, system, people }: Demo, account: string, keys: readonly string[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from sys_user where tenant_id = ${system.tenantId} and account = ${account} and deleted_at is null`);
  const userId = BigInt(rows[0]?.id ?? 0);
  const roleIds = await roleIdsOfKeys(tx, system.tenantId, keys);
  const asked = { userIds: String(userId), roleIds: roleIds.join(',') };
  await asCall(tx, people.staff.admin, { resource: 'system/user', name: 'grant', asked }, () =>
    assignRoles(tx, system, { userId, roleIds }),
  );
}

/** Sessions of some colleagues and an agent, one of them narrowed to a role. */
export async function openSessions({ tx, system }: Demo): Promise<void> {
  for (const { account, address, method, minutes, since, agent, ...more } of SIGNED_IN) {
    const roleKey = 'as' in more ? more.as : null;
    await tx.execute(sql`
      insert into auth_session (tenant_id, user_id, address, user_agent, method, create_time, last_seen_at, expires_at, role_id)
      select u.tenant_id, u.id, ${address}, ${AGENTS[agent]}, ${method}, now() - make_interval(mins => ${since}),
        now() - make_interval(mins => ${minutes}), now() + interval '12 hours',
        (select r.id from sys_role r where r.tenant_id = u.tenant_id and r.role_alias = ${roleKey} and r.deleted_at is null)
      from sys_user u where u.tenant_id = ${system.tenantId} and u.account = ${account} and u.deleted_at is null`);
  }
}
