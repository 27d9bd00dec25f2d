import { groupSeeds, menuSeeds, titleOfScreen, UNUSED_SORT } from '../engines/people/identity/index.ts';
import type { Db } from '../kernel/db/index.ts';

/** Makes a seeded database one from before the menu by work: the groups by table are shown, and nothing was taken over. */
export async function useFormerMenu(db: Pick<Db, 'pool'>): Promise<void> {
  await db.pool.query(`
    delete from sys_menu_takeover;
    update sys_menu set agent_place = 0, agent_parent_id = null, agent_sort = null, agent_name = null, agent_name_en = null,
      create_time = now() - interval '1 year', visible = case when code like 'work/%' or code = 'other' or path is null and category = 1 then 0 else 1 end`);
  // Groups that an older version added, and those that are hidden until the takeover.
  await db.pool.query(
    `update sys_menu set sort = sort % $1 + case when code like 'work/%' then $1 else 0 end
    where category = 1 and (code like 'work/%' or code = any($2))`,
    [UNUSED_SORT, groupSeeds.map(({ code }) => code)],
  );
  for (const [index, { code, group, icon }] of menuSeeds.entries()) {
    const title = titleOfScreen(code);
    await db.pool.query(
      `update sys_menu set parent_id = (select id from sys_menu where code = $2), sort = $3, source = $4,
        name = coalesce($5, name), name_en = coalesce($6, name_en) where code = $1`,
      [code, group, index + 1, icon, title?.zh, title?.en],
    );
  }
}
