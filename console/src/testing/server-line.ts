import { onTestFinished } from 'vitest';

/** The server connection, opened and broken by the test. */
export interface ServerLine {
  /** Whether the console waits for it. */
  isAsked(): boolean;
  comes(): void;
  breaks(): void;
  /** Pushes an event. */
  brings(event: string, payload: unknown): void;
  /** Events of the console so far, as JSON. */
  sent(): readonly string[];
}

/** The socket opened by the console's library, until the test accepts it. */
let waiting: LineSocket | undefined;
let isTaken = false;

/** The server's first message on an Engine.IO connection: no upgrades, and no ping within a test. */
const HANDSHAKE = `0${JSON.stringify({ sid: 'line', upgrades: [], pingInterval: 600_000, pingTimeout: 600_000, maxPayload: 1_000_000 })}`;
/** Packets of Socket.IO within messages of Engine.IO. */
const CONNECTED = `40${JSON.stringify({ sid: 'line' })}`;
const EVENT = '42';

/** A browser socket that only the test answers. */
class LineSocket extends EventTarget {
  readonly binaryType = 'arraybuffer';
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;

  hears(data: string): void {
    this.onmessage?.({ data });
  }
  opens(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
    this.hears(HANDSHAKE);
    this.hears(CONNECTED);
  }
  readonly sent: string[] = [];
  send(packet: string): void {
    if (packet.startsWith(EVENT)) this.sent.push(packet.slice(EVENT.length));
  }
  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code: 1000, reason: '' });
  }
}

const Real = window.WebSocket;

/**
 * The library keeps the browser's class it finds when it loads, in whichever test file: so the class is replaced once
 * by one that asks at every connection whether a test has taken the line.
 */
export function routeLine(): void {
  window.WebSocket = new Proxy(Real, {
    construct(target, [address, ...rest]: [string, ...unknown[]]) {
      if (!isTaken || !String(address).includes('EIO=4')) return Reflect.construct(target, [address, ...rest]);
      waiting = new LineSocket();
      return waiting;
    },
  });
}

/** Takes over the connection until the end of the test. */
export function takeLine(): ServerLine {
  isTaken = true;
  onTestFinished(() => {
    isTaken = false;
    waiting = undefined;
  });
  return {
    isAsked: () => waiting?.readyState === WebSocket.CONNECTING,
    comes: () => waiting?.opens(),
    breaks: () => waiting?.close(),
    brings: (event, payload) => waiting?.hears(EVENT + JSON.stringify([event, payload])),
    sent: () => waiting?.sent ?? [],
  };
}
