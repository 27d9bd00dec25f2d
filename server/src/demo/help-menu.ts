import { sql } from 'drizzle-orm';
import { DEFAULT_TENANT, menus } from '../engines/people/identity/index.ts';
import type { Tx } from '../kernel/db/index.ts';

/** Behind what the installation's own menu brings. */
const LAST = 900;

/** A group of references for everybody: a page shown inside the console, and a foreign one that opens a window of its own. */
export async function openHelpMenu(tx: Tx): Promise<void> {
  const [group] = await tx
    .insert(menus)
    .values({
      code: 'help',
      name: '参考资料',
      nameEn: 'References',
      path: '/help',
      source: 'BookOutlined',
      category: 1,
      sort: LAST,
    })
    .returning({ id: menus.id });
  await tx.insert(menus).values([
    {
      parentId: group?.id ?? null,
      code: 'help/guide',
      name: '使用指南',
      nameEn: 'User guide',
      path: '/help/guide.html',
      source: 'BookOutlined',
      category: 1,
      sort: 1,
    },
    {
      parentId: group?.id ?? null,
      code: 'help/numbering',
      name: '号码规则 E.164',
      nameEn: 'Numbering plan E.164',
      path: 'https://www.itu.int/rec/T-REC-E.164',
      source: 'GlobalOutlined',
      category: 1,
      isOpen: 2,
      sort: 2,
    },
  ]);
  await tx.execute(sql`
    insert into sys_role_menu (role_id, menu_id)
    select r.id, m.id from sys_role r cross join sys_menu m
    where r.tenant_id = ${DEFAULT_TENANT} and r.deleted_at is null and m.code in ('help', 'help/guide', 'help/numbering')
    on conflict do nothing`);
}
