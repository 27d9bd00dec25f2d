import { setTimeout as sleep } from 'node:timers/promises';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import type { Db } from '../../kernel/db/index.ts';
import type { Caller } from '../app.ts';
import { addSender } from '../channel-senders.ts';
import { type CheckServer, type Finding, startCheckServer } from '../check-server.ts';
import { openChecks } from '../checks.ts';
import { declaration } from '../consents.ts';
import { AGENT_PASSWORD, fictionalNumbers, openBuyers, openMarket, stockNumbers, UNIT_PRICE } from '../market.ts';
import { addPhone, openMessages } from '../orders.ts';
import { receiver } from '../partner.ts';
import { type Smsc, startSmsc } from '../smsc.ts';
import { type Calls, callerOf, recordCalls } from './calls.ts';
import { ADMIN_PASSWORD } from './nodes.ts';
import { type Undo, until } from './processes.ts';
import type { Topology } from './topology.ts';

const BUYERS = 4;
/** Pause of a buyer between two purchases. */
const PURCHASE_MILLIS = 300;
const STOCK = 9000;
/** Numbers of a check and recipients of a text, and how many are handed over in a second: one takes some 15 seconds. */
const LINES = 200;
const LINES_PER_SECOND = 15;
/** How long a check or text may take in all, with every pause after a failure. */
const WORK_SECONDS = 240;
const CHECK = 'filter/whatsapp-filter';
const TEXT = 'sms/sms-task';
/** As `message_order_status`. */
const IN_REVIEW = 1;

/** A purchase that was answered. */
export interface Purchase {
  readonly token: string;
  readonly key: string;
  readonly orderNo: string;
}

/** The load, and everything that its outside world received. */
export interface Load {
  readonly calls: Calls;
  readonly purchases: readonly Purchase[];
  /** Problems of the load itself: refusals, and work that never ended. */
  readonly problems: readonly string[];
  readonly checks: CheckServer;
  readonly texts: Smsc;
  readonly webhooks: Awaited<ReturnType<typeof receiver>>;
  /** Repeats a purchase under its key. @returns the order that it is answered with */
  repeat(purchase: Purchase): Promise<string>;
  /** Ends the load; resolves when its calls are answered and its checks and texts are handed over. */
  end(): Promise<void>;
}

