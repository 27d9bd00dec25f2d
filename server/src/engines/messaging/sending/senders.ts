import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import {
  smsCapability,
  smsPhoneStatus,
  smsSenderType,
} from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { plainNumber } from '../../../kernel/phone/index.ts';
import { payerOf } from '../../stock/orders/index.ts';
import { type MessageSender, messageSender, messageSenders } from '../../vendors/providers/index.ts';
import { phones, usablePhone, usedBy } from '../sms-senders/index.ts';
import type { MessageChannel, OrderDetails } from './channels.ts';
import { refusedAt } from './errors.ts';

/** The owner of an order. */
export interface Buyer {
  readonly tenantId: string;
  readonly ownerId: bigint;
  /** The agent that pays for a sub-user. */
  readonly agentId: bigint | null;
}

/** Returns the owner of orders with the agent that pays. @throws BUYER_NOT_ALLOWED, UPLINE_DISABLED */
export async function buyerOf(app: App, tenantId: string, ownerId: bigint): Promise<Buyer> {
  const { userId, agentId } = await payerOf(app.db, { tenantId, ownerId });
  return { tenantId, ownerId: userId, agentId };
}

/** How an order is sent. */
interface OrderSender {
  readonly sender: MessageSender;
  readonly name: string;
  readonly details: OrderDetails;
  /** Of SMS only. */
  readonly phone: typeof phones.$inferSelect | null;
  /** Messages a minute at most; null: as the provider allows. */
  readonly speedPerMinute: number | null;
}

/** Returns whether an owner may use a sender: one of the platform, or of its agent. */
export const mayUse = (sender: MessageSender, { tenantId, ownerId, agentId }: Buyer): boolean =>
  sender.tenantId === tenantId && (sender.ownerId === null || sender.ownerId === ownerId || sender.ownerId === agentId);

/**
 * Returns a sender that an owner may use now. The sender of SMS is a phone, whose provider sends.
 * @throws SENDER_GONE, SENDER_RESTRICTED, SENDER_UNAVAILABLE
 */
export async function orderSender(
  app: App,
  tx: Tx,
  channel: MessageChannel,
  buyer: Buyer,
  id: bigint,
): Promise<OrderSender> {
  const phone = channel.key === 'sms' ? await phoneAt(tx, buyer, id) : null;
  const sender = await messageSender(app, tx, phone?.providerId ?? id);
  if (!sender || !channel.protocols.includes(sender.protocol) || (phone === null && !mayUse(sender, buyer)))
    throw refusedAt('senderId', 'SENDER_GONE');
  if (sender.restriction !== null) throw refusedAt('senderId', 'SENDER_RESTRICTED');
  return phone === null
    ? { sender, name: sender.name, details: {}, phone, speedPerMinute: null }
    : {
        ...{ sender, phone, name: phone.phoneNo, details: { phoneId: String(phone.id) } },
        speedPerMinute: phone.ratePerSecond * 60,
      };
}

/** @throws SENDER_UNAVAILABLE at its field */
async function phoneAt(tx: Tx, { tenantId, ownerId, agentId }: Buyer, id: bigint) {
  try {
    return await usablePhone(tx, { tenantId, ownerId, agentId: agentId ?? ownerId }, id);
  } catch (error) {
    throw isAppError(error) ? refusedAt('senderId', 'SENDER_UNAVAILABLE') : error;
  }
}

/** Senders that are phone numbers; short codes and letters are not. */
const NUMBERS: readonly number[] = [smsSenderType.is.longNumber, smsSenderType.is.tollFree];

/** Returns the senders from which a form offers one; `buyer` null: all of a tenant. */
export async function shownSenders(app: App, channel: MessageChannel, tenantId: string, buyer: Buyer | null) {
  const all = await messageSenders(app, app.db.drizzle, { tenantId, protocols: channel.protocols });
  if (channel.key !== 'sms')
    return all
      .filter((one) => buyer === null || mayUse(one, buyer))
      .map(({ id, name, protocol, number, quality, restriction, evidence }) => ({
        ...{ id, name, protocol, quality, restriction },
        number: number === null ? null : plainNumber(number),
        isTrial: evidence === 3,
      }));
  const providers = new Map(all.map((one) => [one.id, one]));
  const usable = await app.db.drizzle
    .select()
    .from(phones)
    .where(
      and(
        eq(phones.tenantId, tenantId),
        eq(phones.status, smsPhoneStatus.is.usable),
        sql`${phones.capability} & ${smsCapability.is.outbound} > 0`,
        isNull(phones.deletedAt),
        buyer === null ? undefined : usedBy(buyer.agentId ?? buyer.ownerId),
      ),
    )
    .orderBy(phones.phoneNo, phones.id);
  return usable.flatMap(({ id, phoneNo, senderType, providerId, countryCode }) => {
    const provider = providers.get(providerId);
    if (!provider) return [];
    const { protocol, restriction } = provider;
    return [
      {
        ...{ id, protocol, restriction, quality: 0 },
        ...(NUMBERS.includes(senderType)
          ? { name: countryCode, number: phoneNo }
          : { name: `${phoneNo} · ${countryCode}`, number: null }),
        isTrial: protocol === providerProtocol.is.trial,
      },
    ];
  });
}
