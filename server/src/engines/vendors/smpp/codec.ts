/** SMPP 3.4 on the wire: the subset that a sender of messages needs. Nothing here keeps a state or a connection. */

export const COMMAND = {
  genericNack: 0x80000000,
  bindReceiver: 0x01,
  bindTransmitter: 0x02,
  submitSm: 0x04,
  deliverSm: 0x05,
  unbind: 0x06,
  bindTransceiver: 0x09,
  enquireLink: 0x15,
  alertNotification: 0x102,
  dataSm: 0x103,
} as const;
/** Bit of the command ids of answers. */
const ANSWER = 0x80000000;
export const isAnswer = (command: number): boolean => command >= ANSWER;
export const answerTo = (command: number): number => (command | ANSWER) >>> 0;

/** Optional parameters. */
export const TAG = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNo: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** Flags of `esmClass`. */
export const ESM = { header: 0x40, receipt: 0x04, intermediate: 0x20, type: 0x3c } as const;

const HEADER = 16;
/** Longest PDU; texts in a payload have at most 64 KB in the standard, and a few hundred bytes in practice. */
export const PDU_MAX = 16_384;
const VERSION = 0x34;

export interface Pdu {
  readonly command: number;
  readonly status: number;
  readonly sequence: number;
  readonly body: Buffer;
}

/** Bytes that are no PDU, or a PDU whose body contradicts itself. */
export class BadPdu extends Error {
  override readonly name = 'BadPdu';
}

export function encodePdu({ command, status, sequence, body }: Pdu): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + body.length, 0);
  header.writeUInt32BE(command, 4);
  header.writeUInt32BE(status, 8);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

/** Cuts a stream of bytes into PDUs. After an error its position is lost: the connection has to be closed. */
export class PduReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the PDUs that a chunk completes. @throws BadPdu for an impossible length */
  push(chunk: Buffer): Pdu[] {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const found: Pdu[] = [];
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0);
      if (length < HEADER || length > PDU_MAX) throw new BadPdu(notSmpp(bytes, length));
      if (bytes.length < length) break;
      found.push({
        command: bytes.readUInt32BE(4),
        status: bytes.readUInt32BE(8),
        sequence: bytes.readUInt32BE(12),
        body: bytes.subarray(HEADER, length),
      });
      bytes = bytes.subarray(length);
    }
    // A copy, so that a few bytes do not keep a whole chunk in memory.
    this.#rest = Buffer.from(bytes);
    return found;
  }
}

const notSmpp = (bytes: Buffer, length: number): string => {
  const text = bytes.subarray(0, 40).toString('latin1');
  return /^[\x20-\x7e]{4}/.test(text)
    ? `the service does not speak SMPP: “${text.replace(/[^\x20-\x7e].*$/s, '')}”`
    : `a PDU cannot have ${length} bytes`;
};

/** Bytes of the tag and the length of a parameter. */
const TLV_HEAD = 4;

/** Reads fields in order. @throws BadPdu beyond the end */
class Fields {
  #at = 0;
  readonly #bytes: Buffer;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get left(): number {
    return this.#bytes.length - this.#at;
  }
  byte(): number {
    return this.octets(1)[0] as number;
  }
  octets(length: number): Buffer {
    if (length > this.left) throw new BadPdu(`${length} bytes are announced, ${this.left} are left`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  /** A text that ends with a zero byte. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end === -1) throw new BadPdu('a text does not end');
    const text = this.#bytes.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }
  tlvs(): ReadonlyMap<number, Buffer> {
    const found = new Map<number, Buffer>();
    while (this.left >= TLV_HEAD) {
      const tag = this.octets(2).readUInt16BE(0);
      found.set(tag, this.octets(this.octets(2).readUInt16BE(0)));
    }
    // Some SMSCs end every message with zeros.
    if (this.octets(this.left).some((byte) => byte !== 0)) throw new BadPdu('a parameter does not end');
    return found;
  }
}

export interface Address {
  readonly ton: number;
  readonly npi: number;
  readonly address: string;
}

/** A message: of `submit_sm` and `deliver_sm`, or of `data_sm`, whose text is a payload. */
export interface ShortMessage {
  readonly source: Address;
  readonly destination: Address;
  readonly esmClass: number;
  readonly registered: number;
  readonly dataCoding: number;
  /** The bytes of the text with the header, if any; from the payload when the short message is empty. */
  readonly text: Buffer;
  readonly tlvs: ReadonlyMap<number, Buffer>;
}

const addressOf = (fields: Fields): Address => ({ ton: fields.byte(), npi: fields.byte(), address: fields.text() });

/** Returns the message in a request. @throws BadPdu */
export function messageOf({ command, body }: Pick<Pdu, 'command' | 'body'>): ShortMessage {
  const fields = new Fields(body);
  fields.text();
  const source = addressOf(fields);
  const destination = addressOf(fields);
  const esmClass = fields.byte();
  if (command === COMMAND.dataSm) {
    const [registered, dataCoding] = [fields.byte(), fields.byte()];
    const tlvs = fields.tlvs();
    const text = tlvs.get(TAG.messagePayload) ?? Buffer.alloc(0);
    return { source, destination, esmClass, registered, dataCoding, text, tlvs };
  }
  // Protocol, priority, schedule and validity.
  fields.octets(2);
  fields.text();
  fields.text();
  const registered = fields.byte();
  fields.byte();
  const dataCoding = fields.byte();
  fields.byte();
  const short = fields.octets(fields.byte());
  const tlvs = fields.tlvs();
  const text = short.length > 0 ? short : (tlvs.get(TAG.messagePayload) ?? short);
  return { source, destination, esmClass, registered, dataCoding, text, tlvs };
}

/** Returns the message id of an answer; null for none. Some SMSCs leave out the zero at its end, or the whole body. */
export function messageIdOf({ body }: Pick<Pdu, 'body'>): string | null {
  const end = body.indexOf(0);
  const id = body.toString('latin1', 0, end === -1 ? body.length : end).trim();
  return id === '' ? null : id;
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1');
const encodeAddress = ({ ton, npi, address }: Address): Buffer =>
  Buffer.concat([Buffer.from([ton, npi]), text(address)]);

function encodeTlvs(tlvs: ReadonlyMap<number, Buffer>): Buffer {
  return Buffer.concat(
    [...tlvs].flatMap(([tag, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(tag, 0);
      head.writeUInt16BE(value.length, 2);
      return [head, value];
    }),
  );
}

/** The body of a bind. */
export const bindBody = (account: { systemId: string; password: string; systemType: string }): Buffer =>
  Buffer.concat([
    text(account.systemId),
    text(account.password),
    text(account.systemType),
    Buffer.from([VERSION, 0, 0]),
    text(''),
  ]);

/** A message to submit; `text` with its header. More than 254 bytes belong into a payload. */
export interface Submission extends Omit<ShortMessage, 'tlvs'> {
  /** `YYMMDDhhmmsstnnp`, or empty for the SMSC's default. */
  readonly validity: string;
  readonly tlvs?: ReadonlyMap<number, Buffer>;
}

/** The body of `submit_sm`. */
export function submitBody(message: Submission): Buffer {
  if (message.text.length > 254) throw new BadPdu('a short message has at most 254 bytes');
  return Buffer.concat([
    text(''),
    encodeAddress(message.source),
    encodeAddress(message.destination),
    Buffer.from([message.esmClass, 0, 0]),
    text(''),
    text(message.validity),
    Buffer.from([message.registered, 0, message.dataCoding, 0, message.text.length]),
    message.text,
    encodeTlvs(message.tlvs ?? new Map()),
  ]);
}
