import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { providerBreaker, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { RequestCoalescer } from '../../../kernel/request-coalescer.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import type { Posted } from '../callbacks.ts';
import { providerErrors } from '../errors.ts';
import { countOutcome, OUTCOME } from '../health.ts';
import { MESSAGE_KIND } from '../provider.ts';
import type { StoredCallback } from '../receipts.ts';
import { type ProviderHealth, type ProviderRow, providerHealth, providers } from '../tables.ts';
import { storeTogether } from './batches.ts';
import { listOf, objectOf, textOf } from './json.ts';
import { updateKeyOf } from './telegram/bot-events.ts';
import { withoutCode } from './telegram/gateway-events.ts';
import { bodyOf, type Change, changesOf, keyOf } from './whatsapp/changes.ts';

/** The kind of webhooks of message channels; their source is the sender. */
export const MESSAGE_RECEIPT = 'message';

const { whatsapp, telegramGateway, telegramBot } = providerProtocol.is;
const KEY_MAX = 128;
/** The time of the last webhook is noted so often. */
const NOTED_MILLIS = 10_000;
/** The Gateway repeats a report with the time of the first one; a clock may differ by so much. */
const CLOCK_SECONDS = 300;

/** A webhook as it came; `query` has the parameters of a handshake. */
export interface PostedWebhook extends Posted {
  readonly method: string;
  readonly query: {
    readonly 'hub.mode'?: string | undefined;
    readonly 'hub.verify_token'?: string | undefined;
    readonly 'hub.challenge'?: string | undefined;
  };
}

/**
 * Stores the events of a webhook, one row each, and returns the text to answer with. A GET is the handshake of WhatsApp.
 * @throws CALLBACK_SIGNATURE, also for an unknown sender and a wrong verify token; CALLBACK_UNREADABLE; PROVIDER_ISOLATED;
 * CALLBACK_NOT_STORED
 */
export async function receiveWebhook(app: App, id: bigint, posted: PostedWebhook): Promise<string> {
  const found = await senderOf(app.db, id);
  if (!found) throw providerErrors.CALLBACK_SIGNATURE();
  const { prv_provider: row, prv_health: health } = found;
  const isHandshake = posted.method === 'GET';
  if (!(isHandshake ? isHandshakeOf(app, row, posted) : isSentBy(app, row, posted))) {
    await countOutcome(app.db.drizzle, id, OUTCOME.forged);
    throw providerErrors.CALLBACK_SIGNATURE();
  }
  if (isHandshake) return posted.query['hub.challenge'] ?? '';
  if (health.breaker === providerBreaker.is.isolated) throw providerErrors.PROVIDER_ISOLATED();
  const callbacks = await callbacksOf(app, row, posted.body);
  if (!callbacks) throw providerErrors.CALLBACK_UNREADABLE();
  await storeTogether(app, callbacks);
  if (Date.now() - (health.webhookTime?.getTime() ?? 0) > NOTED_MILLIS)
    await app.db.drizzle
      .update(providerHealth)
      .set({ webhookTime: sql`now()` })
      .where(eq(providerHealth.providerId, id));
  return 'ok';
}

/** The statement of a sender and its health, written once for each database, and its runs. */
const readingSenders = new WeakMap<App['db'], ReturnType<typeof readingOf>>();

const readingOf = ({ drizzle }: App['db']) => ({
  statement: drizzle
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(and(eq(providers.id, sql.placeholder('id')), eq(providers.kind, MESSAGE_KIND), isNull(providers.deletedAt)))
    .prepare(''),
  runs: new RequestCoalescer<{ prv_provider: ProviderRow; prv_health: ProviderHealth } | undefined>(),
});

/** Returns a sender with its health as they are now; webhooks of one sender that come together are answered by one statement. */
function senderOf(db: App['db'], id: bigint) {
  const reading = readingSenders.get(db) ?? readingOf(db);
  readingSenders.set(db, reading);
  return reading.runs.run(`${id}`, async () => (await reading.statement.execute({ id }))[0]);
}

const secretOf = (app: App, row: ProviderRow, field: 'apiKey' | 'secretKey' | 'verifyToken'): string =>
  openSecretOf(app.secrets, provider, row, field);

/** Whether two texts are the same, in constant time; an empty expectation never is. */
function isSame(expected: string, given: unknown): boolean {
  if (expected === '' || typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

const isHandshakeOf = (app: App, row: ProviderRow, { query }: PostedWebhook): boolean =>
  row.protocol === whatsapp &&
  query['hub.mode'] === 'subscribe' &&
  isSame(secretOf(app, row, 'verifyToken'), query['hub.verify_token']);

/** Whether a webhook has the proof that its channel gives. */
function isSentBy(app: App, row: ProviderRow, { body, headers }: PostedWebhook): boolean {
  switch (row.protocol) {
    case whatsapp: {
      const key = secretOf(app, row, 'secretKey');
      const signature = createHmac('sha256', key).update(body).digest('hex');
      return key !== '' && isSame(`sha256=${signature}`, headers['x-hub-signature-256']);
    }
    case telegramGateway: {
      const { 'x-request-timestamp': time, 'x-request-signature': given } = headers;
      const token = secretOf(app, row, 'apiKey');
      if (token === '' || typeof time !== 'string' || !/^\d{1,12}$/.test(time)) return false;
      if (Number(time) - Date.now() / 1000 > CLOCK_SECONDS) return false;
      const key = createHash('sha256').update(token).digest();
      return isSame(createHmac('sha256', key).update(`${time}\n${body}`).digest('hex'), given);
    }
    case telegramBot:
      return isSame(secretOf(app, row, 'verifyToken'), headers['x-telegram-bot-api-secret-token']);
    default:
      return false;
  }
}

/** Returns the rows of a webhook; undefined for an unreadable body. */
async function callbacksOf(app: App, row: ProviderRow, body: string): Promise<StoredCallback[] | undefined> {
  const { tenantId, id } = row;
  const stored = (dedupeKey: string, text: string, source = id): StoredCallback => ({
    tenantId,
    kind: MESSAGE_RECEIPT,
    id: source,
    dedupeKey: shortened(dedupeKey),
    body: text,
  });
  switch (row.protocol) {
    case whatsapp: {
      const changes = changesOf(body);
      if (!changes) return undefined;
      const senders = changes.every((change) => isAbout(row, change)) ? [row] : await sendersOf(app, row);
      return changes.flatMap((change) =>
        concerned(senders, row, change).map((sender) => stored(keyOf(change), bodyOf(change), sender.id)),
      );
    }
    case telegramGateway: {
      const report = withoutCode(body);
      return report && [stored(report.key, report.body)];
    }
    default: {
      const key = updateKeyOf(body);
      return key === undefined ? undefined : [stored(key, body)];
    }
  }
}

export const shortened = (key: string): string =>
  /^[\x20-\x7e]+$/.test(key) && key.length <= KEY_MAX ? key : createHash('sha256').update(key).digest('hex');

const phoneOf = ({ value }: Change): string | null => textOf(objectOf(value['metadata'])['phone_number_id']);
const displayedOf = ({ value }: Change): string | null =>
  textOf(value['display_phone_number'])?.replace(/\D/g, '') ?? null;

const isAbout = (row: ProviderRow, change: Change): boolean =>
  phoneOf(change) === row.senderAccount &&
  listOf(change.value['statuses']).length + listOf(change.value['messages']).length > 0;

/** Returns the numbers of the app that signed: an app has one address for all its numbers. */
async function sendersOf(app: App, row: ProviderRow): Promise<ProviderRow[]> {
  const key = secretOf(app, row, 'secretKey');
  const rows = await app.db.drizzle
    .select()
    .from(providers)
    .where(and(eq(providers.tenantId, row.tenantId), eq(providers.protocol, whatsapp), isNull(providers.deletedAt)));
  return [row, ...rows.filter((one) => one.id !== row.id && isSame(key, secretOf(app, one, 'secretKey')))];
}

/** Fields about a business account that change each of its numbers. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['account_update', 'business_capability_update', 'user_preferences']);

/** Returns the senders that an event concerns; the addressed one for an event about none of them. */
function concerned(senders: readonly ProviderRow[], addressed: ProviderRow, change: Change): ProviderRow[] {
  const phone = phoneOf(change);
  const number = displayedOf(change);
  const of = senders.filter(
    ({ senderAccount, senderNumber }) =>
      (phone !== null && phone === senderAccount) || (number !== null && number === senderNumber),
  );
  if (of.length > 0) return of;
  const ofAccount = senders.filter(
    ({ businessAccount }) => businessAccount !== null && businessAccount === change.account,
  );
  if (ofAccount.length === 0) return [addressed];
  return OF_ACCOUNT.has(change.field) ? ofAccount : ofAccount.slice(0, 1);
}
