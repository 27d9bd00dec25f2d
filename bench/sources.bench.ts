import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SigningKey, signedHeaders } from '../server/src/testing/signing.ts';
import { type Benchmark, figure, percentile } from './lib/measure.ts';
import { measureOtherCalls } from './lib/other-calls.ts';
import { type Product, startProduct } from './lib/product.ts';

const PER_SECOND = Number(process.env['SOURCES_PER_SECOND'] ?? 500);
const SECONDS = Number(process.env['SOURCES_SECONDS'] ?? 20);
const IDLE_MILLIS = 10_000;
const PATH = '/api/statistics/websiteSource/add';
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** Of one network and key; below the limit of 60 a minute. */
const PER_VISITOR = 40;
const TICK_MILLIS = 20;

/** A visitor with an address and a key. */
interface Visitor {
  readonly address: string;
  readonly key: SigningKey;
}

/** Visits at a fixed rate from many networks, with the calls of users meanwhile. */
export default {
  title: `${PER_SECOND} visits a second for ${SECONDS} seconds`,
  async run() {
    const product = await startProduct({ TRUST_PROXY: '1' });
    try {
      const visitors: Visitor[] = [];
      for (let n = 0; n < (PER_SECOND * SECONDS) / PER_VISITOR; n += 1) visitors.push(await newVisitor(product, n));
      const idle = measureOtherCalls(product);
      await sleep(IDLE_MILLIS);
      const before = await idle();
      const meanwhile = measureOtherCalls(product);
      const { answered, millis } = await send(product, visitors);
      const during = await meanwhile();
      await sleep(1000);
      const { rows } = await product.db.pool.query<{ n: number }>(
        'select coalesce(sum(hits), 0)::int as n from src_visit',
      );
      return [
        figure('visits answered a second', answered / SECONDS, '/s', { atLeast: 0.98 * PER_SECOND }),
        figure('visits stored ÷ answered', (rows[0]?.n ?? 0) / answered, '', { atLeast: 1 }),
        figure('p99 of a visit', percentile(millis, 0.99), 'ms'),
        figure('p99 of other calls, idle', before.p99, 'ms'),
        figure('p99 of other calls, meanwhile', during.p99, 'ms'),
        figure('p99 meanwhile ÷ idle', during.p99 / before.p99, '', { atMost: 2 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

async function newVisitor({ server }: Product, n: number): Promise<Visitor> {
  const address = `10.${n >> 8}.${n & 255}.7`;
  const { data } = await post(server.url, '/api/app/timestamp', { 'x-forwarded-for': address });
  return { address, key: data as SigningKey };
}

async function post(url: string, path: string, headers: Record<string, string>, body?: string) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'user-agent': BROWSER, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const { data } = (await answer.json()) as { data: unknown };
  return { status: answer.status, data };
}

/** Sends the visits at their rate, whether or not earlier ones are answered. */
async function send({ server }: Product, visitors: readonly Visitor[]) {
  const millis: number[] = [];
  const open: Promise<void>[] = [];
  let answered = 0;
  const one = async ({ address, key }: Visitor): Promise<void> => {
    const body = JSON.stringify({ siteCode: 'main', visitorId: randomUUID(), utmCampaign: 'spring', landingPath: '/' });
    const nonce = randomBytes(16).toString('hex');
    const headers = { ...signedHeaders(key, { path: PATH, body, nonce }), 'x-forwarded-for': address };
    const start = performance.now();
    // A connection that the server closed as idle when it was used again: the visit has no answer.
    const { status } = await post(server.url, PATH, headers, body).catch(() => ({ status: 0 }));
    millis.push(performance.now() - start);
    if (status === 200) answered += 1;
  };
  const start = performance.now();
  for (let sent = 0; sent < PER_SECOND * SECONDS; ) {
    const due = Math.min(((performance.now() - start) / 1000) * PER_SECOND, PER_SECOND * SECONDS);
    for (; sent < due; sent += 1) {
      const visitor = visitors[sent % visitors.length];
      if (visitor) open.push(one(visitor));
    }
    await sleep(TICK_MILLIS);
  }
  await Promise.all(open);
  return { answered, millis };
}
