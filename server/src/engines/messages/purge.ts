import type { Db } from '../../kernel/db/index.ts';

const KEPT_DAYS = 180;
const BATCH = 1000;

/** Removes messages older than half a year, with their readers' rows. @returns how many there were */
export async function purgeMessages(db: Db): Promise<number> {
  let purged = 0;
  for (let left = BATCH; left === BATCH; purged += left) {
    const { rowCount } = await db.pool.query(
      `delete from msg_message where id in (
         select id from msg_message where create_time < now() - make_interval(days => $1) order by create_time limit $2)`,
      [KEPT_DAYS, BATCH],
    );
    left = rowCount ?? 0;
  }
  return purged;
}
