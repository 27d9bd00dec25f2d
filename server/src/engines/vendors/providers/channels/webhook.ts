import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { providerBreaker, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../../../../kernel/app/index.ts';
import { RequestCoalescer } from '../../../../kernel/request-coalescer.ts';
import type { Posted } from '../callbacks.ts';
import { providerErrors } from '../errors.ts';
import { countOutcome, OUTCOME } from '../health.ts';
import { type KeyField, keysOf } from '../keys.ts';
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
  const { prv_health: health } = found;
  const isHandshake = posted.method === 'GET';
  if (!(isHandshake ? isHandshakeOf(app, found, posted) : isSentBy(app, found, posted))) {
    await countOutcome(app.db.drizzle, id, OUTCOME.forged);
    throw providerErrors.CALLBACK_SIGNATURE();
  }
  if (isHandshake) return posted.query['hub.challenge'] ?? '';
  if (health.breaker === providerBreaker.is.isolated) throw providerErrors.PROVIDER_ISOLATED();
  const callbacks = await callbacksOf(app, found, posted.body);
  if (!callbacks) throw providerErrors.CALLBACK_UNREADABLE();
  await storeTogether(app, callbacks);
  if (Date.now() - (health.webhookTime?.getTime() ?? 0) > NOTED_MILLIS)
    await app.db.drizzle
      .update(providerHealth)
      .set({ webhookTime: sql`now()` })
      .where(eq(providerHealth.providerId, id));
  return 'ok';
}

interface Addressed {
  readonly prv_provider: ProviderRow;
  readonly prv_health: ProviderHealth;
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
  runs: new RequestCoalescer<Addressed | undefined>(),
});

/** Returns a sender with its health as they are now; webhooks of one sender that come together are answered by one statement. */
function senderOf(db: App['db'], id: bigint) {
  const reading = readingSenders.get(db) ?? readingOf(db);
  readingSenders.set(db, reading);
  return reading.runs.run(`${id}`, async () => (await reading.statement.execute({ id }))[0]);
}

const secretsOf = (app: App, { prv_provider: row, prv_health: health }: Addressed, field: KeyField): string[] =>
  keysOf(app, row, health, field);

/** Whether two texts are the same, in constant time; an empty expectation never is. */
function isSame(expected: string, given: unknown): boolean {
  if (expected === '' || typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

const isHandshakeOf = (app: App, found: Addressed, { query }: PostedWebhook): boolean =>
  found.prv_provider.protocol === whatsapp &&
  query['hub.mode'] === 'subscribe' &&
  secretsOf(app, found, 'verifyToken').some((token) => isSame(token, query['hub.verify_token']));

/** Whether a webhook has the proof that its channel gives. */
function isSentBy(app: App, found: Addressed, { body, headers }: PostedWebhook): boolean {
  switch (found.prv_provider.protocol) {
    case whatsapp: {
      const given = headers['x-hub-signature-256'];
      const signed = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
      return secretsOf(app, found, 'secretKey').some((key) => isSame(signed(key), given));
    }
    case telegramGateway: {
      const { 'x-request-timestamp': time, 'x-request-signature': given } = headers;
      if (typeof time !== 'string' || !/^\d{1,12}$/.test(time)) return false;
      if (Number(time) - Date.now() / 1000 > CLOCK_SECONDS) return false;
      const keyOfToken = (token: string) => createHash('sha256').update(token).digest();
      const signed = (key: Buffer) => createHmac('sha256', key).update(`${time}\n${body}`).digest('hex');
      return secretsOf(app, found, 'apiKey').some((token) => isSame(signed(keyOfToken(token)), given));
    }
    case telegramBot:
      return secretsOf(app, found, 'verifyToken').some((token) =>
        isSame(token, headers['x-telegram-bot-api-secret-token']),
      );
    default:
      return false;
  }
}

/** Returns the rows of a webhook; undefined for an unreadable body. */
async function callbacksOf(app: App, found: Addressed, body: string): Promise<StoredCallback[] | undefined> {
  const { prv_provider: row } = found;
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
      const senders = changes.every((change) => isAbout(row, change)) ? [row] : await sendersOf(app, found);
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
async function sendersOf(app: App, found: Addressed): Promise<ProviderRow[]> {
  const { prv_provider: row } = found;
  const keys = secretsOf(app, found, 'secretKey');
  const rows = await app.db.drizzle
    .select()
    .from(providers)
    .innerJoin(providerHealth, eq(providerHealth.providerId, providers.id))
    .where(and(eq(providers.tenantId, row.tenantId), eq(providers.protocol, whatsapp), isNull(providers.deletedAt)));
  // During a rotation some of the numbers have the new key already, others the one before.
  const isOfApp = (one: Addressed) =>
    secretsOf(app, one, 'secretKey').some((other) => keys.some((key) => isSame(key, other)));
  const others = rows.filter((one) => one.prv_provider.id !== row.id && isOfApp(one));
  return [row, ...others.map((one) => one.prv_provider)];
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
