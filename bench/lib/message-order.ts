import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { addPrice } from '../../server/src/engines/money/pricing/index.ts';
import { systemActor } from '../../server/src/kernel/auth/actor.ts';
import type { Db } from '../../server/src/kernel/db/index.ts';
import { AGENT_PASSWORD, openBuyers } from '../../server/src/testing/market.ts';
import { WHATSAPP, type WhatsappServer } from '../../server/src/testing/whatsapp-server.ts';
import type { Product } from './product.ts';

/** A sender of WhatsApp with one template, at `cloud`. @returns its id, the template's id, and the token of an agent who may order */
export async function openWhatsapp(product: Product, cloud: WhatsappServer) {
  await openPrices(product.db);
  await openBuyers(product.db, 1, parseMoney('100000'));
  const post = posting(product);
  cloud.templates = [
    {
      ...{ id: 'parcel', name: 'parcel', language: 'en', category: 'UTILITY', status: 'APPROVED' },
      components: [{ type: 'BODY', text: 'Your parcel is here' }],
    },
  ];
  const { id: senderId } = await post('provider/provider/submit', {
    ...{ providerName: 'Bench', providerCode: 'bench', kind: 2, protocol: 2, endpoint: cloud.address },
    ...{ ratePerSecond: 100_000, portfolioLimit: 0 },
    ...{ apiKey: WHATSAPP.token, secretKey: WHATSAPP.appSecret, verifyToken: WHATSAPP.verifyToken },
    ...{ senderNumber: `+${WHATSAPP.number}`, senderAccount: WHATSAPP.phoneId },
    businessAccount: WHATSAPP.businessAccount,
  });
  await post('provider/provider/enable', { ids: senderId });
  await post('whatsapp/template/sync', { senderId });
  await product.db.pool.query(`
    insert into cmp_consent (tenant_id, consent_no, owner_id, owner_name, collect_method, is_agreed, text_version, agreed_time, agreed_ip, agreed_user_id, agreed_user_name, valid_until, status)
    select '000000', 'CN-BENCH', id, real_name, 'Customers', 1, '2026-11', now(), '127.0.0.1', id, real_name, current_date + 90, 1 from sys_user where account = 'buyer_1'`);
  const [template] = (await product.db.pool.query<{ id: string }>('select id::text from snd_template')).rows;
  return {
    senderId: String(senderId),
    templateId: template?.id ?? '',
    token: await product.server.signIn('buyer_1', AGENT_PASSWORD),
  };
}

/** An order of one message to each number, not yet approved. @returns the start, which ends with the last submission */
export async function messageOrder(
  product: Product,
  { senderId, templateId, token }: Awaited<ReturnType<typeof openWhatsapp>>,
  numbers: readonly number[],
): Promise<() => Promise<void>> {
  const post = posting(product);
  const [consent] = (await product.db.pool.query(`select id::text from cmp_consent where consent_no = 'CN-BENCH'`))
    .rows;
  const list = Buffer.from(numbers.map((number) => `+${number}`).join('\n'));
  const upload = await product.server.client.upload('/api/whatsapp/order/inspect', {
    ...{ token, fields: {}, file: { name: 'list.txt', content: Readable.from([list]), bytes: list.length } },
  });
  const { fileId } = upload.body.data;
  const { id } = await post(
    'whatsapp/order/save',
    { senderId, templateId, consentId: consent?.id, fileId, column: 0 },
    token,
  );
  const state = async () =>
    (await product.db.pool.query('select status, submitted_count as n from work_task where id = $1', [id])).rows[0];
  while ((await state()).status !== 10) await sleep(100);
  const { status } = await post('whatsapp/order/confirm', { id }, token);
  return async () => {
    if (status === 1) await post('whatsapp/order/approve', { ids: id });
    while ((await state()).n < numbers.length) await sleep(100);
  };
}

const posting =
  ({ server, admin }: Product) =>
  async (call: string, body: object, token = admin) => {
    const { status, body: answer } = await server.client.send(`/api/${call}`, { method: 'POST', token, body });
    if (status !== 200) throw new Error(`${call}: ${JSON.stringify(answer)}`);
    return answer.data;
  };

async function openPrices(db: Db): Promise<void> {
  await db.pool.query(`insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, whatsapp_enabled) values ('000000', 'US', '1', '美国', 'United States', 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 0, status = 1, whatsapp_enabled = 1;
    update cmp_quiet_hours set status = 0; update cmp_frequency set status = 0`);
  await db.tx((tx) =>
    addPrice(
      tx,
      systemActor('000000'),
      {
        ...{ businessType: 1, serviceType: 3, filterType: null, activePeriod: null, countryCode: '*' },
        ...{ agentLevel: 0, unit: 1, chargeOn: 2, costPrice: parseMoney('0.0005'), salePrice: parseMoney('0.001') },
        ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [] },
        ...{ effectiveTime: new Date(), expireTime: null, remark: null },
      },
      { belowCost: false },
    ),
  );
}
