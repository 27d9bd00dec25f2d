import { startWhatsappServer, WHATSAPP } from '../server/src/testing/whatsapp-server.ts';
import { type Benchmark, figure, timed } from './lib/measure.ts';
import { messageOrder, openWhatsapp } from './lib/message-order.ts';
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
      const opened = await openWhatsapp(product, cloud);
      const numbers = [...plausibleNumbers(LINES)];
      const bare = await posted(cloud.address, numbers);
      const send = await messageOrder(product, opened, numbers);
      const { seconds } = await timed(send);
      return [
        figure('bare client', bare, 's'),
        figure('from the approval to the last submission', seconds, 's'),
        figure('messages a second', LINES / seconds, '/s'),
        figure('rate of the order ÷ rate of the bare client', bare / seconds, '', { atLeast: 0.25 }),
      ];
    } finally {
      await product.close();
      await cloud.close();
    }
  },
} satisfies Benchmark;

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
