import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message as a channel took it, written before the answer. */
export interface TakenMessage {
  /** The channel's id. */
  readonly id: string;
  /** Digits of the number, or id of the chat. */
  readonly to: string;
  /** Ours, where the request has it. */
  readonly reference: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Misbehaviour of a channel towards a message. */
export type Act =
  /** Refuses it with this answer. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Takes it and never answers. */
  | { readonly kind: 'hang' }
  /** Ends the connection without an answer. */
  | { readonly kind: 'hangUp'; readonly isTaken: boolean }
  /** Takes it and answers late. */
  | { readonly kind: 'slow'; readonly millis: number };

/** Acts for the next messages, to a recipient or to anybody. */
export interface Behaviour {
  readonly act: Act;
  readonly to?: string;
  /** How often; default once. */
  readonly times?: number;
}

export interface ChannelRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ChannelReply {
  readonly status?: number;
  readonly body: unknown;
  /** The message that the request hands over. */
  readonly takes?: TakenMessage;
  /** Runs once the message was taken. */
  readonly after?: () => void;
}

export interface ChannelSettings {
  readonly port?: number;
  /** A file of the taken messages, one JSON a line: it outlives the process. */
  readonly journal?: string;
}

export interface ChannelServer {
  readonly address: string;
  readonly taken: readonly TakenMessage[];
  readonly requests: readonly ChannelRequest[];
  /** How often each recipient got a message. */
  deliveries(): ReadonlyMap<string, number>;
  behave(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/** Returns the messages of a journal, in order. */
export const readMessages = (journal: string): TakenMessage[] =>
  existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

/** Starts a server of a channel; `reply` speaks its protocol. */
export async function startChannelServer(
  { port = 0, journal }: ChannelSettings,
  reply: (request: ChannelRequest) => ChannelReply,
): Promise<ChannelServer> {
  const taken = journal === undefined ? [] : readMessages(journal);
  const requests: ChannelRequest[] = [];
  let behaviours: (Behaviour & { left: number })[] = [];
  const actFor = (to: string): Act | undefined => {
    const found = behaviours.find((one) => one.to === undefined || one.to === to);
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) behaviours = behaviours.filter((one) => one !== found);
    return found.act;
  };
  const take = (message: TakenMessage, after: (() => void) | undefined) => {
    taken.push(message);
    if (journal !== undefined) appendFileSync(journal, `${JSON.stringify(message)}\n`);
    after?.();
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const { status = 200, body, takes, after } = reply(request);
    const answer = (code: number, given: unknown, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(code, { 'content-type': 'application/json', ...headers });
      response.end(typeof given === 'string' ? given : JSON.stringify(given));
    };
    if (!takes) return answer(status, body);
    const act = actFor(takes.to);
    if (act?.kind === 'status') return answer(act.status, act.body ?? '', act.headers);
    if (act?.kind !== 'hangUp' || act.isTaken) take(takes, after);
    if (act?.kind === 'hang') return;
    if (act?.kind === 'hangUp') return void incoming.socket.destroy();
    if (act?.kind === 'slow') await sleep(act.millis);
    answer(status, body);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    requests,
    deliveries: () => {
      const counts = new Map<string, number>();
      for (const { to } of taken) counts.set(to, (counts.get(to) ?? 0) + 1);
      return counts;
    },
    behave: (...more) => {
      behaviours = more.map((one) => ({ ...one, left: one.times ?? 1 }));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ChannelRequest> {
  let text = '';
  for await (const part of incoming) text += String(part);
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  let body = {};
  try {
    body = JSON.parse(text);
  } catch {
    // A request without JSON.
  }
  const { method = '', headers } = incoming;
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}

/** Posts a webhook. @returns the status of the answer; 0 without one */
export async function postWebhook(
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(30_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** Posts events in the background, in order of their time; those that are refused or unanswered are repeated. */
export function webhookQueue<Event>(
  send: (events: readonly Event[]) => Promise<number>,
  { together = 1, times = 1, pauseMillis = 200 } = {},
) {
  let waiting: { readonly event: Event; readonly at: number }[] = [];
  let isBusy = false;
  let isClosed = false;
  const run = async () => {
    isBusy = true;
    while (waiting.length > 0 && !isClosed) {
      const now = Date.now();
      const due = waiting.filter(({ at }) => at <= now).slice(0, together);
      if (due.length === 0) {
        await sleep(Math.max(1, Math.min(...waiting.map(({ at }) => at)) - now));
        continue;
      }
      for (let time = 0; time < times; time += 1)
        for (let tries = 0; tries < 100 && !isClosed; tries += 1) {
          const status = await send(due.map(({ event }) => event));
          if (status >= 200 && status < 300) break;
          await sleep(pauseMillis);
        }
      const sent = new Set(due);
      waiting = waiting.filter((one) => !sent.has(one));
    }
    isBusy = false;
  };
  return {
    add: (event: Event, afterMillis = 0) => {
      waiting.push({ event, at: Date.now() + afterMillis });
      if (!isBusy) void run();
    },
    /** Whether all events were taken. */
    isIdle: () => waiting.length === 0,
    close: () => {
      isClosed = true;
    },
  };
}
