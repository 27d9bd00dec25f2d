import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { type Benchmark, figure, timed, watchMemory } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';

const LINES = 100_000;
const HEADER = 'account,real name,email,birthday,platform,roles,departments,posts';
/** A line of each kind that is refused, by its number so that accounts differ. */
const WRONG: readonly ((n: number) => string)[] = [
  () => 'x,Short,,,,,,',
  (n) => `nameless_${n},,,,,,,`,
  (n) => `bad_mail_${n},A,nobody,,,,,`,
  (n) => `bad_day_${n},A,,1990-02-31,,,,`,
  (n) => `bad_platform_${n},A,,,Moon,,,`,
  (n) => `bad_role_${n},A,,,,Emperor,,`,
  (n) => `bad_dept_${n},A,,,,,Nowhere,`,
  (n) => `bad_post_${n},A,,,,,,Nothing`,
  () => 'ADMIN,A,,,,,,',
  () => 'listed_0,Again,,,,,,',
];
/** One line in a hundred is wrong. */
const EVERY = 100;
const REPORTED = LINES / EVERY;

const good = (n: number) => `listed_${n},Listed ${n},listed_${n}@example.com,1990-02-28,,,,`;

/** A list of a hundred thousand people: refused whole where lines are wrong, each of them named; and taken where none is. */
export default {
  title: `${LINES.toLocaleString('en-US')} users from a file, refused with ${REPORTED.toLocaleString('en-US')} wrong lines and then taken, ÷ COPY into the same table`,
  async run() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-bench-'));
    const product = await startProduct({ DEMO: '0' });
    try {
      const bare = await copied(product);
      const mixed = Array.from({ length: LINES }, (_, n) =>
        n % EVERY === EVERY - 1 ? (WRONG[Math.floor(n / EVERY) % WRONG.length]?.(n) ?? good(n)) : good(n),
      );
      const stop = watchMemory(product.server.pid);
      const refused = await timed(() => sent(product, path.join(folder, 'mixed.csv'), mixed));
      const report = refused.result;
      if (report.added !== 0 || report.problemCount !== REPORTED || (await people(product)) !== 0)
        throw new Error(`The wrong lines were answered ${JSON.stringify(report).slice(0, 300)}`);
      const taken = await timed(() =>
        sent(
          product,
          path.join(folder, 'good.csv'),
          Array.from({ length: LINES }, (_, n) => good(n)),
        ),
      );
      const grown = await stop();
      if (taken.result.added !== LINES || (await people(product)) !== LINES)
        throw new Error(`The list was answered ${JSON.stringify(taken.result).slice(0, 300)}`);
      return [
        figure('bare COPY', bare, 's'),
        figure(`refused, ${REPORTED} lines named`, refused.seconds, 's'),
        figure('taken', taken.seconds, 's'),
        figure('users a second', LINES / taken.seconds, '/s'),
        figure('memory grew by', grown, 'MB'),
        figure('ratio', taken.seconds / bare, ''),
      ];
    } finally {
      await product.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

const people = async ({ db }: Product): Promise<number> =>
  (await db.pool.query(`select count(*)::int as n from sys_user where account like 'listed%'`)).rows[0]?.n;

/** The fastest way in: the rows alone, into a table with the indexes and checks of the product's. */
async function copied({ db }: Product): Promise<number> {
  await db.pool.query('create table bare_user (like sys_user including all)');
  const client = await db.pool.connect();
  try {
    const { seconds } = await timed(() =>
      pipeline(
        Readable.from(chunks()),
        client.query(
          copyFrom(
            'copy bare_user (tenant_id, account, password_hash, real_name, email, user_type, owner_path, invite_code) from stdin',
          ),
        ),
      ),
    );
    return seconds;
  } finally {
    client.release();
    await db.pool.query('drop table bare_user');
  }
}

function* chunks(): Generator<string> {
  for (let n = 0; n < LINES; n += 1)
    yield `000000\tlisted_${n}\t\tListed ${n}\tlisted_${n}@example.com\t1\t/\tCODE${n}\n`;
}

async function sent(product: Product, file: string, lines: readonly string[]) {
  await writeFile(file, `${[HEADER, ...lines].join('\n')}\n`);
  const answer = await product.server.client.upload('/api/system/user/import', {
    token: product.admin,
    fields: { isCovered: '0' },
    file: { name: path.basename(file), content: createReadStream(file), bytes: (await stat(file)).size },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  for (;;) {
    const { body } = await product.server.client.send(`/api/desk/task/progress?taskNo=${answer.body.data.taskNo}`, {
      token: product.admin,
    });
    if (body.data.endTime !== null)
      return body.data.result as { readonly added: number; readonly problemCount: number };
    await sleep(100);
  }
}
