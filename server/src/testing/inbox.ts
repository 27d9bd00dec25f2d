import { randomUUID } from 'node:crypto';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { type InboundText, recordOutcome, takeText } from '../engines/messaging/inbox/index.ts';
import { contentPurpose } from '../engines/messaging/sending/content.ts';
import { suppressRecipients } from '../engines/messaging/sending/errors-of-channel.ts';
import { isOptOut } from '../engines/messaging/sending/opt-out.ts';
import { endText } from '../engines/messaging/sending/texts.ts';
import type { TestApp, TestUser } from './app.ts';
import { declared } from './consents.ts';
import { openMessages, pay } from './orders.ts';
import { phone } from './sms-phones.ts';

/** A text that the program queued. */
export interface QueuedText {
  readonly id: string;
  readonly e164: bigint;
  readonly text: string;
  readonly sessionId: bigint | null;
  readonly purpose: 'reply' | 'automatic' | 'confirmation' | 'test';
}

const PURPOSES = ['reply', 'automatic', 'confirmation', 'test'] as const;

/** Texts to the United States have the price `MESSAGE_PRICE`, and an agent has money for them. */
export async function openTexts(product: TestApp, agent: TestUser): Promise<void> {
  await openMessages(product, 3);
  await product.db.pool.query('update inv_country set sms_enabled = 1');
  await pay(product, agent);
}

/** Returns the texts of a phone that no node has taken, oldest first. */
export async function queuedTexts(product: TestApp, phoneId: string): Promise<QueuedText[]> {
  const { rows } = await product.db.pool.query<{
    id: string;
    e164: bigint;
    content: string;
    session: bigint | null;
    purpose: number;
  }>(
    `select m.id, m.e164, m.content, m.session_id as session, o.purpose from snd_outbox o join snd_message m on m.id = o.message_id
     where m.phone_id = $1 order by o.seq`,
    [phoneId],
  );
  return rows.map(({ id, e164, content, session, purpose }) => ({
    ...{ id, e164: BigInt(e164), sessionId: session === null ? null : BigInt(session) },
    text: product.app.secrets.open(content, contentPurpose(id)),
    purpose: PURPOSES[purpose - 1] ?? 'test',
  }));
}

/** A phone that receives and sends texts, and that no task uses. */
export const newPhone = async (product: TestApp): Promise<string> => {
  codes += 1;
  return phone(product, { capability: 7, senderType: 2, phoneNo: String(codes) });
};
/** The last short code of a phone. */
let codes = 20_000;

/** Adds a session task of an agent and starts it. @returns its id */
export async function openTask(who: TestUser, form: Record<string, unknown>): Promise<string> {
  const saved = await who.post('sms/session-task/save', { taskName: 'Support', ...form });
  if (saved.body.code !== 200) throw new Error(JSON.stringify(saved.body));
  const { id } = saved.body.data;
  const started = await who.post('sms/session-task/update', { id, status: 1 });
  if (started.body.code !== 200) throw new Error(JSON.stringify(started.body));
  return id;
}

/** Stores a text that a phone received. */
export const receive = (
  product: TestApp,
  phoneId: string,
  e164: bigint,
  text: string,
  more: Partial<InboundText> = {},
): Promise<void> =>
  product.db.tx(async (tx) => {
    if (isOptOut(text))
      await suppressRecipients(product.app, tx, { tenantId: '000000', businessType: 3, taskNo: 'inbox' }, [e164]);
    await takeText(product.app, tx, {
      ...{
        tenantId: '000000',
        messageId: randomUUID(),
        phoneId: BigInt(phoneId),
        e164,
        text,
        at: new Date(),
        isOptOut: isOptOut(text),
        handlesStop: false,
      },
      ...more,
    });
  });

/** Reports a new state of a sent text; one that was not sent ends, and its money returns. */
export const report = (product: TestApp, sessionId: bigint, messageId: string, status: number): Promise<void> =>
  product.db.tx(async (tx) => {
    if (UNSENT.includes(status)) await endText(tx, messageId, status, null);
    await recordOutcome(product.app, tx, { sessionId, messageId, status, errorCode: null });
  });
const { failed, suppressed, cancelled } = lineStatus.is;
const UNSENT: readonly number[] = [failed, suppressed, cancelled];

/** A request to each call of the inbox that has an effect. */
export function inboxExamples(product: TestApp, agent: TestUser, next: () => number) {
  const task = async (form: object = {}) =>
    openTask(agent, { senderId: await newPhone(product), sessionType: 2, ...form });
  const opened = async (): Promise<string> => {
    await openTexts(product, agent);
    const senderId = await newPhone(product);
    const taskId = await openTask(agent, { senderId, sessionType: 2 });
    await receive(product, senderId, 12025550100n + BigInt(next() % 100), 'Hello');
    return (await agent.get('sms/session/queue', { taskId })).body.data.items[0].id;
  };
  const on =
    (more: object = {}) =>
    async () => ({ who: agent, body: { id: await opened(), ...more } });
  const onMany =
    (more: object = {}) =>
    async () => ({ who: agent, body: { ids: await opened(), ...more } });
  const key = () => `example-${next()}`;
  return {
    'sms/session-task/update': async () => ({ who: agent, body: { id: await task(), status: 2 } }),
    'sms/session/send': on({ text: 'Hello', clientKey: key(), lastSeenMessageId: '0', force: true }),
    'sms/session/begin': async () => {
      await openTexts(product, agent);
      const { id: consentId } = await declared(product, { who: agent, isPassed: true });
      const taskId = await task({ openingContent: 'Hello from the shop', consentId });
      return { who: agent, body: { taskId, number: '+12025550155' } };
    },
    'sms/session/draft': on({ text: 'Dear cus' }),
    'sms/session/seen': on({ place: '1' }),
    'sms/session/note': on({ text: 'Calls back', clientKey: key() }),
    'sms/session/take': onMany(),
    'sms/session/release': async () => {
      const ids = await opened();
      await agent.post('sms/session/take', { ids });
      return { who: agent, body: { ids } };
    },
    'sms/session/give': onMany({ userId: String(agent.id) }),
    'sms/session/close': onMany(),
    'sms/session/reopen': async () => {
      const id = await opened();
      await agent.post('sms/session/close', { ids: id });
      return { who: agent, body: { id } };
    },
    'sms/session/snooze': on({ minutes: 30 }),
    'sms/session/opt-out': on(),
    'sms/session/duty': () => ({ who: agent, body: { isOnDuty: 1, capacity: 5 } }),
  };
}

/** Opens sessions of a new agent. @returns their ids */
export async function openedSessions(product: TestApp, count: number): Promise<string[]> {
  const agent = await product.agent();
  const senderId = await newPhone(product);
  const taskId = await openTask(agent, { senderId, sessionType: 2 });
  for (let n = 0; n < count; n += 1) await receive(product, senderId, 12025550120n + BigInt(n), `Hello ${n}`);
  const { items } = (await agent.get('sms/session/queue', { taskId })).body.data;
  return items.map(({ id }: { id: string }) => id);
}
