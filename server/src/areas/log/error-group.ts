import { errorGroup } from '@trade-assistant/contract/areas/log/error-group.ts';
import { inArray, sql } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';
import { errorLogs } from '../../kernel/audit/index.ts';
import { defineTimer, type Timer } from '../../kernel/jobs/index.ts';
import { ruledRows } from '../../kernel/resource/data-rules.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { tableOf } from '../../kernel/resource/table.ts';
import { notifyRecurred } from './error-group/recurred.ts';

const MINUTE_MILLIS = 60_000;

/** `recurredTime`: when it recurred after being resolved; cleared after administrators were notified. */
export const errorGroups = tableOf('log_error_group', errorGroup, {
  more: { recurredTime: timestamp({ withTimezone: true }) },
});

/** Number and length of slots; the last one is the present slot. */
const RANGES = { day: { unit: 'hour', slots: 24 }, month: { unit: 'day', slots: 30 } } as const;

export const timers: readonly Timer[] = [
  defineTimer({ name: 'log/recurred', every: MINUTE_MILLIS, run: notifyRecurred }),
];

export default resourceRoutes(errorGroup, errorGroups, {
  scope: 'tenant',
  onTransition: async (c, tx, rows, { name }) => {
    const isOpen = name === 'reopen';
    await tx
      .update(errorGroups)
      .set({
        handledBy: isOpen ? null : c.actor.realName,
        handledTime: isOpen ? null : new Date(),
        recurredTime: null,
      })
      .where(
        inArray(
          errorGroups.id,
          rows.map(({ id }) => id),
        ),
      );
  },
  actions: {
    rate: async (c, { range, fingerprint }) => {
      const { unit, slots } = RANGES[range];
      const of = ruledRows(c.actor, errorLogs) ?? sql`true`;
      const { rows } = await c.app.db.drizzle.execute<{ from: string; count: number }>(sql`
        with slot as (
          select generate_series(start, date_trunc(${unit}, now(), ${c.zone}), make_interval(${sql.raw(`${unit}s`)} => 1), ${c.zone}) as from_time
          from (select date_add(date_trunc(${unit}, now(), ${c.zone}), make_interval(${sql.raw(`${unit}s`)} => ${1 - slots}), ${c.zone}) as start) s),
        counted as (
          select date_trunc(${unit}, create_time, ${c.zone}) as from_time, count(*)::int as count from ${errorLogs}
          where tenant_id = ${c.actor.tenantId} and create_time >= (select min(from_time) from slot)
            ${fingerprint ? sql`and fingerprint = ${fingerprint}` : sql``} and ${of}
          group by 1)
        select slot.from_time::text as from, coalesce(count, 0) as count from slot left join counted using (from_time) order by 1`);
      return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        slots: rows.map(({ from, count }) => ({ from: new Date(from), count })),
      };
    },
  },
});
