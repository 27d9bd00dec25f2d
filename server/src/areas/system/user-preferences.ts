import { PREFERENCES_MAX, userPreferences } from '@trade-assistant/contract/areas/system/user-preferences.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import { serve } from '../../kernel/http/serve.ts';

type Json = ReturnType<typeof JSON.parse>;

const errors = defineErrors({
  TOO_MANY_PREFERENCES: {
    status: 400,
    zh: '个人偏好最多保存 {max} 项',
    en: 'At most {max} preferences can be kept',
  },
});

export default serve(userPreferences, {
  mine: async (c) => {
    const { rows } = await c.app.db.drizzle.execute<{ key: string; value: Json }>(
      sql`select key, value from sys_user_preference where user_id = ${c.actor.userId} order by key`,
    );
    return { values: Object.fromEntries(rows.map(({ key, value }) => [key, value])) };
  },
  change: (c, { values }) =>
    c.tx(async (tx) => {
      const { userId } = c.actor;
      const forgotten = Object.keys(values).filter((key) => values[key] === null);
      const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
      // In the order of the keys, so that two browsers of one user cannot deadlock.
      await tx.execute(sql`
        with gone as (
          delete from sys_user_preference
          where user_id = ${userId} and key = any(${sql.param(forgotten)}::text[]))
        insert into sys_user_preference (user_id, key, value)
        select ${userId}::bigint, key, value from jsonb_each(${JSON.stringify(kept)}::jsonb) order by key
        on conflict (user_id, key) do update set value = excluded.value, update_time = now()`);
      const { rows } = await tx.execute<{ n: number }>(
        sql`select count(*)::int as n from sys_user_preference where user_id = ${userId}`,
      );
      if (Number(rows[0]?.n) > PREFERENCES_MAX) throw errors.TOO_MANY_PREFERENCES({ max: PREFERENCES_MAX });
    }),
});
