import { leaseProblem } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { smsPhoneOwner, smsPhoneStatus } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { balanceOf, hold, revenue, settle } from '../../money/ledger/index.ts';
import { pricingErrors } from '../../money/pricing/index.ts';
import { users } from '../../people/identity/index.ts';
import { assertWithinLimits, loadPayer, type Payer } from '../../stock/orders/index.ts';
import { phoneErrors } from './errors.ts';
import { type Phone, phones } from './tables.ts';
import { changePhone, lockPhone, openState } from './write.ts';

const { usable, expired } = smsPhoneStatus.is;
/** Months ahead up to which a lease can be renewed. */
const REACH_MONTHS = 24;
export const LEASE_DOCUMENT = 'sms_lease';

/** The condition on senders that an agent may lease. */
export const isForLease: SQL = and(
  eq(phones.ownerType, smsPhoneOwner.is.exclusive),
  isNull(phones.agentId),
  isNotNull(phones.monthlyPrice),
  eq(phones.status, usable),
) as SQL;

interface Paid {
  readonly id: bigint;
  readonly months: number;
  /** The amount shown to the agent. */
  readonly expectedAmount: Micro;
}

interface PaidUntil {
  readonly amount: Micro;
  readonly leaseEnd: string;
  readonly balance: Micro;
}

/**
 * Leases a sender to the agent for some months, charged in advance.
 * @throws NOT_FOUND, PHONE_NOT_FOR_LEASE, BUYER_NOT_ALLOWED, UPLINE_DISABLED, PRICE_CHANGED, SPEND_LIMIT, BALANCE_NOT_ENOUGH; the caller
 * rolls back
 */
export async function leasePhone(
  tx: Tx,
  actor: Actor,
  { autoRenew, ...paid }: Paid & { readonly autoRenew: 0 | 1 },
): Promise<PaidUntil> {
  const payer = await payerOf(tx, actor);
  const phone = await lockPhone(tx, actor.tenantId, paid.id);
  if (!phone) throw commonErrors.NOT_FOUND();
  if (phone.ownerType !== smsPhoneOwner.is.exclusive || phone.agentId !== null || phone.status !== usable)
    throw phoneErrors.PHONE_NOT_FOR_LEASE();
  const [agent] = await tx.select({ path: users.ownerPath }).from(users).where(eq(users.id, payer.agentId));
  const leased = {
    ...phone,
    leaseNo: businessNo('PL'),
    leaseOwnerId: payer.userId,
    leaseStart: await dateOf(tx, sql`${todayOf(phone.tenantId)}`),
    leaseMonths: 0,
    agentId: payer.agentId,
    agentName: payer.agentName,
    ownerPath: agent?.path ?? payer.ownerPath,
  };
  const { leaseNo, leaseOwnerId, leaseStart, agentId, agentName, ownerPath } = leased;
  const first = { leaseNo, leaseOwnerId, leaseStart, agentId, agentName, ownerPath, autoRenew };
  const amount = await chargedAmount(tx, actor, payer, phone, paid);
  await payMonths(tx, actor, payer, leased, { months: paid.months, event: 'lease', first });
  return paidUntil(tx, actor, paid.id, amount);
}

/**
 * Renews the agent's lease of a sender for some months, also within the days of grace.
 * @throws as `leasePhone`; PHONE_NOT_YOURS, PHONE_TOO_FAR
 */
export async function renewPhone(tx: Tx, actor: Actor, paid: Paid): Promise<PaidUntil> {
  const payer = await payerOf(tx, actor);
  const phone = await lockOwn(tx, actor, payer, paid.id);
  const amount = await chargedAmount(tx, actor, payer, phone, paid);
  const { rows } = await tx.execute<{ far: boolean }>(sql`
    select lease_end + make_interval(months => ${paid.months}::int) > ${todayOf(phone.tenantId)} + make_interval(months => ${REACH_MONTHS}::int) as far
    from sms_phone where id = ${phone.id}`);
  if (rows[0]?.far) throw phoneErrors.PHONE_TOO_FAR({ months: REACH_MONTHS });
  await payMonths(tx, actor, payer, phone, { months: paid.months, event: 'renew' });
  return paidUntil(tx, actor, paid.id, amount);
}

/** Turns the automatic renewal of the agent's lease on or off. @throws NOT_FOUND, PHONE_NOT_YOURS */
export async function setPhoneAutoRenew(tx: Tx, actor: Actor, id: bigint, autoRenew: 0 | 1): Promise<void> {
  const payer = await payerOf(tx, actor);
  await lockOwn(tx, actor, payer, id);
  await changePhone(tx, id, { autoRenew, problem: null, attemptTime: null });
  announceChange(tx, actor.tenantId, smsPhone);
}

async function payerOf(tx: Tx, actor: Actor): Promise<Payer> {
  const payer = await loadPayer(tx, actor);
  if (payer instanceof AppError) throw payer;
  return payer;
}

async function lockOwn(tx: Tx, actor: Actor, payer: Payer, id: bigint): Promise<Phone> {
  const phone = await lockPhone(tx, actor.tenantId, id);
  if (!phone) throw commonErrors.NOT_FOUND();
  if (phone.leaseNo === null || phone.agentId !== payer.agentId) throw phoneErrors.PHONE_NOT_YOURS();
  return phone;
}

