import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { addPrice } from '../server/src/engines/pricing/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { AGENT_PASSWORD, openBuyers } from '../server/src/testing/market.ts';
import { startWhatsappServer, WHATSAPP } from '../server/src/testing/whatsapp-server.ts';
import { type Benchmark, figure, timed } from './lib/measure.ts';
import { plausibleNumbers } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';

const LINES = Number(process.env.MESSAGES_LINES ?? 100_000);
const WINDOW = 20;

/** Template messages of one order to a server that speaks the Cloud API, against a bare client that posts the same. */
export default {
  title: `an order of ${LINES.toLocaleString('en-US')} template messages`,
  async run() {
    const cloud = await startWhatsappServer();
    const product = await startProduct({ PRIVATE_ENDPOINTS: '1' });
    try {
      await openPrices(product.db);
      await openBuyers(product.db, 1, parseMoney('100000'));
      const { client } = product.server;
      const post = async (call: string, body: object, token = product.admin) => {
        const { status, body: answer } = await client.send(`/api/${call}`, { method: 'POST', token, body });
        if (status !== 200) throw new Error(`${call}: ${JSON.stringify(answer)}`);
        return answer.data;
      };
      cloud.templates = [
        {
          ...{ id: 'parcel', name: 'parcel', language: 'en', category: 'UTILITY', status: 'APPROVED' },
          components: [{ type: 'BODY', text: 'Your parcel is here' }],
        },
      ];
      const { id: senderId } = await post('provider/provider/submit', {
        ...{
          providerName: 'Bench',
          providerCode: 'bench',
          kind: 2,
          protocol: 2,
          endpoint: cloud.address,
          ratePerSecond: 100_000,
        },
        ...{
          apiKey: WHATSAPP.token,
          secretKey: WHATSAPP.appSecret,
          verifyToken: WHATSAPP.verifyToken,
          portfolioLimit: 0,
        },
        ...{
          senderNumber: `+${WHATSAPP.number}`,
          senderAccount: WHATSAPP.phoneId,
          businessAccount: WHATSAPP.businessAccount,
        },
      });
      await post('provider/provider/enable', { ids: senderId });
      await post('whatsapp/template/sync', { senderId });
      await product.db.pool.query(`
        insert into cmp_consent (tenant_id, consent_no, owner_id, owner_name, collect_method, is_agreed, text_version, agreed_time, agreed_ip, agreed_user_id, agreed_user_name, valid_until, status)
        select '000000', 'CN-BENCH', id, real_name, 'Customers', 1, '2026-11', now(), '127.0.0.1', id, real_name, current_date + 90, 1 from sys_user where account = 'buyer_1'`);
      const [consent] = (await product.db.pool.query(`select id::text from cmp_consent where consent_no = 'CN-BENCH'`))
        .rows;
      const [template] = (await product.db.pool.query('select id::text from snd_template')).rows;
      const token = await product.server.signIn('buyer_1', AGENT_PASSWORD);
      const numbers = [...plausibleNumbers(LINES)];
      const bare = await posted(cloud.address, numbers);

      const list = Buffer.from(numbers.map((number) => `+${number}`).join('\n'));
      const upload = await client.upload('/api/whatsapp/order/inspect', {
        ...{ token, fields: {}, file: { name: 'list.txt', content: Readable.from([list]), bytes: list.length } },
      });
      const { id } = await post(
        'whatsapp/order/save',
        { senderId, templateId: template?.id, consentId: consent?.id, fileId: upload.body.data.fileId, column: 0 },
        token,
      );
      const state = async () =>
        (await product.db.pool.query('select status, submitted_count as n from work_task where id = $1', [id])).rows[0];
      while ((await state()).status !== 10) await sleep(100);
      const { status } = await post('whatsapp/order/confirm', { id }, token);
      const sent = await timed(async () => {
        if (status === 1) await post('whatsapp/order/approve', { ids: id });
        while ((await state()).n < LINES) await sleep(100);
      });
      return [
        figure('bare client', bare, 's'),
        figure('from the approval to the last submission', sent.seconds, 's'),
        figure('messages a second', LINES / sent.seconds, '/s'),
        figure('rate of the order ÷ rate of the bare client', bare / sent.seconds, '', { atLeast: 0.25 }),
      ];
    } finally {
      await product.close();
      await cloud.close();
    }
  },
} satisfies Benchmark;

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

/** Posts the same messages by a bare client with as many requests at once. @returns the seconds */
async function posted(address: string, numbers: readonly number[]): Promise<number> {
  const url = `${address}/${WHATSAPP.phoneId}/messages`;
  const headers = { authorization: `Bearer ${WHATSAPP.token}`, 'content-type': 'application/json' };
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < numbers.length; n = next++) {
      const body = JSON.stringify({
        ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: `${numbers[n]}`, type: 'template' },
        template: { name: 'parcel', language: { code: 'en' }, components: [] },
        biz_opaque_callback_data: `bare-${n}`,
      });
      const answer = await fetch(url, { method: 'POST', headers, body });
      await answer.text();
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    }
  };
  const { seconds } = await timed(() => Promise.all(Array.from({ length: WINDOW }, worker)));
  return seconds;
}
