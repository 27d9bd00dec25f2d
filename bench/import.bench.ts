import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '../server/src/kernel/db/index.ts';
import { openMarket } from '../server/src/testing/market.ts';
import { type Benchmark, figure, timed, watchMemory } from './lib/measure.ts';
import { generator, plausibleNumbers } from './lib/numbers.ts';
import { type Product, startProduct } from './lib/product.ts';

const LINES = 1_000_000;
const DUPLICATES = 0.1;
const INVALID = 0.02;
const CHUNK_LINES = 10_000;
const [GOOD, DUPLICATE, BAD] = [0, 1, 2];
const ALWAYS_GOOD = 1000;

/** A list of a million lines, uploaded and stocked, against a bare COPY of the numbers in it. */
export default {
  title: 'a million lines (10 % duplicates, 2 % invalid) from upload to the pre-warehouse',
  async run() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-bench-'));
    const product = await startProduct();
    try {
      await openMarket(product.db);
      const { numbers, text } = list();
      const file = path.join(folder, 'numbers.txt');
      await writeFile(file, text);
      const bare = await copied(product.bare, numbers);
      const stop = watchMemory(product.server.pid);
      const { seconds } = await timed(() => imported(product, file, numbers.length));
      const grown = await stop();
      return [
        figure('bare COPY', bare, 's'),
        figure('import', seconds, 's'),
        figure('lines a second', LINES / seconds, '/s'),
        figure('memory grew by', grown, 'MB', { atMost: 250 }),
        figure('ratio', seconds / bare, '', { atMost: 6 }),
      ];
    } finally {
      await product.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;

/** The file and its valid numbers. Each kind of line may occur anywhere; the first thousand are valid. */
function list(): { numbers: number[]; text: string } {
  const invalid = Math.round(LINES * INVALID);
  const duplicates = Math.round(LINES * DUPLICATES);
  const numbers = [...plausibleNumbers(LINES - invalid - duplicates)];
  const random = generator(2);
  const kinds = new Uint8Array(LINES)
    .fill(GOOD)
    .fill(DUPLICATE, LINES - duplicates - invalid, LINES - invalid)
    .fill(BAD, LINES - invalid);
  for (let index = LINES - 1; index > ALWAYS_GOOD; index -= 1) {
    const other = ALWAYS_GOOD + Math.floor(random() * (index - ALWAYS_GOOD + 1));
    [kinds[index], kinds[other]] = [kinds[other] ?? GOOD, kinds[index] ?? GOOD];
  }
  let fresh = 0;
  const lines = Array.from(kinds, (kind) => {
    if (kind === GOOD) return `+${numbers[fresh++]}`;
    return kind === DUPLICATE ? `+${numbers[Math.floor(random() * fresh)]}` : `+1${Math.floor(random() * 1000)}`;
  });
  return { numbers, text: `${lines.join('\n')}\n` };
}

/** The fastest way in: the numbers alone, into a table with the import's unique index. */
async function copied(bare: Db, numbers: readonly number[]): Promise<number> {
  await bare.pool.query('create table number (batch_id bigint not null, e164 bigint not null)');
  await bare.pool.query('create unique index number_once on number (batch_id, e164)');
  const client = await bare.pool.connect();
  try {
    const { seconds } = await timed(() =>
      pipeline(Readable.from(chunks(numbers)), client.query(copyFrom('copy number from stdin'))),
    );
    return seconds;
  } finally {
    client.release();
  }
}

function* chunks(numbers: readonly number[]): Generator<Buffer> {
  for (let start = 0; start < numbers.length; start += CHUNK_LINES) {
    yield Buffer.from(
      numbers
        .slice(start, start + CHUNK_LINES)
        .map((number) => `1\t${number}\n`)
        .join(''),
    );
  }
}

async function imported(product: Product, file: string, expected: number): Promise<void> {
  const { client } = product.server;
  const answer = await client.upload('/api/whatsapp/pre-warehouse/import', {
    token: product.admin,
    fields: {
      batchName: 'bench',
      numberType: '1',
      capability: '8',
      warehouseCode: 'main',
      sourceType: '4',
      rightsAttested: '1',
      costPrice: '0.1',
      provenanceNote: 'contract',
      commit: '1',
    },
    file: {
      name: 'numbers.txt',
      content: createReadStream(file, { highWaterMark: 256 * 1024 }),
      bytes: (await stat(file)).size,
    },
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  for (;;) {
    await sleep(50);
    const { body } = await client.send(`/api/desk/task/progress?taskNo=${answer.body.data.taskNo}`, {
      token: product.admin,
    });
    const { state, result } = body.data;
    if (state === taskState.is.running || state === taskState.is.queued) continue;
    if (state !== taskState.is.done || result.goodLines !== expected)
      throw new Error(`the import ended otherwise: ${JSON.stringify(body.data)}`);
    return;
  }
}
