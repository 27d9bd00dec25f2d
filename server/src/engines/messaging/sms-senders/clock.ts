import { smsPhoneStatus } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, micros } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { balanceOf } from '../../money/ledger/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { isPausedOwner } from '../../people/identity/index.ts';
import { assertWithinLimits, loadPayer } from '../../stock/orders/index.ts';
import { markLeaseProblem, payMonths, priceInWords } from './lease.ts';
import { type Phone, phones } from './tables.ts';
import { purgePhoneDays } from './use.ts';
import { changePhone, openState } from './write.ts';

const { expired } = smsPhoneStatus.is;
/** Senders handled by one step in one run; the next run continues. */
const PHONES_MAX = 500;

const today = todayOf(phones.tenantId);
const graceDays = integerParameter(sql`sms_phone.tenant_id`, 'lease.graceDays');
const remindDays = integerParameter(sql`sms_phone.tenant_id`, 'lease.remindDays');
const daysLeft = sql`(${phones.leaseEnd} - ${today})`;
/** Owners are reminded at the parameter's days before the end, at three and at one. */
const remindStep = sql`case when ${daysLeft} <= 1 then 1 when ${daysLeft} <= 3 then least(3, ${remindDays}) else ${remindDays} end`;
/** Leases below a disabled agent pause: no end, no renewal, no reminder. */
const isLeased = sql`${phones.leaseNo} is not null and not ${isPausedOwner(phones.leaseOwnerId)}`;

interface Step {
  readonly due: SQL;
  readonly act: (tx: Tx, phone: Phone) => Promise<void>;
}

const STEPS: readonly Step[] = [
  {
    due: sql`${isLeased} and ${phones.autoRenew} = 1 and ${phones.leaseEnd} <= ${today}
      and (${phones.attemptTime} is null or ${phones.attemptTime} <= now())`,
    act: renewOne,
  },
  { due: sql`${isLeased} and ${phones.status} <> ${expired} and ${phones.leaseEnd} < ${today}`, act: expireOne },
  {
    due: sql`${isLeased} and ${phones.status} = ${expired} and ${phones.leaseEnd} + ${graceDays} < ${today}`,
    act: releaseOne,
  },
  {
    due: sql`${phones.leaseNo} is null and ${phones.status} = ${expired} and ${phones.quarantineUntil} < ${today}`,
    act: restOne,
  },
  {
    due: sql`${isLeased} and ${phones.status} <> ${expired} and ${daysLeft} between 0 and ${remindDays}
      and (${phones.remindedDays} is null or ${phones.remindedDays} > ${remindStep})`,
    act: remindOne,
  },
];

/**
 * Advances the leases of senders: automatic renewals on the last day with hourly retries, ends, reclaiming after the days of grace, the
 * end of quarantine, and reminders. One transaction per sender; any number of nodes may run it and stop at any point.
 * @returns how many senders it changed or reminded of
 */
export async function runDuePhones(db: Db): Promise<number> {
  let count = 0;
  const failures: unknown[] = [];
  for (const { due, act } of STEPS) {
    const skipped: bigint[] = [];
    for (let turn = 0; turn < PHONES_MAX; turn += 1) {
      let current: bigint | undefined;
      try {
        const done = await db.tx(
          async (tx) => {
            const phone = await dueOne(tx, due, skipped);
            if (!phone) return false;
            current = phone.id;
            await act(tx, phone);
            announceChange(tx, phone.tenantId, smsPhone);
            return true;
          },
          { retry: true },
        );
        if (!done) break;
        count += 1;
      } catch (error) {
        // A failure of one sender does not stop the others.
        failures.push(error);
        if (current === undefined) break;
      }
      if (current !== undefined) skipped.push(current);
    }
  }
  await db.tx(purgePhoneDays);
  if (failures.length > 0) throw new Error('Senders could not be looked after', { cause: failures[0] });
  return count;
}

