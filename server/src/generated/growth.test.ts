import v8 from 'node:v8';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';

/** More than `LARGE`: what keeps each value it is sent is large then. */
const DISTINCT = 600;
/** So many entries a collection may have for other reasons than what was sent. */
const LARGE = 500;
/** Grows with its callers, up to 50,000 of them: counts of requests, by the network they come from. */
const COUNTERS = /^Map\(\d+\) \{\s+'address /;
const AT_ONCE = 25;

let product: TestApp;
let before: string[];
beforeAll(async () => {
  product = await testApp();
  before = largeCollections();
});
afterAll(() => product.close());

/** The large maps and sets of this process, whoever made them, libraries included. */
function largeCollections(): string[] {
  return [Map, Set]
    .flatMap((kind) => v8.queryObjects(kind, { format: 'summary' }))
    .filter((summary) => Number(/\((\d+)\)/.exec(summary)?.[1] ?? 0) > LARGE && !COUNTERS.test(summary))
    .map((summary) => summary.replaceAll(/\s+/g, ' ').slice(0, 200))
    .sort();
}

/** A name of a zone is good however it is written. */
const spelled = (zone: string, n: number): string =>
  [...zone].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** Every header the program or a library of it reads, with a value that it has not seen. */
const headersOf = (n: number): Record<string, string> => ({
  'accept-encoding': `gzip;q=0.${n + 1}`,
  'accept-language': `en-x-a${n}`,
  cookie: `refresh=${n}; c${n}=${n}`,
  host: `host-${n}.example`,
  'idempotency-key': `key-${n}`,
  'if-none-match': `"${n}"`,
  lang: `x${n}`,
  origin: `https://${n}.example`,
  referer: `https://${n}.example/`,
  'tenant-id': String(100_000 + n),
  'time-zone': spelled('America/Argentina/ComodRivadavia', n),
  'user-agent': `agent ${n}`,
  'x-forwarded-for': `203.0.113.${n % 255}`,
  'x-forwarded-host': `host-${n}.example`,
  'x-request-id': `request-${n}`,
  [`x-own-${n}`]: `${n}`,
});

async function sendAll(make: (n: number) => InjectOptions): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const lane = async () => {
    while (next < DISTINCT) {
      const request = make(next++);
      const { statusCode } = await product.server.inject({
        ...request,
        remoteAddress: `198.51.${next % 200}.${Math.floor(next / 200) + 1}`,
      });
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return statuses;
}

const signedIn = (n: number) => ({ ...headersOf(n), token: `bearer ${product.admin.token}` });

const floods: Readonly<Record<string, [statuses: number[], make: (n: number) => InjectOptions]>> = {
  'headers, tokens and addresses, of nobody': [
    [200, 404],
    (n) => ({
      url: n % 2 === 0 ? '/api/system/tenant/info' : `/api/area-${n}/thing/list?p${n}=${n}`,
      headers: { ...headersOf(n), token: `bearer ${String(n).padStart(43, 'x')}` },
    }),
  ],
  'headers and parameters, signed in': [
    [200],
    (n) => ({
      url: `/api/user/country/list?size=1&current=${n + 1}&nameZh_like=${n}&id_in=${n},${n + 1}&createTime_datege=${1001 + n}-01-01`,
      headers: signedIn(n),
    }),
  ],
  'idempotency keys and names in bodies': [
    [404],
    (n) => ({
      method: 'POST',
      url: '/api/user/country/remove',
      headers: signedIn(n),
      payload: { ids: `77${n}`, [`p${n}`]: '' },
    }),
  ],
};

it.each(Object.entries(floods))(
  'six hundred %s make no collection of the program grow',
  async (_what, [statuses, make]) => {
    expect(Object.keys(await sendAll(make)).map(Number)).toEqual(statuses.slice().sort());
    expect(largeCollections()).toEqual(before);
  },
  60_000,
);

it('would be told of one that does', () => {
  const kept = new Map(Array.from({ length: LARGE + 1 }, (_, index) => [index, index]));
  expect(largeCollections().length).toBe(before.length + 1);
  expect(kept.size).toBe(LARGE + 1);
});
