import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, figure, percentile } from './lib/measure.ts';
import { fillOrders } from './lib/orders.ts';
import { measureOtherCalls } from './lib/other-calls.ts';
import { type Product, startProduct } from './lib/product.ts';

const ORDERS = Number(process.env.REPORTS_ORDERS ?? 10_000_000);
const AGENTS = 1000;
const DAYS = 360;
const SECONDS = 20;
/** Every order of the table is read: no index answers the sum of a year by product and month. */
const CONTENT = {
  groups: [{ field: 'productId' }, { field: 'createTime', unit: 'month' }],
  measures: [{ rule: 'count' }, { rule: 'sum', field: 'amount' }],
};

/** Calls of other people while one report after the other reads every order, against the same calls on an idle server. */
export default {
  title: `other calls while a report reads ${ORDERS.toLocaleString('en-US')} orders`,
  async run() {
    const product = await startProduct({ DEMO: '0' });
    try {
      // The totals of the dashboard are not the subject, and their count would run beside the calls.
      await product.db.pool.query('alter table agt_product_order disable trigger user');
      await fillOrders(product.db, { orders: ORDERS, agents: AGENTS, days: DAYS });
      await product.db.pool.query('alter table agt_product_order enable trigger user');
      await product.db.pool.query('vacuum analyze');
      const endIdle = measureOtherCalls(product);
      await sleep(SECONDS * 1000);
      const idle = await endIdle();
      const endBusy = measureOtherCalls(product);
      const { millis, refused } = await reports(product);
      const busy = await endBusy();
      return [
        figure('reports answered', millis.length, ''),
        figure('reports that reached their time limit', refused, ''),
        figure('a report, median', millis.length > 0 ? percentile(millis, 0.5) : 0, 'ms'),
        figure('other calls, idle, p99', idle.p99, 'ms'),
        figure('other calls beside a report, p99', busy.p99, 'ms'),
        figure('p99 beside a report ÷ idle', busy.p99 / idle.p99, '', { atMost: 2 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

/** Runs one report after the other for some seconds. */
async function reports({ server, admin }: Product): Promise<{ millis: number[]; refused: number }> {
  const millis: number[] = [];
  let refused = 0;
  const started = performance.now();
  while (performance.now() - started < SECONDS * 1000) {
    const begun = performance.now();
    const { status, body } = await server.client.send('/api/report/report/preview', {
      method: 'POST',
      token: admin,
      body: { source: 'agent/product/order-list', content: CONTENT },
    });
    if (status === 200) millis.push(performance.now() - begun);
    else if (body.bizCode === 'REPORT_SLOW') refused += 1;
    else throw new Error(`A report was answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  }
  return { millis, refused };
}
