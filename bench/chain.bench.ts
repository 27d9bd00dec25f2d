import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { charge, revenue, verifyLedger } from '../server/src/engines/money/ledger/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { openBuyers, openMarket } from '../server/src/testing/market.ts';
import { type Benchmark, figure, median, sustained, timed } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';

const CLIENTS = 16;
const TURNS = 6;
const SECONDS = 4;
const FUNCTIONS = new URL('../server/database/functions/ledger/', import.meta.url);

/** Functions of the same shape that compute no hashes. */
const NO_HASHES = `
  create or replace function fin_digest(header jsonb, entries jsonb) returns bytea language sql immutable as $$ select ''::bytea $$;
  create or replace function fin_link(before bytea, digest bytea, journal bigint, seq integer, owner bigint, kind integer,
    currency text, tenant text, at timestamptz) returns bytea language sql immutable as $$ select ''::bytea $$;
  create or replace function fin_chain_link(before bytea, digest bytea, journal bigint, slot integer, place bigint, at timestamptz)
    returns bytea language sql immutable as $$ select ''::bytea $$;`;

/** The posting without the chain of journals: it neither reads nor writes the end of one. */
function withoutChain(post: string): string {
  const bare = post
    .replace(/select slot, journals, head into c_slot[\s\S]*?end if;/, "c_slot := 0; c_no := 0; c_head := '';")
    .replace(/, chain as \([\s\S]*?\n {2}\)\n/, '\n');
  if (bare.includes('fin_chain ')) throw new Error('The chain is still in the posting');
  return bare;
}

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
      const chargeOne = async (client: number) => {
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
      const [post = '', ...hashes] = await Promise.all(
        ['fin_post_all.sql', 'fin_digest.sql', 'fin_link.sql', 'fin_chain_link.sql'].map((name) =>
          readFile(new URL(name, FUNCTIONS), 'utf8'),
        ),
      );
      const real = [post, ...hashes].join('\n');
      const unlinked = [withoutChain(post), NO_HASHES].join('\n');
      await sustained({ clients: CLIENTS, seconds: 15 }, chargeOne);
      const count = Number((await db.pool.query('select count(*) as n from fin_journal')).rows[0].n);
      const proof = await timed(() => db.tx((tx) => verifyLedger(tx)));
      const perSecond = { with: [] as number[], without: [] as number[] };
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const kind of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
          await db.pool.query(kind === 'with' ? real : unlinked);
          const done = await sustained({ clients: CLIENTS, seconds: SECONDS }, chargeOne);
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
