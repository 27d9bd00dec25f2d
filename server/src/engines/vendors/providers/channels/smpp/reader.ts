import { createHash } from 'node:crypto';
import { withoutZeros } from '../../../../../kernel/outbound/signed.ts';
import { normalise } from '../../../../../kernel/phone/index.ts';
import { type Address, BadPdu, messageOf, type Pdu, type ShortMessage } from '../../../smpp/index.ts';
import { numberOf, objectOf, textOf } from '../json.ts';
import type { ChannelEvent, InboundEvent, StatusEvent } from '../ports.ts';
import { keyOfReceipt, otherReadings } from './ids.ts';
import type { SmppProfile } from './profile.ts';
import { readReceipt, type SmppReceipt } from './receipt.ts';
import type { LateAnswer } from './send-queue.ts';
import { textIn } from './texts.ts';

/** Returns a message of an SMSC as it is stored: its bytes with the time of arrival. */
export const bodyOfPdu = ({ command, body }: Pick<Pdu, 'command' | 'body'>, at: Date): string =>
  JSON.stringify({ t: at.toISOString(), c: command, p: body.toString('base64') });

/** An inbound text that was put together from the parts that came. */
export interface AssembledText {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}
/** Returns a late answer to a part as it is stored. */
export const bodyOfAnswer = ({ reference, partNo, vendorId, vendorKey, error }: LateAnswer, at: Date): string =>
  JSON.stringify({ t: at.toISOString(), l: { reference, partNo, vendorId, vendorKey, error } });
export const bodyOfText = (text: AssembledText, at: Date): string => JSON.stringify({ t: at.toISOString(), a: text });

