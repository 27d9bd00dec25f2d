import { randomUUID } from 'node:crypto';
import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { lineStatus, messageKind, smsType } from '@trade-assistant/contract/message-dictionaries.ts';
import { SMS_PARTS_MAX, smsParts } from '@trade-assistant/contract/sms-text.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { normalise, plainNumber } from '../../../kernel/phone/index.ts';
import { consumeUnits, holdUnits, releaseRest } from '../../money/quotas/index.ts';
import { earnRebates } from '../../money/rebates/index.ts';
import { payerOf } from '../../stock/orders/index.ts';
import { decide } from '../compliance/index.ts';
import { contentPurpose } from './content.ts';
import { sendingErrors } from './errors.ts';
import { messagePrice, withoutPrice } from './quote.ts';
import { type MessageRow, messages, outbox } from './tables.ts';

/** Why a single text is sent; as `snd_outbox.purpose`. The smallest is handed over first. */
export const PURPOSE = { reply: 1, automatic: 2, confirmation: 3, test: 4 } as const;

/** A phone whose address a text carries. */
export interface TextPhone {
  readonly id: bigint;
  /** The address: digits of a number or a short code, or letters. */
  readonly phoneNo: string;
  /** As `sms_sender_type`. */
  readonly senderType: number;
  readonly providerId: bigint;
}

export interface NewText {
  readonly tenantId: string;
  /** Of whom it is, and who pays. */
  readonly ownerId: bigint;
  readonly phone: TextPhone;
  readonly e164: bigint;
  readonly text: string;
  readonly sessionId: bigint | null;
  readonly purpose: keyof typeof PURPOSE;
  /** The document that is charged; null: free. */
  readonly document: { readonly bizType: string; readonly bizId: bigint; readonly bizNo: string } | null;
}

const sms = businessType.is.sms;
const WAKE = 'snd_outbox';

/**
 * Queues a text to one recipient: its money is held now, charged when the SMSC took it, and released when it did not. Suppression is checked
 * now and again at the hand-over; a confirmation of an opt-out is exempt.
 * @throws RECIPIENT_SUPPRESSED, TEXT_TOO_LONG, PRICE_NOT_FOUND, BALANCE_NOT_ENOUGH, BUYER_NOT_ALLOWED, UPLINE_DISABLED
 */
export async function queueText(app: App, tx: Tx, given: NewText): Promise<{ id: string; segments: number }> {
  const { tenantId, ownerId, phone, e164, text, sessionId, purpose, document } = given;
  const segments = smsParts(text).parts.length;
  if (segments > SMS_PARTS_MAX) throw sendingErrors.TEXT_TOO_LONG({ parts: segments, max: SMS_PARTS_MAX });
  if (purpose !== 'confirmation' && (await isSuppressed(app, tx, { tenantId, ownerId, e164 })))
    throw sendingErrors.RECIPIENT_SUPPRESSED();
  const id = randomUUID();
  const chargeId = document === null ? null : await holdText(app, tx, given, document, { id, segments });
  await tx.insert(messages).values({
    id,
    tenantId,
    ownerId,
    channel: sms,
    direction: 1,
    senderId: phone.providerId,
    phoneId: phone.id,
    sessionId,
    segments,
    e164,
    msgType: messageKind.is.text,
    content: app.secrets.seal(text, contentPurpose(id)),
    status: lineStatus.is.pending,
    chargeId,
  });
  await tx
    .insert(outbox)
    .values({ messageId: id, tenantId, senderId: phone.providerId, sessionId, purpose: PURPOSE[purpose] });
  await wakeOutbox(tx);
  return { id, segments };
}

/** Wakes the nodes that hand texts over, after the commit. */
export const wakeOutbox = (tx: Pick<Tx, 'execute'>): Promise<unknown> => tx.execute(sql`select pg_notify(${WAKE}, '')`);
export const OUTBOX_CHANNEL = WAKE;

/** Whether a recipient may not be written to now by an owner. */
export async function isSuppressed(
  app: App,
  run: Pick<Tx, 'execute'>,
  { tenantId, ownerId, e164 }: { tenantId: string; ownerId: bigint; e164: bigint },
): Promise<boolean> {
  const { rows } = await run.execute<{ path: string }>(
    sql`select coalesce(owner_path, '') as path from sys_user where id = ${ownerId}`,
  );
  const { refused } = await decide(app, run, {
    ...{ tenantId, ownerId, channel: sms, countryCode: null, consentId: null },
    ownerPath: rows[0]?.path ?? '',
    numbers: [e164],
  });
  return refused.size > 0;
}