/** Prepares products, prices, money and providers, and starts the load. */
export async function startLoad({ client, db, folder }: Topology, undo: Undo): Promise<Load> {
  const signIn = async (username: string, password: string): Promise<string> => {
    const body = { grantType: 'password', username, password: digestOf(password) };
    const answer = await client.send('/api/auth/oauth/token', { method: 'POST', body });
    if (answer.status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(answer.body)}`);
    return answer.body.access_token;
  };
  const adminToken = await signIn('admin', ADMIN_PASSWORD);
  const admin = callerOf(client, adminToken);
  const productId = String(await openMarket(db));
  await openBuyers(db, BUYERS, parseMoney('100000'));
  await stockNumbers(db, fictionalNumbers(STOCK));
  const tokens: string[] = [];
  for (let index = 1; index <= BUYERS; index += 1) tokens.push(await signIn(`buyer_${index}`, AGENT_PASSWORD));
  const webhooks = await receiver(() => ({ status: 204 }));
  undo.push(() => webhooks.close());
  for (const token of tokens)
    await callerOf(client, token).post('open/endpoint/create', { endpointName: 'Shop', url: webhooks.url, events: 1 });
  const agent = tokens[0] as string;
  const consentId = await approvedDeclaration(callerOf(client, agent), admin);
  const checks = await openCheckProvider(db, folder, undo);
  const { texts, senderId } = await openTextProvider({ db, admin }, undo);

  const calls = recordCalls(client);
  const purchases: Purchase[] = [];
  const problems: string[] = [];
  let isOver = false;
  const buy = (token: string, key: string): Promise<{ orderNo: string }> =>
    calls.send(token, 'agent/product/buy', purchaseForm(productId), key);
  const buyer = async (token: string, index: number) => {
    for (let count = 1; !isOver; count += 1) {
      const key = `cluster-${index}-${count}`;
      const { orderNo } = await buy(token, key);
      purchases.push({ token, key, orderNo });
      await sleep(PURCHASE_MILLIS);
    }
  };
  const numbers = fictionalNumbers(STOCK + 16_000).slice(STOCK);
  const next = () => {
    const given = numbers.splice(0, LINES);
    if (given.length < LINES) throw new Error('the load has no numbers left');
    return given.map((number) => `+${number}`).join('\n');
  };
  const checker = async () => {
    const form = { countryCode: 'US', filterType: 1, consentId };
    for (let count = 1; !isOver; count += 1) {
      const body = { ...form, taskName: `Check ${count}`, numbers: next() };
      const { id } = await calls.send<{ id: string }>(agent, `${CHECK}/create-order`, body);
      await handedOver(db, id);
    }
  };
  const texter = async () => {
    const form = { consentId, senderId, smsType: 2, column: 0, content: 'Your order is ready.' };
    for (let count = 1; !isOver; count += 1) {
      const body = { ...form, orderName: `Text ${count}`, numbers: next() };
      const { id } = await calls.send<{ id: string }>(agent, `${TEXT}/save`, body);
      await until(`text ${id} is read`, WORK_SECONDS, async () => {
        const found = await client.send(`/api/${TEXT}/detail?id=${id}`, { token: agent }).catch(() => undefined);
        return found?.body.data?.isRead === 1;
      });
      const { status } = await calls.send<{ status: number }>(agent, `${TEXT}/confirm`, { id });
      if (status === IN_REVIEW) await calls.send(adminToken, `${TEXT}/approve`, { ids: id });
      await handedOver(db, id);
    }
  };
  const note = (error: unknown) => void problems.push(error instanceof Error ? error.message : String(error));
  const running = [...tokens.map((token, index) => buyer(token, index + 1)), checker(), texter()].map((one) =>
    one.catch(note),
  );
  return {
    calls,
    purchases,
    problems,
    checks,
    texts,
    webhooks,
    repeat: async ({ token, key }) => (await buy(token, key)).orderNo,
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

const purchaseForm = (productId: string) => ({
  ...{ productId, quantity: 1, useDeclaration: 1 },
  expectedAmount: formatMoney(parseMoney(UNIT_PRICE)),
});

/** Waits until no line of a task has to be handed over any more. */
const handedOver = (db: Db, id: string): Promise<true> =>
  until(`task ${id} is handed over`, WORK_SECONDS, async () => {
    const found = await db.pool
      .query<{ is: boolean }>(
        `select total_count > 0 and not exists (select from work_line where task_id = t.id and state = 1) as is
         from work_task t where id = $1 and status not in (10, 11)`,
        [id],
      )
      .catch(() => undefined);
    return found?.rows[0]?.is === true;
  });

/** A declaration of source that the administrator approved. @returns its id */
async function approvedDeclaration(agent: Caller, admin: Caller): Promise<string> {
  const { body } = await agent.post('compliance/consent/save', await declaration(agent));
  await admin.post('compliance/consent/pass', { ids: body.data.id });
  return body.data.id;
}

/** A provider of number checks that answers one half of the batches at once and the other half when asked. */
async function openCheckProvider(db: Db, folder: string, undo: Undo): Promise<CheckServer> {
  await openChecks({ db }, 1, { 1: '0.01' });
  const server = await startCheckServer(0, { journal: `${folder}/checks`, pause: 60 });
  undo.push(() => server.close());
  const later = { kind: 'accept', afterSeconds: 0 } as const;
  const atOnce = { kind: 'results', change: (all: Finding[]) => all } as const;
  server.behave(...Array.from({ length: 10_000 }, (_, n) => ({ on: 'submit' as const, act: n % 2 ? later : atOnce })));
  await db.pool.query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, timeout_ms, batch_max, rate_per_second,
       retry_max, status) values ('000000', 'checks', 'Checks', 1, 1, $1, 63, 2000, 20, $2, 2, 1)`,
    [server.address, LINES_PER_SECOND],
  );
  return server;
}

/** A provider of texts whose answers take a moment, so that a node is stopped in the middle of some. */
async function openTextProvider(
  product: { db: Db; admin: Caller },
  undo: Undo,
): Promise<{ texts: Smsc; senderId: string }> {
  await openMessages(product, 3);
  const texts = await startSmsc();
  undo.push(() => texts.close());
  texts.behaviour = { receipts: 'after', repeatsReceipts: true, answerMillis: 100 };
  const providerId = await addSender(product, 'smpp', { endpoint: texts.address });
  return { texts, senderId: await addPhone(product, providerId, { ratePerSecond: LINES_PER_SECOND }) };
}
