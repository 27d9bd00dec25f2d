import { sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { ADMINISTRATOR, isActiveUser, isPackaged } from './actor.ts';

/** The ids of everybody who holds a permission now, administrators among them, in order. */
export async function holdersOf(tx: Tx, tenantId: string, permission: string): Promise<bigint[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct u.id from sys_user u
    join sys_user_role ur on ur.user_id = u.id
    join sys_role r on r.id = ur.role_id and r.tenant_id = u.tenant_id and r.deleted_at is null and r.status = 1
    join sys_tenant t on t.tenant_id = u.tenant_id
    left join sys_role_menu rm on rm.role_id = r.id
    left join sys_menu m on m.id = rm.menu_id and m.category = 2 and m.deleted_at is null
    where u.tenant_id = ${tenantId} and ${isActiveUser} and (r.role_alias = ${ADMINISTRATOR} or m.code = ${permission})
      and exists (select from sys_menu m where m.code = ${permission} and m.deleted_at is null and ${isPackaged})
    order by u.id`);
  return rows.map(({ id }) => BigInt(id));
}
