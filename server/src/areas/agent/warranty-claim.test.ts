import { afterAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../engines/money/ledger/index.ts';
import { verifyStockCounters } from '../../engines/stock/inventory/index.ts';
import { ORDER_CHECKS } from '../../engines/stock/orders/index.ts';
import { WARRANTY_CHECKS } from '../../engines/stock/warranty/index.ts';
import type { TestUser } from '../../testing/app.ts';
import { CLAIM, warrantyShop } from '../../testing/warranty-shop.ts';

const shop = await warrantyShop({ SANDBOX: '1' });
const { product, query, bought, run, check, pass, die, claimOf } = shop;
const finance = await product.staff('finance');
// Numbers ending in 0 or 1 are dead: without a higher limit, the tests together are a mass event.
await product.setParameter('warranty.massLeast', '1000');
/** Confirmed; the worker’s own timer may have settled it since. */
const CONFIRMED = { status: expect.toSatisfy((status: number) => [2, 6].includes(status)) };
afterAll(async () => {
  await product.db.tx(async (tx) => {
    expect(await verifyLedger(tx, undefined, [...ORDER_CHECKS, ...WARRANTY_CHECKS])).toEqual([]);
    expect(await verifyStockCounters(tx)).toEqual([]);
  });
  await shop.close();
});

const balanceOf = async (who: TestUser) => (await who.get('agent/user/balance')).body.data.balance;
const messagesOf = async (who: TestUser): Promise<string[]> =>
  (await who.get('message/my/list', { size: 50 })).body.data.records.map(
    ({ titleKey }: { titleKey: string }) => titleKey,
  );
const codeOf = ({ status, body }: { status: number; body: { bizCode?: string } }) => [status, body.bizCode];
const file = (who: TestUser, number: string) =>
  who.post(`${CLAIM}/file`, { numbers: `+${number}`, content: 'Not reachable since noon' });
const decide = (who: TestUser, id: string | undefined, decision: number, reason = 'Looked at it') =>
  who.post(`${CLAIM}/decide`, { ids: id, decision, reason });
const eventsOf = async (id: string | undefined): Promise<string[]> =>
  (await product.admin.get(`${CLAIM}/timeline`, { id })).body.data
    .map(({ event }: { event: string }) => event)
    .reverse();
const stockOf = async (id: string) =>
  (await query<{ s: number }>('select stock_status as s from inv_item where id = $1', [id]))[0]?.s;

describe('a number found dead twice within its warranty', () => {
  it('is replaced without a person, with the rest of the warranty', async () => {
    const { agent, items, outboundId, orderNo } = await bought({ quantity: 1 });
    const item = items[0]!;
    await die([item.id]);
    expect(await claimOf(item.id)).toMatchObject({ ...CONFIRMED, checks: 2 });
    await run('warranty/settle');
    const claim = await claimOf(item.id);
    expect(claim).toMatchObject({ status: 6, refund_amount: null });
    const [note] = await query<{ warranty_until: Date }>('select * from inv_outbound where id = $1', [
      claim?.replacement_note_id,
    ]);
    const [old] = await query<{ warranty_until: Date }>('select warranty_until from inv_outbound where id = $1', [
      outboundId,
    ]);
    expect(note).toMatchObject({
      outbound_type: 3,
      order_no: orderNo,
      quantity: 1,
      warranty_until: old?.warranty_until,
    });
    expect(await stockOf(item.id)).toBe(3);
    expect(await messagesOf(agent)).toContain('WARRANTY_REPLACED');
    const { body } = await agent.get(`${CLAIM}/list`, { orderNo });
    const replacementNumber = expect.stringMatching(/^\+1\d{10}$/);
    expect(body.data.records).toMatchObject([{ status: 6, isOwn: 1, replacementNumber, batchNo: null }]);
    expect(await eventsOf(claim?.id)).toEqual(['open', 'confirm', 'replace']);
    expect(await balanceOf(agent)).toBe('99');
    const story = (await agent.get(`${CLAIM}/story`, { id: claim?.id })).body.data;
    expect(story.checks).toMatchObject([{ verdict: 1, provider: null }, { verdict: 1 }]);
    expect(story.chain).toHaveLength(2);
    // The rest of the order is refunded exactly, from the replacement note.
    const [order] = await query<{ id: string }>('select id::text from agt_product_order where order_no = $1', [
      orderNo,
    ]);
    const refund = await finance.post('agent/product/refund-order', { id: order?.id, reason: 'Not needed' });
    expect(refund.body.data).toMatchObject({ status: 6, refunded: '1' });
    expect(await balanceOf(agent)).toBe('100');
  });

  it('is refunded when its product says so, exactly', async () => {
    const { agent, items, orderId } = await bought({ quantity: 3, product: { warrantyAction: 2 } });
    await die([items[0]!.id, items[1]!.id]);
    await run('warranty/settle');
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 7, refund_amount: 1_000_000n });
    expect(await claimOf(items[2]!.id)).toBeUndefined();
    expect(await balanceOf(agent)).toBe('99');
    const { rows } = await product.db.pool.query(
      'select status, refund_amount, refunded_qty from agt_product_order where id = $1',
      [orderId],
    );
    expect(rows).toMatchObject([{ status: 5, refund_amount: 2_000_000n, refunded_qty: 2 }]);
    expect(await messagesOf(agent)).toContain('WARRANTY_REFUNDED');
    await run('warranty/settle');
    expect(await balanceOf(agent)).toBe('99');
  });

  it('asks its buyer when its product says so, and replaces it without an answer', async () => {
    const { agent, items } = await bought({ quantity: 2, stock: 5, product: { warrantyAction: 3 } });
    await die(items.map(({ id }) => id));
    await run('warranty/settle');
    const [first, second] = [await claimOf(items[0]!.id), await claimOf(items[1]!.id)];
    expect([first?.status, second?.status]).toEqual([3, 3]);
    expect(JSON.stringify((await agent.get('desk/home/waiting')).body.data)).toContain(CLAIM);
    const stranger = await product.agent();
    expect((await stranger.post(`${CLAIM}/answer`, { id: first?.id, choice: 2 })).status).toBe(404);
    const chosen = await agent.post(`${CLAIM}/answer`, { id: first?.id, choice: 2 });
    expect(chosen.body.data).toEqual({ status: 7, refunded: '1' });
    expect(codeOf(await agent.post(`${CLAIM}/answer`, { id: first?.id, choice: 1 }))).toEqual([400, 'STATE_CONFLICT']);
    await run('warranty/settle');
    expect(await claimOf(items[1]!.id)).toMatchObject({ status: 3 });
    await query(`update war_claim set choice_until = now() - interval '1 second' where id = $1`, [second?.id]);
    await run('warranty/settle');
    expect(await claimOf(items[1]!.id)).toMatchObject({ status: 6, cause: 4 });
  });

  it('waits for stock, and is refunded when none arrives', async () => {
    const { agent, items } = await bought({ quantity: 1, stock: 1 });
    await die([items[0]!.id]);
    await run('warranty/settle');
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 4 });
    expect(await messagesOf(agent)).toContain('WARRANTY_NO_STOCK');
    await run('warranty/settle');
    await pass(24 * 60);
    await run('warranty/settle');
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 7, cause: 2 });
    expect(await balanceOf(agent)).toBe('100');
  });

  it('is refunded after two replacements', async () => {
    const { agent, items, countryCode } = await bought({ quantity: 1, stock: 2 });
    await query(
      `insert into inv_item (tenant_id, item_no, warehouse_code, business_type, country_code, e164, number_type, source_type, currency)
       select tenant_id, item_no || 'x', warehouse_code, business_type, country_code, e164 + 9, number_type, source_type, currency from inv_item where country_code = $1 order by id limit 2`,
      [countryCode],
    );
    let item = items[0]!.id;
    for (let n = 0; n < 3; n += 1) {
      // Each number of the chain ends in 0 or 1: the provider finds it dead.
      await query(`update inv_item set e164 = e164 / 10 * 10 + 100000 * ${n} where id = $1`, [item]);
      await die([item]);
      await run('warranty/settle');
      const claim = await claimOf(item);
      expect(claim).toMatchObject({ chain_no: n, status: n < 2 ? 6 : 7 });
      item = claim?.replacement_item_id ?? item;
    }
    expect(await claimOf(item)).toMatchObject({ cause: 1 });
    expect(await balanceOf(agent)).toBe('100');
  });
});

