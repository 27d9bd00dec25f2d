import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { charge, revenue, verifyLedger } from '../server/src/engines/ledger/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { openBuyers, openMarket } from '../server/src/testing/market.ts';
import { type Benchmark, figure, median, sustained, timed } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';

const CLIENTS = 16;
const TURNS = 6;
const SECONDS = 4;
const FUNCTIONS = new URL('../server/database/functions/ledger/', import.meta.url);

/** Replaces what computes the hashes by functions of the same shape that compute nothing. */
const UNLINKED = `
  create or replace function fin_digest(header jsonb, entries jsonb) returns bytea language sql immutable as $$ select ''::bytea $$;
  create or replace function fin_link(before bytea, digest bytea, journal bigint, seq integer, owner bigint, kind integer,
    currency text, tenant text, at timestamptz) returns bytea language sql immutable as $$ select ''::bytea $$;`;

/** Charges posted with and without hashes, in turns on one database; and how long the proof of them takes. */
export default {
  title: `${CLIENTS} wallets charged with and without the chain of their entries, ${TURNS * SECONDS} s each in turns`,
  async run() {
    const product = await startProduct({ DEMO: '0' });
    const { db } = product;
    try {
      await openMarket(db);
      await openBuyers(db, CLIENTS, parseMoney('100000000'));
      const { rows } = await db.pool.query<{ id: string; tenant: string }>(
        `select id::text, tenant_id as tenant from sys_user where account like 'buyer%' order by id`,
      );
      const actor = systemActor(rows[0]?.tenant ?? '');
      const post = async (client: number) => {
        const userId = BigInt(rows[client % rows.length]?.id ?? 0);
        await db.tx((tx) =>
          charge(tx, actor, {
            userId,
            amount: parseMoney('0.01'),
            to: revenue('whatsapp'),
            bizType: 'bench',
            idemKey: randomUUID(),
          }),
        );
      };
      const real = await Promise.all(
        ['fin_digest.sql', 'fin_link.sql'].map((name) => readFile(new URL(name, FUNCTIONS), 'utf8')),
      );
      await sustained({ clients: CLIENTS, seconds: 15 }, post);
      const count = Number((await db.pool.query('select count(*) as n from fin_journal')).rows[0].n);
      const proof = await timed(() => db.tx((tx) => verifyLedger(tx)));
      const perSecond = { with: [] as number[], without: [] as number[] };
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const kind of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
          await db.pool.query(kind === 'with' ? real.join('\n') : UNLINKED);
          const done = await sustained({ clients: CLIENTS, seconds: SECONDS }, post);
          perSecond[kind].push(done.count / done.seconds);
        }
      const [linked, bare] = [median(perSecond.with), median(perSecond.without)];
      return [
        figure('journals in the proof', count, ''),
        figure('the proof of them', proof.seconds, 's'),
        figure('mistakes it found', proof.result.length, '', { atMost: 0 }),
        figure('charges with the chain', linked, '/s'),
        figure('charges without', bare, '/s'),
        figure('ratio', linked / bare, '', { atLeast: 0.88 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;
