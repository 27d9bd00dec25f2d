import { smsPhoneOwner, smsPhoneStatus } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { smsPhone } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { keyOf } from './address.ts';
import { phoneErrors } from './errors.ts';
import { type Phone, phones } from './tables.ts';

const { usable, frozen } = smsPhoneStatus.is;
/** Days of the rates of delivery and complaints. */
export const RATE_DAYS = 7;
/** Roles that are notified of frozen senders. */
const OPERATIONS = ['admin', 'compliance'];

/** The owner of a text: its tenant, and the agent for which it is sent; of a sub-user its agent. */
export interface TextOwner {
  readonly tenantId: string;
  readonly ownerId: bigint;
  readonly agentId: bigint;
}

/** The condition on senders that an agent may use: shared ones, and those it leases or was assigned. */
export const usedBy = (agentId: bigint): SQL =>
  or(eq(phones.ownerType, smsPhoneOwner.is.shared), eq(phones.agentId, agentId)) as SQL;

/** Returns a sender that an owner may use now. @throws SENDER_UNAVAILABLE */
export async function usablePhone(tx: Pick<Tx, 'select'>, owner: TextOwner, phoneId: bigint): Promise<Phone> {
  const [phone] = await tx
    .select()
    .from(phones)
    .where(
      and(eq(phones.id, phoneId), eq(phones.tenantId, owner.tenantId), isNull(phones.deletedAt), usedBy(owner.agentId)),
    );
  if (phone?.status !== usable) throw phoneErrors.SENDER_UNAVAILABLE();
  return phone;
}

/**
 * Returns the phone with an address of a provider; of several with this address the first. An address of another account of the tenant is
 * found as well, as long as only one phone there has it: SMSCs deliver texts on any of them.
 */
export async function phoneOfAddress(
  tx: Pick<Tx, 'select'>,
  { id: providerId, tenantId }: { readonly id: bigint; readonly tenantId: string },
  address: string,
): Promise<Phone | null> {
  const key = keyOf(address);
  if (key === '') return null;
  const found = await tx
    .select()
    .from(phones)
    .where(and(eq(phones.tenantId, tenantId), eq(phones.phoneKey, key), isNull(phones.deletedAt)))
    .orderBy(phones.id);
  const [own] = found.filter((phone) => phone.providerId === providerId);
  return own ?? (found.length === 1 ? (found[0] ?? null) : null);
}

declareLimit({ name: 'parts that a phone sends in a day', window: 'day', unit: 'parts' });

/**
 * Counts texts and their parts as sent today by a sender. @returns false, and counts nothing, where the parts would exceed its
 * daily limit
 */
