import { messageCategory, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addSender } from '../../../testing/channel-senders.ts';
import { messageAgent, openMessages } from '../../../testing/orders.ts';
import type { ChannelTemplate } from '../../vendors/providers/index.ts';
import { applyTemplate, storeTemplates } from './templates.ts';

/** The jobs do not run here: the tests give the answers of the channel. */
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
afterAll(() => product.close());

const { approved, disabled, paused } = templateStatus.is;
const { marketing, utility } = messageCategory.is;
let account: Parameters<typeof storeTemplates>[1];

beforeAll(async () => {
  await openMessages(product, 1);
  const id = BigInt(await addSender(product, 'whatsapp', { endpoint: 'http://127.0.0.1:9' }));
  account = { id, tenantId: '000000', businessAccount: '102290129340398' };
});

const template = (templateId: string, name: string, language: string, more: object = {}): ChannelTemplate => ({
  ...{ templateId, name, language, category: utility, status: approved, quality: 0, reason: null, isNamed: false },
  components: [{ type: 'BODY', text: 'Hello {{1}}' }],
  ...more,
});
const store = (...given: ChannelTemplate[]) => product.db.tx((tx) => storeTemplates(tx, account, given));
const apply = (change: object) =>
  product.db.tx((tx) =>
    applyTemplate(tx, account, { type: 'template', templateId: null, name: null, language: null, ...change }),
  );
const stored = async (columns = 'template_ref, language, status') =>
  (await product.db.pool.query(`select ${columns} from snd_template where deleted_at is null order by id`)).rows;

describe('a template', () => {
  it('is known by its id, also under another spelling of its language', async () => {
    await store(template('1', 'offer', 'en_US'), template('2', 'offer', 'en'));
    expect(await store(template('1', 'offer', 'en-US'), template('2', 'offer', 'EN'))).toMatchObject({ changed: 0 });
    await apply({ templateId: '1', name: 'other', language: 'fr', status: paused });
    expect(await stored()).toEqual([
      { template_ref: '1', language: 'en_US', status: paused },
      { template_ref: '2', language: 'en', status: approved },
    ]);
  });

  it.each(['en_US', 'en-us', 'EN_US'])(
    'is known by its name and the language %s where the id is unknown',
    async (language) => {
      await apply({ templateId: '77', name: 'offer', language, category: marketing });
      expect(await stored('template_ref, category')).toEqual([
        { template_ref: '1', category: marketing },
        { template_ref: '2', category: utility },
      ]);
      await apply({ name: 'offer', language: 'en-us', category: utility });
    },
  );

  it('that was created anew with the name of another one takes its place', async () => {
    await store(template('3', 'offer', 'en-US'));
    expect(await stored()).toEqual([
      { template_ref: '3', language: 'en_US', status: approved },
      { template_ref: '2', language: 'en', status: disabled },
    ]);
  });

  it('with a part that cannot be filled in is refused for an order, and keeps its other parts', async () => {
    const buttons = { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy', example: 7 }] };
    await store(template('3', 'offer', 'en-US', { components: [{ type: 'BODY', text: 'Hello {{1}}' }, buttons] }));
    const [row] = await stored('id::text, parameter_count');
    expect(row).toMatchObject({ parameter_count: 1 });
    const { agent, consentId } = await messageAgent(product);
    const form = { senderId: String(account.id), templateId: row.id, consentId, numbers: '+12025550123' };
    const values = [{ key: 'body.1', value: 'Ana' }];
    expect((await agent.post('whatsapp/order/save', { ...form, values })).body).toMatchObject({
      bizCode: 'TEMPLATE_UNSUPPORTED',
      msg: expect.stringContaining('COPY_CODE'),
      data: { fields: [{ field: 'templateId' }] },
    });
  });
});