describe('a settled claim', () => {
  it('replaces the number with the oldest one in stock', async () => {
    const { items, countryCode } = await bought({ quantity: 1, stock: 5 });
    const [oldest] = await query<{ id: string }>(
      'select id::text from inv_item where country_code = $1 and stock_status = 0 order by id limit 1',
      [countryCode],
    );
    await die([items[0]!.id]);
    await run('warranty/settle');
    expect(String((await claimOf(items[0]!.id))?.replacement_item_id)).toBe(oldest?.id);
  });

  it('claims the cost of the number from its supplier, once', async () => {
    const { items } = await bought({ quantity: 1, product: { warrantyAction: 2 } });
    const [supplier] = await query<{ id: string }>(
      `insert into sup_supplier (tenant_id, supplier_code, supplier_name) values ('000000', 'dead-numbers', 'Dead numbers') returning id::text`,
    );
    await query('update inv_item set supplier_id = $1, cost_price = 250000 where id = any($2)', [
      supplier?.id,
      items.map(({ id }) => id),
    ]);
    await die([items[0]!.id]);
    await run('warranty/settle');
    await run('warranty/settle');
    const claim = await claimOf(items[0]!.id);
    const { body } = await product.admin.get('whatsapp/supplier-claim/list', { supplierId: supplier?.id });
    expect(body.data.records).toMatchObject([{ itemCount: 1, amount: '0.25', status: 0 }]);
    const lines = await product.admin.get('whatsapp/supplier-claim/lines', { claimId: body.data.records[0].id });
    expect(lines.body.data.records).toMatchObject([{ warrantyClaimId: claim?.id }]);
  });

  it('takes the commission on a refunded number back exactly', async () => {
    const above = await product.agent();
    const [row] = await query<{ path: string }>('select owner_path as path from sys_user where id = $1', [
      String(above.id),
    ]);
    await query(
      `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
       select '000000', $1, $2, 1, business, 2, '*', 5 from generate_series(1, 3) business`,
      [row?.path, String(above.id)],
    );
    const who = await product.agent({ parent: above, money: 100_000_000n });
    const { items } = await bought({ who, quantity: 3, product: { warrantyAction: 2 } });
    const earned = () =>
      query('select rebate_amount as earned, reversed_amount as reversed from agt_rebate where beneficiary_id = $1', [
        String(above.id),
      ]);
    await expect.poll(earned).toEqual([{ earned: 150_000n, reversed: 0n }]);
    await die([items[0]!.id, items[1]!.id]);
    await run('warranty/settle');
    expect(await claimOf(items[1]!.id)).toMatchObject({ status: 7 });
    expect(await earned()).toEqual([{ earned: 150_000n, reversed: 100_000n }]);
  });
});

