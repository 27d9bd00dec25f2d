import { smsPhoneStatus, smsRegistration } from '@trade-assistant/contract/areas/sms/phone-dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { type Phone, phones } from '../engines/messaging/sms-senders/index.ts';
import type { Demo } from './demo.ts';

const { none, review, registered } = smsRegistration.is;
const { usable, unregistered, frozen } = smsPhoneStatus.is;
const PRICE = parseMoney('15');
const EXCLUSIVE = 2;
const USUAL = {
  ...{
    countryCode: 'US',
    senderType: 1,
    capability: 7,
    routeType: 1,
    ownerType: 1,
    status: usable,
    registrationStatus: none,
  },
  ...{ dailyLimit: 20_000, ratePerSecond: 20, inboxMode: 2, regAttachIds: [], autoRenew: 0 as const },
};
/** Senders with texts in the last week. */
const USED = ['12025550100', 'FERNSHOP', '18005550199'];

/** Senders of every kind, from the numbers reserved for fiction: shared, assigned, leased, open for lease, under review and frozen. */
const PHONES: readonly (Partial<Phone> & Pick<Phone, 'phoneNo'>)[] = [
  { phoneNo: '+12025550100', registrationStatus: registered, registrationNo: '10DLC-C7Q2M1' },
  { phoneNo: '+14165550110', countryCode: 'CA' },
  { phoneNo: 'FERNSHOP', senderType: 3, countryCode: 'GB', capability: 5, ownerType: EXCLUSIVE, routeType: 3 },
  { phoneNo: '+12125550121', ownerType: EXCLUSIVE, monthlyPrice: PRICE, registrationStatus: registered },
  { phoneNo: '+13105550122', ownerType: EXCLUSIVE, monthlyPrice: PRICE, registrationStatus: registered },
  { phoneNo: '+16045550123', countryCode: 'CA', ownerType: EXCLUSIVE, monthlyPrice: PRICE },
  { phoneNo: '+13055550124', registrationStatus: review, status: unregistered },
  {
    ...{ phoneNo: '+18005550199', senderType: 4, registrationStatus: registered },
    ...{ status: frozen, frozenReason: '0.46 % · STOP' },
  },
];

/** Senders of text messages with their figures of a week; one is leased by an agent, one assigned to another. */
export async function openPhones({ tx, people, timeline, system }: Demo): Promise<void> {
  const { admin } = people.staff;
  const { tenantId } = system;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from prv_provider where tenant_id = ${tenantId} and provider_code = 'trial-1'`);
  const providerId = BigInt(rows[0]?.id ?? 0);
  const opened = timeline.dayAt(40, 10);
  const named = (account: string) => people.buyers.find(({ actor }) => actor.account === account)?.actor;
  const fern = named('agent_fern');
  const lessee = named('demo_agent');
  const stored = await tx
    .insert(phones)
    .values(
      PHONES.map((phone) => ({
        ...{ ...USUAL, tenantId, providerId },
        ...{ createUser: admin.userId, createUserName: admin.realName, createTime: opened, updateTime: opened },
        ...(phone.phoneNo === 'FERNSHOP' && fern
          ? { agentId: fern.userId, agentName: fern.realName, ownerPath: fern.ownerPath }
          : {}),
        ...phone,
        phoneKey: phone.phoneNo.replace('+', ''),
      })),
    )
    .returning();
  const leased = stored.find(({ phoneNo }) => phoneNo === '+12125550121');
  // Its first month was free, so that nothing is posted.
  if (leased && lessee)
    await tx.execute(sql`
      with lease as (
        update sms_phone set agent_id = ${lessee.userId}, agent_name = ${lessee.realName}, owner_path = ${lessee.ownerPath},
          lease_owner_id = ${lessee.userId}, lease_no = 'PL' || to_char(lease.start, 'YYMMDD') || '0001', lease_start = lease.start,
          lease_end = (lease.start + interval '1 month')::date, lease_months = 1, auto_renew = 1, reminded_days = 7
        from (select current_date - 25 as start) lease where id = ${leased.id} returning sms_phone.*
      )
      insert into sms_phone_month (tenant_id, owner_id, owner_path, owner_name, phone_id, lease_no, month_no, from_date, until_date, amount,
        is_auto, create_time)
      select tenant_id, agent_id, owner_path, agent_name, id, lease_no, 1, lease_start, lease_end, 0, 0, ${timeline.dayAt(25, 11).toISOString()}::timestamptz
      from lease`);
  await tx.execute(sql`
    insert into sms_phone_day (phone_id, day, texts, parts, delivered, failed, opt_outs)
    select p.id, d::date, 640 + 37 * n, 900 + 52 * n, 600 + 35 * n, 24 + n, case when p.status = ${frozen} then 3 else n % 2 end
    from sms_phone p, generate_series(1, 6) n, lateral (select current_date - n::int as d) days
    where p.tenant_id = ${tenantId} and p.phone_key = any(${sql.param(USED)}::text[])`);
}
