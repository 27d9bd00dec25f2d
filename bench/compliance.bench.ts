import { randomBytes } from 'node:crypto';
import { decide, suppress } from '../server/src/engines/messaging/compliance/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { openSecrets } from '../server/src/kernel/secrets/index.ts';
import { type Benchmark, figure, percentile } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';

const ROWS = 10_000_000;
const SLICE = 500_000;
const BATCH = 10_000;
const BATCHES = 60;
/** Suppressed numbers of a batch. */
const HITS = BATCH / 100;
/** Numbers added by one transaction while batches are decided about, about a thousand a second. */
const ADDED = 100;
const ADD_EVERY_MILLIS = 100;

const rule = {
  ...{ scope: 2, ownerId: null, ownerName: null, channel: 0, reason: 1, sourceRef: null },
  ...{ effectiveTime: null, expireTime: null },
};
const numberOf = (n: number): bigint => 12_015_550_100_000n + BigInt(n);

/** Decisions about batches of ten thousand numbers against ten million rows while rows are added, against the bare look-up by key. */
export default {
  title: `decisions about ${BATCH} numbers at a time against ${ROWS} suppressed ones, one in a hundred of them listed, while rows are added`,
  async run() {
    const product = await startProduct();
    const { db } = product;
    const secrets = await openSecrets({ key: randomBytes(32), dataDir: '' });
    const app = { secrets, parameters: { get: () => 0 } } as unknown as Parameters<typeof decide>[0];
    const actor = systemActor('000000');
    try {
      await fill(db);
      const listed = Array.from({ length: HITS * 10 }, (_, n) => numberOf(n));
      await db.tx((tx) => suppress(tx, actor, secrets, rule, listed));
      await db.pool.query('vacuum analyze cmp_suppression');
      let next = 1_000_000;
      const fresh = (many: number) => Array.from({ length: many }, () => numberOf(next++));
      const adding = setInterval(
        () => void db.tx((tx) => suppress(tx, actor, secrets, rule, fresh(ADDED))).catch(() => undefined),
        ADD_EVERY_MILLIS,
      );
      const millis: number[] = [];
      const bare: number[] = [];
      for (let turn = 0; turn < BATCHES; turn += 1) {
        const numbers = [...listed.slice((turn % 10) * HITS, (turn % 10) * HITS + HITS), ...fresh(BATCH - HITS)];
        const batch = {
          tenantId: '000000',
          ownerId: 5n,
          ownerPath: '/3/5/',
          channel: 1,
          countryCode: 'US',
          consentId: null,
        };
        const started = performance.now();
        const { refused } = await db.tx((tx) => decide(app, tx, { ...batch, numbers }));
        millis.push(performance.now() - started);
        if (refused.size < HITS) throw new Error(`${refused.size} of ${HITS} refused`);
        const keys = numbers.map(() => randomBytes(8).readBigInt64BE());
        const from = performance.now();
        await db.pool.query(
          'select count(*) from unnest($1::bigint[]) k join cmp_suppression s on s.number_key = k where s.status = 1',
          [keys],
        );
        bare.push(performance.now() - from);
      }
      clearInterval(adding);
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      return [
        figure('numbers a second', (BATCH * BATCHES * 1000) / sum(millis), '', { atLeast: 50_000 }),
        figure('p99 of a batch', percentile(millis, 0.99), 'ms'),
        figure('bare look-up of as many keys, numbers a second', (BATCH * BATCHES * 1000) / sum(bare), ''),
        figure('a decision ÷ the bare look-up', sum(millis) / sum(bare), ''),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

/** Rows of random digests, as an import leaves them. */
async function fill(db: Db): Promise<void> {
  for (let from = 0; from < ROWS; from += SLICE)
    await db.pool.query(
      `insert into cmp_suppression (tenant_id, number_key, number_hash, number, scope, channel, reason, effective_time, status)
       select '000000', ('x' || encode(substr(hash, 1, 8), 'hex'))::bit(64)::bigint, hash, '+120****' || lpad((n % 10000)::text, 4, '0'), 2, 0, 1, now(), 1
       from (select n, sha256(int8send(n)) as hash from generate_series($1::bigint, $2::bigint) n offset 0) made order by 2`,
      [from, from + SLICE - 1],
    );
}
