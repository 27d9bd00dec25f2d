import { sql } from 'drizzle-orm';
import { DEFAULT_TENANT } from '../engines/people/identity/index.ts';
import type { Db } from '../kernel/db/index.ts';

/** A role that allows these permissions and nothing else, for `app.staff(key)`. */
export async function openRole(db: Db, key: string, permissions: readonly string[]): Promise<void> {
  const given = await db.drizzle.execute(sql`
    with role as (insert into sys_role (tenant_id, role_name, role_name_en, role_alias) values (${DEFAULT_TENANT}, ${key}, ${key}, ${key}) returning id)
    insert into sys_role_menu (role_id, menu_id)
    select role.id, m.id from role, sys_menu m
    where m.code = any(${sql.param([...permissions])}::text[]) and m.category = 2`);
  if (given.rowCount !== permissions.length)
    throw new Error(`Not all of these are permissions: ${permissions.join(', ')}`);
}
