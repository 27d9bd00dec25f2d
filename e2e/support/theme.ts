import type { Db } from '../../server/src/kernel/db/index.ts';

/** Stores a theme and a language for a user, as if chosen in another browser. */
export async function storeTheme(db: Db, account: string, look: { theme: string; locale: 'zh' | 'en' }): Promise<void> {
  await db.pool.query(
    `insert into sys_user_preference (user_id, key, value)
     select u.id, choice.key, choice.value from sys_user u, jsonb_each($2::jsonb) choice
     where u.account = $1 and u.deleted_at is null
     on conflict (user_id, key) do update set value = excluded.value, update_time = now()`,
    [account, JSON.stringify(look)],
  );
}
