import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { CHANNEL_ADDRESSES, PORTFOLIO_LIMIT } from '@trade-assistant/contract/areas/provider/sender-fields.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { neededRefusal } from '../../../kernel/http/errors.ts';
import { normalise } from '../../../kernel/phone/index.ts';
import { providerErrors } from '../errors.ts';
import { CHECK_KIND, MESSAGE_KIND } from '../provider.ts';
import type { ProviderRow } from '../tables.ts';

type Input = Partial<InputOf<typeof provider>>;
const { http, whatsapp, telegramBot, trial } = providerProtocol.is;

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
    ...(protocol === http && endpoint === '' ? ['endpoint'] : []),
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
    ...(protocol === whatsapp ? { portfolioLimit: after.portfolioLimit ?? PORTFOLIO_LIMIT } : {}),
    ...(senderNumber ? { senderNumber: digitsOf(senderNumber) } : {}),
    ...(ownerId === undefined
      ? {}
      : { ownerName: ownerId === null ? null : await nameOfAgent(tx, actor.tenantId, ownerId) }),
  };
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

function atField(field: string, code: 'PROVIDER_PROTOCOL' | 'SENDER_NUMBER' | 'SENDER_AGENT' | 'SENDER_TAKEN') {
  const { zh, en } = providerErrors.declarations[code];
  return providerErrors[code]({}, { fields: [{ field, message: { zh, en } }] });
}
