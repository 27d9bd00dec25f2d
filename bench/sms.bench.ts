import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import smpp, { type Session } from 'smpp';
import { addPrice } from '../server/src/engines/money/pricing/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import type { Db } from '../server/src/kernel/db/index.ts';
import { AGENT_PASSWORD, openBuyers } from '../server/src/testing/market.ts';
import { SMSC } from '../server/src/testing/smsc.ts';
import { type Benchmark, figure, timed } from './lib/measure.ts';
import { plausibleNumbers } from './lib/numbers.ts';
import { startProduct } from './lib/product.ts';

const LINES = Number(process.env.SMS_LINES ?? 100_000);
const RECEIPT_RATE = 5000;
const APPLY_MILLIS = 120_000;
/** As a new provider has it. */
const WINDOW = 10;
const TEXT = 'Your parcel is here';

/** Texts of one part of one task to an SMSC in its own process, against the bare client library that sends the same in the same window; then their receipts. */
export default {
  title: `a task of ${LINES.toLocaleString('en-US')} texts over SMPP`,
  async run() {
    const smsc = await startProcess();
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
      const { id: providerId } = await post('provider/provider/submit', {
        ...{ providerName: 'Bench', providerCode: 'bench', kind: 2, protocol: 6, endpoint: smsc.address },
        ...{ systemId: SMSC.systemId, apiKey: SMSC.password, ratePerSecond: 100_000, windowSize: WINDOW, bindCount: 1 },
      });
      await post('provider/provider/enable', { ids: providerId });
      const { id: senderId } = await post('sms/sms-phone/save', {
        ...{ phoneNo: 'BENCH', senderType: 3, countryCode: 'US', capability: 5, providerId, routeType: 1 },
        ...{ ownerType: 1, dailyLimit: 0, ratePerSecond: 10_000, inboxMode: 2 },
      });
      await product.db.pool.query(`
        insert into cmp_consent (tenant_id, consent_no, owner_id, owner_name, collect_method, is_agreed, text_version, agreed_time, agreed_ip, agreed_user_id, agreed_user_name, valid_until, status)
        select '000000', 'CN-BENCH', id, real_name, 'Customers', 1, '2026-11', now(), '127.0.0.1', id, real_name, current_date + 90, 1 from sys_user where account = 'buyer_1'`);
      const [consent] = (await product.db.pool.query(`select id::text from cmp_consent where consent_no = 'CN-BENCH'`))
        .rows;
      const token = await product.server.signIn('buyer_1', AGENT_PASSWORD);
      const numbers = [...plausibleNumbers(LINES)];
      const bare = await submitted(smsc.address, numbers);
      await fetch(`${smsc.control}/forget`, { method: 'POST' });

      const list = Buffer.from(numbers.map((number) => `+${number}`).join('\n'));
      const upload = await client.upload('/api/sms/sms-task/inspect', {
        ...{ token, fields: {}, file: { name: 'list.txt', content: Readable.from([list]), bytes: list.length } },
      });
      const { id } = await post(
        'sms/sms-task/save',
        {
          ...{ senderId, consentId: consent?.id, fileId: upload.body.data.fileId, column: 0 },
          ...{ smsType: 2, content: TEXT },
        },
        token,
      );
      const state = async () =>
        (await product.db.pool.query('select status, submitted_count as n from work_task where id = $1', [id])).rows[0];
      while ((await state()).status !== 10) await sleep(100);
      await tested(product.db, id);
      const { status } = await post('sms/sms-task/confirm', { id }, token);
      const sent = await timed(async () => {
        if (status === 1) await post('sms/sms-task/approve', { ids: id });
        while ((await state()).n < LINES) await sleep(100);
      });
      const receipts = await reported(product.db, smsc.control, id);
      return [
        figure('bare client library', bare, 's'),
        figure('from the approval to the last submission', sent.seconds, 's'),
        figure('texts a second', LINES / sent.seconds, '/s'),
        figure(
          `receipts, ${RECEIPT_RATE.toLocaleString('en-US')} a second: stored and answered`,
          receipts.stored,
          '/s',
          {
            atLeast: RECEIPT_RATE * 0.98,
          },
        ),
        figure('— lost', receipts.lost, '', { atMost: 0 }),
        figure('— from the first to the last applied', receipts.applied, 's'),
        figure('rate of the task ÷ rate of the bare library', bare / sent.seconds, '', { atLeast: 0.25 }),
      ];
    } finally {
      await product.close();
      smsc.stop();
    }
  },
} satisfies Benchmark;

