import { randomUUID } from 'node:crypto';
import { suppressionReason } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { messageKind } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { hasNumber } from '../../../kernel/phone/index.ts';
import {
  type ChannelEvent,
  type InboundEvent,
  isSmpp,
  type MessageSender,
  recordAccount,
} from '../../vendors/providers/index.ts';
import { followRecipient, resumeAtChannel, stopAtChannel } from '../compliance/index.ts';
import { telegram, whatsapp } from './channels.ts';
import { contentPurpose } from './content.ts';
import { holdOrdersOf, suppressRecipients } from './errors-of-channel.ts';
import { receiveText } from './inbound-texts.ts';
import { endsMessages, ownOptOuts } from './opt-out.ts';
import { linkOwnChat } from './own-chats.ts';
import { resumeOrdersOf } from './resume.ts';
import { contacts, messages } from './tables.ts';
import { applyTemplate } from './templates.ts';

type Inbound = InboundEvent;
type Other = Exclude<ChannelEvent, { type: 'status' }>;

const { marketing, blocked } = suppressionReason.is;
/** A reply belongs to the last message within so many days. */
const REPLY_DAYS = 7;

const channelOf = ({ protocol }: MessageSender) =>
  protocol === providerProtocol.is.telegramBot || protocol === providerProtocol.is.telegramGateway
    ? telegram
    : whatsapp;

const isBot = ({ protocol }: MessageSender): boolean => protocol === providerProtocol.is.telegramBot;

/** Applies a report that is not about the state of a message. */
export async function applyOther(app: App, tx: Tx, sender: MessageSender, event: Other): Promise<void> {
  const { tenantId } = sender;
  const { businessType } = channelOf(sender);
  switch (event.type) {
    case 'inbound':
      return isSmpp(sender) ? receiveText(app, tx, sender, event) : receive(app, tx, sender, event);
    case 'preference': {
      const { isStopped, isMarketingOnly, e164, userId, at } = event;
      const reason = isMarketingOnly ? marketing : blocked;
      if (!isMarketingOnly) await recordContact(tx, sender, userId, !isStopped);
      const change = { reason, tenantId, channel: businessType, sourceRef: sender.code, at };
      return (isStopped ? stopAtChannel : resumeAtChannel)(app, tx, change, known(e164, userId));
    }
    case 'template':
      return applyTemplate(tx, sender, event);
    case 'account':
      await recordAccount(tx, sender.id, event);
      if (event.restriction) await holdOrdersOf(tx, sender.id, 'SENDER_RESTRICTED');
      else if (event.restriction === '')
        await resumeOrdersOf(tx, tenantId, sql`sender_id = ${sender.id}`, 'SENDER_RESTRICTED');
      return;
    case 'userChanged':
      return followRecipient(tx, app.secrets, { tenantId, channel: businessType }, event);
  }
}

const known = (e164: bigint | null, userId: string | null): (bigint | string)[] => [
  ...(e164 === null ? [] : [e164]),
  ...(userId === null ? [] : [userId]),
];

/** Stores a received message, once; an opt-out suppresses its sender in the same transaction. */
async function receive(app: App, tx: Tx, sender: MessageSender, event: Inbound): Promise<void> {
  const { tenantId } = sender;
  const { businessType } = channelOf(sender);
  const { e164, userId, text, replyTo, messageId } = event;
  const last = await lastMessage(tx, sender, event);
  const id = randomUUID();
  const stored = await tx
    .insert(messages)
    .values({
      id,
      tenantId,
      ownerId: last?.ownerId ?? null,
      channel: businessType,
      direction: 2,
      senderId: sender.id,
      taskId: last?.taskId ?? null,
      lineNo: last?.lineNo ?? null,
      e164: e164 ?? last?.e164 ?? null,
      userRef: userId,
      msgType: messageKind.is[event.kind],
      content: text === null ? null : app.secrets.seal(text, contentPurpose(id)),
      vendorId: messageId,
      replyTo,
      sentTime: event.at,
    })
    .onConflictDoNothing()
    .returning({ id: messages.id });
  if (stored.length === 0) return;
  const isStart = text !== null && /^\/start(\s|$)/.test(text);
  if (isBot(sender)) {
    await recordContact(tx, sender, userId, true, isStart);
    await linkOwnChat(app, tx, sender, event);
    const change = { reason: blocked, tenantId, channel: businessType, sourceRef: sender.code, at: event.at };
    if (isStart) await resumeAtChannel(app, tx, change, known(null, userId));
  }
  if (last?.taskId && !(await hasReplied(tx, last.taskId, last.lineNo, id)))
    await tx.execute(sql`update work_task set reply_count = reply_count + 1 where id = ${last.taskId}`);
  if (endsMessages(event, ownOptOuts(app.parameters, tenantId)))
    await suppressRecipients(
      app,
      tx,
      { tenantId, businessType, taskNo: sender.code },
      // The number that was written to, too: the channel may name its person by another one.
      [...new Set([...known(e164, userId), ...known(last?.e164 ?? null, null)])],
    );
}

/** Returns the message that a reply answers: the named one, else the last one to its sender. */
async function lastMessage(tx: Tx, sender: MessageSender, { replyTo, e164, userId }: Inbound) {
  const of = (condition: ReturnType<typeof sql>) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.senderId, sender.id), eq(messages.direction, 1), condition))
      .orderBy(desc(messages.seq))
      .limit(1);
  if (replyTo !== null) {
    const [named] = await of(sql`${messages.vendorId} = ${replyTo}`);
    if (named) return named;
  }
  const isRecent = gt(messages.createTime, sql`now() - make_interval(days => ${REPLY_DAYS}::int)`);
  const recipient =
    e164 === null
      ? sql`${messages.userRef} = ${userId}`
      : sql`${messages.tenantId} = ${sender.tenantId} and ${hasNumber(messages.e164, e164)}`;
  const [last] = await of(sql`${recipient} and ${isRecent} and ${isNotNull(messages.taskId)}`);
  return last;
}

const hasReplied = async (tx: Tx, taskId: bigint, lineNo: number | null, id: string): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    select from snd_message where task_id = ${taskId} and line_no = ${lineNo} and direction = 2 and id <> ${id}::uuid limit 1`);
  return rows.length > 0;
};

/** Notes whether a user of a bot may be written to. */
async function recordContact(
  tx: Tx,
  sender: MessageSender,
  userRef: string | null,
  isActive: boolean,
  isStart = true,
): Promise<void> {
  if (!isBot(sender) || userRef === null) return;
  if (isActive && isStart)
    await tx
      .insert(contacts)
      .values({ tenantId: sender.tenantId, senderId: sender.id, userRef })
      .onConflictDoUpdate({
        target: [contacts.senderId, contacts.userRef],
        set: { isActive: 1, startTime: sql`now()`, stopTime: null },
      });
  else if (!isActive)
    await tx
      .update(contacts)
      .set({ isActive: 0, stopTime: sql`now()` })
      .where(and(eq(contacts.senderId, sender.id), eq(contacts.userRef, userRef)));
}