async function dueOne(tx: Tx, due: SQL, skipped: readonly bigint[]): Promise<Phone | undefined> {
  const [phone] = await tx
    .select()
    .from(phones)
    .where(and(due, isNull(phones.deletedAt), notInArray(phones.id, [...skipped])))
    .orderBy(asc(phones.leaseEnd), asc(phones.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return phone;
}

async function renewOne(tx: Tx, phone: Phone): Promise<void> {
  const actor = systemActor(phone.tenantId);
  const userId = phone.leaseOwnerId ?? 0n;
  const payer = await loadPayer(tx, { tenantId: phone.tenantId, userId });
  if (payer instanceof AppError) return void (await markLeaseProblem(tx, phone.id, 'closed'));
  if (phone.monthlyPrice === null) return void (await markLeaseProblem(tx, phone.id, 'price'));
  try {
    await assertWithinLimits(tx, { tenantId: phone.tenantId, userId }, payer, micros(phone.monthlyPrice));
    await payMonths(tx, actor, payer, phone, { months: 1, event: 'renew', isAuto: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = { SPEND_LIMIT: 'spendLimit', BALANCE_NOT_ENOUGH: 'balance' } as const;
    if (!Object.hasOwn(problem, error.code)) throw error;
    return void (await markLeaseProblem(tx, phone.id, problem[error.code as keyof typeof problem]));
  }
  await tell(tx, phone, 'SMS_PHONE_RENEWED', { amount: priceInWords(phone) });
}

async function expireOne(tx: Tx, phone: Phone): Promise<void> {
  await changePhone(tx, phone.id, { status: expired });
  await moved(tx, phone, 'expire', expired);
  const { rows } = await tx.execute<{ day: string }>(sql`
    select (lease_end + ${graceDays})::text as day from sms_phone where id = ${phone.id}`);
  await tell(tx, phone, 'SMS_PHONE_EXPIRED', { date: rows[0]?.day ?? '' });
}

async function releaseOne(tx: Tx, phone: Phone): Promise<void> {
  await tx.execute(sql`
    update sms_phone set agent_id = null, agent_name = null, owner_path = null, lease_no = null, lease_owner_id = null, lease_start = null,
      lease_end = null, lease_months = 0, auto_renew = 0, problem = null, attempt_time = null, reminded_days = null,
      quarantine_until = ${todayOf(sql`sms_phone.tenant_id`)} + coalesce((select quarantine_days from inv_country c
        where c.tenant_id = sms_phone.tenant_id and c.country_code = sms_phone.country_code and c.deleted_at is null), 90),
      update_time = now(), version = version + 1
    where id = ${phone.id}`);
  await moved(tx, phone, 'release', expired);
  await tell(tx, phone, 'SMS_PHONE_RECLAIMED', {});
}

async function restOne(tx: Tx, phone: Phone): Promise<void> {
  const status = openState(phone);
  await changePhone(tx, phone.id, { status, quarantineUntil: null });
  await moved(tx, phone, 'rest', status);
}

async function remindOne(tx: Tx, phone: Phone): Promise<void> {
  await tx.execute(sql`update sms_phone set reminded_days = ${remindStep} where id = ${phone.id}`);
  const date = phone.leaseEnd ?? '';
  if (phone.autoRenew === 0) return tell(tx, phone, 'SMS_PHONE_DUE', { date });
  const { balance, bonus } = await balanceOf(tx, systemActor(phone.tenantId), { userId: phone.leaseOwnerId ?? 0n });
  if (balance + bonus >= (phone.monthlyPrice ?? 0n)) return;
  const left = `${formatMoney(micros(balance + bonus))} ${BOOK_CURRENCY}`;
  await tell(tx, phone, 'SMS_PHONE_SHORT', { date, amount: priceInWords(phone), balance: left });
}

const moved = (tx: Tx, { id, tenantId, status }: Phone, event: string, to: number) =>
  logState(tx, systemActor(tenantId), { type: smsPhone.name, event, from: status, to, id });

type Notice = 'SMS_PHONE_DUE' | 'SMS_PHONE_SHORT' | 'SMS_PHONE_RENEWED' | 'SMS_PHONE_EXPIRED' | 'SMS_PHONE_RECLAIMED';

async function tell(tx: Tx, phone: Phone, key: Notice, params: Readonly<Record<string, string>>): Promise<void> {
  if (phone.leaseOwnerId === null) return;
  await sendMessage(tx, systemActor(phone.tenantId), {
    to: { userIds: [phone.leaseOwnerId] },
    key,
    params: { phone: phone.phoneNo, ...params },
    bizType: smsPhone.name,
    bizId: String(phone.id),
  });
}
