import { sessionEnd } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { inArray, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { assignWaiting } from './assign.ts';
import { endSession } from './end.ts';
import { LIFE_DAYS } from './inbound.ts';
import { sessions } from './tables.ts';

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 3_600_000;
const TOGETHER = 200;
const BATCHES_MAX = 50;
/** Texts are kept and found for so long; drafts for a shorter time. */
const TEXT_DAYS = 90;
const DRAFT_DAYS = 30;

/** Closes sessions without a message for longer than their task allows, and those that are 30 days old. @returns how many */
export async function closeQuiet(app: App): Promise<number> {
  let closed = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const count = await app.db.tx(
      async (tx) => {
        const { rows } = await tx.execute<{ id: string; old: boolean }>(sql`
          select s.id::text, s.create_time < now() - make_interval(days => ${LIFE_DAYS}::int) as old
          from inb_session s join inb_task t on t.id = s.task_id
          where s.session_status in (0, 1) and (s.last_msg_time < now() - make_interval(hours => t.session_timeout_hours)
            or s.create_time < now() - make_interval(days => ${LIFE_DAYS}::int))
          order by s.id limit ${TOGETHER} for update of s`);
        if (rows.length === 0) return 0;
        const old = new Set(rows.flatMap((row) => (row.old ? [row.id] : [])));
        const found = await tx
          .select()
          .from(sessions)
          .where(
            inArray(
              sessions.id,
              rows.map(({ id }) => BigInt(id)),
            ),
          )
          .orderBy(sessions.id);
        // The counts of several tasks are locked in the order of the tasks.
        for (const [, group] of [...Map.groupBy(found, ({ taskId }) => taskId)].sort(([a], [b]) => Number(a - b)))
          for (const session of group) {
            const reason = old.has(String(session.id)) ? sessionEnd.is.age : sessionEnd.is.timeout;
            await endSession(app, tx, systemActor(session.tenantId), session, { reason });
          }
        return rows.length;
      },
      { retry: true },
    );
    closed += count;
    if (count < TOGETHER) break;
  }
  return closed;
}

/** Assigns sessions that no change assigned: a node died, a snooze ended, nobody had room. */
export async function assignAll(app: App): Promise<void> {
  const { rows } = await app.db.pool.query<{ id: string }>(`
    select t.id::text from inb_task t where t.status in (1, 2) and t.deleted_at is null and exists (
      select from inb_session s where s.task_id = t.id and s.session_status = 0 and s.assigned_user is null and s.is_for_people
        and (s.snoozed_until is null or s.snoozed_until <= now())) order by t.id limit 500`);
  for (const { id } of rows) await app.db.tx((tx) => assignWaiting(app, tx, BigInt(id)), { retry: true });
}

/** Empties texts older than 90 days with their words, and old drafts. */
export async function forgetTexts(app: App): Promise<void> {
  const statements = [
    `update inb_event set content = null where (task_id, event_no) in (select task_id, event_no from inb_event
       where content is not null and create_time < now() - make_interval(days => ${TEXT_DAYS}) limit 5000)`,
    `delete from inb_word where (owner_id, word, session_id) in (select owner_id, word, session_id from inb_word
       where create_time < now() - make_interval(days => ${TEXT_DAYS}) limit 5000)`,
    `update inb_session set last_content = null where id in (select id from inb_session
       where last_content is not null and session_status in (2, 3) and last_msg_time < now() - make_interval(days => ${TEXT_DAYS}) limit 5000)`,
    `delete from inb_draft where update_time < now() - make_interval(days => ${DRAFT_DAYS})`,
  ];
  for (const statement of statements)
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const { rowCount } = await app.db.background.pool.query(statement);
      if ((rowCount ?? 0) < 5000) break;
    }
}

export const inboxTimers = [
  defineTimer({ name: 'inbox/quiet', every: MINUTE_MILLIS, run: async (app) => void (await closeQuiet(app)) }),
  defineTimer({ name: 'inbox/assign', every: MINUTE_MILLIS, run: assignAll }),
  defineTimer({ name: 'inbox/forget', every: HOUR_MILLIS, run: forgetTexts }),
];