async function chargedAmount(tx: Tx, actor: Actor, payer: Payer, phone: Phone, paid: Paid): Promise<Micro> {
  if (phone.monthlyPrice === null) throw phoneErrors.PHONE_NOT_FOR_LEASE();
  const amount = times(phone.monthlyPrice, paid.months);
  if (amount !== paid.expectedAmount) throw pricingErrors.PRICE_CHANGED({}, { amount: formatMoney(amount) });
  await assertWithinLimits(tx, actor, payer, amount);
  return amount;
}

async function paidUntil(tx: Tx, actor: Actor, id: bigint, amount: Micro): Promise<PaidUntil> {
  announceChange(tx, actor.tenantId, smsPhone);
  const [row] = await tx.select({ leaseEnd: phones.leaseEnd }).from(phones).where(eq(phones.id, id));
  const { balance } = await balanceOf(tx, actor, { userId: actor.userId });
  return { amount, leaseEnd: row?.leaseEnd ?? '', balance };
}

type Leased = Phone & { readonly leaseNo: string | null };

/**
 * Charges the next months of a lease, each held and settled under its number, and moves the end of the lease. The first charge is
 * the first write, so that a refusal leaves the transaction usable.
 * @throws BALANCE_NOT_ENOUGH
 */
export async function payMonths(
  tx: Tx,
  actor: Actor,
  payer: Payer,
  phone: Leased,
  { months, event, first = {}, isAuto = false }: PaidTerm,
): Promise<void> {
  const { leaseNo, leaseStart } = { ...phone, ...first };
  for (let month = phone.leaseMonths + 1; month <= phone.leaseMonths + months; month += 1)
    await payMonth(tx, actor, payer, { phone, leaseNo: leaseNo ?? '', leaseStart: leaseStart ?? '', month, isAuto });
  const status = phone.status === expired ? openState(phone) : phone.status;
  const leaseMonths = phone.leaseMonths + months;
  const leaseEnd = await dateOf(tx, sql`(${leaseStart}::date + make_interval(months => ${leaseMonths}::int))::date`);
  const paid = { leaseMonths, leaseEnd, status, problem: null, attemptTime: null, remindedDays: null };
  await changePhone(tx, phone.id, { ...first, ...paid });
  await logState(tx, actor, { type: smsPhone.name, event, from: phone.status, to: status, id: phone.id });
}

interface PaidTerm {
  readonly months: number;
  readonly event: 'lease' | 'renew';
  /** Columns of a new lease. */
  readonly first?: Partial<Phone>;
  readonly isAuto?: boolean;
}

interface Month {
  readonly phone: Phone;
  readonly leaseNo: string;
  readonly leaseStart: string;
  readonly month: number;
  readonly isAuto: boolean;
}

async function payMonth(tx: Tx, actor: Actor, payer: Payer, { phone, leaseNo, leaseStart, month, isAuto }: Month) {
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval('sms_phone_month_id_seq')::text as id`);
  const id = BigInt(rows[0]?.id ?? 0);
  const amount = micros(phone.monthlyPrice ?? 0n);
  const journalId = amount === 0n ? null : await chargeMonth(tx, actor, payer, { id, leaseNo, month, amount });
  const start = sql`${leaseStart}::date`;
  await tx.execute(sql`
    insert into sms_phone_month (id, tenant_id, owner_id, owner_path, owner_name, phone_id, lease_no, month_no, from_date, until_date, amount,
      is_auto, journal_id, create_user, create_user_name)
    overriding system value
    values (${id}, ${phone.tenantId}, ${payer.userId}, ${payer.ownerPath}, ${payer.realName}, ${phone.id}, ${leaseNo}, ${month},
      case ${month}::int when 1 then ${start} else (${start} + make_interval(months => ${month}::int - 1))::date + 1 end,
      (${start} + make_interval(months => ${month}::int))::date, ${amount}, ${isAuto ? 1 : 0}, ${journalId},
      ${actor.userId || null}, ${actor.realName || null})`);
}

async function chargeMonth(
  tx: Tx,
  actor: Actor,
  payer: Payer,
  { id, leaseNo, month, amount }: { id: bigint; leaseNo: string; month: number; amount: Micro },
): Promise<bigint> {
  const key = `sp:${leaseNo}:${month}`;
  const document = { bizType: LEASE_DOCUMENT, bizId: id, bizNo: leaseNo };
  const held = await hold(tx, actor, { userId: payer.userId, amount, idemKey: `${key}:hold`, ...document });
  if (held.holdId === null) throw new Error(`No hold for month ${month} of ${leaseNo}`);
  const settled = {
    holdId: held.holdId,
    amount,
    to: revenue('sms'),
    event: 'LEASE',
    idemKey: `${key}:settle`,
  } as const;
  return (await settle(tx, actor, settled)).journalId;
}

/** Records why a lease was not renewed; it is tried again in an hour. */
export const markLeaseProblem = (tx: Tx, id: bigint, problem: keyof typeof leaseProblem.is) =>
  changePhone(tx, id, { problem: leaseProblem.is[problem], attemptTime: new Date(Date.now() + 3_600_000) });

/** The price of a month as messages show it. */
export const priceInWords = ({ monthlyPrice }: Phone): string =>
  `${formatMoney(micros(monthlyPrice ?? 0n))} ${BOOK_CURRENCY}`;

async function dateOf(tx: Tx, date: SQL): Promise<string> {
  const { rows } = await tx.execute<{ day: string }>(sql`select (${date})::text as day`);
  return rows[0]?.day ?? '';
}
