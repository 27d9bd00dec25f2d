import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { addPrice } from '../server/src/engines/money/pricing/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { AGENT_PASSWORD, openBuyers } from '../server/src/testing/market.ts';
import { PIXEL } from '../server/src/testing/pixel.ts';
import { type Benchmark, figure, timed, watchMemory } from './lib/measure.ts';
import { plausibleNumbers } from './lib/numbers.ts';
import { type Product, startProduct } from './lib/product.ts';

const LINES = Number(process.env.CHECKS_LINES ?? 1_000_000);
const SMALL = 200;
const SMALL_TASKS = 20;
const FILTER = '/api/filter/whatsapp-filter';
const CHUNK_LINES = 10_000;

/** A list of a million numbers through the sandbox, from the upload to the result archive, against the same rows copied in and out. */
export default {
  title: `a check of ${LINES.toLocaleString('en-US')} lines by the sandbox; small ones beside it`,
  async run() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-bench-'));
    const product = await startProduct({ SANDBOX: '1' });
    try {
      await openPrice(product.db);
      await openBuyers(product.db, 6, parseMoney('100000'));
      const agents = await Promise.all(Array.from({ length: 6 }, (_, n) => openAgent(product, `buyer_${n + 1}`)));
      const [first = agents[0], ...others] = agents;
      if (!first) throw new Error('no agent');
      const numbers = [...plausibleNumbers(LINES + SMALL * SMALL_TASKS)];
      const big = path.join(folder, 'numbers.txt');
      await writeFile(big, textOf(numbers.slice(0, LINES)));
      const bare = await copied(product.bare, numbers.slice(0, LINES));

      const stop = watchMemory(product.server.pid);
      const whole = await timed(async () => {
        const id = await first.create({ file: big });
        const read = await timed(() => first.until(id, ({ status }) => status === 2 || status >= 3));
        const checked = await timed(() => first.until(id, ({ status }) => status === 3 || status === 4));
        const zip = await timed(() => first.download(id));
        return { read, checked, zip };
      });
      const grown = await stop();

      // The same list once more, with a small one of the same owner and twenty of five others beside it.
      const bigId = await first.create({ file: big });
      await first.until(bigId, ({ doneCount }) => doneCount > 0);
      const own = await timed(async () => {
        const id = await first.create({ numbers: numbers.slice(LINES, LINES + SMALL) });
        await first.until(id, ({ doneCount }) => doneCount > 0);
      });
      // Looked up in the database: twenty clients that ask for their task all the time would be the load themselves.
      const small = await timed(async () => {
        const ids = await Promise.all(
          Array.from({ length: SMALL_TASKS }, (_, n) => {
            const agent = others[n % others.length] ?? first;
            const from = LINES + SMALL * n;
            return agent.create({ numbers: numbers.slice(from, from + SMALL) });
          }),
        );
        for (;;) {
          const { rows } = await product.db.pool.query('select from work_task where id = any($1) and stage_done > 0', [
            ids,
          ]);
          if (rows.length === SMALL_TASKS) return;
          await sleep(20);
        }
      });
      const { status } = await first.detail(bigId);
      const { read, checked, zip } = whole.result;
      return [
        figure('bare COPY in and out', bare, 's'),
        figure('upload and reading', whole.seconds - checked.seconds - zip.seconds, 's'),
        figure('of it reading, after the upload', read.seconds, 's'),
        figure('checking', checked.seconds, 's'),
        figure('lines a second', LINES / checked.seconds, '/s'),
        figure('result archive', zip.seconds, 's'),
        figure('memory grew by', grown, 'MB', { atMost: 250 }),
        figure('big task still running beside the small ones', Number(status === 2), ''),
        figure(`first result of ${SMALL} lines beside it, same owner`, own.seconds, 's', { atMost: 3 }),
        figure(`${SMALL_TASKS} such tasks of others, each with a first result after`, small.seconds, 's', {
          atMost: 3,
        }),
        figure('whole ÷ bare', whole.seconds / bare, '', { atMost: 12 }),
      ];
    } finally {
      await product.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

const textOf = (numbers: readonly number[]): string => `${numbers.map((number) => `+${number}`).join('\n')}\n`;

interface Row {
  readonly status: number;
  readonly doneCount: number;
}

/** The country and the price of its checks. */
async function openPrice(db: Db): Promise<void> {
  await db.pool.query(`insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled) values ('000000', 'US', '1', '美国', 'United States', 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 0, status = 1, whatsapp_enabled = 1`);
  await db.tx((tx) =>
    addPrice(
      tx,
      systemActor('000000'),
      {
        ...{ businessType: 1, serviceType: 1, filterType: 1, activePeriod: null, countryCode: 'US' },
        ...{ agentLevel: 0, unit: 1, chargeOn: 3, costPrice: parseMoney('0.00005'), salePrice: parseMoney('0.0001') },
        ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [] },
        ...{ effectiveTime: new Date(), expireTime: null, remark: null },
      },
      { belowCost: false },
    ),
  );
}

/** An agent with an approved declaration of source. */
async function openAgent({ server, admin }: Product, account: string) {
  const { client } = server;
  const token = await server.signIn(account, AGENT_PASSWORD);
  const post = async (call: string, body: object, who = token) => {
    const { status, body: answer } = await client.send(call, { method: 'POST', token: who, body });
    if (status !== 200) throw new Error(`${call}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const upload = async (call: string, name: string, content: Readable, bytes: number) => {
    const { status, body } = await client.upload(call, { token, fields: {}, file: { name, content, bytes } });
    if (status !== 200) throw new Error(`${call}: ${JSON.stringify(body)}`);
    return body.data;
  };
  const { link } = await upload('/api/compliance/consent/put-proof', 'form.png', Readable.from([PIXEL]), PIXEL.length);
  const { id: consentId } = await post('/api/compliance/consent/save', {
    ...{
      listSource: 1,
      collectMethod: 'Customers who signed up',
      scopeChannels: 7,
      sampleProofAttachIds: [link],
      isAgreed: 1,
    },
  });
  await post('/api/compliance/consent/pass', { ids: consentId }, admin);

  const detail = async (id: string): Promise<Row> => {
    const { body } = await client.send(`${FILTER}/detail?id=${id}`, { token });
    return body.data;
  };
  return {
    detail,
    create: async (list: { file?: string; numbers?: readonly number[] }): Promise<string> => {
      const form = { countryCode: 'US', filterType: 1, consentId };
      if (!list.file)
        return (await post(`${FILTER}/create-order`, { ...form, numbers: textOf(list.numbers ?? []) })).id;
      const content = createReadStream(list.file, { highWaterMark: 256 * 1024 });
      const { fileId } = await upload(`${FILTER}/inspect`, 'numbers.txt', content, (await stat(list.file)).size);
      return (await post(`${FILTER}/create-order`, { ...form, fileId, column: 0 })).id;
    },
    until: async (id: string, reached: (row: Row) => boolean): Promise<void> => {
      for (;;) {
        const row = await detail(id);
        if (row.status === 5 || row.status === 6 || row.status === 9)
          throw new Error(`it ended otherwise: ${JSON.stringify(row)}`);
        if (reached(row)) return;
        await sleep(100);
      }
    },
    download: async (id: string): Promise<void> => {
      const { status, bytes } = await client.download(`${FILTER}/download?id=${id}`, { token });
      if (status !== 200 || bytes < LINES) throw new Error(`the archive has ${bytes} bytes, status ${status}`);
    },
  };
}

/** The same lines into a table with the key of lines, and out again. */
async function copied(bare: Db, numbers: readonly number[]): Promise<number> {
  await bare.pool.query(
    'create table line (task_id bigint, line_no int, e164 bigint, country_code text, state int, result int, primary key (task_id, line_no))',
  );
  const client = await bare.pool.connect();
  try {
    const { seconds } = await timed(async () => {
      await pipeline(Readable.from(chunks(numbers)), client.query(copyFrom('copy line from stdin')));
      await pipeline(
        client.query(copyTo('copy (select e164 from line order by line_no) to stdout')),
        async (stream) => {
          for await (const _ of stream);
        },
      );
    });
    return seconds;
  } finally {
    client.release();
  }
}

function* chunks(numbers: readonly number[]): Generator<Buffer> {
  for (let from = 0; from < numbers.length; from += CHUNK_LINES)
    yield Buffer.from(
      numbers
        .slice(from, from + CHUNK_LINES)
        .map((number, n) => `1\t${from + n + 1}\t${number}\tUS\t12\t1\n`)
        .join(''),
    );
}
