import { expect } from 'vitest';
import type { products } from '../engines/stock/orders/index.ts';
import { createShop } from '../engines/stock/orders/orders-fixture.ts';
import { findModules } from '../modules.ts';
import { type TestApp, type TestUser, testApp } from './app.ts';
import { type CheckServer, startCheckServer } from './check-server.ts';

const { timers } = await findModules();
export const CLAIM = 'agent/warranty-claim';

/** A claim in the database. */
export interface ClaimRow {
  readonly id: string;
  readonly claim_no: string;
  readonly status: number;
  readonly checks: number;
  readonly cause: number | null;
  readonly chain_no: number;
  readonly refund_amount: bigint | null;
  readonly replacement_item_id: string | null;
  readonly replacement_note_id: string | null;
  readonly case_id: string | null;
  readonly warranty_until: Date;
}

/** A shop that sells numbers with a warranty, and a provider that finds numbers ending in 0 or 1 dead. */
export interface WarrantyShop {
  readonly product: TestApp;
  readonly vendor: CheckServer;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Buys the oldest numbers of a shop of its own, each at 1 a number. */
  bought(options?: BoughtOptions): Promise<Bought>;
  /** Runs a timer of the product once. */
  run(name: 'warranty/check' | 'warranty/settle'): Promise<void>;
  /** Lets time pass for deliveries, claims and findings. */
  pass(minutes: number): Promise<void>;
  /** Checks due numbers and waits until all checks have ended. */
  check(): Promise<void>;
  /** Has numbers found dead twice, half an hour apart. */
  die(items: readonly string[]): Promise<void>;
  claimOf(itemId: string): Promise<ClaimRow | undefined>;
  close(): Promise<void>;
}

interface BoughtOptions {
  readonly who?: TestUser;
  readonly quantity?: number;
  readonly stock?: number;
  readonly product?: Partial<typeof products.$inferInsert>;
}

interface Bought {
  readonly agent: TestUser;
  readonly orderId: string;
  readonly orderNo: string;
  readonly outboundId: string;
  readonly productId: bigint;
  readonly countryCode: string;
  readonly items: { readonly id: string; readonly number: string }[];
}

export async function warrantyShop(environment: Record<string, string> = {}): Promise<WarrantyShop> {
  const product = await testApp({ PRIVATE_ENDPOINTS: '1', ...environment });
  const vendor = await startCheckServer();
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await product.db.pool.query<Row>(text, values)).rows;
  await query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, timeout_ms, batch_max, rate_per_second, status)
     values ('000000', 'vendor', 'Vendor', 1, 1, $1, 1, 1000, 100, 10000, 1)`,
    [vendor.address],
  );
  await product.work();
  // Only tests run these timers: a run of the worker at the same moment would hold the claims of theirs.
  await query(
    `insert into kernel_timer (name, next_run) select name, now() + interval '1 day' from unnest(array['warranty/check', 'warranty/settle']) name
     on conflict (name) do update set next_run = excluded.next_run`,
  );
  const run: WarrantyShop['run'] = async (name) => timers.find((timer) => timer.name === name)?.run(product.app);
  const settled = () =>
    expect
      .poll(async () => {
        await query('update work_chunk set ready_at = now() where state = 0');
        return query(`select 1 from work_task where kind = 'whatsapp/survive' and status not in (3, 4, 5, 6)`);
      })
      .toEqual([]);
  const check = async () => {
    await run('warranty/check');
    await settled();
  };
  const pass: WarrantyShop['pass'] = async (minutes) => {
    const ago = `make_interval(mins => ${minutes})`;
    await query(`update inv_item set survive_time = survive_time - ${ago}, dead_since = dead_since - ${ago}`);
    await query(
      `update inv_outbound set deliver_time = deliver_time - ${ago}, warranty_until = warranty_until - ${ago}`,
    );
    await query(`update agt_product_order set warranty_until = warranty_until - ${ago}`);
    await query(`update war_check set begin_time = begin_time - ${ago}, check_time = check_time - ${ago}`);
    await query(`update war_claim set suspect_time = suspect_time - ${ago}, confirm_time = confirm_time - ${ago}, next_check_time = next_check_time - ${ago},
      warranty_until = warranty_until - ${ago}, stock_until = stock_until - ${ago}, choice_until = choice_until - ${ago}`);
    await query(`update war_minute set minute = minute - ${ago} - make_interval(secs => random())`);
  };
  return {
    product,
    vendor,
    query,
    run,
    check,
    pass,
    bought: async ({ who, quantity = 2, stock = 4, product: values = {} } = {}) => {
      const agent = who ?? (await product.agent({ money: 100_000_000n }));
      const { productId, countryCode } = await createShop(product.db, { stock, product: values });
      const body = { productId: String(productId), quantity, expectedAmount: String(quantity), useDeclaration: 1 };
      const answer = await agent.post('agent/product/buy', body);
      expect(answer.body).toMatchObject({ code: 200 });
      const { orderId, orderNo, outboundId } = answer.body.data;
      const items = await query<{ id: string; number: string }>(
        'select id::text, e164::text as number from inv_item where outbound_id = $1 order by id',
        [outboundId],
      );
      return { agent, orderId, orderNo, outboundId, productId, countryCode, items };
    },
    die: async (items) => {
      await query(
        "update inv_outbound set deliver_time = deliver_time - interval '25 hours' where id in (select outbound_id from inv_item where id = any($1))",
        [items],
      );
      await check();
      await pass(31);
      await check();
    },
    claimOf: async (itemId) =>
      (
        await query<ClaimRow>(
          'select w.*, w.id::text as id from war_claim w where item_id = $1 order by w.id desc limit 1',
          [itemId],
        )
      )[0],
    close: async () => {
      await product.close();
      await vendor.close();
    },
  };
}
