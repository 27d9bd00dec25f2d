import { type Benchmark, figure, timed } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';

const ORDERS = 1_000_000;
const AGENTS = 1000;
/** The days of the orders. */
const QUERY = 'from=2026-01-01&to=2026-01-31';

/** A what-if report over a million orders with their rebates, against the bare sum of the same rows. */
export default {
  title: 'a what-if report over a million orders of a thousand agents, two rebates each',
  async run() {
    const product = await startProduct();
    try {
      await fill(product);
      const templateId = await template(product);
      const bare = await timed(() =>
        product.db.pool.query(
          `select agent_id, country_code, sum(amount - refund_amount) from agt_product_order where create_time >= '2026-01-01+08'
             and create_time < '2026-02-01+08' and status in (3, 5, 6) group by 1, 2`,
        ),
      );
      const prices = await report(product, 'scenario=prices&percent=5');
      const terms = await report(product, `scenario=template&templateId=${templateId}`);
      const rebates = await report(product, 'scenario=rebates&level1Rate=6&level2Rate=3');
      return [
        figure('bare sum by agent and country', bare.seconds, 's'),
        figure('prices by a percentage', prices, 's', { atMost: 10 }),
        figure('a template of terms', terms, 's', { atMost: 10 }),
        figure('other rebate rates', rebates, 's', { atMost: 10 }),
        figure('the slowest ÷ the bare sum', Math.max(prices, terms, rebates) / bare.seconds, ''),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

async function report(product: Product, scenario: string): Promise<number> {
  const { result, seconds } = await timed(() =>
    product.server.client.send(`/api/finance/what-if/report?${QUERY}&${scenario}`, { token: product.admin }),
  );
  if (result.status !== 200 || result.body.data.totals.orders !== ORDERS)
    throw new Error(JSON.stringify(result.body).slice(0, 500));
  return seconds;
}

/** A thousand agents in three levels and their purchases of a month: only rows, without their ledger entries. */
async function fill({ db }: Product): Promise<void> {
  const agents = `select id, real_name, owner_path, row_number() over (order by id) - 1 as n from sys_user where user_type = 2`;
  await db.pool.query(
    `insert into sys_user (tenant_id, account, real_name, password_hash, user_type, agent_level, owner_path, invite_code)
     select '000000', 'bench_agent_' || n, 'Agent ' || n, '-', 2, 1 + n % 4, '/bench/', 'BENCH' || n from generate_series(1, $1::int) n`,
    [AGENTS],
  );
  await db.pool.query(
    `with a as (${agents}) update sys_user u set owner_path = '/' || u.id || '/', parent_id = above.id
     from a left join a above on above.n = a.n / 10 and a.n >= 10 where u.id = a.id`,
  );
  await db.pool.query(
    `with a as (${agents})
     insert into agt_product_order (tenant_id, owner_id, owner_path, order_no, product_id, product_name, product_name_en, product_snapshot,
       agent_id, agent_name, buyer_id, buyer_name, business_type, country_code, quantity, numbers, unit_price, price_source, amount,
       currency, paid_amount, refund_amount, refunded_qty, delivered_qty, delivery_type, status, create_time)
     select '000000', a.id, a.owner_path, 'BENCH' || s, 1, 'P', 'P', '{"productNo":"P1","serviceType":2,"specQty":1,"version":1}', a.id,
       a.real_name, a.id, a.real_name, 1 + s % 3, (array['US','GB','DE','FR','IT','ES','NL','BE','PT','PL'])[1 + s % 10], 10, 10,
       500000 + s % 1000, 'all', 10 * (500000 + s % 1000), 'USDT', 10 * (500000 + s % 1000),
       case when s % 20 = 0 then 3 * (500000 + s % 1000) else 0 end, case when s % 20 = 0 then 3 else 0 end, 10, 1,
       case when s % 20 = 0 then 5 else 3 end, timestamptz '2026-01-01+08' + s * interval '2.6 seconds'
     from generate_series(0, $1::int - 1) s join a on a.n = s % $2::int`,
    [ORDERS, AGENTS],
  );
  await db.pool.query(
    `insert into agt_rebate (tenant_id, rebate_no, beneficiary_id, beneficiary_name, level, from_user_id, from_user_name, source_type,
       source_id, source_no, charge_journal_id, base_amount, rate, rebate_amount, reversed_amount, settled_amount, settle_time, status, create_time)
     select '000000', 'RB' || o.id || '-' || l, u.parent_id, 'A', l, o.agent_id, 'A', 3, o.id, o.order_no, o.id, o.amount, 5,
       floor(o.amount * 0.05), trunc(floor(o.amount * 0.05) * o.refund_amount / o.amount), 0, o.create_time, 0, o.create_time
     from agt_product_order o join sys_user u on u.id = o.agent_id cross join generate_series(1, 2) l where u.parent_id is not null`,
  );
  await db.pool.query('vacuum analyze agt_product_order, agt_rebate, sys_user');
}

async function template(product: Product): Promise<string> {
  const items = [1, 2, 3].map((businessType) => ({
    kind: 1,
    businessType,
    serviceType: 2,
    countryCode: '*',
    price: '0.48',
  }));
  const answer = await product.server.client.send('/api/agent/configuration/template/submit', {
    method: 'POST',
    token: product.admin,
    body: { templateName: 'Bench', agentLevel: null, items },
  });
  return String(answer.body.data.id);
}
