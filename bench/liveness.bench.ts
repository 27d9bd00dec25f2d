import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, figure, timed } from './lib/measure.ts';
import { startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

const NUMBERS = 100_000;
/** Numbers of one call, the most that it accepts. */
const CALL = 500;
const CLIENTS = 4;

/** Status checks of a hundred thousand numbers in stock by the sandbox, against as many updates of their rows. */
export default {
  title: `status checks of ${NUMBERS.toLocaleString('en-US')} numbers in stock, ${CALL} at a time, by the sandbox`,
  async run() {
    const product = await startProduct({ SANDBOX: '1' });
    try {
      const { server, db, admin } = product;
      await fillStock(db, { from: 0, to: 2 * NUMBERS });
      const { rows } = await db.pool.query<{ id: string }>('select id::text from inv_item order by id');
      const ids = rows.map(({ id }) => id);
      const slices = Array.from({ length: NUMBERS / CALL }, (_, n) => ids.slice(n * CALL, (n + 1) * CALL));
      const rest = slices.map((_, n) => ids.slice(NUMBERS + n * CALL, NUMBERS + (n + 1) * CALL));

      const bare = await timed(async () => {
        for (const slice of rest)
          await db.pool.query('update inv_item set sandbox_status = 1, sandbox_time = now() where id = any($1)', [
            slice,
          ]);
      });
      const left = [...slices];
      const calls = async () => {
        for (let slice = left.pop(); slice; slice = left.pop()) {
          const body = { ids: slice.join(',') };
          const answer = await server.client.send('/api/whatsapp/warehouse/survive', {
            method: 'POST',
            token: admin,
            body,
          });
          if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
        }
      };
      const open = async () => {
        const { rows: tasks } = await db.pool.query<{ n: number }>(
          'select count(*)::int as n from kernel_task where end_time is null',
        );
        return tasks[0]?.n ?? 0;
      };
      const whole = await timed(async () => {
        await Promise.all(Array.from({ length: CLIENTS }, calls));
        while ((await open()) > 0) await sleep(50);
      });
      const { rows: checked } = await db.pool.query<{ n: number }>(
        'select count(*)::int as n from inv_item where sandbox_time is not null and sandbox_status <> 9',
      );
      if (checked[0]?.n !== 2 * NUMBERS) throw new Error(`${checked[0]?.n} numbers have a result`);
      return [
        figure('bare updates', bare.seconds, 's'),
        figure('status checks', whole.seconds, 's'),
        figure('numbers a second', NUMBERS / whole.seconds, '/s'),
        figure('ratio', whole.seconds / bare.seconds, ''),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;