/** Sends a receipt for each text at a rate. @returns how many a second were stored, the lost ones, and the seconds until all were applied */
async function reported(db: Db, control: string, id: string) {
  const ended = async () =>
    Number((await db.pool.query('select delivered_count as n from work_task where id = $1', [id])).rows[0].n);
  const answered = async () => ((await (await fetch(control)).json()) as { answered: number }).answered;
  const before = await answered();
  let stored = 0;
  const all = await timed(async () => {
    const storing = await timed(async () => {
      await fetch(control, { method: 'POST', body: JSON.stringify({ repeatsReceipts: true }) });
      await fetch(`${control}/receipts`, { method: 'POST', body: String(RECEIPT_RATE) });
      for (const end = Date.now() + APPLY_MILLIS; Date.now() < end && (await answered()) < before + LINES; )
        await sleep(20);
    });
    stored = LINES / storing.seconds;
    for (const end = Date.now() + APPLY_MILLIS; Date.now() < end && (await ended()) < LINES; ) await sleep(100);
  });
  return { stored, lost: LINES - (await ended()), applied: all.seconds };
}

/** Starts the SMSC in a process of its own, as a network would have it. */
async function startProcess(): Promise<{ address: string; control: string; stop(): void }> {
  const path = new URL('../server/src/testing/smsc-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    const [address, control] = printed;
    if (address && control) return { address, control, stop: () => child.kill() };
  }
  throw new Error('the SMSC did not start');
}

/** Large tasks need a test message: notes one as sent. */
const tested = (db: Db, id: string): Promise<unknown> =>
  db.pool.query(
    `with message as (
       insert into snd_message (id, tenant_id, channel, direction, sender_id, msg_type, status, sent_time)
       select gen_random_uuid(), tenant_id, 3, 1, sender_id, 1, 1, now() from work_task where id = $1 returning id)
     update work_task set details = details || jsonb_build_object('testId', (select id from message)) where id = $1`,
    [id],
  );

async function openPrices(db: Db): Promise<void> {
  await db.pool.query(`insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, sms_enabled) values ('000000', 'US', '1', '美国', 'United States', 1)
    on conflict (tenant_id, country_code) where deleted_at is null do update set is_blocked = 0, status = 1;
    update cmp_quiet_hours set status = 0; update cmp_frequency set status = 0`);
  await db.tx((tx) =>
    addPrice(
      tx,
      systemActor('000000'),
      {
        ...{ businessType: 3, serviceType: 3, filterType: null, activePeriod: null, countryCode: '*' },
        ...{ agentLevel: 0, unit: 1, chargeOn: 1, costPrice: parseMoney('0.0005'), salePrice: parseMoney('0.001') },
        ...{ minPrice: null, minQty: null, maxQty: null, stepQty: null, tierJson: [] },
        ...{ effectiveTime: new Date(), expireTime: null, remark: null },
      },
      { belowCost: false },
    ),
  );
}

/** Submits the same texts by the bare library with as many requests at once. @returns the seconds */
async function submitted(address: string, numbers: readonly number[]): Promise<number> {
  const session = await new Promise<Session>((resolve, reject) => {
    const opened = smpp.connect({ url: address }, () => resolve(opened));
    opened.on('error', reject);
  });
  await new Promise<void>((resolve) =>
    session.bind_transceiver({ system_id: SMSC.systemId, password: SMSC.password }, () => resolve()),
  );
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < numbers.length; n = next++)
      await new Promise<void>((resolve, reject) =>
        session.submit_sm(
          {
            source_addr: 'BENCH',
            source_addr_ton: 5,
            destination_addr: `${numbers[n]}`,
            short_message: TEXT,
            registered_delivery: 1,
          },
          ({ command_status: status }) => (status === 0 ? resolve() : reject(new Error(`status ${status}`))),
        ),
      );
  };
  const { seconds } = await timed(() => Promise.all(Array.from({ length: WINDOW }, worker)));
  session.destroy();
  return seconds;
}
