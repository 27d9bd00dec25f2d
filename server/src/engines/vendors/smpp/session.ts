import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Outbound, outboundErrors } from '../../../kernel/outbound/index.ts';
import { answerTo, BadPdu, bindBody, COMMAND, encodePdu, isAnswer, type Pdu, PduReader } from './codec.ts';
import { STATUS, statusText } from './statuses.ts';

const PORTS = { 'smpp:': 2775, 'smpps:': 3550 } as const;
/** Protocols of an SMSC's address. */
export const SMPP_PROTOCOLS: readonly string[] = Object.keys(PORTS);

const SEQUENCE_MAX = 0x7fffffff;
/** Nothing is written while so much waits for a peer that does not read. */
const WRITE_MAX = 256 * 1024;
/** A peer that lets so many bytes of answers wait is gone. */
const STUCK_MAX = 4 * WRITE_MAX;
/** Requests of the SMSC that are handled at once; more are answered "try again". */
const REQUESTS_MAX = 2000;
/** Late answers to so many requests are awaited. */
const OVERDUE_MAX = 10_000;
const UNBIND_MILLIS = 2000;
const EMPTY = Buffer.alloc(0);

/** Waits of a session, in milliseconds. */
export interface SessionTimes {
  readonly connect: number;
  /** For the answer to a request. */
  readonly answer: number;
  /** Silence after which the link is examined, and the wait for that answer. */
  readonly idle: number;
  readonly enquiry: number;
}
export const SESSION_TIMES: SessionTimes = { connect: 10_000, answer: 30_000, idle: 30_000, enquiry: 10_000 };

export interface SessionOptions {
  readonly address: string;
  readonly mode: 'transceiver' | 'transmitter' | 'receiver';
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
  readonly outbound: Pick<Outbound, 'check' | 'lookup'>;
  readonly times?: Partial<SessionTimes>;
  /** Handles `deliver_sm` and `data_sm`, and returns the status of the answer; an error is answered "try again". */
  readonly onMessage?: (pdu: Pdu, session: SmppSession) => Promise<number>;
  /** Called once when the session ends, with its cause; not for `close`. */
  readonly onLost?: (cause: Error) => void;
}

/** The SMSC refused the bind. */
export class BindRefused extends Error {
  override readonly name = 'BindRefused';
  readonly status: number;
  constructor(status: number) {
    super(`bind: ${statusText(status)}`);
    this.status = status;
  }
}

/** Nothing of a request was written. */
export class NotWritten extends Error {
  override readonly name = 'NotWritten';
}

/** A request was written and has no answer: nobody knows whether the SMSC has it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Resolves with an answer that comes after the wait; never when the session ended. */
  readonly late: Promise<Pdu> | null;
  constructor(message: string, late: Promise<Pdu> | null = null) {
    super(message);
    this.late = late;
  }
}

interface Pending {
  readonly command: number;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (pdu: Pdu) => void;
  readonly reject: (error: Error) => void;
}

/** A request whose answer did not come in time. */
type Overdue = Pick<Pending, 'command' | 'resolve'>;

const BINDS = {
  transceiver: COMMAND.bindTransceiver,
  transmitter: COMMAND.bindTransmitter,
  receiver: COMMAND.bindReceiver,
} as const;

/**
 * Connects to an SMSC and binds.
 * @throws BindRefused; the rules of `outbound.check`; ENDPOINT_SILENT; the error of the connection. Nothing was submitted then
 */
export async function openSession(options: SessionOptions): Promise<SmppSession> {
  const times = { ...SESSION_TIMES, ...options.times };
  const { socket, host } = await connected(options, times.connect);
  const session = new SmppSession(socket, options, times);
  try {
    const answer = await session.request(BINDS[options.mode], bindBody(options), times.connect);
    if (answer.status !== STATUS.ESME_ROK) throw new BindRefused(answer.status);
    session.begin();
    return session;
  } catch (error) {
    session.destroy(error as Error);
    if (error instanceof NoAnswer && session.cause === error)
      throw outboundErrors.ENDPOINT_SILENT({ host, seconds: times.connect / 1000 });
    throw error instanceof NoAnswer ? (session.cause ?? error) : error;
  }
}

