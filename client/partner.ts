import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from './generated/partner.ts';

export interface PartnerOptions {
  /** The server: `https://console.example.com`. */
  readonly host: string;
  /** `tk_live_…` */
  readonly key: string;
  /** Language of messages; default: `en`. */
  readonly language?: 'en' | 'zh';
  /** How often a request is repeated after 429, 503 or without an answer; default: 3. Changes need their idempotency key, so this is safe. */
  readonly retries?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const FIRST_PAUSE_MILLIS = 500;
const LONGEST_PAUSE_MILLIS = 30_000;

/**
 * Returns a client of the partner interface: `client.GET('/orders/{id}', …)`, `client.POST('/orders', …)`, with the types of its document.
 * Answers are `{data}` or `{error}`; only a network that stays down throws.
 */
export function partnerClient({
  host,
  key,
  language = 'en',
  retries = 3,
  fetch: send = fetch,
}: PartnerOptions): Client<paths> {
  const authorise: Middleware = {
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${key}`);
      request.headers.set('Accept-Language', language);
      return request;
    },
  };
  const client = createClient<paths>({
    baseUrl: `${host.replace(/\/+$/, '')}/api/open/v1`,
    fetch: (request) => repeated(request, send, retries),
  });
  client.use(authorise);
  return client;
}

/** Sends a request again while the server is busy or does not answer, after the pause it asks for. */
async function repeated(
  request: Request,
  send: NonNullable<PartnerOptions['fetch']>,
  retries: number,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const pause = Math.min(FIRST_PAUSE_MILLIS * 2 ** attempt, LONGEST_PAUSE_MILLIS);
    try {
      const response = await send(request.clone());
      if ((response.status !== 429 && response.status !== 503) || attempt >= retries) return response;
      const asked = Number(response.headers.get('retry-after'));
      await waited(asked > 0 ? Math.min(asked * 1000, LONGEST_PAUSE_MILLIS) : pause);
    } catch (error) {
      if (attempt >= retries) throw error;
      await waited(pause);
    }
  }
}

const waited = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
