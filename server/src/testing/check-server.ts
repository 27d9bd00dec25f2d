import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders } from '../kernel/outbound/signature.ts';

/** A batch as the server received it. */
export interface ReceivedBatch {
  readonly reference: string;
  readonly numbers: readonly string[];
  /** Address for its results. */
  readonly callback?: string;
  /** How often it was posted. */
  times: number;
  /** Our id of it, once accepted. */
  readonly id: string;
}

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
  /** Below the address, with its query. */
  readonly path: string;
  readonly body: string;
}

export type Finding = Readonly<Record<string, unknown>> & { readonly number: string };

/** How a server misbehaves whose requests need not be of the protocol of checks; `body` is a good answer. */
export type Misbehaviour =
  | { readonly kind: 'slow'; readonly millis: number; readonly body: unknown }
  /** Byte by byte. */
  | { readonly kind: 'trickle'; readonly body: unknown }
  /** Ends the connection in the middle of the answer. */
  | { readonly kind: 'cut'; readonly body: unknown }
  | { readonly kind: 'huge' }
  | { readonly kind: 'redirect'; readonly body: unknown };

/** How the server behaves for a request; the first that fits is used up, later requests are answered well. */
export interface Behaviour {
  readonly on: 'submit' | 'collect' | 'ask' | 'health' | 'any';
  readonly times?: number;
  readonly act:
    | Misbehaviour
    | { readonly kind: 'hang' }
    | { readonly kind: 'hangUp'; readonly afterReceipt: boolean }
    | {
        readonly kind: 'status';
        readonly status: number;
        readonly headers?: Record<string, string>;
        readonly body?: unknown;
      }
    | { readonly kind: 'garbage' }
    | { readonly kind: 'accept'; readonly afterSeconds: number }
    | { readonly kind: 'results'; readonly change: (findings: Finding[]) => Finding[] }
    | { readonly kind: 'unknown' }
    /** Accepts, and posts results to the callback address, each of these bodies once the one before was answered. */
    | {
        readonly kind: 'announce';
        readonly bodies?: (reference: string, findings: Finding[]) => unknown[];
        /** Posts them before it answers, and answers when this has ended. */
        readonly before?: () => Promise<void>;
      };
}

