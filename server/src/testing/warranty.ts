import { DECISION } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { expect } from 'vitest';
import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { createShop } from '../engines/stock/orders/orders-fixture.ts';
import type { TestApp, TestUser } from './app.ts';
import { PIXEL } from './pixel.ts';

/** Buys a number with a warranty. @returns the number in full, without a claim */
export async function deliveredNumber(product: TestApp, who: TestUser, count = 1): Promise<string[]> {
  const { productId } = await createShop(product.db, { stock: count });
  const body = { productId: String(productId), quantity: count, expectedAmount: String(count), useDeclaration: 1 };
  const { data } = (await who.post('agent/product/buy', body)).body;
  const { rows } = await product.db.pool.query<{ number: string }>(
    `select '+' || e164 as number from inv_item where outbound_id = $1 order by id`,
    [data.outboundId],
  );
  return rows.map(({ number }) => number);
}

/** Files claims about numbers just bought. @returns their ids */
export async function filedClaims(product: TestApp, who: TestUser, count = 1): Promise<string[]> {
  const numbers = (await deliveredNumber(product, who, count)).join('\n');
  const { body } = await who.post('agent/warranty-claim/file', { numbers, content: 'Not reachable' });
  expect(body.code, body.msg).toBe(200);
  return body.data.claims.map(({ id }: { id: string }) => id);
}

/** Opens cases of batches without claims. @returns their ids */
export async function openedCases(product: TestApp, count: number): Promise<string[]> {
  const { rows } = await product.db.pool.query<{ id: string }>(
    `with opened as (insert into war_case (tenant_id, case_no, kind, subject, checked, failed, share)
     select '000000', 'WE261126' || upper(substr(md5(random()::text), 1, 8)), 1, 'PB' || upper(substr(md5(random()::text), 1, 8)), 40, 10, 25
     from generate_series(1, $1) returning id), noted as (
       insert into biz_state_log (tenant_id, object_type, object_id, to_state, event)
       select '000000', 'agent/warranty-case', id, 0, 'create' from opened)
     select id::text from opened order by id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Examples of the calls about warranty. */
export function warrantyExamples(product: TestApp, agent: TestUser) {
  const claim = (call: string) => `agent/warranty-claim/${call}`;
  const one = async () => (await filedClaims(product, agent))[0] as string;
  return {
    [claim('file')]: async () => ({
      who: agent,
      body: { numbers: (await deliveredNumber(product, agent))[0], content: 'Not reachable' },
    }),
    [claim('decide')]: async () => ({ body: { ids: await one(), decision: DECISION.refuse, reason: 'Reachable' } }),
    [claim('recheck')]: async () => ({ body: { ids: await one() } }),
    [claim('answer')]: async () => {
      const id = await one();
      await product.db.pool.query(
        `update war_claim set status = 3, confirm_time = now(), choice_until = now() + interval '1 day' where id = $1`,
        [id],
      );
      return { who: agent, body: { id, choice: 2 } };
    },
    [claim('put-proof')]: () => ({ ...multipart({}, { name: 'form.png', content: PIXEL }), fields: {} }),
    'agent/warranty-case/resume': async () => ({ body: { ids: (await openedCases(product, 1))[0], reason: 'Real' } }),
    'agent/warranty-case/dismiss': async () => ({ body: { ids: (await openedCases(product, 1))[0], reason: 'Wrong' } }),
  };
}
