import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { expect } from 'vitest';
import { addPrice } from '../engines/money/pricing/index.ts';
import { fictionalNumbers, multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { Db } from '../kernel/db/index.ts';
import type { TestApp, TestUser } from './app.ts';
import { declared } from './consents.ts';

/** Prices of the checks of a channel in the United States, or of cached results (service 8), by the value of the check. */
export async function openChecks(
  product: { readonly db: Db },
  business: 1 | 2,
  prices: Readonly<Record<number, string>>,
  service: 1 | 8 = 1,
): Promise<void> {
  await product.db.pool.query(`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
    values ('000000', 'US', '1', '美国', 'United States', 1, 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update
      set is_blocked = 0, status = 1, whatsapp_enabled = 1, telegram_enabled = 1`);
  for (const [filterType, salePrice] of Object.entries(prices)) {
    const { rowCount } = await product.db.pool.query(
      'select from prc_price where business_type = $1 and service_type = $3 and filter_type = $2',
      [business, filterType, service],
    );
    if (rowCount) continue;
    await product.db.tx((tx) =>
      addPrice(
        tx,
        systemActor('000000'),
        {
          ...{
            businessType: business,
            serviceType: service,
            filterType: Number(filterType),
            activePeriod: null,
            countryCode: 'US',
          },
          ...{ agentLevel: 0, unit: 1, chargeOn: 3, costPrice: parseMoney('0.001'), salePrice: parseMoney(salePrice) },
          ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [] },
          ...{ effectiveTime: new Date(), expireTime: null, remark: null },
        },
        { belowCost: false },
      ),
    );
  }
}

/** Examples of the calls of number checks of both channels. Tasks wait for their jobs, which do not run here. */
export function checkExamples(product: TestApp, agent: TestUser, next: () => number) {
  let consentId: string | undefined;
  const of = (resource: string, business: 1 | 2) => {
    const form = async () => {
      await openChecks(product, business, { 1: '0.01', 2: '0.02' });
      consentId ??= (await declared(product, { who: agent, isPassed: true })).id;
      return {
        taskName: `List ${next()}`,
        countryCode: 'US',
        filterType: 1,
        consentId,
        numbers: fictionalNumbers(5)
          .map((number) => `+${number}`)
          .join('\n'),
      };
    };
    const created = async (): Promise<string> => {
      const answer = await agent.post(`${resource}/create-order`, await form());
      expect(answer.body.code).toBe(200);
      return answer.body.data.id;
    };
    const finished = async (): Promise<string> => {
      const id = await created();
      await product.db.pool.query(
        `with added as (
           insert into work_line (task_id, line_no, create_time, chunk_no, e164, country_code, state, result)
           select id, 1, create_time, 1, 12015550100, 'US', 12, 1 from work_task where id = $1 returning 1)
         update work_task set status = 3, total_count = 1, submit_count = 1, stage_lines = 1, stage_done = 1,
           results = '{0,1,0,0,0,0,0,0,0,0}', unit_price = 10000 where id = $1`,
        [id],
      );
      return id;
    };
    return {
      [`${resource}/inspect`]: () => ({
        ...multipart({}, { name: 'list.txt', content: `+12015550100 ${next()}\n` }),
        who: agent,
        fields: {},
      }),
      [`${resource}/create-order`]: async () => ({ who: agent, body: await form() }),
      ...(business === 2 ? { [`${resource}/save`]: async () => ({ who: agent, body: await form() }) } : {}),
      [`${resource}/update`]: async () => ({
        who: agent,
        body: { id: await created(), taskName: `Renamed ${next()}` },
      }),
      [`${resource}/upgrade-task`]: async () => ({ who: agent, body: { id: await finished(), filterType: 2 } }),
      [`${resource}/remove`]: async () => ({ who: agent, body: { ids: await finished() } }),
    };
  };
  return { ...of('filter/whatsapp-filter', 1), ...of('filter/telegram-filter', 2) };
}
