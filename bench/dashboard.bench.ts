import { type Benchmark, figure, percentile, timed } from './lib/measure.ts';
import { fillOrders, totalled } from './lib/orders.ts';
import { type Product, startProduct } from './lib/product.ts';

const ORDERS = Number(process.env.DASHBOARD_ORDERS ?? 10_000_000);
const AGENTS = 1000;
/** Tasks of 500 messages each. */
const TASKS = ORDERS / 500;
const TURNS = 20;
const DAYS = 360;

/** Figures of a month over orders and message lines of a year, each answer computed anew, against the sum of the month's orders. */
export default {
  title: `dashboards over ${ORDERS.toLocaleString('en-US')} orders and as many message lines of a year`,
  async run() {
    const product = await startProduct();
    try {
      await fill(product);
      const bare = await timed(() =>
        product.db.pool.query(
          `select business_type, (create_time at time zone 'Asia/Shanghai')::date, sum(amount - refund_amount) from agt_product_order
             where create_time >= now() - interval '30 days' and status not in (0, 4) group by 1, 2`,
        ),
      );
      const calls = {
        'bar-chart': 'metric=amount',
        'pie-chart': 'dimension=product',
        'bar-tick-align-chart': 'bucket=hour',
        leaderboard: 'metric=amount',
        'whatsapp-stats': '',
        'whatsapp-hourly-stats': '',
        'whatsapp-leaderboard': 'subject=agent',
        tabs: '',
      };
      const figures = [figure('bare sum of the orders of a month', bare.seconds * 1000, 'ms')];
      let slowest = 0;
      for (const [call, query] of Object.entries(calls)) {
        const millis: number[] = [];
        for (let turn = 0; turn < TURNS; turn += 1) {
          // A parameter that differs keeps the answer from the cache.
          const differs = call === 'tabs' || call.includes('hourly') ? '' : `&range=custom&${monthBefore(turn)}`;
          const { result, seconds } = await timed(() =>
            product.server.client.send(`/api/desk/dashboard/${call}?${query}${differs}`, { token: product.admin }),
          );
          if (result.status !== 200) throw new Error(`${call}: ${JSON.stringify(result.body).slice(0, 300)}`);
          millis.push(seconds * 1000);
        }
        const p95 = percentile(millis, 0.95);
        slowest = Math.max(slowest, p95);
        figures.push(figure(`${call}, p95`, p95, 'ms', { atMost: 100 }));
      }
      return [...figures, figure('the slowest ÷ the bare sum', slowest / 1000 / bare.seconds, '')];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

/** Thirty whole days of the company that end some days ago. */
function monthBefore(days: number): string {
  const day = (back: number) =>
    encodeURIComponent(`${new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)} 00:00:00`);
  return `startTime=${day(days + 30)}&endTime=${day(days)}`;
}

/** A year of orders and tasks: only rows, without their ledger entries, and their totals by the product's own timer. */
async function fill({ db }: Product): Promise<void> {
  await fillOrders(db, { orders: ORDERS, agents: AGENTS, days: DAYS });
  await db.pool.query(
    `with a as (select id, real_name, owner_path, row_number() over (order by id) - 1 as n from sys_user where user_type = 2)
     insert into work_task (tenant_id, kind, resource, task_no, task_name, owner_id, owner_path, owner_name, agent_id, agent_name, evidence,
       status, total_count, submit_count, stage_lines, stage_done, results, sender_id, job_task_no, create_time)
     select '000000', 'whatsapp/order', 'whatsapp/order', 'BENCH' || s, 'B', a.id, a.owner_path, a.real_name, a.id, a.real_name, 1,
       3, 500, 500, 500, 500, '{0,0,300,150,50,0,0,0,0,0}', 1, 'BENCH' || s,
       now() - $3::int * interval '1 day' + s::float8 / $1::int * $3::int * interval '1 day'
     from generate_series(0, $1::int - 1) s join a on a.n = s % $2::int`,
    [TASKS, AGENTS, DAYS],
  );
  await totalled(db);
  await db.pool.query('vacuum analyze');
}