const countryOf = (e164: bigint): string => {
  const found = normalise(plainNumber(e164));
  return found.ok ? found.countryCode : '';
};

const NOTICE = { businessType: sms, filterType: smsType.is.notice };

/** Returns the price of a part of a single text to a country; null without one. @throws BUYER_NOT_ALLOWED, UPLINE_DISABLED */
export async function textPrice(
  app: App,
  tx: Tx,
  { tenantId, ownerId, countryCode }: { tenantId: string; ownerId: bigint; countryCode: string },
): Promise<{ unitPrice: Micro; currency: string } | null> {
  const payer = await payerOf(tx, { tenantId, ownerId });
  return messagePrice(app.db, payer, NOTICE, countryCode, 1).catch(withoutPrice);
}

async function holdText(
  app: App,
  tx: Tx,
  { tenantId, ownerId, e164 }: NewText,
  document: NonNullable<NewText['document']>,
  { id, segments }: { id: string; segments: number },
): Promise<bigint> {
  const payer = await payerOf(tx, { tenantId, ownerId });
  const countryCode = countryOf(e164);
  const { unitPrice } = await messagePrice(app.db, payer, NOTICE, countryCode, segments);
  const charge = await holdUnits(tx, systemActor(tenantId), {
    userId: ownerId,
    kind: {
      ...{ businessType: sms, packageService: packageService.is.message },
      ...{ filterType: null, activePeriod: null, countryCode },
    },
    units: segments,
    unitPrice,
    idemKey: `text:${id}`,
    ...document,
  });
  return charge.id;
}

type Charged = Pick<MessageRow, 'id' | 'tenantId' | 'ownerId' | 'chargeId' | 'segments' | 'e164'>;

/** Charges a text that the SMSC took; a text without a charge is free. */
export async function settleText(tx: Tx, { id, tenantId, ownerId, chargeId, segments, e164 }: Charged): Promise<void> {
  if (chargeId === null || segments === null || ownerId === null) return;
  const step = { chargeId, units: segments, idemKey: `c:${id}` };
  const { charge, paid } = await consumeUnits(tx, systemActor(tenantId), step);
  if (!paid) return;
  const payer = await payerOf(tx, { tenantId, ownerId });
  await earnRebates(tx, [
    {
      tenantId,
      agentId: payer.agentId ?? ownerId,
      userId: ownerId,
      userName: payer.realName,
      businessType: sms,
      serviceType: serviceType.is.message,
      countryCode: countryOf(e164 ?? 0n),
      source: 'sms',
      sourceId: charge.bizId ?? charge.id,
      sourceNo: charge.bizNo ?? '',
      journalId: paid.journalId,
      amount: paid.amount,
      warrantyUntil: null,
    },
  ]);
}

/** Releases the money of a text that was not sent, as far as it is still held. */
export async function releaseText(tx: Tx, { id, tenantId, chargeId }: Charged): Promise<void> {
  if (chargeId === null) return;
  await releaseRest(tx, systemActor(tenantId), { chargeId, idemKey: `r:${id}` });
}

/** Cancels the texts of a session that no node has taken; their money returns. @returns how many */
export async function cancelTexts(tx: Tx, sessionId: bigint, except: readonly string[] = []): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from snd_outbox where seq in (
      select seq from snd_outbox where session_id = ${sessionId} and worker_id is null
        and not message_id = any(${sql.param([...except])}::uuid[]) order by seq for update skip locked)
    returning message_id as id`);
  for (const { id } of rows) await endText(tx, id, lineStatus.is.cancelled, null);
  return rows.length;
}

/** Ends a text that was not sent, with its reason. */
export async function endText(
  tx: Tx,
  id: string,
  status: number,
  errorCode: string | null,
): Promise<MessageRow | null> {
  const [row] = await tx.update(messages).set({ status, errorCode }).where(eq(messages.id, id)).returning();
  if (!row) return null;
  await releaseText(tx, row);
  return row;
}
