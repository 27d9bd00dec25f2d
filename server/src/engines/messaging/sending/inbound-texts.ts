import { randomUUID } from 'node:crypto';
import { smsInboxMode } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { messageKind } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { hasNumber, maskNumber } from '../../../kernel/phone/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { assembleInbound, type InboundEvent, type MessageSender } from '../../vendors/providers/index.ts';
import { phoneOfAddress, recordPhoneResults } from '../sms-senders/index.ts';
import { contentPurpose } from './content.ts';
import { suppressRecipients } from './errors-of-channel.ts';
import { isOptOut, ownOptOuts } from './opt-out.ts';
import { messages } from './tables.ts';
import { textReceived } from './text-events.ts';
import { queueText } from './texts.ts';

const sms = businessType.is.sms;
/** A reply belongs to the last message within so many days. */
const REPLY_DAYS = 7;
const UNSUBSCRIBED = {
  zh: '您已退订，我们不会再向您发送短信。',
  en: 'You are unsubscribed and will receive no more messages from us.',
};

/** The last message to a recipient from a phone. */
interface Last extends Record<string, unknown> {
  readonly ownerId: string | null;
  readonly taskId: string | null;
  readonly lineNo: number | null;
}

/**
 * Stores a text that a phone received, once all its parts came. A whole text that is an opt-out suppresses its sender in the same transaction;
 * the recipient gets one confirmation, unless the provider sends one.
 */
export async function receiveText(app: App, tx: Tx, sender: MessageSender, event: InboundEvent): Promise<void> {
  const { tenantId, handlesStop } = sender;
  const { e164 } = event;
  if (e164 === null) return;
  const whole = await assembleInbound(tx, sender, event);
  if (whole === null) return;
  const phone = whole.senderAccount === null ? null : await phoneOfAddress(tx, sender, whole.senderAccount);
  const last = await lastText(tx, sender, phone?.id ?? null, e164);
  const id = randomUUID();
  const content = whole.text ?? '';
  const isDiscarded = phone?.inboxMode === smsInboxMode.is.discard;
  await tx.insert(messages).values({
    id,
    tenantId,
    // The owner's webhook gets the texts of its messages.
    ownerId: isDiscarded ? null : (phone?.agentId ?? (last?.ownerId ? BigInt(last.ownerId) : null)),
    channel: sms,
    direction: 2,
    senderId: sender.id,
    phoneId: phone?.id ?? null,
    taskId: last?.taskId ? BigInt(last.taskId) : null,
    lineNo: last?.lineNo ?? null,
    e164,
    msgType: messageKind.is.text,
    content: isDiscarded ? null : app.secrets.seal(content, contentPurpose(id)),
    vendorId: whole.messageId,
    sentTime: whole.at,
  });
  if (last?.taskId) await countReply(tx, BigInt(last.taskId), last.lineNo, id);
  const isStop = isOptOut(content, ownOptOuts(app.parameters, tenantId));
  const isNew = isStop && (await suppressNow(app, tx, sender, e164));
  if (phone === null) return isStop ? undefined : reportUnclaimed(tx, sender, whole);
  if (isNew) await recordPhoneResults(tx, phone.id, { optOuts: 1 });
  const isAnswered =
    phone.inboxMode === smsInboxMode.is.session &&
    (
      await textReceived.announce(app, tx, {
        ...{ tenantId, messageId: id, phoneId: phone.id, e164, text: content, at: whole.at, handlesStop },
        isOptOut: isStop,
      })
    ).includes(true);
  if (!isNew || isAnswered || handlesStop) return;
  const ownerId = phone.agentId ?? (last?.ownerId ? BigInt(last.ownerId) : null);
  if (ownerId === null) return;
  await queueText(app, tx, {
    ...{ tenantId, ownerId, phone, e164, sessionId: null, purpose: 'confirmation', document: null },
    text: phone.countryCode === 'CN' ? UNSUBSCRIBED.zh : UNSUBSCRIBED.en,
  });
}

/** Suppresses a sender for the tenant's SMS. @returns whether it was not yet */
async function suppressNow(app: App, tx: Tx, { tenantId, code }: MessageSender, e164: bigint): Promise<boolean> {
  const added = await suppressRecipients(app, tx, { tenantId, businessType: sms, taskNo: code }, [e164]);
  return added > 0;
}

async function lastText(
  tx: Tx,
  sender: MessageSender,
  phoneId: bigint | null,
  e164: bigint,
): Promise<Last | undefined> {
  const { rows } = await tx.execute<Last>(sql`
    select owner_id::text as "ownerId", task_id::text as "taskId", line_no as "lineNo" from snd_message
    where tenant_id = ${sender.tenantId} and ${hasNumber(sql`e164`, e164)} and direction = 1
      and case when ${phoneId}::bigint is null then sender_id = ${sender.id} else phone_id = ${phoneId} end and create_time > now() - make_interval(days => ${REPLY_DAYS}::int)
    order by seq desc limit 1`);
  return rows[0];
}

/** Notifies staff, once a day for a provider, of a text to an address that no sender has. */
async function reportUnclaimed(tx: Tx, { id, tenantId, name }: MessageSender, text: InboundEvent): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update prv_health set unclaimed_time = now()
    where provider_id = ${id} and coalesce(unclaimed_time < now() - interval '24 hours', true)`);
  if (!rowCount) return;
  await sendMessage(tx, systemActor(tenantId), {
    to: { roleKeys: ['administrator', 'admin'] },
    key: 'SMS_TEXT_UNCLAIMED',
    params: { provider: name, from: maskNumber(text.e164 ?? 0n), address: text.senderAccount ?? '–' },
    bizType: 'provider/provider',
    bizId: String(id),
  });
}

/** Counts the first reply of a recipient of an order. */
const countReply = (tx: Tx, taskId: bigint, lineNo: number | null, id: string): Promise<unknown> =>
  tx.execute(sql`
    update work_task set reply_count = reply_count + 1 where id = ${taskId} and not exists (
      select from snd_message where task_id = ${taskId} and line_no = ${lineNo} and direction = 2 and id <> ${id}::uuid)`);