async function connected({ address, outbound }: SessionOptions, millis: number) {
  const url = outbound.check(address, SMPP_PROTOCOLS);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'smpps:';
  const to = {
    host,
    port: Number(url.port) || PORTS[isSecure ? 'smpps:' : 'smpp:'],
    lookup: outbound.lookup,
    keepAlive: true,
    noDelay: true,
  };
  const socket = isSecure ? connectTls({ ...to, ...(isIP(host) === 0 ? { servername: host } : {}) }) : connectPlain(to);
  // Without a listener an error would end the process; the first one rejects the wait below.
  socket.on('error', () => undefined);
  const signal = AbortSignal.timeout(millis);
  try {
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal });
    return { socket, host: url.host };
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? outboundErrors.ENDPOINT_SILENT({ host: url.host, seconds: millis / 1000 }) : error;
  }
}

/** A bound connection to an SMSC. Every request settles: with its answer, or when the session ends. */
export class SmppSession {
  readonly since = new Date();
  /** Why it ended; null while it lives. */
  cause: Error | null = null;
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  readonly #times: SessionTimes;
  readonly #pending = new Map<number, Pending>();
  readonly #overdue = new Map<number, Overdue>();
  readonly #reader = new PduReader();
  #sequence = 0;
  #handled = 0;
  #heard = performance.now();
  #watch: NodeJS.Timeout | undefined;
  #isBegun = false;
  #isClosing = false;

  constructor(socket: Socket, options: SessionOptions, times: SessionTimes) {
    this.#socket = socket;
    this.#options = options;
    this.#times = times;
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy(new Error('the SMSC closed the connection')));
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Requests without an answer. */
  get pending(): number {
    return this.#pending.size;
  }

  /** Whether a request can be written now: it lives, and the peer reads. */
  get isWritable(): boolean {
    return this.cause === null && !this.#isClosing && this.#socket.writableLength < WRITE_MAX;
  }

  /** Calls back once when the peer has read all written bytes. */
  onDrain(done: () => void): void {
    this.#socket.once('drain', done);
  }