/** A provider of number checks that speaks our protocol over a socket, and misbehaves when it is told to. */
export interface CheckServer {
  readonly address: string;
  /** Batches by our reference. */
  readonly received: ReadonlyMap<string, ReceivedBatch>;
  /** Requests by method and path without ids. */
  readonly requests: readonly string[];
  /** Bodies of submissions, in order. */
  readonly bodies: readonly unknown[];
  /** The last request as it was received. */
  last(): ReceivedRequest;
  /** Posts a body as a signed callback. @returns the status of the answer */
  announce(callback: string, body: unknown): Promise<number>;
  behave(...behaviours: Behaviour[]): void;
  /** How often each number was submitted under different references. */
  submissions(): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** Whether a request is of the protocol of checks, unlike those of other adapters. */
const isBatch = (on: Behaviour['on'], body: string): boolean => on !== 'submit' || body.includes('"numbers"');

/** Verdict by the last digit, for good answers: 0 vacant, 1 suspended, others alive. */
const verdictOf = (number: string): string => ['vacant', 'suspended'][Number(number.at(-1))] ?? 'alive';

/** Signs callbacks of the server. */
export const CHECK_SECRET = 'a-signing-secret';

/** Settings of a server that outlives its process. */
interface Kept {
  /** A file of its submissions, written before it answers and read at its start. */
  readonly journal: string;
  /** Pause before each answer, in milliseconds. */
  readonly pause: number;
}

/** Returns the submissions in a journal, in order. */
export const readJournal = (journal: string): { reference: string; numbers: string[] }[] =>
  existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

export async function startCheckServer(port = 0, kept?: Kept): Promise<CheckServer> {
  const announce: CheckServer['announce'] = async (callback, given) => {
    const { pathname, search } = new URL(callback);
    const body = typeof given === 'string' ? given : JSON.stringify(given);
    const headers = signedHeaders(CHECK_SECRET, { method: 'POST', path: `${pathname}${search}`, body });
    const answer = await fetch(callback, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    return answer.status;
  };
  const received = new Map<string, ReceivedBatch>();
  const byId = new Map<string, ReceivedBatch>();
  const requests: string[] = [];
  const bodies: unknown[] = [];
  let last: ReceivedRequest = { headers: {}, method: '', path: '', body: '' };
  let behaviours: (Behaviour & { left: number })[] = [];
  const take = (on: Behaviour['on']): Behaviour['act'] | undefined => {
    const found = behaviours.find((one) => one.on === on || one.on === 'any');
    if (!found) return undefined;
    found.left -= 1;
    if (found.left <= 0) behaviours = behaviours.filter((one) => one !== found);
    return found.act;
  };
  const findingsOf = ({ numbers }: ReceivedBatch): Finding[] =>
    numbers.map((number) => ({ number, verdict: verdictOf(number), registered: Number(number.at(-1)) > 4 }));

  const receive = (body: { reference: string; numbers: string[] }): ReceivedBatch => {
    const batch = received.get(body.reference) ?? { ...body, times: 0, id: `b${received.size + 1}` };
    batch.times += 1;
    received.set(batch.reference, batch);
    byId.set(batch.id, batch);
    return batch;
  };
  for (const body of kept ? readJournal(kept.journal) : []) receive(body);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.replace(/^\/v1/, '');
    const { headers, method = '' } = request;
    last = { headers, method, path: (request.url ?? '').replace(/^\/v1/, ''), body: text };
    const on =
      path === '/health'
        ? 'health'
        : request.method === 'POST'
          ? 'submit'
          : url.searchParams.has('reference')
            ? 'ask'
            : 'collect';
    requests.push(on);
    const act = take(on);
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    if (act?.kind === 'hangUp' && !act.afterReceipt) return void request.socket.destroy();
    if (act?.kind === 'status') return answer(act.status, act.body ?? { message: 'no' }, act.headers);
    if (act?.kind === 'slow') await sleep(act.millis);
    switch (act?.kind) {
      case 'slow':
        return answer(200, act.body);
      case 'redirect':
        return answer(302, act.body, { location: '/inside' });
      case 'huge':
        return answer(200, `"${'x'.repeat(8 * 1024 * 1024)}"`);
      case 'trickle':
      case 'cut': {
        const whole = Buffer.from(JSON.stringify(act.body));
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
        const end = act.kind === 'cut' ? whole.length / 2 : whole.length;
        for (let at = 0; at < end; at += 1) {
          response.write(whole.subarray(at, at + 1));
          await setImmediate();
        }
        return act.kind === 'cut' ? void request.socket.destroy() : void response.end();
      }
    }
    if (on === 'health') return answer(200, { state: 'ok' });
    if (!isBatch(on, text)) {
      if (act?.kind === 'garbage') return answer(200, '<html>');
      return act?.kind === 'hang' ? undefined : void request.socket.destroy();
    }
    let batch: ReceivedBatch | undefined;
    if (on === 'submit') {
      const body = JSON.parse(text) as { reference: string; numbers: string[] };
      bodies.push(body);
      if (kept)
        appendFileSync(kept.journal, `${JSON.stringify({ reference: body.reference, numbers: body.numbers })}\n`);
      batch = receive(body);
    } else if (on === 'ask') batch = received.get(url.searchParams.get('reference') ?? '');
    else batch = byId.get(decodeURIComponent(path.split('/').at(-1) ?? ''));
    if (kept) await sleep(kept.pause);
    if (act?.kind === 'hang') return;
    if (act?.kind === 'hangUp') return void request.socket.destroy();
    if (act?.kind === 'garbage') return answer(200, '<html>');
    if (!batch || act?.kind === 'unknown') return answer(404, { state: 'unknown' });
    if (act?.kind === 'accept') return answer(202, { state: 'accepted', id: batch.id, afterSeconds: act.afterSeconds });
    const findings = findingsOf(batch);
    if (act?.kind === 'announce') {
      const { reference, callback = '', id } = batch;
      const { bodies = () => [{ reference, state: 'answered', results: findings }] } = act;
      const post = async () => {
        for (const body of bodies(reference, findings)) await announce(callback, body);
      };
      if (act.before) {
        await post();
        await act.before();
      }
      answer(202, { state: 'accepted', id, afterSeconds: 3600 });
      if (!act.before) await post();
      return;
    }
    return answer(200, { state: 'answered', results: act?.kind === 'results' ? act.change(findings) : findings });
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    requests,
    bodies,
    last: () => last,
    announce,
    behave: (...more) => {
      behaviours = more.map((one) => ({ ...one, left: one.times ?? 1 }));
    },
    submissions: () => {
      const counts = new Map<string, number>();
      for (const { numbers } of received.values())
        for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
      return counts;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
