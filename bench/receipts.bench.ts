import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TakenMessage } from '../server/src/testing/channel-server.ts';
import { startWhatsappServer, statusChange, statusOf, WHATSAPP } from '../server/src/testing/whatsapp-server.ts';
import { type Benchmark, figure, percentile, timed } from './lib/measure.ts';
import { messageOrder, openWhatsapp } from './lib/message-order.ts';
import { plausibleNumbers } from './lib/numbers.ts';
import { measureOtherCalls } from './lib/other-calls.ts';
import { startProduct } from './lib/product.ts';
import { postSteadily } from './lib/steady-posts.ts';

const LINES = Number(process.env.RECEIPTS_LINES ?? 30_000);
const PER_SECOND = Number(process.env.RECEIPTS_PER_SECOND ?? 2000);
const CONNECTIONS = 64;
const IDLE_MILLIS = 10_000;

/** Webhooks of WhatsApp with one status each: as fast as they are answered, then at a steady rate beside the calls of users. */
export default {
  title: `${LINES.toLocaleString('en-US')} webhooks of one status, then as many, ${PER_SECOND.toLocaleString('en-US')} a second`,
  async run() {
    const cloud = await startWhatsappServer();
    const product = await startProduct({ PRIVATE_ENDPOINTS: '1' });
    try {
      const opened = await openWhatsapp(product, cloud);
      const send = await messageOrder(product, opened, [...plausibleNumbers(LINES)]);
      await send();
      const url = `${product.server.url}/api/provider/provider/webhook?id=${opened.senderId}`;
      const post = (status: 'sent' | 'delivered', perSecond?: number) =>
        postSteadily({
          ...{ url, connections: CONNECTIONS, posts: cloud.taken.map((message) => webhookOf(message, status)) },
          ...(perSecond === undefined ? {} : { perSecond }),
        });
      const left = async () =>
        Number((await product.db.pool.query('select count(*) as n from prv_receipt where state = 0')).rows[0].n);
      const applied = async () => {
        while ((await left()) > 0) await sleep(100);
      };

      const idle = measureOtherCalls(product);
      await sleep(IDLE_MILLIS);
      const before = await idle();
      const fast = await post('sent');
      const rest = await timed(applied);
      const meanwhile = measureOtherCalls(product);
      const steady = await post('delivered', PER_SECOND);
      const during = await meanwhile();
      await applied();
      const stored = Number((await product.db.pool.query('select count(*) as n from prv_receipt')).rows[0].n);
      return [
        figure('answered a second, without a pause', fast.answered / fast.seconds, '/s'),
        figure('from the last answer to the last receipt applied', rest.seconds, 's'),
        figure('answered a second, at the steady rate', steady.answered / steady.seconds, '/s', {
          atLeast: 0.98 * PER_SECOND,
        }),
        figure('p99 of a webhook at the steady rate', percentile(steady.millis, 0.99), 'ms'),
        figure('stored ÷ answered', stored / (fast.answered + steady.answered), '', { atLeast: 1 }),
        figure('p99 of other calls, idle', before.p99, 'ms'),
        figure('p99 of other calls, meanwhile', during.p99, 'ms'),
        figure('p99 meanwhile ÷ idle', during.p99 / before.p99, '', { atMost: 2 }),
      ];
    } finally {
      await product.close();
      await cloud.close();
    }
  },
} satisfies Benchmark;

function webhookOf(message: TakenMessage, status: 'sent' | 'delivered') {
  const entry = { id: WHATSAPP.businessAccount, changes: [statusChange([statusOf(message, { status })])] };
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [entry] });
  const signature = createHmac('sha256', WHATSAPP.appSecret).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body };
}
