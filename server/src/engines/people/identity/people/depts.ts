import { sql } from 'drizzle-orm';
import type { Tx } from '../../../../kernel/db/index.ts';

/**
 * Updates the paths of a department and of all departments below it, also deleted ones, which may be restored. The
 * caller has locked the tree. @returns how many paths changed
 */
export async function placeDept(tx: Tx, id: bigint): Promise<number> {
  const moved = await tx.execute(sql`
    with place as (
      select d.id, d.tenant_id, d.path as old, coalesce(above.path, '/') || d.id || '/' as new
      from sys_dept d left join sys_dept above on above.id = d.parent_id where d.id = ${id}
    )
    update sys_dept d set path = place.new || substr(d.path, length(place.old) + 1)
    from place
    where place.old <> place.new and d.tenant_id = place.tenant_id
      and (d.id = place.id or (place.old <> '/' and d.path like place.old || '%'))`);
  return moved.rowCount ?? 0;
}