describe('evidence', () => {
  const dead = async () => {
    const { items, agent } = await bought({ quantity: 1 });
    const item = items[0]!;
    await query(
      `update inv_outbound set deliver_time = deliver_time - interval '25 hours' where id = (select outbound_id from inv_item where id = $1)`,
      [item.id],
    );
    await check();
    expect(await claimOf(item.id)).toMatchObject({ status: 0, checks: 1 });
    return { ...item, agent };
  };

  it('is two checks at least half an hour apart', async () => {
    const item = await dead();
    await pass(29);
    await query('update war_claim set next_check_time = now() where item_id = $1', [item.id]);
    await check();
    expect(await claimOf(item.id)).toMatchObject({ status: 0, checks: 2 });
    await pass(11);
    await check();
    expect(await claimOf(item.id)).toMatchObject({ ...CONFIRMED, checks: 3 });
    expect(
      await query('select verdict from war_check where claim_id = $1 order by id', [(await claimOf(item.id))?.id]),
    ).toEqual([{ verdict: 1 }, { verdict: 3 }, { verdict: 1 }]);
  });

  it('is none while the breaker of the provider was open during a check', async () => {
    const item = await dead();
    await pass(31);
    await query(
      `insert into biz_state_log (tenant_id, object_type, object_id, from_state, to_state, event, create_time)
       select '000000', 'prv_provider', id, 0, 1, 'open', now() + interval '1 minute' from prv_provider`,
    );
    await check();
    await query(`delete from biz_state_log where object_type = 'prv_provider'`);
    expect(await claimOf(item.id)).toMatchObject({ status: 0, checks: 2 });
    await pass(31);
    await check();
    expect(await claimOf(item.id)).toMatchObject(CONFIRMED);
  });

  it('is never a finding of the sandbox', async () => {
    const { items, outboundId } = await bought({ quantity: 1 });
    const [item] = items;
    await query(`update inv_outbound set deliver_time = deliver_time - interval '25 hours' where id = $1`, [
      outboundId,
    ]);
    await query('update prv_provider set status = 0');
    await check();
    const answer = await product.admin.post('whatsapp/warehouse/survive', { ids: item!.id });
    await query('update prv_provider set status = 1');
    // Without a provider a check is the sandbox's, where that is enabled, or refused.
    expect(answer.body.data?.evidence ?? 3).toBe(3);
    await expect
      .poll(() => query(`select from work_task where kind = 'whatsapp/survive' and status not in (3, 4, 5, 6)`))
      .toEqual([]);
    expect(await claimOf(item!.id)).toBeUndefined();
    // The provider would find it dead in the next test.
    await query('update inv_outbound set warranty_until = now() where id = $1', [outboundId]);
  });

  it('ends with a check that finds the number alive', async () => {
    const item = await dead();
    await pass(31);
    shop.vendor.behave({
      on: 'submit',
      act: { kind: 'results', change: (found) => found.map((one) => ({ ...one, verdict: 'alive' })) },
    });
    await check();
    expect(await claimOf(item.id)).toMatchObject({ status: 9 });
    await run('warranty/settle');
    expect(await stockOf(item.id)).toBe(2);
  });

  it('is reviewed by a person when the warranty ended before the second check', async () => {
    const item = await dead();
    await query(`update war_claim set warranty_until = now() - interval '6 minutes' where item_id = $1`, [item.id]);
    await run('warranty/check');
    expect(await claimOf(item.id)).toMatchObject({ status: 1 });
    expect(JSON.stringify((await finance.get('desk/home/waiting')).body.data)).toContain(CLAIM);
  });

  it('is checked once more shortly before the warranty ends', async () => {
    const { items } = await bought({ quantity: 1 });
    const item = items[0]!;
    await query(
      `update inv_outbound set warranty_until = now() + interval '4 hours' where id = (select outbound_id from inv_item where id = $1)`,
      [item.id],
    );
    await run('warranty/check');
    expect(await claimOf(item.id)).toBeUndefined();
    await query(
      `update inv_outbound set warranty_until = now() + interval '2 hours', deliver_time = now() - interval '90 minutes' where id = (select outbound_id from inv_item where id = $1)`,
      [item.id],
    );
    await check();
    expect(await claimOf(item.id)).toMatchObject({ status: 0 });
  });
});

