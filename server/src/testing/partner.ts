import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Answer, TestApp, TestUser } from './app.ts';

/** All scopes of keys. */
export const ALL_SCOPES = 16383;

/** Creates a key of a user. @returns the whole key and its id */
export async function apiKey(user: TestUser, more: object = {}): Promise<{ id: string; key: string }> {
  const form = { keyName: 'Shop', scopes: ALL_SCOPES, ...more };
  const { status, body } = await user.post('open/key/create', form);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return { id: body.data.id, key: body.data.secretKey };
}

/** Returns a client of the partner interface with a key. */
export function partner({ server }: Pick<TestApp, 'server'>, key: string) {
  const send = async (method: 'GET' | 'POST', path: string, more: object): Promise<Answer> => {
    const response = await server.inject({ method, url: `/api/open/v1${path}`, ...more });
    const isJson = String(response.headers['content-type']).includes('json');
    const body = isJson ? response.json() : response.body;
    return { status: response.statusCode, body, raw: response.rawPayload, headers: response.headers };
  };
  const authorization = `Bearer ${key}`;
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      send('GET', path, { headers: { authorization, 'accept-language': 'en', ...headers } }),
    post: (path: string, payload: unknown, idempotencyKey?: string) =>
      send('POST', path, {
        payload,
        headers: {
          ...{ authorization, 'accept-language': 'en' },
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      }),
  };
}

/** Adds an endpoint of a new agent, with a delivery that failed. */
export async function failedDelivery(
  product: TestApp,
): Promise<{ who: TestUser; endpointId: string; deliveryId: string }> {
  const who = await product.agent();
  const form = { endpointName: 'Shop', url: 'https://example.com/hook', events: 1 };
  const { status, body } = await who.post('open/endpoint/create', form);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  const { rows } = await product.db.pool.query<{ id: string }>(
    `with event as (insert into open_event (tenant_id, owner_id, event_type, body) values ('000000', $1, 1, '{}') returning id)
     insert into open_delivery (tenant_id, endpoint_id, event_id, event_type, state, http_status, millis, create_time)
     select '000000', $2, id, 1, 2, 500, (id % 1000)::int, now() - make_interval(mins => (id % 1000)::int) from event returning id::text`,
    [who.id.toString(), body.data.id],
  );
  return { who, endpointId: body.data.id, deliveryId: rows[0]?.id ?? '' };
}

/** Examples of the calls of the partner interface in the console, each of a new agent. */
export function partnerExamples(product: TestApp) {
  const key = async (more: object) => {
    const who = await product.agent();
    return { who, body: { ...more, ids: (await apiKey(who)).id } };
  };
  const endpoint = async (more: object = {}) => {
    const { who, endpointId } = await failedDelivery(product);
    return { who, body: { ...more, id: endpointId } };
  };
  return {
    'open/key/update': async () => {
      const { who, body } = await key({});
      return { who, body: { id: body.ids, keyName: 'Other' } };
    },
    'open/key/revoke': () => key({}),
    'open/endpoint/update': () => endpoint({ endpointName: 'Other' }),
    'open/endpoint/remove': async () => {
      const { who, body } = await endpoint();
      return { who, body: { ids: body.id } };
    },
    'open/endpoint/resume': async () => {
      const made = await endpoint();
      await product.db.pool.query('update open_endpoint set paused_time = now(), pause_reason = 1 where id = $1', [
        made.body.id,
      ]);
      return made;
    },
    'open/endpoint/test': () => endpoint(),
    'open/delivery/resend': async () => {
      const { who, deliveryId } = await failedDelivery(product);
      return { who, body: { ids: deliveryId } };
    },
    'open/delivery/resend-failed': async () => {
      const { who, endpointId } = await failedDelivery(product);
      return { who, body: { endpointId, since: '2020-01-01 00:00:00' } };
    },
  };
}

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server that receives webhooks. `answer` decides by the requests so far; null leaves the request without an answer. */
export async function receiver(
  answer: (received: readonly Received[]) => { status: number; headers?: Record<string, string> } | null,
) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const given = answer(received);
      if (given) response.writeHead(given.status, given.headers ?? {}).end('received');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
