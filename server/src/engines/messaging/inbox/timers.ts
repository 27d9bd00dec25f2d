import { sessionEnd } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { defineTimer, setApart } from '../../../kernel/jobs/index.ts';
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

const isOld = sql`s.create_time < now() - make_interval(days => ${LIFE_DAYS}::int)`;
const isQuiet = sql`s.session_status in (0, 1) and (${isOld}
  or s.last_msg_time < now() - make_interval(hours => (select t.session_timeout_hours from inb_task t where t.id = s.task_id)))`;
const unclosed = setApart('inbox/quiet');

/** Closes sessions without a message for longer than their task allows, and those that are 30 days old. @returns how many */
export async function closeQuiet(app: App): Promise<number> {
  let closed = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { rows } = await app.db.drizzle.execute<{ id: string }>(sql`
      select s.id::text from inb_session s where ${isQuiet} and s.id <> all(${sql.param(unclosed.ids(app))}::bigint[])
      order by s.id limit ${TOGETHER}`);
    await unclosed.each(
      app,
      rows,
      ({ id }) => id,
      async ({ id }) => {
        if (await app.db.tx((tx) => closeOne(app, tx, BigInt(id)), { retry: true })) closed += 1;
      },
    );
    if (rows.length < TOGETHER) break;
  }
  return closed;
}

/** Closes a session unless a message came meanwhile. */
async function closeOne(app: App, tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await tx.execute<{ old: boolean }>(
    sql`select ${isOld} as old from inb_session s where s.id = ${id} and ${isQuiet} for update of s`,
  );
  const [session] = rows.length === 0 ? [] : await tx.select().from(sessions).where(eq(sessions.id, id));
  if (!session) return false;
  const reason = rows[0]?.old ? sessionEnd.is.age : sessionEnd.is.timeout;
  await endSession(app, tx, systemActor(session.tenantId), session, { reason });
  return true;
}

const unassigned = setApart('inbox/assign');

/** Assigns sessions that no change assigned: a node died, a snooze ended, nobody had room. */
export async function assignAll(app: App): Promise<void> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    `select t.id::text from inb_task t where t.status in (1, 2) and t.deleted_at is null and exists (
      select from inb_session s where s.task_id = t.id and s.session_status = 0 and s.assigned_user is null and s.is_for_people
        and (s.snoozed_until is null or s.snoozed_until <= now())) and t.id <> all($1::bigint[]) order by t.id limit 500`,
    [unassigned.ids(app)],
  );
  await unassigned.each(
    app,
    rows,
    ({ id }) => id,
    ({ id }) => app.db.tx((tx) => assignWaiting(app, tx, BigInt(id)), { retry: true }),
  );
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
