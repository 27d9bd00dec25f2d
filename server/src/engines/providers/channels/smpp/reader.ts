import { createHash } from 'node:crypto';
import { BadPdu, messageOf, type Pdu, type ShortMessage } from '../../../smpp/index.ts';
import { numberOf, objectOf, textOf } from '../json.ts';
import type { ChannelEvent, InboundEvent, StatusEvent } from '../ports.ts';
import { keyOfReceipt, otherReadings } from './ids.ts';
import type { SmppProfile } from './profile.ts';
import { readReceipt, type SmppReceipt } from './receipt.ts';
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

/** Returns the events of a stored message of an SMSC; undefined for an unreadable body. Receipts about no id are no events. */
export function readSmpp(profile: SmppProfile, body: string): ChannelEvent[] | undefined {
  const assembled = assembledIn(body);
  if (assembled) return [assembled];
  const found = messageIn(body);
  if (!found) return undefined;
  const { message, at } = found;
  const receipt = readReceipt(message, profile.zone);
  if (receipt === null) return [inbound(profile, message, at, body)];
  const status = statusOf(profile, receipt, message, at);
  return status === null ? [] : [status];
}

function assembledIn(body: string): InboundEvent | null {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return null;
  }
  const { t, a } = objectOf(read);
  const { from, to, text } = objectOf(a);
  const at = new Date(textOf(t) ?? '');
  if (textOf(from) === null || Number.isNaN(at.getTime())) return null;
  return {
    ...{ type: 'inbound', messageId: idOf(body), e164: addressNumber(textOf(from) ?? ''), userId: null },
    ...{ senderAccount: textOf(to), kind: 'text', text: textOf(text) ?? '', replyTo: null, at },
  };
}

/** Addresses of strangers may have any bytes. */
const shown = (address: string): string => address.replace(/[^\x20-\x7e]/g, '?');

const idOf = (body: string): string => `mo-${createHash('sha256').update(body).digest('hex').slice(0, 40)}`;

/** Returns the number of an address; `00` is the international prefix. Null for letters and short codes. */
const addressNumber = (address: string): bigint | null => numberOf(address.replace(/^00/, ''));

function statusOf(
  { idForm }: SmppProfile,
  { id, status, state, errorCode, doneAt }: SmppReceipt,
  { source }: ShortMessage,
  at: Date,
): StatusEvent | null {
  // Of an unknown state only the existence is known.
  if (id === null) return null;
  const messageId = keyOfReceipt(idForm, id);
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
    e164: addressNumber(source.address),
    userId: null,
  };
}

function inbound(profile: SmppProfile, message: ShortMessage, at: Date, body: string): InboundEvent {
  const { text: written, part } = textIn(profile, message);
  const text = written?.replaceAll('\0', '') ?? null;
  const { source, destination } = message;
  return {
    type: 'inbound',
    messageId: idOf(body),
    e164: addressNumber(source.address),
    userId: null,
    senderAccount: shown(destination.address.replace(/^\+/, '')) || null,
    kind: text === null ? 'other' : 'text',
    text: part === null ? (text?.toWellFormed() ?? null) : text,
    replyTo: null,
    at,
    ...(part === null ? {} : { part: { ...part, ref: `${shown(source.address)} ${part.ref}` } }),
  };
}

/** Returns the key of a message of an SMSC: repetitions after a lost answer have the same one. Texts are equal only within `minutes`. */
export function keyOfMessage(
  message: ShortMessage,
  body: Buffer,
  at: Date,
  minutes: number,
): { key: string; before: string | null } {
  const receipt = readReceipt(message, 'UTC');
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 40);
  if (receipt?.id) {
    // The date of the report tells a reused id from a repetition; without one the whole text does.
    const when = receipt.date ?? digest;
    return { key: `r ${receipt.id} ${receipt.state} ${message.source.address} ${when}`, before: null };
  }
  const span = Math.floor(at.getTime() / (minutes * 60_000));
  return { key: `m ${digest} ${span}`, before: `m ${digest} ${span - 1}` };
}

/** Whether a message is a receipt whose state or id nobody can read. */
export function isUnread(message: ShortMessage): boolean {
  const receipt = readReceipt(message, 'UTC');
  return receipt !== null && (receipt.id === null || receipt.status === null);
}
