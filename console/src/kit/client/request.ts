import { addressOf, standardHeaders } from './address.ts';
import { CallError, errorIn, failedCall } from './call-error.ts';
import { leave, renewOrLeave } from './refresh.ts';
import { noticeDue, noticeLock, onSessionEnd, reportForbidden, useSession } from './session.ts';
import { hasSteppedUp } from './step-up.ts';

/** How long we wait for an answer, in milliseconds. */
export const TIMEOUT_MILLIS = 60_000;

export interface WireRequest {
  /** Below `/api/`, without a leading slash. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly input?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** The answer is a file: it must start within the limit, and may then take as long as the connection needs. */
  readonly isFile?: boolean;
}

/** Cancels running requests when the session ends: their answers belong to the previous user. */
let session = new AbortController();
onSessionEnd(() => {
  session.abort();
  session = new AbortController();
});

/** Aborts when the caller's session ends; for requests not made by `send`. */
export const sessionSignal = (): AbortSignal => session.signal;

/**
 * Sends a request. After a 401 the session is renewed once, for all tabs, and the request is sent again; if that fails
 * too, the session ends and all other requests are cancelled. Any other refusal is thrown as `CallError`; a 403 never
 * signs out. A request that needs two-step verification (428) asks for it and is sent again.
 */
export async function send(request: WireRequest): Promise<Response> {
  const response = await sendInSession(request);
  if (!(await hasSteppedUp(response))) return response;
  return sendInSession(request);
}

async function sendInSession(request: WireRequest): Promise<Response> {
  const token = useSession.getState().accessToken;
  const response = await attempt(request, token);
  noticeLock(response.status);
  reportForbidden(response.status);
  if (token === null || !(await isUnauthenticated(response))) return response;
  // Leaving cancels bodies that are still being read; complete ones stay readable.
  const refusal = await wholeOf(response);
  if (!(await renewOrLeave(token))) return refusal;
  const renewed = useSession.getState().accessToken;
  const second = await attempt(request, renewed);
  if (renewed === null || !(await isUnauthenticated(second))) return second;
  const again = await wholeOf(second);
  leave(renewed);
  return again;
}

const wholeOf = async (response: Response): Promise<Response> => new Response(await response.text(), response);

/** Sends a request and reads its JSON. `bare` answers have no envelope. */
export async function sendForData(request: WireRequest, bare = false): Promise<unknown> {
  const response = await send(request);
  const body = await readJson(response);
  const error = errorIn(response.status, body);
  noticeDue(error?.bizCode);
  if (error) throw error;
  return bare ? body : (body as { data?: unknown } | undefined)?.data;
}

/** The body as JSON; undefined when it is something else (a proxy's error page), so that the status decides. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text());
  } catch (error) {
    if (error instanceof SyntaxError) {
      if (response.ok) throw new CallError(failedCall('network').message, 'network', { code: response.status });
      return undefined;
    }
    const name = error instanceof DOMException ? error.name : '';
    throw failedCall(name === 'TimeoutError' ? 'timeout' : name === 'AbortError' ? 'aborted' : 'network');
  }
}

/** The query string of an input; empty values are left out, lists are comma-joined. */
export function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue;
    query.set(
      name,
      Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value),
    );
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

async function attempt(
  { path, method, input = {}, headers, signal, isFile = false }: WireRequest,
  token: string | null,
): Promise<Response> {
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(new DOMException('', 'TimeoutError')), TIMEOUT_MILLIS);
  const limit = clock.signal;
  // The one in force now: by the time of a failure the next session may have begun.
  const ended = token === null ? [] : [session.signal];
  const given = [...ended, ...(signal ? [signal] : [])];
  const reading = method === 'GET';
  try {
    const response = await fetch(addressOf(path) + (reading ? queryOf(input) : ''), {
      method,
      headers: { ...standardHeaders(token), ...(reading ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(reading ? {} : { body: JSON.stringify(input) }),
      credentials: 'same-origin',
      signal: AbortSignal.any([...given, limit]),
    });
    if (isFile) clearTimeout(timer);
    return response;
  } catch {
    clearTimeout(timer);
    throw failedCall(given.some(({ aborted }) => aborted) ? 'aborted' : limit.aborted ? 'timeout' : 'network');
  }
}

/** A 401 may come as the HTTP status or inside a 200's body. */
async function isUnauthenticated(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  if (response.status !== 200 || !response.headers.get('content-type')?.includes('json')) return false;
  const head = (await response.clone().text()).slice(0, 64);
  return /^\s*\{\s*"code"\s*:\s*401\b/.test(head);
}
