import { smsPhoneStatus } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import type { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { replyBlock } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { hasNumber } from '../../../kernel/phone/index.ts';
import { balanceOf } from '../../money/ledger/index.ts';
import { isSuppressed, textPrice } from '../sending/index.ts';
import { phones, usablePhone } from '../sms-senders/index.ts';
import { isOffHours } from './answers.ts';
import { loadOf } from './assign.ts';
import { draftPurpose } from './entries.ts';
import { ordersOf } from './read.ts';
import { readable, sessionFor } from './rights.ts';
import { blockOf } from './send.ts';
import { type Session, type SessionTask, sessions, tasks } from './tables.ts';
import { answerers } from './task.ts';

const BLOCK = replyBlock.is;
type Facts = CallData<typeof smsSession, 'context', 'out'>;

/** Returns the facts beside a session: whether and at what price a reply can be sent, and the facts about the number. */
export async function contextOf(reader: Pick<Context, 'app' | 'actor'>, id: bigint): Promise<Facts> {
  const { app, actor } = reader;
  const session = await sessionFor(reader, id);
  const [task] = await app.db.drizzle.select().from(tasks).where(eq(tasks.id, session.taskId));
  if (!task) throw new Error(`session ${id} has no task`);
  const { tenantId, ownerId } = session;
  const [means, balances, zone, consent, orders, earlier, own, people] = await Promise.all([
    app.db.tx((tx) => meansOf(reader, tx, session, task.agentId ?? ownerId)),
    balanceOf(app.db.drizzle, systemActor(tenantId), { userId: ownerId }),
    businessZone(app.db.drizzle, tenantId),
    consentOf(reader, task),
    ordersOf(app, session),
    app.db.drizzle
      .select()
      .from(sessions)
      .where(
        and(readable(actor), eq(sessions.taskId, task.id), hasNumber(sessions.e164, session.e164), ne(sessions.id, id)),
      )
      .orderBy(desc(sessions.id))
      .limit(10),
    app.db.drizzle.execute<{ draft: string | null; seen: string | null }>(sql`
      select (select content from inb_draft where user_id = ${actor.userId} and session_id = ${id}) as draft,
        (select seen_no::text from inb_seen where user_id = ${actor.userId} and session_id = ${id}) as seen`),
    peopleOf(reader, task),
  ]);
  const { draft = null, seen = null } = own.rows[0] ?? {};
  const money = micros(balances.balance + balances.bonus);
  const capLeft =
    task.moneyCap === null ? null : micros(task.moneyCap > session.spent ? task.moneyCap - session.spent : 0n);
  const code = blockOf(task, session, actor) ?? means.block ?? moneyBlock(means.price, money, capLeft);
  return {
    countryCode: session.countryCode,
    sender: means.sender,
    price: means.price,
    currency: means.currency,
    balance: actor.userType === userType.is.staff || actor.userId === ownerId ? money : null,
    block:
      code === null
        ? null
        : { code, since: session.closeTime, by: code === BLOCK.assignee ? session.assignedName : null },
    turnsLeft: Math.max(0, task.maxTurns - session.turns),
    capLeft,
    isOffHours: isOffHours(task, zone, new Date()),
    consent,
    orders,
    earlier: earlier.map((one) => ({
      id: one.id,
      sessionNo: one.sessionNo,
      sessionStatus: one.sessionStatus,
      lastMsgTime: one.lastMsgTime,
    })),
    draft: draft === null ? null : app.secrets.open(draft, draftPurpose(id)),
    seen: BigInt(seen ?? 0),
    people,
  };
}

const moneyBlock = (price: bigint | null, money: bigint, capLeft: bigint | null): number | null => {
  if (price === null) return BLOCK.price;
  if (capLeft !== null && capLeft < price) return BLOCK.cap;
  return money < price ? BLOCK.money : null;
};

/** Returns the sender of a session and the price of a part, or why the sender cannot be used. */
async function meansOf({ app }: Pick<Context, 'app'>, tx: Tx, session: Session, agentId: bigint) {
  const { tenantId, ownerId, senderId, e164 } = session;
  const price = await textPrice(app, tx, { tenantId, ownerId, countryCode: session.countryCode ?? '' });
  const known = { price: price?.unitPrice ?? null, currency: price?.currency ?? null };
  if (await isSuppressed(app, tx, { tenantId, ownerId, e164 }))
    return { ...known, sender: null, block: BLOCK.optedOut };
  try {
    const phone = await usablePhone(tx, { tenantId, ownerId, agentId }, senderId);
    return { ...known, sender: phone.phoneNo, block: null };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const [phone] = await tx.select({ status: phones.status }).from(phones).where(eq(phones.id, senderId));
    return { ...known, sender: null, block: phone?.status === smsPhoneStatus.is.expired ? BLOCK.lease : BLOCK.sender };
  }
}

async function consentOf(
  { app }: Pick<Context, 'app'>,
  { consentId, tenantId }: SessionTask,
): Promise<Facts['consent']> {
  if (consentId === null) return null;
  const { rows } = await app.db.drizzle.execute<{ no: string; status: number; until: string | null }>(sql`
    select consent_no as no, status, valid_until::text as until from cmp_consent where id = ${consentId} and tenant_id = ${tenantId}`);
  return rows[0] ? { consentNo: rows[0].no, status: rows[0].status, validUntil: rows[0].until } : null;
}

/** Those who answer for a task with their duty and load; without named ones the owner. */
async function peopleOf({ app }: Pick<Context, 'app'>, task: SessionTask): Promise<Facts['people']> {
  const named = task.handlers?.length ? task.handlers : [task.ownerId];
  const people = await answerers(app.db.drizzle, task.tenantId, task.ownerId, named);
  const { rows } = await app.db.drizzle.execute<{ id: string; on: number; capacity: number; load: number }>(sql`
    select d.user_id::text as id, d.is_on as on, d.capacity, (${loadOf}) as load from inb_duty d
    where d.user_id = any(${sql.param(people.map(({ id }) => String(id)))}::bigint[])`);
  const duty = new Map(rows.map((row) => [row.id, row]));
  return people.map(({ id, name }) => {
    const own = duty.get(String(id));
    return { id, name, isOnDuty: own?.on === 1, load: own?.load ?? 0, capacity: own?.capacity ?? 10 };
  });
}
