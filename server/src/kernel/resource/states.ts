import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Transition } from '@trade-assistant/contract/kit/transitions.ts';
import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { Db, Tx } from '../db/index.ts';
import type { Context } from '../http/context.ts';
import { saying } from './errors.ts';

/** The log of all changes, for its list. */
export const stateLogs = pgTable('biz_state_log', {
  id: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  objectType: text().notNull(),
  objectId: bigint({ mode: 'bigint' }).notNull(),
  fromState: integer(),
  toState: integer().notNull(),
  event: text().notNull(),
  reason: text(),
  userId: bigint({ mode: 'bigint' }),
  userName: text(),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** The events of a business row, and from where to where each takes it. */
export type StateMachine<E extends string> = Readonly<Record<E, Pick<Transition, 'from' | 'to'>>>;

/** @throws STATE_CONFLICT for an event that is not possible in a state */
export function assertTransition<E extends string>(machine: StateMachine<E>, event: E, state: number): void {
  if (!machine[event].from.includes(state)) throw commonErrors.STATE_CONFLICT();
}

interface LoggedChange {
  readonly type: string;
  readonly from: number | null;
  readonly to: number;
  readonly event: string;
  readonly reason?: string | undefined;
}

/** Records a state change of a business row with author and reason; `type` is its table. */
export const logState = (
  tx: Tx,
  actor: Actor,
  { id, ...change }: LoggedChange & { readonly id: bigint },
): Promise<void> => logStates(tx, actor, change, [id]);

/** Records the same change of several rows. */
export async function logStates(tx: Tx, actor: Actor, change: LoggedChange, ids: readonly bigint[]): Promise<void> {
  const { type, from, to, event, reason = null } = change;
  await tx.execute(sql`
    insert into biz_state_log (tenant_id, object_type, object_id, from_state, to_state, event, reason, user_id, user_name)
    select ${actor.tenantId}, ${type}, id, ${from}::int, ${to}::int, ${event}, ${reason}, ${actor.userId}::bigint, ${actor.realName}
    from unnest(${sql.param([...ids])}::bigint[]) id`);
}

/** Returns the refusal of a transition, naming the row and its state. */
export function stateConflict(
  { app }: Pick<Context, 'app'>,
  { fields, stateField = '', nameField }: Resource,
  { title, from }: Transition,
  row: Readonly<Record<string, unknown>>,
) {
  const declared = fields[stateField]?.dictionary;
  const dictionary = declared && app.dictionaries.current(declared);
  const state = Number(row[stateField]);
  const stands = (dictionary && entryOf(dictionary, state)) ?? { zh: String(state), en: String(state) };
  const name = nameField ? nameOf(nameField, row) : { zh: String(row['id']), en: String(row['id']) };
  const words = (locale: 'zh' | 'en') =>
    from.map((value) => (dictionary && entryOf(dictionary, value)?.[locale]) ?? String(value));
  return saying(
    'STATE_CONFLICT',
    {
      zh: `“{zh}”为“${stands.zh}”，只有${words('zh')
        .map((word) => `“${word}”`)
        .join('、')}才能${title.zh}`,
      en: `“{en}” is “${stands.en}”: “${title.en}” is for ${words('en')
        .map((word) => `“${word}”`)
        .join(', ')} only`,
    },
    name as unknown as Record<string, string>,
  );
}

interface StateChange {
  readonly time: Date;
  readonly userName: string | null;
  readonly event: string;
  readonly from: number | null;
  readonly to: number;
  readonly reason: string | null;
}

const TIMELINE_MAX = 200;

/** Returns the state history of a row, newest first. The program has no name. */
export async function timelineOf(db: Db, tenantId: string, type: string, id: bigint): Promise<StateChange[]> {
  const { rows } = await db.drizzle.execute<Omit<StateChange, 'time'> & { time: string }>(sql`
    select create_time as time, case when user_id <> 0 then user_name end as "userName", event, from_state as "from", to_state as "to", reason
    from biz_state_log where tenant_id = ${tenantId} and object_type = ${type} and object_id = ${id}
    order by id desc limit ${TIMELINE_MAX}`);
  return rows.map((row) => ({ ...row, time: new Date(row.time) }));
}
