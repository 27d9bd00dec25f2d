import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { CHANNEL_ADDRESSES, PORTFOLIO_LIMIT } from '@trade-assistant/contract/areas/provider/sender-fields.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../../kernel/app/index.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import type { Context } from '../../../../kernel/http/context.ts';
import { neededRefusal } from '../../../../kernel/http/errors.ts';
import { normalise } from '../../../../kernel/phone/index.ts';
import { SMPP_PROTOCOLS } from '../../smpp/index.ts';
import { providerErrors } from '../errors.ts';
import { CHECK_KIND, MESSAGE_KIND } from '../provider.ts';
import type { ProviderRow } from '../tables.ts';

/** Wait for the answer to a part, unless another one is given. */
const SMPP_MILLIS = 30_000;

type Input = Partial<InputOf<typeof provider>>;
const { http, whatsapp, telegramBot, trial, smpp } = providerProtocol.is;

/**
 * Returns the settings of a provider by its protocol: its kind, the channel's address where none is given, the sender's number as
 * digits, and the name of its agent.
 * @throws BAD_REQUEST, PROVIDER_PROTOCOL, SENDER_NUMBER, SENDER_AGENT, each at its field
 */
export async function settingsOf(
  { actor, locale }: Pick<Context, 'actor' | 'locale'>,
  tx: Tx,
  input: Input,
  existing: ProviderRow | null,
) {
  const protocol = existing?.protocol ?? input.protocol ?? http;
  const kind = protocol === http ? CHECK_KIND : MESSAGE_KIND;
  // The protocol decides; a service of messages without one of theirs needs a choice.
  if (existing === null && input.kind === MESSAGE_KIND && kind === CHECK_KIND)
    throw atField('protocol', 'PROVIDER_PROTOCOL');
  const after = { ...existing, ...input };
  const endpoint = after.endpoint || CHANNEL_ADDRESSES[protocol as keyof typeof CHANNEL_ADDRESSES] || '';
  const needed = [
    ...((protocol === http || protocol === smpp) && endpoint === '' ? ['endpoint'] : []),
    ...(protocol === smpp && !after.systemId ? ['systemId'] : []),
    ...(kind === MESSAGE_KIND && protocol !== trial && !after.apiKey ? ['apiKey'] : []),
    ...(protocol === whatsapp && !after.senderAccount ? ['senderAccount'] : []),
    ...(protocol === whatsapp && !after.secretKey ? ['secretKey'] : []),
    ...(protocol === telegramBot && !after.verifyToken ? ['verifyToken'] : []),
  ];
  if (needed.length > 0) throw neededRefusal(needed, provider, locale);
  const { senderNumber, ownerId } = input;
  return {
    endpoint,
    ...(existing === null ? { kind, protocol } : {}),
    ...(kind === MESSAGE_KIND ? { capabilities: 0 } : {}),
    ...(protocol === smpp && existing === null && input.timeoutMs === undefined ? { timeoutMs: SMPP_MILLIS } : {}),
    ...(protocol === whatsapp ? { portfolioLimit: after.portfolioLimit ?? PORTFOLIO_LIMIT } : {}),
    ...(senderNumber ? { senderNumber: digitsOf(senderNumber) } : {}),
    ...(ownerId === undefined
      ? {}
      : { ownerName: ownerId === null ? null : await nameOfAgent(tx, actor.tenantId, ownerId) }),
  };
}

/**
 * Checks the address of a service by its protocol.
 * @throws PROVIDER_SMPP_ADDRESS at its field, PROVIDER_PLAIN, and the errors of `outbound.check`
 */
export function checkEndpoint(
  { outbound, config }: Pick<App, 'outbound' | 'config'>,
  protocol: number | undefined,
  endpoint: string | null | undefined,
): void {
  if (!endpoint) return;
  const isSmpp = /^smpps?:/i.test(endpoint);
  if (isSmpp !== (protocol === smpp)) {
    if (protocol === smpp) throw atField('endpoint', 'PROVIDER_SMPP_ADDRESS');
    throw providerErrors.PROVIDER_PLAIN();
  }
  outbound.check(endpoint, isSmpp ? SMPP_PROTOCOLS : undefined);
  // Most SMSCs are reached without encryption over a VPN; OUTBOUND_TLS demands it.
  if (!isSmpp && !config.outbound.allowPrivate && !/^https:/i.test(endpoint)) throw providerErrors.PROVIDER_PLAIN();
}

function digitsOf(number: string): string {
  const read = normalise(number.startsWith('+') ? number : `+${number}`);
  if (!read.ok) throw atField('senderNumber', 'SENDER_NUMBER');
  return String(read.e164);
}

async function nameOfAgent(tx: Tx, tenantId: string, id: bigint): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select coalesce(nullif(real_name, ''), account) as name from sys_user
    where id = ${id} and tenant_id = ${tenantId} and owner_path <> '/' and deleted_at is null`);
  if (!rows[0]) throw atField('ownerId', 'SENDER_AGENT');
  return rows[0].name;
}

/** The refusal of a phone number ID that another sender has. */
export const senderTaken = () => atField('senderAccount', 'SENDER_TAKEN');

function atField(
  field: string,
  code: 'PROVIDER_PROTOCOL' | 'PROVIDER_SMPP_ADDRESS' | 'SENDER_NUMBER' | 'SENDER_AGENT' | 'SENDER_TAKEN',
) {
  const { zh, en } = providerErrors.declarations[code];
  return providerErrors[code]({}, { fields: [{ field, message: { zh, en } }] });
}
