import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type HttpClient, httpClient } from '../server/src/testing/http-client.ts';
import { type Benchmark, figure, percentile, sustained } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

const CLIENTS = 8;
const SECONDS = 10;
const [FEW, MANY, MOST] = [10_000, 1_000_000, 5_000_000];
const COUNTRIES = 'US GB DE FR IT ES NL BE PT PL CZ AT CH SE NO DK FI IE GR BR'.split(' ');
const QUERY = 'countryCode=US&stockStatus=0&current=1&size=20';

/** A filtered page with its total: how much of a bare handler's speed is left, and whether it depends on how much there is. */
export default {
  title: 'a page of the warehouse by country and status, with its total',
  async run() {
    const product = await startProduct();
    try {
      const page = pageOf(product.server.client, `/api/whatsapp/warehouse/page?${QUERY}`, product.admin);
      await fillStock(product.db, { from: 0, to: FEW, countries: COUNTRIES });
      const few = await measured(page);
      await fillStock(product.db, { from: FEW, to: MANY, countries: COUNTRIES });
      const { many, bare } = await beside(product, page);
      await fillStock(product.db, { from: MANY, to: MOST, countries: COUNTRIES });
      const most = await measured(page);
      const searches = await searched(product);
      return [
        figure('bare handler, 1 000 000 rows', bare.rate, '/s'),
        figure('product, 1 000 000 rows', many.rate, '/s'),
        figure('95 of 100 within, 10 000 rows', few.p95, 'ms'),
        figure('95 of 100 within, 1 000 000 rows', many.p95, 'ms'),
        figure('95 of 100 within, 5 000 000 rows', most.p95, 'ms'),
        figure('5 000 000 rows ÷ 10 000', most.p95 / few.p95, '', { atMost: 2 }),
        figure('ratio', many.rate / bare.rate, '', { atLeast: 0.6 }),
        ...searches,
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

const pageOf = (client: HttpClient, address: string, token?: string) => async () => {
  const answer = await client.send(address, { token });
  const { records } = answer.body.data ?? answer.body;
  if (answer.status !== 200 || records.length !== 20) throw new Error(JSON.stringify(answer.body).slice(0, 500));
};

/** Searches by parts of a number among all rows, one at a time. */
async function searched({ db, server, admin }: Product) {
  const { rows } = await db.pool.query<{ e164: string }>(
    'select e164::text from inv_item order by id offset 1234 limit 1',
  );
  const whole = rows[0]?.e164 ?? '';
  const parts = {
    'last four digits': whole.slice(-4),
    'last ten digits': whole.slice(-10),
    'first seven digits': whole.slice(0, 7),
  };
  const figures = [];
  for (const [name, part] of Object.entries(parts)) {
    const search = async () => {
      const answer = await server.client.send(`/api/whatsapp/warehouse/page?number=${part}&size=20`, { token: admin });
      if (answer.status !== 200 || answer.body.data.records.length === 0) throw new Error(`${name} ${part}`);
    };
    const { millis } = await sustained({ clients: 1, seconds: 5 }, search);
    figures.push(figure(`95 of 100 by ${name} within`, percentile(millis, 0.95), 'ms', { atMost: 100 }));
  }
  const history = async () => {
    const answer = await server.client.send(`/api/desk/number-history/detail?number=%2B${whole}`, { token: admin });
    if (answer.status !== 200 || answer.body.data.events.length === 0) throw new Error(`history of ${whole}`);
  };
  const { millis } = await sustained({ clients: 1, seconds: 5 }, history);
  figures.push(figure('95 of 100 histories of a number within', percentile(millis, 0.95), 'ms', { atMost: 50 }));
  return figures;
}

async function measured(page: () => Promise<void>): Promise<{ rate: number; p95: number }> {
  await sustained({ clients: CLIENTS, seconds: 2 }, page);
  const { count, seconds, millis } = await sustained({ clients: CLIENTS, seconds: SECONDS }, page);
  return { rate: count / seconds, p95: percentile(millis, 0.95) };
}

/** The product and the bare handler, each in a separate process, one after the other. */
async function beside(product: Product, page: () => Promise<void>) {
  const { host, database, user, password } = product.db.pool.options;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'lib', 'bare-list.ts')], {
    env: { ...process.env, BARE_DATABASE: JSON.stringify({ host, database, user, password }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [address] = (await once(child.stdout, 'data')) as [Buffer];
    const client = httpClient(address.toString().trim());
    const bare = await measured(pageOf(client, `/page?${QUERY}`));
    client.close();
    return { bare, many: await measured(page) };
  } finally {
    child.kill('SIGTERM');
  }
}
