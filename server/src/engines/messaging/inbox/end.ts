import {
  sessionEnd,
  sessionEventKind,
  sessionStatus,
} from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { cancelTexts } from '../sending/index.ts';
import { append, type Counted, isEnded, type NewEntry } from './entries.ts';
import type { Session } from './tables.ts';

interface End {
  /** As `sms_session_end`. */
  readonly reason: number;
  /** Texts that stay queued: the last reply of a flow, a confirmation. */
  readonly except?: readonly string[];
  /** Entries before the end, with their counts. */
  readonly entries?: readonly NewEntry[];
  readonly counted?: Counted;
}

/** Closes a locked session and cancels its queued texts, whose money returns. One that ended already only gets the entries. */
export const endSession = (app: App, tx: Tx, actor: Actor, session: Session, end: End): Promise<void> =>
  endSessions(app, tx, actor, [session], end);

/** Closes locked sessions: first all their money, then all their entries, since the counts are locked last. */
export async function endSessions(
  app: App,
  tx: Tx,
  actor: Actor,
  sessions: readonly Session[],
  { reason, except = [], entries = [], counted = {} }: End,
): Promise<void> {
  const isOptOut = reason === sessionEnd.is.optedOut;
  const state = isOptOut ? sessionStatus.is.optedOut : sessionStatus.is.closed;
  const returned = new Map<bigint, bigint>();
  for (const session of sessions.filter((one) => !isEnded(one))) {
    returned.set(session.id, await cancelQueued(tx, session, except));
    await tx.execute(sql`
      update inb_session set session_status = ${state}::int, end_reason = ${reason}::int, close_time = now(), waiting_since = null,
        snoozed_until = null, update_time = now(), version = version + 1 where id = ${session.id}`);
  }
  const by = actor.userId === 0n ? { userId: null, userName: null } : { userId: actor.userId, userName: nameOf(actor) };
  const kind = isOptOut ? sessionEventKind.is.optedOut : sessionEventKind.is.closed;
  for (const session of sessions) {
    const back = returned.get(session.id);
    if (back === undefined) await append(app, tx, session, entries, counted);
    else
      await append(app, tx, session, [...entries, { kind, ...by, node: String(reason) }], {
        ...counted,
        active: (counted.active ?? 0) - 1,
        charged: (counted.charged ?? 0n) - back,
        ...(isOptOut ? { optedOut: 1 } : {}),
      });
  }
}

/** Cancels the queued texts of a session. @returns the money that returns */
async function cancelQueued(tx: Tx, { id }: Session, except: readonly string[]): Promise<bigint> {
  const count = await cancelTexts(tx, id, except);
  if (count === 0) return 0n;
  const { cancelled, pending } = lineStatus.is;
  const { rows } = await tx.execute<{ price: string | null }>(sql`
    update inb_event e set status = ${cancelled}::int from snd_message m
    where e.session_id = ${id} and e.status = ${pending} and m.id = e.message_id and m.status = ${cancelled}
    returning e.price::text as price`);
  const back = rows.reduce((sum, { price }) => sum + BigInt(price ?? 0), 0n);
  await tx.execute(sql`update inb_session set spent = greatest(spent - ${back}::bigint, 0) where id = ${id}`);
  return back;
}

export const nameOf = ({ realName, account }: Pick<Actor, 'realName' | 'account'>): string => realName || account;