  /** Starts to watch an idle link. */
  begin(): void {
    this.#isBegun = true;
    const look = () => {
      const silent = performance.now() - this.#heard;
      if (silent < this.#times.idle) this.#watch = setTimeout(look, this.#times.idle - silent + 1).unref();
      else
        this.enquire().then(
          () => {
            this.#watch = setTimeout(look, this.#times.idle).unref();
          },
          () => this.destroy(new Error('the SMSC does not answer enquire_link')),
        );
    };
    this.#watch = setTimeout(look, this.#times.idle).unref();
  }

  /** Checks that the SMSC answers. @throws NotWritten, NoAnswer */
  async enquire(): Promise<void> {
    await this.request(COMMAND.enquireLink, EMPTY, this.#times.enquiry);
  }

  /** Sends a request and returns its answer, also a `generic_nack`. @throws NotWritten, NoAnswer */
  request(command: number, body: Buffer, millis = this.#times.answer): Promise<Pdu> {
    if (this.cause !== null || this.#socket.destroyed)
      return Promise.reject(new NotWritten(this.cause?.message ?? 'the connection is closed'));
    const sequence = this.#next();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(sequence);
        reject(new NoAnswer(`the SMSC did not answer within ${millis / 1000} s`, this.#late(sequence, command)));
      }, millis);
      this.#pending.set(sequence, { command, timer, resolve, reject });
      this.#send({ command, status: 0, sequence, body });
    });
  }

  /** Returns the answer to a request that may still come. */
  #late(sequence: number, command: number): Promise<Pdu> {
    const { promise, resolve } = Promise.withResolvers<Pdu>();
    this.#overdue.set(sequence, { command, resolve });
    const [oldest] = this.#overdue.keys();
    if (this.#overdue.size > OVERDUE_MAX && oldest !== undefined) this.#overdue.delete(oldest);
    return promise;
  }

  /** Unbinds and closes; requests that are under way are in doubt afterwards. */
  async close(): Promise<void> {
    if (this.cause === null && !this.#isClosing) {
      this.#isClosing = true;
      await this.request(COMMAND.unbind, EMPTY, UNBIND_MILLIS).catch(() => undefined);
    }
    this.destroy(new Error('the session was closed'));
  }

  /** Ends the session at once. */
  destroy(cause: Error): void {
    if (this.cause !== null) return;
    this.cause = cause;
    clearTimeout(this.#watch);
    this.#socket.uncork();
    this.#socket.destroy();
    for (const { timer, reject } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new NoAnswer(cause.message));
    }
    this.#pending.clear();
    this.#overdue.clear();
    if (this.#isBegun && !this.#isClosing) this.#options.onLost?.(cause);
  }

  /** Returns a number that no request under way has. */
  #next(): number {
    do this.#sequence = this.#sequence >= SEQUENCE_MAX ? 1 : this.#sequence + 1;
    while (this.#pending.has(this.#sequence) || this.#overdue.has(this.#sequence));
    return this.#sequence;
  }

  #read(chunk: Buffer): void {
    if (this.cause !== null) return;
    this.#heard = performance.now();
    try {
      for (const pdu of this.#reader.push(chunk)) {
        if (isAnswer(pdu.command)) this.#settle(pdu);
        else this.#serve(pdu);
        if (this.cause !== null) return;
      }
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  #settle(pdu: Pdu): void {
    const pending = this.#pending.get(pdu.sequence);
    const request: Overdue | undefined = pending ?? this.#overdue.get(pdu.sequence);
    // An answer to another kind of request belongs to nothing of ours.
    if (!request || (pdu.command !== answerTo(request.command) && pdu.command !== COMMAND.genericNack)) return;
    clearTimeout(pending?.timer);
    this.#pending.delete(pdu.sequence);
    this.#overdue.delete(pdu.sequence);
    const isNack = pdu.command === COMMAND.genericNack;
    request.resolve(isNack && pdu.status === 0 ? { ...pdu, status: STATUS.ESME_RUNKNOWNERR } : pdu);
  }

  #serve(pdu: Pdu): void {
    const { command, sequence } = pdu;
    if (command === COMMAND.enquireLink) this.#answer(pdu, STATUS.ESME_ROK);
    else if (command === COMMAND.unbind) {
      this.#answer(pdu, STATUS.ESME_ROK);
      this.destroy(new Error('the SMSC unbound'));
    } else if (command === COMMAND.deliverSm || command === COMMAND.dataSm) void this.#deliver(pdu);
    else if (command !== COMMAND.alertNotification)
      this.#write({ command: COMMAND.genericNack, status: STATUS.ESME_RINVCMDID, sequence, body: EMPTY });
  }

  async #deliver(pdu: Pdu): Promise<void> {
    const { onMessage } = this.#options;
    if (!onMessage || this.#handled >= REQUESTS_MAX) return this.#answer(pdu, STATUS.ESME_RX_T_APPN);
    this.#handled += 1;
    try {
      this.#answer(pdu, await onMessage(pdu, this));
    } catch (error) {
      this.#answer(pdu, error instanceof BadPdu ? STATUS.ESME_RINVTLVSTREAM : STATUS.ESME_RX_T_APPN);
    } finally {
      this.#handled -= 1;
    }
  }

  #answer({ command, sequence }: Pdu, status: number): void {
    // The answers to messages have an empty message id.
    const body = command === COMMAND.deliverSm || command === COMMAND.dataSm ? Buffer.alloc(1) : EMPTY;
    this.#write({ command: answerTo(command), status, sequence, body });
  }

  /** Writes a PDU together with the others of this turn of the event loop. */
  #send(pdu: Pdu): void {
    if (!this.#socket.writableCorked) {
      this.#socket.cork();
      process.nextTick(() => this.#socket.uncork());
    }
    this.#socket.write(encodePdu(pdu));
  }

  #write(pdu: Pdu): void {
    if (this.cause !== null) return;
    this.#send(pdu);
    if (this.#socket.writableLength > STUCK_MAX) this.destroy(new Error('the SMSC does not read its answers'));
  }
}