/** Returns the message in a stored body with its time; null for an unreadable one. */
export function messageIn(body: string): { message: ShortMessage; at: Date } | null {
  try {
    const { t, c, p } = JSON.parse(body) as { t: string; c: number; p: string };
    const at = new Date(t);
    if (Number.isNaN(at.getTime()) || typeof p !== 'string') return null;
    return { at, message: messageOf({ command: Number(c), body: Buffer.from(p, 'base64') }) };
  } catch (error) {
    if (error instanceof BadPdu || error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Returns the id that a stored receipt names; null for anything else. */
export function receiptIdOf(body: string): string | null {
  const found = messageIn(body);
  return found ? (readReceipt(found.message, 'UTC')?.id ?? null) : null;
}

/** Returns the events of a stored message of an SMSC; undefined for an unreadable body. Receipts about no id are no events. */
export function readSmpp(profile: SmppProfile, body: string): ChannelEvent[] | undefined {
  const own = ownIn(body);
  if (own) return [own];
  const found = messageIn(body);
  if (!found) return undefined;
  const { message, at } = found;
  const receipt = readReceipt(message, profile.zone);
  if (receipt === null) return [inbound(profile, message, at, body)];
  const status = statusOf(profile, receipt, message, at);
  return status === null ? [] : [status];
}

/** Returns the event in a body of our own making; null in that of a message of the SMSC. */
function ownIn(body: string): ChannelEvent | null {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return null;
  }
  const { t, a, l } = objectOf(read);
  const at = new Date(textOf(t) ?? '');
  if (Number.isNaN(at.getTime())) return null;
  return assembledIn(objectOf(a), at, body) ?? lateIn(objectOf(l), at);
}

function assembledIn(
  { from, to, text }: Readonly<Record<string, unknown>>,
  at: Date,
  body: string,
): InboundEvent | null {
  if (textOf(from) === null) return null;
  return {
    ...{ type: 'inbound', messageId: idOf(body), e164: addressNumber(textOf(from) ?? ''), userId: null },
    ...{ senderAccount: textOf(to), kind: 'text', text: textOf(text) ?? '', replyTo: null, at },
  };
}

function lateIn(
  { reference, partNo, vendorId, vendorKey, error }: Readonly<Record<string, unknown>>,
  at: Date,
): StatusEvent | null {
  if (textOf(reference) === null || typeof partNo !== 'number') return null;
  const { code, text } = objectOf(error);
  const refusal = textOf(code) === null ? null : { code: textOf(code) ?? '', text: textOf(text) ?? '' };
  return {
    ...{ type: 'status', messageId: textOf(vendorKey) ?? '', reference: textOf(reference) },
    answer: { partNo, vendorId: textOf(vendorId) },
    ...{ status: refusal ? 'failed' : 'sent', at, error: refusal, pricing: null, e164: null, userId: null },
  };
}

/** Addresses of strangers may have any bytes. */
const shown = (address: string): string => address.replace(/[^\x20-\x7e]/g, '?');

const idOf = (body: string): string => `mo-${createHash('sha256').update(body).digest('hex').slice(0, 40)}`;

/** Returns the number of an address; `00` is the international prefix. Null for letters and short codes. */
const addressNumber = (address: string): bigint | null => numberOf(address.replace(/^00/, ''));

/** Type of an address that begins with its country code. */
const INTERNATIONAL = 1;

/** Returns the number of an address, completed with the account's country where it is a national number there. */
function completedNumber({ country }: Pick<SmppProfile, 'country'>, { ton, address }: Address): bigint | null {
  if (country !== null && ton !== INTERNATIONAL && /^\d+$/.test(address)) {
    const read = normalise(address, { countryCode: country });
    if (read.ok) return read.e164;
  }
  return addressNumber(address);
}

/** Digits of the longest short code. */
const SHORT_MAX = 6;

/** Returns the own address of an inbound text; a national number is completed as the stored ones are. */
function ownAddress(profile: SmppProfile, destination: Address): string | null {
  const bare = destination.address.replace(/^\+/, '');
  const number = bare.length > SHORT_MAX ? completedNumber(profile, { ...destination, address: bare }) : null;
  return shown(profile.country !== null && number !== null ? String(number) : bare) || null;
}

function statusOf(
  profile: SmppProfile,
  { id, status, state, errorCode, doneAt }: SmppReceipt,
  { source, destination }: ShortMessage,
  at: Date,
): StatusEvent | null {
  // Of an unknown state only the existence is known.
  if (id === null) return null;
  const messageId = keyOfReceipt(profile.idForm, id);
  const isBad = status === 'failed' || status === 'expired';
  const words = [state, errorCode && `err ${errorCode}`, doneAt?.toISOString()].filter(Boolean).join(', ');
  return {
    type: 'status',
    messageId,
    otherIds: otherReadings(id, messageId),
    reference: null,
    status: status ?? 'sent',
    at,
    error: isBad ? { code: state, text: words } : null,
    pricing: null,
    e164: completedNumber(profile, source),
    userId: null,
    senderAccount: ownAddress(profile, destination),
  };
}

function inbound(profile: SmppProfile, message: ShortMessage, at: Date, body: string): InboundEvent {
  const { text: written, part } = textIn(profile, message);
  const text = written === null ? null : withoutZeros(written);
  const { source, destination } = message;
  return {
    type: 'inbound',
    messageId: idOf(body),
    e164: completedNumber(profile, source),
    userId: null,
    senderAccount: ownAddress(profile, destination),
    kind: text === null ? 'other' : 'text',
    text: part === null ? (text?.toWellFormed() ?? null) : text,
    replyTo: null,
    at,
    ...(part === null ? {} : { part: { ...part, ref: `${shown(source.address)} ${part.ref}` } }),
  };
}

/**
 * Returns the key of a message of an SMSC: repetitions after a lost answer have the same one. Texts are equal only within `minutes`: `before`
 * is their key in the span before, and `text` what equal texts share.
 */
export function keyOfMessage(
  message: ShortMessage,
  body: Buffer,
  at: Date,
  minutes: number,
): { key: string; before: string | null; text: string | null } {
  const receipt = readReceipt(message, 'UTC');
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 40);
  if (receipt?.id) {
    // The date of the report tells a reused id from a repetition; without one the whole text does.
    const when = receipt.date ?? digest;
    return { key: `r ${receipt.id} ${receipt.state} ${message.source.address} ${when}`, before: null, text: null };
  }
  const span = Math.floor(at.getTime() / (minutes * 60_000));
  return { key: `m ${digest} ${span}`, before: `m ${digest} ${span - 1}`, text: digest };
}

/** Whether a message is a receipt whose state or id nobody can read. */
export function isUnread(message: ShortMessage): boolean {
  const receipt = readReceipt(message, 'UTC');
  return receipt !== null && (receipt.id === null || receipt.status === null);
}