describe('a claim filed by hand', () => {
  it('is checked like any other, and refused for a reason that its buyer reads', async () => {
    const { agent, items } = await bought({ quantity: 1, stock: 2 });
    const item = items[0]!;
    const filed = await file(agent, item.number);
    expect(filed.body).toMatchObject({ code: 200, data: { claims: [{ claimNo: expect.stringMatching(/^WC/) }] } });
    const { id } = filed.body.data.claims[0];
    const again = await file(agent, item.number);
    expect(codeOf(again)).toEqual([409, 'WARRANTY_CLAIM_OPEN']);
    expect(again.body.data).toMatchObject({ claimId: id, fields: [{ field: 'numbers' }] });
    expect(codeOf(await decide(agent, id, 2))).toEqual([403, 'NO_PERMISSION']);
    expect((await decide(finance, id, 3, 'It answers')).body.data).toMatchObject({ decided: 1, refunded: '0' });
    expect((await agent.get(`${CLAIM}/detail`, { id })).body.data).toMatchObject({
      status: 8,
      decideReason: 'It answers',
    });
    expect(await messagesOf(agent)).toContain('WARRANTY_REFUSED');
    expect(codeOf(await decide(finance, id, 2))).toEqual([400, 'STATE_CONFLICT']);
    expect(await stockOf(item.id)).toBe(2);
    // Checks alone open no claim that staff have refused; its buyer may file another.
    await die([item.id]);
    expect(await claimOf(item.id)).toMatchObject({ id });
    expect((await file(agent, item.number)).body.code).toBe(200);
  });

  it('is filled with the numbers of its order, whole for the buyer and by their IDs for the agent above', async () => {
    const above = await product.agent();
    const who = await product.agent({ parent: above, money: 100_000_000n });
    const { orderId, items } = await bought({ who, quantity: 3 });
    const [first, second, third] = items.map(({ number }) => `+${number}`) as [string, string, string];
    const filled = async (reader: TestUser) => (await reader.get(`${CLAIM}/claimable`, { orderId })).body.data;
    expect(await filled(who)).toEqual({ numbers: [first, second, third], isMore: 0 });
    await file(who, first.slice(1));
    const { numbers } = await filled(above);
    expect(numbers).toHaveLength(2);
    expect(JSON.stringify(numbers)).not.toMatch(/\d{10}/);
    const filed = await above.post(`${CLAIM}/file`, { numbers: numbers.join('\n'), content: 'Not reachable' });
    expect(filed.body.data.claims).toHaveLength(2);
    expect(await filled(who)).toEqual({ numbers: [], isMore: 0 });
    expect(await filled(await product.agent())).toEqual({ numbers: [], isMore: 0 });
    const again = await above.post(`${CLAIM}/file`, { numbers: 'N9999999999', content: 'Not reachable' });
    expect(codeOf(again)).toEqual([400, 'WARRANTY_NOT_DELIVERED']);
  });

  it('goes to review when its number answers', async () => {
    const { agent, items } = await bought({ quantity: 3, stock: 4 });
    const alive = items[2]!;
    await file(agent, alive.number);
    await check();
    const claim = await claimOf(alive.id);
    expect(claim).toMatchObject({ status: 1, checks: 1 });
    expect((await decide(finance, claim?.id, 2)).body.data).toMatchObject({ refunded: '1' });
    expect(await claimOf(alive.id)).toMatchObject({ status: 7, cause: 5 });
    expect(await balanceOf(agent)).toBe('98');
  });

  it('is about delivered numbers of the caller within their warranty that were not replaced', async () => {
    const { agent, items, outboundId } = await bought({ quantity: 2 });
    const [first, second] = [items[0]!, items[1]!];
    const stranger = await product.agent();
    expect(codeOf(await file(stranger, first.number))).toEqual([400, 'WARRANTY_NOT_DELIVERED']);
    expect(codeOf(await file(agent, 'abc'))).toEqual([400, 'WARRANTY_NUMBER_INVALID']);
    await file(agent, first.number);
    const { id, claim_no: claimNo } = (await claimOf(first.id))!;
    expect((await decide(finance, id, 1)).body.code).toBe(200);
    const claim = await claimOf(first.id);
    expect(claim).toMatchObject({ status: 6 });
    const repeated = await file(agent, first.number);
    expect(codeOf(repeated)).toEqual([409, 'WARRANTY_ALREADY_SETTLED']);
    expect(repeated.body.data).toMatchObject({ claimId: id });
    // The same line again is refused by the database as well.
    await expect(
      query(
        `insert into war_claim select (jsonb_populate_record(w, jsonb_build_object('id', w.id + 100000, 'claim_no', 'X'))).* from war_claim w where id = $1`,
        [id],
      ),
    ).rejects.toThrow();
    expect(claimNo).toMatch(/^WC/);
    await query(`update inv_outbound set warranty_until = now() - interval '1 second' where id = $1`, [outboundId]);
    expect(codeOf(await file(agent, second.number))).toEqual([400, 'WARRANTY_ENDED']);
  });

  it('is decided by somebody who neither filed it nor bought the number', async () => {
    const { items } = await bought({ quantity: 1, stock: 2 });
    const clerk = await product.staff('admin');
    await file(clerk, items[0]!.number);
    const claim = await claimOf(items[0]!.id);
    expect(codeOf(await decide(clerk, claim?.id, 2))).toEqual([403, 'WARRANTY_OWN']);
    expect((await decide(finance, claim?.id, 2)).body.code).toBe(200);
  });
});

