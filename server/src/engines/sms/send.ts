import { sms, smsState } from '@trade-assistant/contract/areas/resource/sms.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { record } from '../../kernel/audit/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { maskNumbers } from '../../kernel/log/redact.ts';
import { integerParameter } from '../../kernel/parameters/index.ts';
import { maskLine, maskNumber, normalise } from '../../kernel/phone/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { openSecretOf } from '../../kernel/resource/sealed.ts';
import { smsErrors } from './errors.ts';
import { providerOf } from './providers.ts';
import type { SmsProvider } from './tables.ts';
import { filled, type Segmented, segmentsOfMessage } from './text.ts';
import { vendors } from './vendors/index.ts';
import { type Outcome, outcomeOf } from './vendors/vendor.ts';
import { signed } from './vendors/yunpian.ts';

const { sending, accepted, failed, limited, unknown } = smsState.is;
const PROBLEM_MAX = 300;

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

/** Recorded messages to be sent after the commit. */
export interface Reserved {
  readonly provider: SmsProvider;
  readonly createTime: string;
  readonly messages: readonly Written[];
  readonly values: Readonly<Record<string, string>>;
  readonly text: string;
  readonly segmented: Segmented | null;
}

export interface SentMessage {
  readonly phone: string;
  readonly state: number;
  readonly segments: number | null;
  readonly messageId: string | null;
  readonly problem: string | null;
}

/**
 * Stores messages as being sent, those above the limit of their phone as limited, and writes the audit entry.
 * @throws SMS_NO_PROVIDER, SMS_UNKNOWN_CODE, SMS_PHONE, SMS_PARAMETERS, SMS_TOO_LONG, SMS_DAY_LIMIT
 */
export async function reserveMessages(
  tx: Tx,
  actor: Actor,
  { code, phones, params = {} }: SendInput,
): Promise<Reserved> {
  const provider = await providerOf(tx, actor.tenantId, code);
  const numbers = [...new Set(phones.map((phone) => numberOf(phone, provider)))];
  const plain = provider.content === null ? '' : filled(provider.content, params);
  const text = signed(provider.signName, plain);
  const segmented = provider.content === null ? null : segmentsOfMessage(text);
  const messages = await writeDown(tx, actor, provider, numbers, segmented);
  await record(tx, actor, {
    action: 'endpoint/send-message',
    objectType: sms.name,
    objectId: provider.id,
    after: { smsCode: provider.smsCode, phones: numbers.slice(0, 20).map(maskNumber), messages: numbers.length },
  });
  announceChange(tx, actor.tenantId, 'resource/sms-log');
  return { provider, ...messages, values: params, text, segmented };
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
export const pendingAnswer = ({ messages, segmented }: Reserved) =>
  answerOf(
    messages.map(({ phone, state }) => ({
      phone: maskNumber(phone),
      state,
      segments: segmented?.parts.length ?? null,
      messageId: null,
      problem: null,
    })),
  );

const answerOf = (results: SentMessage[]) => ({
  success: results.every(({ state }) => state === accepted),
  results,
});

/**
 * Sends reserved messages and returns each outcome. A provider's error is an outcome, never thrown.
 * @param settle runs in the transaction that records the outcome
 */
export async function deliverMessages(
  app: App,
  actor: Actor,
  reserved: Reserved,
  { locale, settle }: { locale: Locale; settle(tx: Tx, answer: ReturnType<typeof answerOf>): Promise<void> },
) {
  const { messages, createTime, segmented, provider } = reserved;
  const waiting = messages.filter(({ state }) => state === sending);
  const begun = performance.now();
  const outcomes = await inTurn(provider, () => handOver(app, reserved, waiting, locale));
  const millis = Math.round(performance.now() - begun);
  const byPhone = new Map(outcomes.map((outcome) => [outcome.phone, outcome]));
  const results = messages.map(({ id, phone, state }) => {
    const { state: became = 'unknown', messageId = null, problem = null, segments } = byPhone.get(phone) ?? {};
    return {
      id,
      phone: maskNumber(phone),
      state: state === limited ? limited : { accepted, failed, unknown }[became],
      segments: segments ?? segmented?.parts.length ?? null,
      messageId: messageId?.slice(0, 128) ?? null,
      problem: problem === null ? null : maskNumbers(problem).slice(0, PROBLEM_MAX),
    };
  });
  const answer = answerOf(results.map(({ id: _, ...result }) => result));
  await app.db.tx(async (tx) => {
    await tx.execute(sql`
      update sys_sms_log l set state = r.state, segments = r.segments, message_id = r."messageId", problem = r.problem,
        millis = case when r.state = ${limited} then null else ${millis}::int end
      from jsonb_to_recordset(${JSON.stringify(results.map(({ id, ...result }) => ({ ...result, id: String(id) })))}::jsonb)
        r (id bigint, state integer, segments integer, "messageId" text, problem text)
      where l.id = r.id and l.create_time = ${createTime}::timestamptz`);
    await settle(tx, answer);
    announceChange(tx, actor.tenantId, 'resource/sms-log');
  });
  return answer;
}

async function handOver(
  app: App,
  { provider, values, text, segmented }: Reserved,
  waiting: readonly Written[],
  locale: Locale,
): Promise<Outcome[]> {
  const vendor = vendors[provider.category];
  if (!vendor) throw new Error(`no provider of kind ${provider.category}`);
  const outcomes: Outcome[] = [];
  const { secrets, outbound } = app;
  for (let at = 0; at < waiting.length; at += vendor.most) {
    const phones = waiting.slice(at, at + vendor.most).map(({ phone }) => phone);
    try {
      const secretKey = openSecretOf(secrets, sms, provider, 'secretKey');
      outcomes.push(...(await vendor.send({ provider, secretKey, phones, values, text, segmented, outbound, locale })));
    } catch (error) {
      const said = outcomeOf(error, locale);
      app.log.warn(
        { smsCode: provider.smsCode, phones: phones.length, state: said.state },
        'text messages were not sent',
      );
      outcomes.push(...phones.map((phone) => ({ phone, ...said })));
    }
  }
  return outcomes;
}

/** By provider: an account of an SMSC allows only a few connections. */
const turns = new Map<bigint, Promise<unknown>>();

async function inTurn<T>(provider: SmsProvider, work: () => Promise<T>): Promise<T> {
  if (!provider.endpoint.startsWith('smpp')) return work();
  const before = turns.get(provider.id) ?? Promise.resolve();
  const own = before.then(work, work);
  turns.set(provider.id, own);
  try {
    return await own;
  } finally {
    if (turns.get(provider.id) === own) turns.delete(provider.id);
  }
}
