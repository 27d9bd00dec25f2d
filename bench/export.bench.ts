import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeXlsxStream } from 'hucre/xlsx';
import { to as copyTo } from 'pg-copy-streams';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { openMarket } from '../server/src/testing/market.ts';
import { type Benchmark, figure, median, timed, watchMemory } from './lib/measure.ts';
import { measureOtherCalls } from './lib/other-calls.ts';
import { type Product, startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

const NUMBERS = 1_000_000;
const ROUNDS = 2;
const IDLE_SECONDS = 8;
const BUSY_SECONDS = 10;
const COLUMNS = [
  '序号',
  '号码(E.164)',
  '国家',
  '号码类型',
  '能力',
  '出库单号',
  '订单号',
  '单价',
  '质保至',
  '存活状态',
  '渠道状态',
  '备注',
];

/** Exports a million delivered numbers as text and as a workbook, while other users work. */
export default {
  title: 'a million delivered numbers as txt and as xlsx',
  async run() {
    const product = await startProduct();
    try {
      await openMarket(product.db);
      await fillStock(product.db, { from: 0, to: NUMBERS });
      const note = await delivered(product.db);
      const ended = measureOtherCalls(product);
      await sleep(IDLE_SECONDS * 1000);
      const idle = await ended();
      const copy = await rounds(() => copiedOut(product.db, note));
      const txt = await exported(product, 'export-txt', note);
      const bare = await rounds(bareWorkbook);
      const xlsx = await exported(product, 'export-excel', note);
      return [
        figure('bare COPY', copy, 's'),
        figure('txt', txt.seconds, 's'),
        figure('txt, memory grew by', txt.grown, 'MB', { atMost: 150 }),
        figure('bare workbook', bare, 's'),
        figure('xlsx', xlsx.seconds, 's'),
        figure('xlsx, memory grew by', xlsx.grown, 'MB', { atMost: 150 }),
        figure(`other calls, 99 of 100 within (idle, ${idle.calls} calls)`, idle.p99, 'ms'),
        figure(
          `other calls during txt ÷ idle (${txt.others.p99.toFixed(1)} ms, ${txt.others.calls} calls)`,
          txt.others.p99 / idle.p99,
          '',
          { atMost: 3 },
        ),
        figure(
          `other calls during xlsx ÷ idle (${xlsx.others.p99.toFixed(1)} ms, ${xlsx.others.calls} calls)`,
          xlsx.others.p99 / idle.p99,
          '',
          { atMost: 3 },
        ),
        figure('xlsx ratio', xlsx.seconds / bare, '', { atMost: 1.6 }),
        figure('txt ratio', txt.seconds / copy, '', { atMost: 2.5 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

/** One delivery note of all that is in stock, as if sold. @returns its id */
async function delivered(db: Db): Promise<bigint> {
  const { rows } = await db.pool.query<{ id: bigint }>(
    `insert into inv_outbound (tenant_id, owner_id, owner_path, outbound_no, outbound_type, business_type, country_code, number_type, quantity, delivered_qty, currency, deliver_time, status, max_download)
     values ($1, 0, '/', 'OB260101BENCH001', 4, 1, 'US', 1, $2, $2, 'USDT', now(), 2, 1000) returning id`,
    [DEFAULT_TENANT, NUMBERS],
  );
  const id = rows[0]?.id ?? 0n;
  await db.pool.query('update inv_item set stock_status = 2, outbound_id = $1, assign_time = now()', [id]);
  await db.pool.query(
    'insert into inv_outbound_line (outbound_id, item_id, e164, country_code) select $1, id, e164, country_code from inv_item order by id',
    [id],
  );
  await db.pool.query('vacuum analyze inv_item, inv_outbound_line');
  await db.pool.query('checkpoint');
  return id;
}

/** The numbers in the order of the note, read and discarded. */
async function copiedOut(db: Db, note: bigint): Promise<void> {
  const client = await db.pool.connect();
  try {
    const stream = client.query(
      copyTo(
        `copy (select e164 from inv_outbound_line where outbound_id = ${note} and state = 1 order by item_id) to stdout`,
      ),
    );
    await drained(stream);
  } finally {
    client.release();
  }
}

/** Time of the writer alone for as many rows of as many columns, from memory. */
async function bareWorkbook(): Promise<void> {
  function* lines(): Generator<string[]> {
    for (let line = 1; line <= NUMBERS; line += 1) {
      yield [
        String(line),
        `+1201${1_000_000 + line}`,
        'US',
        '手机号',
        'WhatsApp',
        'OB260101BENCH001',
        '',
        '',
        '',
        '未检测',
        '',
        '',
      ];
    }
  }
  const columns = COLUMNS.map((header) => ({ header, width: 20 }));
  await drained(
    Readable.fromWeb(
      writeXlsxStream(lines(), { name: 'Sheet1', columns, freezePane: { rows: 1 } }) as Parameters<
        typeof Readable.fromWeb
      >[0],
    ),
  );
}

async function drained(stream: Readable): Promise<void> {
  let bytes = 0;
  for await (const chunk of stream) bytes += (chunk as Buffer).length;
  if (bytes < NUMBERS) throw new Error(`only ${bytes} bytes came`);
}

async function rounds(work: () => Promise<void>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seconds.push((await timed(work)).seconds);
  return median(seconds);
}

/** Timed first, undisturbed; then again with others at work and its memory watched. */
async function exported(product: Product, call: 'export-txt' | 'export-excel', note: bigint) {
  const take = async () => {
    const answer = await product.server.client.download(`/api/whatsapp/outbound/${call}`, {
      method: 'POST',
      token: product.admin,
      body: { id: String(note), reason: 'benchmark' },
    });
    if (answer.status !== 200 || answer.bytes < NUMBERS)
      throw new Error(`${call}: ${answer.status}, ${answer.bytes} bytes`);
  };
  const stop = watchMemory(product.server.pid);
  const seconds = await rounds(take);
  const grown = await stop();
  const ended = measureOtherCalls(product);
  for (const end = performance.now() + BUSY_SECONDS * 1000; performance.now() < end; ) await take();
  return { seconds, grown, others: await ended() };
}
