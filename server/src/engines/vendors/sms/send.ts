import { setTimeout as sleep } from 'node:timers/promises';
import { sms, smsState } from '@trade-assistant/contract/areas/resource/sms.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { record } from '../../../kernel/audit/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { maskLine, maskNumber, normalise } from '../../../kernel/phone/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { smsErrors } from './errors.ts';
import { providerOf } from './providers.ts';
import { SMS_CHANNEL, sealedContent } from './sender.ts';
import { type SmsProvider, smsBatches } from './tables.ts';
import { filled, type Segmented, segmentsOfMessage } from './text.ts';
import { signed } from './vendors/yunpian.ts';

const { sending, accepted, limited } = smsState.is;
/** A call waits so long for the outcomes of its messages, and looks so often. */
const WAIT_MILLIS = 6000;
const LOOK_MILLIS = 100;

export interface SendInput {
  /** The provider's code; default: the one in use. */
  readonly code?: string | undefined;
  /** In any notation. */
  readonly phones: readonly string[];
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/** A stored message. */
interface Written {
  readonly id: bigint;
  readonly phone: bigint;
  readonly state: number;
}

/** Recorded messages that a worker sends after the commit. */
declareLimit({ name: 'texts of the system of a tenant', window: '24 hours', unit: 'messages' });
declareLimit({ name: 'texts of the system to a phone in a minute', window: 'minute', unit: 'messages' });
declareLimit({ name: 'texts of the system to a phone in 24 hours', window: '24 hours', unit: 'messages' });
export interface Reserved {
  readonly createTime: string;
  readonly messages: readonly Written[];
  readonly segments: number | null;
}

export interface SentMessage {
  readonly phone: string;
  readonly state: number;
  readonly segments: number | null;
  readonly messageId: string | null;
  readonly problem: string | null;
}

/**
 * Stores messages as being sent, those above the limit of their phone as limited, and writes the audit entry. A worker of any node takes
 * them after the commit.
 * @throws SMS_NO_PROVIDER, SMS_UNKNOWN_CODE, SMS_PHONE, SMS_PARAMETERS, SMS_TOO_LONG, SMS_DAY_LIMIT
 */
export async function reserveMessages(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  actor: Actor,
  { code, phones, params = {} }: SendInput,
  locale: Locale,
): Promise<Reserved> {
  const provider = await providerOf(tx, actor.tenantId, code);
  const numbers = [...new Set(phones.map((phone) => numberOf(phone, provider)))];
  const plain = provider.content === null ? '' : filled(provider.content, params);
  const text = signed(provider.signName, plain);
  const segmented = provider.content === null ? null : segmentsOfMessage(text);
  const { messages, createTime } = await writeDown(tx, actor, provider, numbers, segmented);
  const waiting = messages.filter(({ state }) => state === sending);
  if (waiting.length > 0) {
    await tx.insert(smsBatches).values({
      ...{ tenantId: actor.tenantId, providerId: provider.id, locale, messageTime: createTime },
      content: sealedContent(app.secrets, { text, values: params }),
      messageIds: waiting.map(({ id }) => id),
    });
    await tx.execute(sql`select pg_notify(${SMS_CHANNEL}, '')`);
  }
  await record(tx, actor, {
    action: 'endpoint/send-message',
    objectType: sms.name,
    objectId: provider.id,
    after: { smsCode: provider.smsCode, phones: numbers.slice(0, 20).map(maskNumber), messages: numbers.length },
  });
  announceChange(tx, actor.tenantId, 'resource/sms-log');
  return { messages, createTime, segments: segmented?.parts.length ?? null };
}

function numberOf(phone: string, { countryCode }: SmsProvider): bigint {
  const national = normalise(phone, { countryCode: countryCode ?? undefined, anyCountry: true });
  // Digits that are not a national number of the provider's country are read with a country code.
  const found = national.ok ? national : normalise(phone);
  if (!found.ok) throw smsErrors.SMS_PHONE({ phone: maskLine(phone).slice(0, 40) });
  return found.e164;
}

async function writeDown(
  tx: Tx,
  { tenantId, userId, realName }: Actor,
  provider: SmsProvider,
  numbers: readonly bigint[],
  segmented: Segmented | null,
): Promise<Pick<Reserved, 'messages' | 'createTime'>> {
  // Serialised, so that two calls cannot both use the last message of a limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${tenantId}`}, 0))`);
  const tenant = sql`${tenantId}`;
  const { rows: counted } = await tx.execute<{ sent: number; most: number }>(sql`
    select count(*)::int as sent, ${integerParameter(tenant, 'sms.perDay')} as most
    from sys_sms_log where tenant_id = ${tenantId} and create_time > now() - interval '1 day' and state <> ${limited}`);
  const { sent = 0, most = 0 } = counted[0] ?? {};
  if (sent + numbers.length > most) throw smsErrors.SMS_DAY_LIMIT({ sent, most });
  const { rows } = await tx.execute<{ id: string; e164: string; state: number; create_time: string }>(sql`
    insert into sys_sms_log (tenant_id, provider_id, sms_code, category, e164, state, segments, encoding, create_user, create_user_name)
    select ${tenantId}, ${provider.id}, ${provider.smsCode}, ${provider.category}::int, n.e164,
      case when c.minute >= ${integerParameter(tenant, 'sms.perPhoneMinute')} or c.day >= ${integerParameter(tenant, 'sms.perPhoneDay')}
        then ${limited}::int else ${sending}::int end,
      ${segmented?.parts.length ?? null}::int, ${segmented?.encoding ?? null}::int, ${userId}, ${realName}
    from unnest(${sql.param(numbers.map(String))}::bigint[]) n (e164),
      lateral (select count(*) filter (where l.create_time > now() - interval '1 minute') as minute, count(*) as day
        from sys_sms_log l where l.tenant_id = ${tenantId} and l.e164 = n.e164 and l.create_time > now() - interval '1 day'
          and l.state <> ${limited}) c
    returning id::text, e164::text, state, create_time::text`);
  return {
    createTime: rows[0]?.create_time ?? '',
    messages: rows.map((row) => ({ id: BigInt(row.id), phone: BigInt(row.e164), state: row.state })),
  };
}

/** Returns the answer of a call whose messages are not sent yet. */
export const pendingAnswer = ({ messages, segments }: Reserved) =>
  answerOf(
    messages.map(({ phone, state }) => ({ phone: maskNumber(phone), state, segments, messageId: null, problem: null })),
  );

const answerOf = (results: SentMessage[]) => ({
  success: results.every(({ state }) => state === accepted),
  results,
});

/**
 * Returns the outcomes of messages once a worker has them all, those still under way as being sent after some seconds. Without a worker it
 * does not wait.
 */
export async function awaitMessages(app: App, { messages, createTime }: Reserved) {
  const ids = sql.param(messages.map(({ id }) => String(id)));
  const until = performance.now() + WAIT_MILLIS;
  for (;;) {
    const { rows } = await app.db.drizzle.execute<{
      phone: string;
      state: number;
      segments: number | null;
      messageId: string | null;
      problem: string | null;
      hasWorker: boolean;
    }>(sql`
      select e164::text as phone, state, segments, message_id as "messageId", problem,
        exists (select from kernel_worker) as "hasWorker"
      from sys_sms_log where id = any(${ids}::bigint[]) and create_time = ${createTime}::timestamptz order by id`);
    const isOpen = rows.some(({ state, hasWorker }) => state === sending && hasWorker);
    if (isOpen && performance.now() < until) {
      await sleep(LOOK_MILLIS);
      continue;
    }
    const byPhone = new Map(rows.map((row) => [row.phone, row]));
    return answerOf(
      messages.map(({ phone, state }) => {
        const row = byPhone.get(String(phone));
        const { segments = null, messageId = null, problem = null } = row ?? {};
        return { phone: maskNumber(phone), state: row?.state ?? state, segments, messageId, problem };
      }),
    );
  }
}
