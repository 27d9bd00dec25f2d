import { providerKind, providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import {
  smsCapability,
  smsPhoneOwner,
  smsPhoneStatus,
  smsRegistration,
  smsSenderType,
} from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import type { smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { users } from '../../people/identity/index.ts';
import { countries } from '../../stock/inventory/index.ts';
import { providers } from '../../vendors/providers/index.ts';
import { addressOf } from './address.ts';
import { phoneErrors, refusedAt } from './errors.ts';
import { type Phone, phones } from './tables.ts';

const { letters } = smsSenderType.is;
const { usable, unregistered } = smsPhoneStatus.is;
const { none, toSubmit, registered } = smsRegistration.is;

/** The condition on providers that send texts. */
export const sendsTexts: SQL = and(
  eq(providers.kind, providerKind.is.message),
  inArray(providers.protocol, [providerProtocol.is.smpp, providerProtocol.is.trial]),
) as SQL;

/** Whether a sender may be used as far as its registration is concerned. */
export const isRegistered = ({ registrationStatus }: Pick<Phone, 'registrationStatus'>): boolean =>
  registrationStatus === none || registrationStatus === registered;

/** The state of a sender that nothing else prevents from being used. */
export const openState = (phone: Pick<Phone, 'registrationStatus'>) => (isRegistered(phone) ? usable : unregistered);

/**
 * Returns the columns of a new or changed sender. A country that requires it makes a new sender wait for its registration.
 * @throws PHONE_ADDRESS, PHONE_COUNTRY, PHONE_COUNTRY_UNKNOWN, PHONE_PROVIDER, PHONE_NOT_RECEIVING, PHONE_NOT_SENDING, PHONE_AGENT,
 * PHONE_LEASED at their fields
 */
export async function phoneToWrite(
  tx: Tx,
  actor: Pick<Actor, 'tenantId'>,
  input: Partial<InputOf<typeof smsPhone>>,
  existing: Phone | null,
) {
  const { capability = 0, senderType, ownerType = smsPhoneOwner.is.shared } = { ...existing, ...input };
  if ((capability & smsCapability.is.outbound) === 0) throw refusedAt('capability', 'PHONE_NOT_SENDING');
  if (senderType === letters && (capability & smsCapability.is.inbound) !== 0)
    throw refusedAt('capability', 'PHONE_NOT_RECEIVING');
  if (input.providerId !== undefined) await assertProvider(tx, actor.tenantId, input.providerId);
  return {
    ...input,
    ...(existing ? {} : await newAddress(tx, actor.tenantId, input)),
    ...(await assignment(tx, actor.tenantId, { ...input, ownerType }, existing)),
  };
}

async function newAddress(tx: Tx, tenantId: string, input: Partial<InputOf<typeof smsPhone>>) {
  const address = addressOf(input.phoneNo ?? '', input.senderType ?? smsSenderType.is.longNumber);
  if (!address) throw refusedAt('phoneNo', 'PHONE_ADDRESS');
  const { country, ...stored } = address;
  if (country !== null && country !== input.countryCode) throw refusedAt('countryCode', 'PHONE_COUNTRY', { country });
  const [row] = await tx
    .select({ isRequired: countries.senderRegRequired })
    .from(countries)
    .where(
      and(
        eq(countries.tenantId, tenantId),
        eq(countries.countryCode, input.countryCode ?? ''),
        eq(countries.smsEnabled, 1),
        eq(countries.isBlocked, 0),
        isNull(countries.deletedAt),
      ),
    );
  if (!row) throw refusedAt('countryCode', 'PHONE_COUNTRY_UNKNOWN');
  const registrationStatus = row.isRequired === 1 ? toSubmit : none;
  return { ...stored, registrationStatus, status: openState({ registrationStatus }) };
}

async function assertProvider(tx: Tx, tenantId: string, providerId: bigint): Promise<void> {
  const [row] = await tx
    .select({ id: providers.id })
    .from(providers)
    .where(
      and(eq(providers.id, providerId), eq(providers.tenantId, tenantId), isNull(providers.deletedAt), sendsTexts),
    );
  if (!row) throw refusedAt('providerId', 'PHONE_PROVIDER');
}

/** The agent of an exclusive sender; a leased one keeps its agent. */
async function assignment(
  tx: Tx,
  tenantId: string,
  input: Partial<InputOf<typeof smsPhone>>,
  existing: Phone | null,
): Promise<Partial<Pick<Phone, 'agentId' | 'agentName' | 'ownerPath'>>> {
  const isShared = input.ownerType === smsPhoneOwner.is.shared;
  const agentId = isShared ? null : (input.agentId ?? null);
  const isChanged = isShared || input.agentId !== undefined;
  if (existing && existing.leaseNo !== null) {
    if (isShared) throw refusedAt('ownerType', 'PHONE_LEASED', { phone: existing.phoneNo });
    if (isChanged && agentId !== existing.agentId)
      throw refusedAt('agentId', 'PHONE_LEASED', { phone: existing.phoneNo });
    return {};
  }
  if (!isChanged) return {};
  if (agentId === null) return { agentId: null, agentName: null, ownerPath: null };
  const [agent] = await tx
    .select({ name: users.realName, path: users.ownerPath })
    .from(users)
    .where(
      and(
        eq(users.id, agentId),
        eq(users.tenantId, tenantId),
        eq(users.userType, userType.is.agent),
        eq(users.status, 1),
        isNull(users.deletedAt),
      ),
    );
  if (!agent) throw refusedAt('agentId', 'PHONE_AGENT');
  return { agentId, agentName: agent.name, ownerPath: agent.path };
}

/** Returns a sender of the tenant and locks it; null if there is none. */
export async function lockPhone(tx: Tx, tenantId: string, id: bigint): Promise<Phone | null> {
  const [phone] = await tx
    .select()
    .from(phones)
    .where(and(eq(phones.id, id), eq(phones.tenantId, tenantId), isNull(phones.deletedAt)))
    .for('update');
  return phone ?? null;
}

/** Changes columns of a sender outside its form. */
export const changePhone = (tx: Tx, id: bigint, changes: Partial<Phone>) =>
  tx
    .update(phones)
    .set({ ...changes, updateTime: sql`now()`, version: sql`${phones.version} + 1` } as never)
    .where(eq(phones.id, id));

/** Refuses to remove leased senders. @throws PHONE_LEASED */
export function assertNotLeased(rows: readonly Phone[]): void {
  const leased = rows.find(({ leaseNo }) => leaseNo !== null);
  if (leased) throw phoneErrors.PHONE_LEASED({ phone: leased.phoneNo });
}
