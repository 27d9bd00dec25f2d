import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { openWallets } from '../engines/money/ledger/index.ts';
import { openAccount, roleIdsOfKeys } from '../engines/people/identity/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { TestApp, TestUser } from './app.ts';

export const SECOND_TENANT = '123456';

/** Another tenant with the roles of the first: its administrator and an agent with wallets, signed in. */
export async function openSecondTenant(product: TestApp): Promise<{ admin: TestUser; agent: TestUser }> {
  const { db } = product;
  const system = systemActor(SECOND_TENANT);
  await db.pool.query(
    "insert into sys_tenant (tenant_id, tenant_name, linkman, domain) values ($1, 'Second', 'Ann', 'second.example')",
    [SECOND_TENANT],
  );
  await db.pool.query(
    `with copied as (
       insert into sys_role (tenant_id, role_name, role_name_en, role_alias, sort)
       select $1, role_name, role_name_en, role_alias, sort from sys_role where tenant_id = '000000' and deleted_at is null
       returning id, role_alias)
     insert into sys_role_menu (role_id, menu_id)
     select c.id, g.menu_id from copied c join sys_role r on r.role_alias = c.role_alias and r.tenant_id = '000000'
     join sys_role_menu g on g.role_id = r.id`,
    [SECOND_TENANT],
  );
  const open = (account: string, role: string, type: 1 | 2) =>
    db.tx(async (tx) => {
      const opened = await openAccount(tx, system, {
        account,
        password: null,
        realName: account,
        userType: type,
        roleIds: await roleIdsOfKeys(tx, SECOND_TENANT, [role]),
        mustChangePassword: false,
      });
      if (type === userType.is.agent)
        await openWallets(tx, system, {
          userId: opened.id,
          userType: opened.userType,
          userName: opened.realName,
          ownerPath: opened.ownerPath,
        });
      return opened;
    });
  return {
    admin: await product.enter(await open('second_admin', 'administrator', userType.is.staff)),
    agent: await product.enter(await open('second_agent', 'agent', userType.is.agent)),
  };
}

const opened = new WeakMap<TestApp, ReturnType<typeof openSecondTenant>>();

/** The second tenant of a product; created on first use. */
export function secondTenantOf(product: TestApp): ReturnType<typeof openSecondTenant> {
  const known = opened.get(product) ?? openSecondTenant(product);
  opened.set(product, known);
  return known;
}
