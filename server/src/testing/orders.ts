import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { rechargePass } from '../engines/ledger/index.ts';
import { addPrice } from '../engines/pricing/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { TestApp, TestUser } from './app.ts';
import { declared } from './consents.ts';

/** Price of a message in the tests. */
export const MESSAGE_PRICE = '0.05';
const platform = systemActor('000000');

/** Prices of messages (3) and codes (4) of a channel in the United States and the United Kingdom. */
export async function openMessages(product: TestApp, business: 1 | 2, service: 3 | 4 = 3): Promise<void> {
  await product.db.pool.query(`
    insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled, telegram_enabled)
    values ('000000', 'US', '1', '美国', 'United States', 1, 1), ('000000', 'GB', '44', '英国', 'United Kingdom', 1, 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update
      set is_blocked = 0, status = 1, whatsapp_enabled = 1, telegram_enabled = 1`);
  // Messages at any hour, as often as the tests want.
  await product.db.pool.query('update cmp_quiet_hours set status = 0');
  await product.db.pool.query('update cmp_frequency set status = 0');
  const { rowCount } = await product.db.pool.query(
    'select from prc_price where business_type = $1 and service_type = $2',
    [business, service],
  );
  if (rowCount) return;
  await product.db.tx((tx) =>
    addPrice(
      tx,
      platform,
      {
        ...{ businessType: business, serviceType: service, filterType: null, activePeriod: null, countryCode: '*' },
        ...{
          agentLevel: 0,
          unit: 1,
          chargeOn: 2,
          costPrice: parseMoney('0.001'),
          salePrice: parseMoney(MESSAGE_PRICE),
        },
        ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [] },
        ...{ effectiveTime: new Date(), expireTime: null, remark: null },
      },
      { belowCost: false },
    ),
  );
}

let senders = 0;

/** Adds an enabled sender of the trial channel, or of another protocol. @returns its id */
export async function addSender(product: TestApp, more: object = {}): Promise<string> {
  senders += 1;
  const answer = await product.admin.post('provider/provider/submit', {
    ...{
      providerName: `Sender ${senders}`,
      providerCode: `sender-${senders}`,
      kind: 2,
      protocol: 5,
      ratePerSecond: 1000,
    },
    ...more,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { id } = answer.body.data;
  await product.admin.post('provider/provider/enable', { ids: id });
  return id;
}

/** Reads the templates of a sender. @returns their ids by name and language, `order_update en` */
export async function templatesOf(product: TestApp, senderId: string): Promise<Map<string, string>> {
  await product.admin.post('whatsapp/template/sync', { senderId });
  const { templates } = (await product.admin.get(`whatsapp/template/choices?senderId=${senderId}`)).body.data;
  return new Map(
    templates.map((one: { templateCode: string; language: string; id: string }) => [
      `${one.templateCode} ${one.language}`,
      one.id,
    ]),
  );
}

/** An agent with a declaration of source and money. */
export async function messageAgent(product: TestApp, amount = '100'): Promise<{ agent: TestUser; consentId: string }> {
  const agent = await product.agent();
  const { id: consentId } = await declared(product, { who: agent, isPassed: true });
  await product.db.tx((tx) =>
    rechargePass(tx, platform, {
      ...{
        userId: agent.id,
        amount: parseMoney(amount),
        methodCode: 'test',
        idemKey: `orders:${agent.id}`,
        bizType: 'recharge',
      },
    }),
  );
  return { agent, consentId };
}