export async function countPhoneUse(
  tx: Pick<Tx, 'execute'>,
  phoneId: bigint,
  parts: number,
  texts = 1,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into sms_phone_day as d (phone_id, day, texts, parts, busy_until)
    select p.id, ${todayOf(sql`p.tenant_id`)}, ${texts}::int, ${parts}::int, now() + make_interval(secs => ${parts}::float8 / p.rate_per_second)
    from sms_phone p where p.id = ${phoneId} and (p.daily_limit = 0 or ${parts}::int <= p.daily_limit)
    on conflict (phone_id, day) do update set texts = d.texts + excluded.texts, parts = d.parts + excluded.parts,
      busy_until = excluded.busy_until + greatest(d.busy_until - now(), interval '0')
    where (select daily_limit = 0 or d.parts + excluded.parts <= daily_limit from sms_phone where id = d.phone_id)`);
  return (rowCount ?? 0) > 0;
}

/** Returns for how many milliseconds the texts of all tasks use up the rate of a sender. */
export async function phoneWaitMillis(tx: Pick<Tx, 'execute'>, phoneId: bigint): Promise<number> {
  const { rows } = await tx.execute<{ wait: number | null }>(
    sql`select ceil(extract(epoch from max(busy_until) - now()) * 1000)::int as wait from sms_phone_day where phone_id = ${phoneId} and busy_until > now()`,
  );
  return rows[0]?.wait ?? 0;
}

export interface PhoneResults {
  readonly delivered?: number;
  readonly failed?: number;
  readonly optOuts?: number;
}

/**
 * Adds results of texts of a sender to today's figures. Opt-outs above the share of the parameter freeze the sender, with a notice
 * to its agent and to operations. @returns whether it was frozen
 */
export async function recordPhoneResults(tx: Tx, phoneId: bigint, results: PhoneResults): Promise<boolean> {
  const { delivered = 0, failed = 0, optOuts = 0 } = results;
  await tx.execute(sql`
    insert into sms_phone_day as d (phone_id, day, delivered, failed, opt_outs)
    select p.id, ${todayOf(sql`p.tenant_id`)}, ${delivered}::int, ${failed}::int, ${optOuts}::int from sms_phone p where p.id = ${phoneId}
    on conflict (phone_id, day) do update set delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed,
      opt_outs = d.opt_outs + excluded.opt_outs`);
  return optOuts > 0 && freezeForComplaints(tx, phoneId);
}

async function freezeForComplaints(tx: Tx, phoneId: bigint): Promise<boolean> {
  const { rows } = await tx.execute<{
    tenant: string;
    phone: string;
    agent: string | null;
    rate: string;
    n: number;
  }>(sql`
    with figures as (
      select sum(texts) as texts, sum(opt_outs) as opt_outs from sms_phone_day d join sms_phone s on s.id = d.phone_id
      where d.phone_id = ${phoneId} and d.day > ${todayOf(sql`s.tenant_id`)} - ${RATE_DAYS}::int
    )
    update sms_phone s set status = ${frozen}, frozen_reason = trim_scale(round(100.0 * f.opt_outs / f.texts, 2)) || ' % · STOP',
      update_time = now(), version = version + 1
    from figures f
    where s.id = ${phoneId} and s.status = ${usable} and f.texts >= ${integerParameter(sql`s.tenant_id`, 'sms.complaintTexts')}
      and f.opt_outs * 10000 > f.texts * ${integerParameter(sql`s.tenant_id`, 'sms.complaintRate')}
    returning s.tenant_id as tenant, s.phone_no as phone, s.agent_id::text as agent, s.frozen_reason as rate, f.texts::int as n`);
  const [row] = rows;
  if (!row) return false;
  const actor = systemActor(row.tenant);
  const reason = row.rate;
  await logState(tx, actor, {
    type: smsPhone.name,
    event: 'complaints',
    from: usable,
    to: frozen,
    id: phoneId,
    reason,
  });
  const message = {
    key: 'SMS_PHONE_COMPLAINTS',
    params: { phone: row.phone, rate: reason.split(' ')[0] ?? '', n: String(row.n) },
    bizType: smsPhone.name,
    bizId: String(phoneId),
  } as const;
  await sendMessage(tx, actor, { ...message, to: { roleKeys: OPERATIONS } });
  if (row.agent !== null) await sendMessage(tx, actor, { ...message, to: { userIds: [BigInt(row.agent)] } });
  announceChange(tx, row.tenant, smsPhone);
  return true;
}

/** Use of a sender: parts sent today, and the shares of seven days in percent; null without texts. */
export interface PhoneFigures {
  readonly usedToday: number;
  readonly deliveryRate7d: string | null;
  readonly complaintRate7d: string | null;
}

/** Returns the figures of some senders by their ids. */
export async function phoneFigures(
  run: Pick<Db['drizzle'], 'execute'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, PhoneFigures>> {
  const { rows } = await run.execute<{
    id: string;
    used: number;
    delivered: string | null;
    complaints: string | null;
  }>(sql`
    select p.id::text, coalesce(sum(d.parts) filter (where d.day = t.today), 0)::int as used,
      trim_scale(round(100.0 * sum(d.delivered) / nullif(sum(d.delivered + d.failed), 0), 1))::text as delivered,
      trim_scale(round(100.0 * sum(d.opt_outs) / nullif(sum(d.texts), 0), 2))::text as complaints
    from sms_phone p cross join lateral (select ${todayOf(sql`p.tenant_id`)} as today) t
    left join sms_phone_day d on d.phone_id = p.id and d.day > t.today - ${RATE_DAYS}::int
    where p.id = any(${sql.param(ids.map(String))}::bigint[]) group by p.id`);
  return new Map(
    rows.map(({ id, used, delivered, complaints }) => [
      BigInt(id),
      { usedToday: used, deliveryRate7d: delivered, complaintRate7d: complaints },
    ]),
  );
}

/** Removes counters older than the rates need. @returns how many */
export async function purgePhoneDays(tx: Pick<Tx, 'execute'>): Promise<number> {
  const { rowCount } = await tx.execute(sql`delete from sms_phone_day where day < current_date - 90`);
  return rowCount ?? 0;
}
