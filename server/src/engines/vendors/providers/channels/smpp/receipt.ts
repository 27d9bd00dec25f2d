import { ESM, type ShortMessage, TAG, ucs2 } from '../../../smpp/index.ts';
import type { StatusEvent } from '../ports.ts';
import { isUcs2 } from './texts.ts';

/** A receipt as an SMSC wrote it. */
export interface SmppReceipt {
  /** Null where none can be read. */
  readonly id: string | null;
  /** The state in the words of SMPP, or the SMSC's own. */
  readonly state: string;
  /** Null for a state that nobody knows. */
  readonly status: StatusEvent['status'] | null;
  readonly errorCode: string | null;
  /** The date of the report as it was written. */
  readonly date: string | null;
  readonly doneAt: Date | null;
}

/** Values of the parameter `message_state`. */
const STATES: Readonly<Record<number, string>> = {
  0: 'SCHEDULED',
  1: 'ENROUTE',
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  6: 'ACCEPTD',
  7: 'UNKNOWN',
  8: 'REJECTD',
  9: 'SKIPPED',
};

/** First letters of the words for states, which SMSCs write in several lengths. */
const WORDS: readonly (readonly [prefix: string, state: string, status: StatusEvent['status']])[] = [
  ['DELIV', 'DELIVRD', 'delivered'],
  ['EXPIR', 'EXPIRED', 'expired'],
  ['DELET', 'DELETED', 'failed'],
  ['UNDEL', 'UNDELIV', 'failed'],
  ['FAIL', 'FAILED', 'failed'],
  ['REJ', 'REJECTD', 'failed'],
  ['SKIP', 'SKIPPED', 'failed'],
  ['ENROUTE', 'ENROUTE', 'sent'],
  ['ACCEP', 'ACCEPTD', 'sent'],
  ['SCHED', 'SCHEDULED', 'sent'],
  ['BUFF', 'BUFFERED', 'sent'],
  ['SENT', 'SENT', 'sent'],
];
const FIELD = /\b(id|sub|dlvrd|submit ?date|done ?date|stat|err|text):/gi;
const STATE_MAX = 32;
const ID_MAX = 100;

/**
 * Returns the receipt in a message: from its parameters, then from its text, which every SMSC writes in its own way. Null for a text of
 * a person.
 */
export function readReceipt(message: ShortMessage, zone: string): SmppReceipt | null {
  const { esmClass, tlvs } = message;
  const type = esmClass & ESM.type;
  const fields = fieldsOf(writtenIn(message).replace(/[^\x20-\x7e]/g, ' '));
  const named = tlvs.get(TAG.receiptedMessageId);
  // Some SMSCs mark receipts by their text alone: by its form, which a person's text with such words does not have.
  const isReceipt =
    type === ESM.receipt ||
    type === ESM.intermediate ||
    named !== undefined ||
    (isFirst(fields, 'id') && fields.has('stat') && (fields.has('donedate') || fields.has('submitdate')));
  if (!isReceipt) return null;
  // Ids end at the first character that no id has, such as U+0000.
  const written = named?.toString('latin1').replace(/[^\x21-\x7e].*$/s, '') || fields.get('id')?.split(' ')[0];
  const id = (written ?? '').slice(0, ID_MAX);
  const number = tlvs.get(TAG.messageState)?.[0];
  const word =
    (number === undefined ? undefined : STATES[number]) ?? fields.get('stat')?.toUpperCase() ?? String(number ?? '');
  const known = WORDS.find(([prefix]) => word.startsWith(prefix));
  const date = fields.get('donedate') ?? null;
  return {
    id: id === '' ? null : id,
    state: known?.[1] ?? (word.slice(0, STATE_MAX) || 'UNKNOWN'),
    status: known?.[2] ?? null,
    errorCode: errorOf(tlvs.get(TAG.networkErrorCode)) ?? fields.get('err') ?? null,
    date: date === null || /^0*$/.test(date) ? null : date,
    doneAt: date === null ? null : dateOf(date, zone),
  };
}

/** Returns the text of a receipt; some SMSCs write it in UTF-16, with or without saying so. */
function writtenIn({ text, dataCoding }: ShortMessage): string {
  const isWide = isUcs2(dataCoding) || (text.length > 1 && text.every((byte, index) => index % 2 === 1 || byte === 0));
  return isWide ? ucs2.decode(text) : text.toString('latin1');
}

/**
 * Returns the fields of a receipt's text by their names in small letters without spaces, in their order. The field `text` is the last: behind
 * it is our own text, which may have such words too.
 */
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(FIELD)];
  const fields = new Map<string, string>();
  // Anything before the first field belongs to none.
  if (found[0] && text.slice(0, found[0].index).trim() !== '') fields.set('', text.slice(0, found[0].index).trim());
  for (const [place, { 0: label, 1: word = '', index }] of found.entries()) {
    const name = word.toLowerCase().replace(' ', '');
    if (name === 'text') break;
    if (!fields.has(name)) fields.set(name, text.slice(index + label.length, found[place + 1]?.index).trim());
  }
  return fields;
}

const isFirst = (fields: ReadonlyMap<string, string>, name: string): boolean => fields.keys().next().value === name;

/** One byte of the network's type, two of its code. */
const errorOf = (value: Buffer | undefined): string | null =>
  value?.length === 3 ? `${value[0]}-${value.readUInt16BE(1)}` : null;

/** Returns a date `YYMMDDhhmm` or `YYMMDDhhmmss` of a zone; null for anything else. */
function dateOf(written: string, zone: string): Date | null {
  const [, year, month, day, hour, minute, second = '00'] =
    /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?$/.exec(written) ?? [];
  if (year === undefined) return null;
  const utc = Date.parse(`20${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(utc)) return null;
  try {
    const shown = clockOf(zone).format(utc);
    return new Date(utc - (Date.parse(`${shown.replace(' ', 'T')}Z`) - utc));
  } catch {
    return null;
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the clock of a zone: making one takes longer than the rest of a receipt. @throws RangeError */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock;
}
