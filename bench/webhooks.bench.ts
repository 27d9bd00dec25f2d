import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { AGENT_PASSWORD, openBuyers } from '../server/src/testing/market.ts';
import { type Benchmark, figure, percentile } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';

const PER_MINUTE = Number(process.env.WEBHOOKS_PER_MINUTE ?? 1000);
const SECONDS = Number(process.env.WEBHOOKS_SECONDS ?? 60);
const ENDPOINTS = 20;
/** Of these endpoints half answer 500, half never answer. */
const FAILING = 2;
const PATIENCE_SECONDS = 30;

/** Events to endpoints of which a tenth fails or is silent, against the same events to healthy endpoints only. */
export default {
  title: `${PER_MINUTE} webhooks a minute, 10 % of them to failing endpoints`,
  async run() {
    const receiver = await startReceiver();
    const product = await startProduct({ PRIVATE_ENDPOINTS: '1', DEMO: '0' });
    try {
      await openBuyers(product.db, ENDPOINTS, parseMoney('1'));
      const owners = await subscribe(product, receiver.url);
      const healthy = owners.slice(FAILING);
      // The first events open connections and prepare statements.
      await emit(product, healthy, 50, 2);
      await settled(product, healthy);
      const count = Math.round((PER_MINUTE * SECONDS) / 60);
      const alone = await measured(product, receiver, healthy, count);
      const beside = await measured(product, receiver, owners, count);
      const { rows } = await product.db.pool.query(
        `select count(*)::int as n from open_delivery d join open_endpoint e on e.id = d.endpoint_id where e.owner_id = any($1::bigint[])`,
        [owners.slice(0, FAILING).map(({ ownerId }) => ownerId)],
      );
      const failing = Math.ceil((count * FAILING) / ENDPOINTS);
      return [
        figure('events to healthy endpoints, alone', alone.received, ''),
        figure('p99 from the change to the receiver, alone', alone.p99, 'ms'),
        figure('events to healthy endpoints, beside failing ones', beside.received, ''),
        figure('p99 beside failing ones', beside.p99, 'ms'),
        figure('lost', alone.lost + beside.lost + Math.max(0, failing - rows[0].n), '', { atMost: 0 }),
        figure('p99 beside failing endpoints ÷ alone', beside.p99 / alone.p99, '', { atMost: 1.5 }),
      ];
    } finally {
      await product.close();
      receiver.close();
    }
  },
} satisfies Benchmark;

interface Owner {
  readonly ownerId: string;
  readonly path: string;
}

/** Receives events: below `/fails` it answers 500, below `/silent` nothing. */
async function startReceiver() {
  const millis: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      if (request.url === '/silent') return;
      if (request.url === '/fails') {
        response.writeHead(500).end();
        return;
      }
      millis.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    millis,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Adds an endpoint of each buyer; the first ones fail. */
async function subscribe({ db, server }: Product, url: string): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const token = await server.signIn(`buyer_${at + 1}`, AGENT_PASSWORD);
    const place = at < FAILING ? (at % 2 === 0 ? '/fails' : '/silent') : '/works';
    const body = { endpointName: `Endpoint ${at}`, url: url + place, events: 1 };
    const { status } = await server.client.send('/api/open/endpoint/create', { method: 'POST', token, body });
    if (status !== 200) throw new Error(`An endpoint was answered ${status}`);
    const { rows } = await db.pool.query(`select id::text, owner_path from sys_user where account = $1`, [
      `buyer_${at + 1}`,
    ]);
    owners.push({ ownerId: rows[0].id, path: rows[0].owner_path });
  }
  return owners;
}

/** Writes events as the triggers do, evenly over a time and over the owners. */
async function emit({ db }: Product, owners: readonly Owner[], count: number, seconds: number): Promise<void> {
  const started = performance.now();
  for (let at = 0; at < count; at += 1) {
    const wait = started + (at * seconds * 1000) / count - performance.now();
    if (wait > 0) await sleep(wait);
    const { ownerId, path } = owners[at % owners.length] as Owner;
    await db.pool.query(`select open_emit('000000', $1, $2, 1, 'order.delivered', '{"orderNo":"AP-1"}')`, [
      ownerId,
      path,
    ]);
  }
}

const settled = async ({ db }: Product, owners: readonly Owner[]): Promise<number> => {
  const ids = owners.map(({ ownerId }) => ownerId);
  for (let second = 0; ; second += 1) {
    const { rows } = await db.pool.query(
      `select count(*)::int as n from open_delivery d join open_endpoint e on e.id = d.endpoint_id where e.owner_id = any($1::bigint[]) and d.state <> 1`,
      [ids],
    );
    if (rows[0].n === 0 || second > PATIENCE_SECONDS) return rows[0].n;
    await sleep(1000);
  }
};

async function measured(
  product: Product,
  receiver: { millis: number[] },
  owners: readonly Owner[],
  count: number,
): Promise<{ received: number; p99: number; lost: number }> {
  receiver.millis.length = 0;
  await emit(product, owners, count, SECONDS);
  const lost = await settled(product, owners.slice(owners.length - (ENDPOINTS - FAILING)));
  return { received: receiver.millis.length, p99: percentile(receiver.millis, 0.99), lost };
}
