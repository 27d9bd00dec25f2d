import { inspect } from 'node:util';
import v8 from 'node:v8';
import type { InjectOptions } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';

/** More than `LARGE`: a collection that keeps each received value becomes large. */
const DISTINCT = 600;
/** Most entries a collection may have for other reasons than the requests. */
const LARGE = 500;
/** Counts of requests by network address grow with the callers, up to 50,000. */
const COUNTERS = /^Map\(\d+\) \{\s+'address /;
/** The test runner's list of loaded modules grows with those that the program loads when it needs them. */
const MODULES = /^Map\(\d+\) \{\s+'[^']*\/scripts\/processor-time\.mjs'/;
const AT_ONCE = 25;
const SHOWN_CHARACTERS = 200;

const product = await testApp();
const before: string[] = largeCollections();
afterAll(() => product.close());

/** Returns the large maps and sets of this process, including those of libraries. */
function largeCollections(): string[] {
  return [Map, Set]
    .flatMap((kind) => summaries(kind))
    .filter((summary) => summary !== '' && !COUNTERS.test(summary) && !MODULES.test(summary))
    .map((summary) => summary.replaceAll(/\s+/g, ' '))
    .sort();
}

/** Returns one line per large map or set, empty for others: writing all of them takes a minute. */
function summaries(kind: MapConstructor | SetConstructor): string[] {
  Object.defineProperty(kind.prototype, inspect.custom, {
    configurable: true,
    value(this: Map<unknown, unknown> | Set<unknown>) {
      if (this.size <= LARGE) return '';
      const [first, second] = this.keys();
      return `${kind.name}(${this.size}) { ${inspect(first)}, ${inspect(second)}`.slice(0, SHOWN_CHARACTERS);
    },
  });
  try {
    return v8.queryObjects(kind, { format: 'summary' });
  } finally {
    Reflect.deleteProperty(kind.prototype, inspect.custom);
  }
}

/** A time zone name is valid in any case. */
const spelled = (zone: string, n: number): string =>
  [...zone].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');

/** Every header the program or its libraries read, with a new value. */
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

it.each(Object.entries(floods))('six hundred %s get the expected answers', async (_what, [statuses, make]) => {
  expect(Object.keys(await sendAll(make)).map(Number)).toEqual(statuses.toSorted());
});

// Once for all of them, and with one grown collection among them: walking the heap takes seconds.
it('no collection of the program has grown, and the check finds one that has', () => {
  const kept = new Map(Array.from({ length: LARGE + 1 }, (_, index) => [`grown ${index}`, index]));
  const [grown, others] = [/^Map\(\d+\) \{ 'grown 0'/, largeCollections()];
  expect(others.filter((one) => !grown.test(one))).toEqual(before);
  expect(others.filter((one) => grown.test(one))).toHaveLength(1);
  expect(kept.size).toBe(LARGE + 1);
});
