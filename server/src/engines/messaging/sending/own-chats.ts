import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { neededRefusal } from '../../../kernel/http/errors.ts';
import { type MessageSender, messageSender, providerErrors, type providers } from '../../vendors/providers/index.ts';
import { decide } from '../compliance/index.ts';
import { telegram } from './channels.ts';
import { sendingErrors } from './errors.ts';
import { contacts, ownChats } from './tables.ts';

const SEND_MILLIS = 10_000;
const PROBLEM_MAX = 255;
const LINK_MINUTES = 15;
const PROOF_DIGITS = 32;
const LINK = /^\/start ([0-9a-z]{1,13})-([0-9a-z]{1,8})-([0-9a-f]{32})$/;
const TEXT = {
  zh: '测试消息：机器人可以向您发送通知。',
  en: 'Test message: this bot can send you notices.',
} as const;

export interface TestMessage {
  readonly succeeded: boolean;
  readonly millis: number;
  readonly problem: string | null;
  /** Where the user starts the bot first; null once their chat is known. */
  readonly link: string | null;
}

/**
 * Sends a text that says nothing about anybody from a bot to the caller's own chat. Without one it returns the link by which the caller starts
 * the bot: the start that comes back proves whose chat it is, so a test message never reaches anybody else.
 * @throws PROVIDER_NO_BOT, RECIPIENT_SUPPRESSED; BAD_REQUEST for a bot without a user name
 */
export async function sendTestMessage(c: Context, row: typeof providers.$inferSelect): Promise<TestMessage> {
  const run = c.app.db.drizzle;
  if (row.protocol !== providerProtocol.is.telegramBot) throw providerErrors.PROVIDER_NO_BOT();
  const sender = await messageSender(c.app, run, row.id);
  if (!sender || !row.senderAccount) throw neededRefusal(['senderAccount'], provider, c.locale);
  const userRef = await ownChatOf(run, sender.id, c.actor.userId);
  if (userRef === null) {
    const asked = { senderId: sender.id, userId: c.actor.userId, tenantId: c.actor.tenantId };
    await run
      .insert(ownChats)
      .values(asked)
      .onConflictDoUpdate({ target: [ownChats.senderId, ownChats.userId], set: { linkTime: sql`now()` } });
    const word = linkWord(c.app.secrets, sender.id, c.actor.userId, minuteNow() + LINK_MINUTES);
    const link = `https://t.me/${row.senderAccount.replace(/^@/, '')}?start=${word}`;
    return { succeeded: false, millis: 0, problem: null, link };
  }
  await assertNotSuppressed(c, userRef);
  const started = performance.now();
  const problem = await problemOfSending(sender, { userRef, text: TEXT[c.locale] });
  return { succeeded: problem === null, millis: Math.round(performance.now() - started), problem, link: null };
}

/** Returns the chat of a user with a bot; null while they have none that they did not stop. */
async function ownChatOf(run: Pick<Tx, 'select'>, senderId: bigint, userId: bigint): Promise<string | null> {
  const [found] = await run
    .select({ userRef: ownChats.userRef })
    .from(ownChats)
    .innerJoin(contacts, and(eq(contacts.senderId, ownChats.senderId), eq(contacts.userRef, ownChats.userRef)))
    .where(and(eq(ownChats.senderId, senderId), eq(ownChats.userId, userId), eq(contacts.isActive, 1)));
  return found?.userRef ?? null;
}

async function assertNotSuppressed({ app, actor }: Context, userRef: string): Promise<void> {
  const { refused } = await decide(app, app.db.drizzle, {
    ...{ tenantId: actor.tenantId, ownerId: actor.userId, ownerPath: '', channel: telegram.businessType },
    ...{ countryCode: null, consentId: null, numbers: [userRef] },
  });
  if (refused.size > 0) throw sendingErrors.RECIPIENT_SUPPRESSED();
}

/** Returns why the channel did not take a message; null when it did. */
async function problemOfSending(
  { adapter }: MessageSender,
  { userRef, text }: { readonly userRef: string; readonly text: string },
): Promise<string | null> {
  const message = {
    ...{ reference: crypto.randomUUID(), e164: null, userId: userRef, content: { kind: 'text' as const, text } },
    ...{ ttlSeconds: null, token: null, from: null, partRef: null },
  };
  try {
    const handed = await adapter.send(message, AbortSignal.timeout(SEND_MILLIS));
    return handed.state === 'accepted' ? null : `${handed.error.code} ${handed.error.text}`.slice(0, PROBLEM_MAX);
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, PROBLEM_MAX);
  }
}

/** Notes whose chat it is that started a bot by a link of `sendTestMessage`. Other starts say nothing. */
export async function linkOwnChat(
  { secrets }: Pick<App, 'secrets'>,
  tx: Tx,
  { id: senderId, tenantId }: Pick<MessageSender, 'id' | 'tenantId'>,
  { userId: userRef, text }: { readonly userId: string | null; readonly text: string | null },
): Promise<void> {
  const [, user = '', until = ''] = LINK.exec(text ?? '') ?? [];
  if (userRef === null || user === '') return;
  const [userId, minute] = [numberOf(user), Number(numberOf(until))];
  const isOurs = text === `/start ${linkWord(secrets, senderId, userId, minute)}`;
  if (!isOurs || minute < minuteNow()) return;
  await tx
    .update(ownChats)
    .set({ userRef, linkTime: sql`now()` })
    .where(and(eq(ownChats.senderId, senderId), eq(ownChats.userId, userId), eq(ownChats.tenantId, tenantId)));
}

const minuteNow = (): number => Math.floor(Date.now() / 60_000);

/** Telegram takes 64 letters, digits and signs. */
function linkWord({ digest }: App['secrets'], senderId: bigint, userId: bigint, minute: number): string {
  const of = `${userId.toString(36)}-${minute.toString(36)}`;
  return `${of}-${digest(of, `own chat ${senderId}`).slice(0, PROOF_DIGITS)}`;
}

/** Reads a whole number in base 36. */
const numberOf = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
