import { afterEach } from 'vitest';

interface RecordedCall {
  readonly path: string;
  readonly method: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: Headers;
}

type Answer = (asked: RecordedCall) => unknown;

const real = window.fetch;
afterEach(() => {
  window.fetch = real;
});

/**
 * Replaces the server until the end of the test: `answers` has the data of each call by its path (`agent/user/list`),
 * or a whole `Response` where the test is about the envelope. Other calls are answered with 404.
 * @returns the requests made so far, in order
 */
export function answer(answers: Readonly<Record<string, Answer>>): RecordedCall[] {
  const log: RecordedCall[] = [];
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/api/')) return real(input, init);
    const text = await request.clone().text();
    const asked = {
      path: url.pathname.slice('/api/'.length),
      method: request.method,
      query: url.searchParams,
      body: parsed(text),
      headers: request.headers,
    };
    log.push(asked);
    const found = await answers[asked.path]?.(asked);
    if (found instanceof Response) return found;
    if (found === undefined) return envelope(404, null, 'not found');
    return envelope(200, found, '');
  };
  return log;
}

/** An answer in the server's envelope. */
export const envelope = (code: number, data: unknown, msg: string, more: object = {}): Response =>
  new Response(JSON.stringify({ code, success: code === 200, data, msg, ...more }), {
    status: code,
    headers: { 'content-type': 'application/json' },
  });

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