describe('settlement', () => {
  it('has one effect when staff and the timer decide at once', async () => {
    const { agent, items } = await bought({ quantity: 4, stock: 12 });
    await die([items[0]!.id]);
    const claim = await claimOf(items[0]!.id);
    const results = await Promise.all([
      decide(finance, claim?.id, 2),
      run('warranty/settle'),
      decide(product.admin, claim?.id, 1),
    ]);
    expect(results).toHaveLength(3);
    const settled = await claimOf(items[0]!.id);
    expect([6, 7]).toContain(settled?.status);
    const notes = await query('select 1 from inv_outbound where outbound_type = 3 and reason = $1', [claim?.claim_no]);
    expect(notes).toHaveLength(settled?.status === 6 ? 1 : 0);
    expect(await balanceOf(agent)).toBe(settled?.status === 6 ? '96' : '97');
  });

  it('resumes after an error in the middle, with one effect', async () => {
    const { agent, items } = await bought({ quantity: 1, product: { warrantyAction: 2 } });
    await query(
      `create function war_break() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    );
    await query(
      'create trigger war_break before update on war_claim for each row when (new.status = 7 and old.status <> 7) execute function war_break()',
    );
    await die([items[0]!.id]);
    await run('warranty/settle');
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 2 });
    expect(await balanceOf(agent)).toBe('99');
    expect(await stockOf(items[0]!.id)).toBe(2);
    await query('drop trigger war_break on war_claim');
    await query('update war_claim set settle_after = now() where settle_after is not null');
    await run('warranty/settle');
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 7 });
    expect(await balanceOf(agent)).toBe('100');
  });

  it('leaves a number alone that after-sales took back', async () => {
    const { agent, items, orderId } = await bought({ quantity: 2, stock: 2 });
    await file(agent, items[0]!.number);
    await finance.post('agent/product/refund-order', { id: orderId, reason: 'Not needed' });
    const claim = await claimOf(items[0]!.id);
    expect((await decide(finance, claim?.id, 2)).body.data).toMatchObject({ refunded: '0' });
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 8, cause: 3 });
    expect(await balanceOf(agent)).toBe('100');
  });
});

describe('a mass event', () => {
  /** Twenty numbers of a batch, a share of them dead. */
  async function batch(name: string) {
    const { agent, items } = await bought({ quantity: 12, stock: 30, product: { warrantyAction: 2 } });
    await query('update inv_item set batch_no = $2 where id = any($1)', [items.map(({ id }) => id), name]);
    const dead = items.filter(({ number }) => /[01]$/.test(number));
    return { agent, items, dead };
  }

  it('stops automatic settlement and opens one case, which staff resume in one act', async () => {
    await product.setParameter('warranty.massLeast', '3');
    await pass(61);
    const { agent, dead } = await batch('PB-MASS-1');
    expect(dead.length).toBeGreaterThan(2);
    await die(dead.map(({ id }) => id));
    await run('warranty/settle');
    await run('warranty/settle');
    const cases = await query<{ id: string; kind: number }>(
      'select id::text, kind from war_case where status = 0 order by id',
    );
    expect(cases.map(({ kind }) => kind)).toContain(1);
    for (const { id } of dead) expect(await claimOf(id)).toMatchObject({ status: 5 });
    expect(await balanceOf(agent)).toBe('88');
    expect(await messagesOf(finance)).toContain('WARRANTY_MASS_EVENT');
    expect((await agent.get('agent/warranty-case/list')).status).toBe(403);
    for (const { id } of cases)
      expect(
        (await finance.post('agent/warranty-case/resume', { ids: id, reason: 'The batch is dead' })).body.code,
      ).toBe(200);
    await run('warranty/settle');
    for (const { id } of dead) expect(await claimOf(id)).toMatchObject({ status: 7 });
    expect(await balanceOf(agent)).toBe(String(88 + dead.length));
  });

  it('is dismissed with all its claims, and nothing is refunded', async () => {
    await pass(61);
    const { agent, dead } = await batch('PB-MASS-2');
    await die(dead.map(({ id }) => id));
    await run('warranty/settle');
    const cases = await query<{ id: string }>('select id::text from war_case where status = 0');
    expect(cases.length).toBeGreaterThan(0);
    for (const { id } of cases)
      await finance.post('agent/warranty-case/dismiss', { ids: id, reason: 'The vendor was down' });
    for (const { id } of dead) expect(await claimOf(id)).toMatchObject({ status: 9 });
    await run('warranty/settle');
    expect(await balanceOf(agent)).toBe('88');
    await product.setParameter('warranty.massLeast', '1000');
  });

  it('pauses claims whose provider was isolated', async () => {
    const { items, agent } = await bought({ quantity: 1, product: { warrantyAction: 2 } });
    await query('update prv_health set breaker = 0');
    await query(
      `update inv_outbound set deliver_time = deliver_time - interval '25 hours' where id = (select outbound_id from inv_item where id = $1)`,
      [items[0]!.id],
    );
    await check();
    await query('update war_claim set status = 2, confirm_time = now(), next_check_time = null where item_id = $1', [
      items[0]!.id,
    ]);
    await query('update prv_health set breaker = 3');
    await run('warranty/settle');
    expect(await claimOf(items[0]!.id)).toMatchObject({ status: 5 });
    expect(await query('select kind, subject from war_case where status = 0')).toEqual([
      { kind: 3, subject: 'vendor' },
    ]);
    await query('update prv_health set breaker = 0');
    expect(await balanceOf(agent)).toBe('99');
  });
});
