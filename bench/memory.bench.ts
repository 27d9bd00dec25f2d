import { setTimeout as sleep } from 'node:timers/promises';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { digestOf } from '../server/src/kernel/auth/password.ts';
import { type Benchmark, figure, residentMegabytes } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';

const CALLS = 10_000;
const CLIENTS = 32;
/** Number of calls between sign-ins, and between exports of a list. */
const [SIGN_IN_EVERY, EXPORT_EVERY] = [10, 150];
const IDLE_MILLIS = 15_000;

const { serverMemory } = (await import(new URL('../scripts/server-memory.mjs', import.meta.url).href)) as {
  serverMemory(given: object): Readonly<Record<string, string>>;
};

/** Memory of the server after many users' calls: with the settings of `npm start`, and with Node's defaults. */
export default {
  title: `memory of the server after ${CALLS.toLocaleString('en-US')} calls on demo data: lists, sign-ins, exports`,
  async run() {
    const bare = await memoryAfter({});
    const own = await memoryAfter(serverMemory({}));
    return [
      figure('as Node starts it, at the end', bare.end, 'MB'),
      figure('as Node starts it, at its highest', bare.highest, 'MB'),
      figure('as npm start does, at the end', own.end, 'MB'),
      figure('as npm start does, at its highest', own.highest, 'MB'),
      figure('as Node starts it', bare.rate, 'calls/s'),
      figure('as npm start does', own.rate, 'calls/s', { atLeast: bare.rate * 0.85 }),
      figure('ratio', own.end / bare.end, '', { atMost: 0.8 }),
    ];
  },
} satisfies Benchmark;

async function memoryAfter(environment: Readonly<Record<string, string>>) {
  const product = await startProduct({ DEMO: '1', DEMO_PASSWORD: 'Demo-password-1', ...environment });
  try {
    const { pid } = product.server;
    let highest = 0;
    let done = 0;
    const client = async () => {
      while (done < CALLS) {
        done += 1;
        await callOf(product, done);
        if (done % 100 === 0) highest = Math.max(highest, residentMegabytes(pid));
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const rate = (CALLS / (performance.now() - began)) * 1000;
    await sleep(IDLE_MILLIS);
    return { end: residentMegabytes(pid), highest, rate };
  } finally {
    await product.close();
  }
}

const lists = (registry as readonly Resource[]).flatMap(({ name, calls }) =>
  Object.entries(calls).flatMap(([key, { standard }]) =>
    standard === 'list' || standard === 'page' ? [`/api/${name}/${key}?size=200`] : [],
  ),
);

async function callOf({ server, admin, adminPassword }: Product, n: number): Promise<void> {
  if (n % SIGN_IN_EVERY === 0) {
    const given = { tenantId: '000000', username: 'admin', password: digestOf(adminPassword), grant_type: 'password' };
    await server.client.send(`/api/auth/oauth/token?${new URLSearchParams(given)}`, { method: 'POST' });
    return;
  }
  // As browsers ask: the answers of lists are compressed.
  const headers = { token: `bearer ${admin}`, 'accept-encoding': 'gzip, br' };
  const isExport = n % EXPORT_EVERY === 1;
  const path = isExport ? '/api/system/user/export?format=xlsx' : lists[n % lists.length];
  const answer = await fetch(`${server.url}${path}`, { method: isExport ? 'POST' : 'GET', headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await answer.arrayBuffer();
}
