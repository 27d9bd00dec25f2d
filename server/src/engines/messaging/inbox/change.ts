import { suppressionReason, suppressionScope } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import {
  sessionEnd,
  sessionEventKind,
  sessionFlag,
  sessionStatus,
} from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { businessType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { afterCommit, type Tx } from '../../../kernel/db/index.ts';
import { hasNumber } from '../../../kernel/phone/index.ts';
import { nameOfOwner, suppress } from '../compliance/index.ts';
import type { TextOutcome } from '../sending/index.ts';
import { assignAfter } from './assign.ts';
import { endSession, endSessions, nameOf } from './end.ts';
import { append, draftPurpose, isEnded } from './entries.ts';
import { atField, inboxErrors } from './errors.ts';
import { reopen } from './inbound.ts';
import { lockSessions } from './rights.ts';
import { lockOne, seeUpTo, sentBefore } from './send.ts';
import { type EventRow, events, type Session, sessions } from './tables.ts';
import { answerers } from './task.ts';

const KIND = sessionEventKind.is;
const by = (actor: Actor) => ({ userId: actor.userId, userName: nameOf(actor) });

/** Adds a note that only people of the inbox read; once for each key of the browser. @throws NOT_FOUND */
export async function addNote(
  app: App,
  tx: Tx,
  actor: Actor,
  { id, text, clientKey }: { readonly id: bigint; readonly text: string; readonly clientKey: string },
): Promise<EventRow> {
  const { session } = await lockOne(tx, actor, id);
  const known = await sentBefore(tx, id, actor.userId, clientKey);
  if (known) return known;
  const [note] = await append(app, tx, session, [{ kind: KIND.note, text, clientKey, ...by(actor) }]);
  if (!note) throw new Error(`no note of session ${id} was stored`);
  await seeUpTo(tx, id, actor.userId, note.eventNo);
  return note;
}

/** Assigns sessions to a person, or to nobody. Ended ones are refused. @throws NOT_FOUND, SESSION_CLOSED, SESSION_HANDLER */
export async function assign(
  app: App,
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  to: { id: bigint; name: string } | null,
): Promise<void> {
  const rows = await lockSessions(tx, actor, ids);
  if (rows.some(isEnded)) throw inboxErrors.SESSION_CLOSED();
  const freed = new Set(rows.flatMap(({ assignedUser }) => assignedUser ?? []));
  const changed = rows.filter(({ assignedUser }) => assignedUser !== (to?.id ?? null));
  for (const session of changed)
    await tx
      .update(sessions)
      .set({
        assignedUser: to?.id ?? null,
        assignedName: to?.name ?? null,
        isForPeople: true,
        version: sql`${sessions.version} + 1` as never,
      })
      .where(eq(sessions.id, session.id));
  for (const session of changed)
    await append(app, tx, session, [
      to === null
        ? { kind: KIND.released, ...by(actor) }
        : { kind: KIND.assigned, userId: to.id, userName: to.name, node: nameOf(actor) },
    ]);
  const { tenantId } = actor;
  afterCommit(tx, () => {
    for (const userId of freed) assignAfter(app, tenantId, userId);
  });
}

/** Gives sessions to another person who answers for them. @throws NOT_FOUND, SESSION_CLOSED, SESSION_HANDLER */
export async function give(app: App, tx: Tx, actor: Actor, ids: readonly bigint[], userId: bigint): Promise<void> {
  const rows = await lockSessions(tx, actor, ids);
  const owners = [...new Set(rows.map(({ ownerId }) => ownerId))];
  let person: { id: bigint; name: string } | undefined;
  for (const ownerId of owners) {
    [person] = await answerers(tx, actor.tenantId, ownerId, [userId]);
    if (!person) throw atField('userId', 'SESSION_HANDLER');
  }
  if (person) await assign(app, tx, actor, ids, person);
}

/** Closes sessions, cancels their queued texts and assigns others to whom becomes free. @throws NOT_FOUND */
export async function closeSessions(app: App, tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const rows = await lockSessions(tx, actor, ids);
  await endSessions(app, tx, actor, rows, { reason: sessionEnd.is.person });
  const freed = new Set(rows.flatMap(({ assignedUser }) => assignedUser ?? []));
  afterCommit(tx, () => {
    for (const userId of freed) assignAfter(app, actor.tenantId, userId);
  });
}

/** Opens a closed session for the caller. @throws NOT_FOUND, SESSION_OPTED_OUT, SESSION_ENDED */
export async function reopenByHand(app: App, tx: Tx, actor: Actor, id: bigint): Promise<void> {
  const { task, session } = await lockOne(tx, actor, id);
  if (session.sessionStatus === sessionStatus.is.optedOut) throw inboxErrors.SESSION_OPTED_OUT();
  if (task.status === 3) throw inboxErrors.SESSION_ENDED();
  if (!isEnded(session)) return;
  const { rows } = await tx.execute(sql`
    select from inb_session where task_id = ${task.id} and ${hasNumber(sql`e164`, session.e164)} and session_status in (0, 1) and deleted_at is null`);
  if (rows.length > 0) throw inboxErrors.SESSION_CLOSED();
  const { counted } = await reopen(tx, session);
  const own = by(actor);
  await tx.execute(sql`
    update inb_session set is_for_people = true, session_status = ${sessionStatus.is.open}::int, last_msg_time = now(),
      assigned_user = ${own.userId}, assigned_name = ${own.userName} where id = ${id}`);
  await append(
    app,
    tx,
    session,
    [
      { kind: KIND.reopened, ...own },
      { kind: KIND.assigned, ...own },
    ],
    counted,
  );
}

/** Hides a session until a time or its next text; 0 minutes show it again. @throws NOT_FOUND, SESSION_CLOSED */
export async function snooze(app: App, tx: Tx, actor: Actor, id: bigint, minutes: number): Promise<void> {
  const [session] = await lockSessions(tx, actor, [id]);
  if (!session || isEnded(session)) throw inboxErrors.SESSION_CLOSED();
  await tx.execute(sql`
    update inb_session set snoozed_until = case when ${minutes}::int > 0 then now() + make_interval(mins => ${minutes}::int) end,
      version = version + 1 where id = ${id}`);
  await append(app, tx, session, [{ kind: KIND.snoozed, node: String(minutes), ...by(actor) }]);
}

/** Ends a session whose text only looked like an opt-out, by the decision of a person; the caller suppresses the number. */
export async function endAsOptOut(app: App, tx: Tx, actor: Actor, session: Session): Promise<void> {
  await tx.execute(
    sql`update inb_session set flags = flags & ~${sessionFlag.is.likeOptOut}::int where id = ${session.id}`,
  );
  await endSession(app, tx, actor, session, { reason: sessionEnd.is.optedOut });
}

/**
 * Suppresses the number of a session for texts, by the decision of a person: of staff for the tenant, of an agent for the owner of the
 * session and the accounts below.
 */
export async function suppressNumber(app: App, tx: Tx, actor: Actor, session: Session): Promise<void> {
  const { e164, sessionNo, ownerId } = session;
  const isOfTenant = actor.userType === userType.is.staff;
  const rule = {
    scope: isOfTenant ? suppressionScope.is.tenant : suppressionScope.is.owner,
    ownerId: isOfTenant ? null : ownerId,
    ownerName: isOfTenant ? null : await nameOfOwner(tx, actor, ownerId),
    ...{ channel: businessType.is.sms, reason: suppressionReason.is.optOut, sourceRef: sessionNo },
    ...{ effectiveTime: null, expireTime: null },
  };
  await suppress(tx, actor, app.secrets, rule, [e164]);
}

/** Keeps or removes the draft of a reader. */
export async function keepDraft(
  app: App,
  tx: Pick<Tx, 'execute'>,
  actor: Actor,
  id: bigint,
  text: string,
): Promise<void> {
  if (text === '') await tx.execute(sql`delete from inb_draft where user_id = ${actor.userId} and session_id = ${id}`);
  else
    await tx.execute(sql`
      insert into inb_draft (user_id, session_id, content) values (${actor.userId}, ${id}, ${app.secrets.seal(text, draftPurpose(id))})
      on conflict (user_id, session_id) do update set content = excluded.content, update_time = now()`);
}

/** Sets the duty of a user; a user who goes on duty gets waiting sessions. */
export async function setDuty(app: App, tx: Tx, actor: Actor, isOn: boolean, capacity: number | null): Promise<void> {
  await tx.execute(sql`
    insert into inb_duty (user_id, tenant_id, is_on, capacity) values (${actor.userId}, ${actor.tenantId}, ${isOn ? 1 : 0}, ${capacity ?? 10})
    on conflict (user_id) do update set is_on = excluded.is_on, capacity = coalesce(${capacity}::int, inb_duty.capacity), update_time = now()`);
  const { tenantId, userId } = actor;
  if (isOn) afterCommit(tx, () => assignAfter(app, tenantId, userId));
}

const { failed, suppressed, cancelled, expired } = lineStatus.is;
/** The last states of texts that did not arrive; the money of some returned. */
const ENDED: readonly number[] = [failed, suppressed, cancelled, expired];

/** Stores the new state of a text at its entry, and as an entry of its own, which readers who resume receive. */
export async function recordOutcome(
  app: App,
  tx: Tx,
  { messageId, sessionId, status, errorCode }: TextOutcome,
): Promise<void> {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId));
  // Money is settled already: the session, which replies lock before money, stays unlocked as long as possible.
  const [text] = await tx.select().from(events).where(eq(events.messageId, messageId)).for('update');
  if (!session || !text || text.status === status) return;
  await tx.update(events).set({ status, errorCode }).where(eq(events.messageId, messageId));
  const hadEnded = text.status !== null && ENDED.includes(text.status);
  const isBack = ENDED.includes(status) && !hadEnded && (await isFree(tx, messageId));
  const back = isBack ? (text.price ?? 0n) : 0n;
  if (back > 0n)
    await tx.execute(sql`update inb_session set spent = greatest(spent - ${back}::bigint, 0) where id = ${sessionId}`);
  await append(app, tx, session, [{ kind: KIND.outcome, status, errorCode, refNo: text.eventNo }], { charged: -back });
}

/** Whether the money of a text has returned: one that failed or expired after it was taken stays charged. */
async function isFree(tx: Tx, messageId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from snd_message m join agt_quota_charge c on c.id = m.charge_id
    where m.id = ${messageId}::uuid and c.used = 0 and c.released = c.units`);
  return rows.length > 0;
}
