import { appendFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import smpp, { type Pdu, type Session } from 'smpp';

/** The account that the test SMSC knows. */
export const SMSC = { systemId: 'esme', password: 'smsc-key' } as const;

/** A submitted part. */
export interface TakenPart {
  readonly at: number;
  /** Number of the session, from 1. */
  readonly session: number;
  readonly id: string;
  readonly from: string;
  readonly fromTon: number;
  readonly to: string;
  readonly text: string;
  /** Reference, total and number of a part; from its header or its TLVs. */
  readonly part: readonly number[] | null;
  readonly coding: number;
  readonly esmClass: number;
  readonly registered: number;
}

/** How the SMSC behaves; everything is off by default. */
export interface SmscBehaviour {
  /** Each answer is delayed so long. */
  readonly answerMillis?: number;
  /** So many answers are collected and given in reverse. */
  readonly reordered?: number;
  readonly isSilent?: boolean;
  /** The connection is closed after every n-th accepted part, before its answer. */
  readonly closeEvery?: number;
  readonly unbindEvery?: number;
  /** Every n-th part is throttled. */
  readonly throttleEvery?: number;
  /** More parts a second are throttled. */
  readonly rate?: number;
  /** Status for parts to these numbers. */
  readonly statusOf?: Readonly<Record<string, number>>;
  /** The n-th part of a text is refused with the status of an invalid destination. */
  readonly refusedPart?: number;
  readonly status?: number;
  readonly bindStatus?: number;
  readonly isBindSilent?: boolean;
  readonly ignoresEnquiries?: boolean;
  /** Nothing is read or written any more, and the connection stays open. */
  readonly isFrozen?: boolean;
  /** Sent instead of an answer to the bind. */
  readonly banner?: string;
  /** Ids: as counted, hexadecimal in the answer and decimal in receipts, the reverse, padded, in another case, or always the same. */
  readonly ids?: 'plain' | 'hexToDec' | 'decToHex' | 'padded' | 'case' | 'reused';
  /** The receipts of a part: none by default. */
  readonly receipts?: 'after' | 'before' | 'twice' | 'reversed' | 'firstOnly' | 'lastOnly';
  /** Receipts that were answered with an error are sent again until they are taken. */
  readonly repeatsReceipts?: boolean;
  /** State of the receipts; `DELIVRD` by default. */
  readonly state?: string;
  readonly dialect?: 'text' | 'tlv' | 'short';
  /** Answers leave out the message id. */
  readonly hasNoId?: boolean;
}

export interface Smsc {
  readonly address: string;
  readonly port: number;
  /** Accepted parts, in order. */
  readonly taken: readonly TakenPart[];
  /** Requests of any kind, by command. */
  readonly counts: ReadonlyMap<string, number>;
  /** Statuses of answers to our messages. */
  readonly answers: readonly number[];
  behaviour: SmscBehaviour;
  bound(): number;
  /** Sends a message; resolves with the status of its answer. `session` is a place among the bound ones. */
  deliver(options: Readonly<Record<string, unknown>>, session?: number): Promise<number>;
  /** Sends all messages in one segment. Their answers are counted in `answers`. */
  deliverTogether(all: readonly Readonly<Record<string, unknown>>[]): void;
  /** Sends a receipt for each accepted part, so many a second. Their answers are counted in `answers`. */
  reportTaken(perSecond: number): Promise<void>;
  /** Asks all bound sessions whether they live. */
  enquire(): Promise<void>;
  /** Writes bytes to all bound sessions, one by one where asked. */
  raw(bytes: Buffer, isSplit?: boolean): Promise<void>;
  dropAll(): void;
  unbindAll(): void;
  /** Clears the journal; ids begin anew unless they are kept. */
  forget(keepsIds?: boolean): void;
  close(): Promise<void>;
}

const REPEAT_MILLIS = 200;
const REPORT_STEP_MILLIS = 10;
const RECEIVERS = new Set(['bind_transceiver', 'bind_receiver']);

/** Starts an SMSC on a socket that misbehaves on demand. Its codec is the library's, not the product's. */
export async function startSmsc({ port = 0, journal = '' } = {}): Promise<Smsc> {
  const bound = new Map<Session, { number: number; canReceive: boolean }>();
  const sockets = new Set<Socket>();
  const taken: TakenPart[] = [];
  const answers: number[] = [];
  const counts = new Map<string, number>();
  const held: (() => void)[] = [];
  let sessions = 0;
  let submits = 0;
  let given = 0;
  let window = { second: 0, parts: 0 };

  const receivers = () => [...bound].filter(([, { canReceive }]) => canReceive).map(([session]) => session);
  const answered = (session: Session, options: Readonly<Record<string, unknown>>): Promise<number> =>
    new Promise((resolve, reject) => {
      const closed = () => reject(new Error('closed'));
      session.socket.once('close', closed);
      const isSent = session.deliver_sm({ ...options }, ({ command_status: status }) => {
        session.socket.off('close', closed);
        answers.push(status);
        resolve(status);
      });
      if (!isSent) closed();
    });

  const smsc: Smsc = {
    address: '',
    port: 0,
    taken,
    counts,
    answers,
    behaviour: {},
    bound: () => bound.size,
    deliver: async (options, place = 0) => {
      const session = receivers()[place];
      if (!session) throw new Error('no session can receive');
      return answered(session, options);
    },
    deliverTogether: (all) => {
      const [session] = receivers();
      const pdus = all.map((options, index) =>
        new smpp.PDU('deliver_sm', { ...options, sequence_number: 0x10000 + index }).toBuffer(),
      );
      session?.socket.write(Buffer.concat(pdus));
    },
    reportTaken: async (perSecond) => {
      const [session] = receivers();
      if (!session) throw new Error('no session can receive');
      const started = performance.now();
      for (const [index, part] of taken.entries()) {
        const early = (index / perSecond) * 1000 - (performance.now() - started);
        if (early > REPORT_STEP_MILLIS) await sleep(early);
        reportAll(session, part);
      }
    },
    enquire: async () => {
      await Promise.all(
        [...bound.keys()].map((session) => new Promise<void>((done) => session.enquire_link(() => done()))),
      );
    },
    raw: async (bytes, isSplit = false) => {
      for (const { socket } of bound.keys())
        for (const piece of isSplit ? Array.from(bytes, (byte) => Buffer.from([byte])) : [bytes]) {
          socket.write(piece);
          await new Promise(setImmediate);
        }
    },
    dropAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    unbindAll: () => {
      for (const session of bound.keys()) session.unbind();
    },
    forget: (keepsIds = false) => {
      taken.length = 0;
      answers.length = 0;
      counts.clear();
      submits = 0;
      if (!keepsIds) given = 0;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };

  const later = async (work: () => void) => {
    const { answerMillis = 0, reordered = 0 } = smsc.behaviour;
    if (answerMillis > 0) await sleep(answerMillis);
    if (reordered === 0) return work();
    held.push(work);
    if (held.length >= reordered) for (const one of held.splice(0).toReversed()) one();
  };

  const statusFor = (to: string): number => {
    const { status, statusOf, throttleEvery = 0, rate = 0 } = smsc.behaviour;
    const second = Math.floor(performance.now() / 1000);
    if (window.second !== second) window = { second, parts: 0 };
    window.parts += 1;
    if (rate > 0 && window.parts > rate) return smpp.errors['ESME_RTHROTTLED'] as number;
    if (throttleEvery > 0 && submits % throttleEvery === 0) return smpp.errors['ESME_RTHROTTLED'] as number;
    return statusOf?.[to] ?? status ?? 0;
  };

  const report = (session: Session, part: TakenPart, state: string) => {
    const { id, from, to } = part;
    const { dialect = 'text', repeatsReceipts } = smsc.behaviour;
    const receiver = bound.get(session)?.canReceive ? session : receivers()[0];
    const again = () => void (repeatsReceipts && setTimeout(() => report(session, part, state), REPEAT_MILLIS).unref());
    if (!receiver) return again();
    const date = '2601020304';
    const texts = {
      text: `id:${id} sub:001 dlvrd:001 submit date:${date} done date:${date} stat:${state} err:000 text:`,
      short: `id:${id} submitdate:${date}05 donedate:000000000000 stat:${state.toLowerCase()} err:21b Text:x`,
      tlv: '',
    };
    receiver.deliver_sm(
      {
        ...{ source_addr: to, destination_addr: from, esm_class: 4, short_message: texts[dialect] },
        ...(dialect === 'tlv' ? { receipted_message_id: id, message_state: STATES[state] ?? 7 } : {}),
      },
      ({ command_status: status }) => {
        answers.push(status);
        if (status !== 0) again();
      },
    );
  };

  const reportAll = (session: Session, part: TakenPart) => {
    const { receipts, state = 'DELIVRD' } = smsc.behaviour;
    const [, total = 1, no = 1] = part.part ?? [];
    if (receipts === 'firstOnly' && no !== 1) return;
    if (receipts === 'lastOnly' && no !== total) return;
    const states = receipts === 'reversed' ? [state, 'ENROUTE'] : receipts === 'twice' ? [state, state] : [state];
    for (const one of states) report(session, part, one);
  };

  const submit = async (session: Session, pdu: Pdu) => {
    submits += 1;
    const { behaviour } = smsc;
    const to = String(pdu['destination_addr']);
    const isRefused = behaviour.refusedPart !== undefined && partOf(pdu).part?.[2] === behaviour.refusedPart;
    const status = isRefused ? (smpp.errors['ESME_RINVDSTADR'] as number) : statusFor(to);
    given += 1;
    const ids = idsOf(given, behaviour.ids ?? 'plain');
    if (status !== 0) return void later(() => session.send(pdu.response({ command_status: status })));
    const part = { ...partOf(pdu), id: ids.reported, session: bound.get(session)?.number ?? 0 };
    taken.push(part);
    if (journal) await appendFile(journal, `${JSON.stringify(part)}\n`);
    if (behaviour.closeEvery && taken.length % behaviour.closeEvery === 0) return session.destroy();
    if (behaviour.receipts === 'before') reportAll(session, part);
    if (behaviour.isSilent) return;
    void later(() => {
      session.send(pdu.response(behaviour.hasNoId ? {} : { message_id: ids.answered }));
      if (behaviour.receipts !== undefined && behaviour.receipts !== 'before') reportAll(session, part);
      if (behaviour.unbindEvery && taken.length % behaviour.unbindEvery === 0) session.unbind();
    });
  };

  const bind = (session: Session, pdu: Pdu) => {
    const { bindStatus, isBindSilent, banner } = smsc.behaviour;
    if (banner !== undefined) return void session.socket.write(banner);
    if (isBindSilent) return;
    const isKnown = pdu['system_id'] === SMSC.systemId && pdu['password'] === SMSC.password;
    const status = bindStatus ?? (isKnown ? 0 : (smpp.errors['ESME_RINVPASWD'] as number));
    if (status === 0) {
      sessions += 1;
      bound.set(session, { number: sessions, canReceive: RECEIVERS.has(pdu.command) });
    }
    session.send(pdu.response({ command_status: status }));
  };

  const server = smpp.createServer((session) => {
    sockets.add(session.socket);
    session.on('error', () => session.destroy());
    session.on('close', () => {
      sockets.delete(session.socket);
      bound.delete(session);
    });
    session.on('pdu', (pdu: Pdu) => {
      const { isFrozen, ignoresEnquiries } = smsc.behaviour;
      counts.set(pdu.command, (counts.get(pdu.command) ?? 0) + 1);
      if (pdu.command === 'deliver_sm_resp' && pdu.sequence_number >= 0x10000) answers.push(pdu.command_status);
      if (isFrozen) return;
      if (pdu.command.startsWith('bind_') && !pdu.isResponse()) bind(session, pdu);
      else if (pdu.command === 'submit_sm') void submit(session, pdu);
      else if (pdu.command === 'enquire_link' && !ignoresEnquiries) session.send(pdu.response());
      else if (pdu.command === 'unbind') {
        session.send(pdu.response());
        bound.delete(session);
      }
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const { port: real } = server.address() as AddressInfo;
  return Object.assign(smsc, { port: real, address: `smpp://127.0.0.1:${real}` });
}

const STATES: Readonly<Record<string, number>> = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
};

/** Returns the id of the n-th message as the answer and as receipts write it. */
function idsOf(n: number, form: NonNullable<SmscBehaviour['ids']>): { answered: string; reported: string } {
  const number = 0xa00000 + n;
  const plain = `M${n}`;
  switch (form) {
    case 'hexToDec':
      return { answered: number.toString(16), reported: String(number) };
    case 'decToHex':
      return { answered: String(number), reported: number.toString(16).toUpperCase() };
    case 'padded':
      return { answered: String(number).padStart(20, '0'), reported: String(number) };
    case 'case':
      return { answered: `ab-${n}-ef`, reported: `AB-${n}-EF` };
    case 'reused':
      return { answered: 'M0', reported: 'M0' };
    default:
      return { answered: plain, reported: plain };
  }
}

function partOf(pdu: Pdu): Omit<TakenPart, 'id' | 'session'> {
  const given = (pdu['message_payload'] ?? pdu['short_message']) as { message: string | Buffer; udh?: Buffer[] };
  const header = given.udh?.[0];
  const sar = [pdu['sar_msg_ref_num'], pdu['sar_total_segments'], pdu['sar_segment_seqnum']];
  const part = header
    ? header[0] === 8
      ? [header.readUInt16BE(2), header[4] as number, header[5] as number]
      : [...header.subarray(2)]
    : sar.every((one) => typeof one === 'number')
      ? (sar as number[])
      : null;
  return {
    at: Date.now(),
    from: String(pdu['source_addr']),
    fromTon: Number(pdu['source_addr_ton']),
    to: String(pdu['destination_addr']),
    text: typeof given.message === 'string' ? given.message : given.message.toString('latin1'),
    part,
    coding: Number(pdu['data_coding']),
    esmClass: Number(pdu['esm_class']),
    registered: Number(pdu['registered_delivery']),
  };
}
