import { messagePurpose } from '@trade-assistant/contract/areas/compliance/dictionaries.ts';
import { FREQUENCY_HOURS_MAX, FREQUENCY_LIMIT_MAX } from '@trade-assistant/contract/areas/compliance/frequency.ts';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { PLATFORM } from '../../../kernel/parameters/index.ts';

declareLimit({ name: 'messages of a channel to a person', window: '24 hours', unit: 'messages' });

/** A message to each of some recipients. */
export interface Contact {
  readonly tenantId: string;
  /** A business type. */
  readonly channel: number;
  readonly isMarketing: boolean;
}

/** Rules that a message would break; `c` is the recipient. */
const broken = ({ tenantId, channel, isMarketing }: Contact) => sql`
  select r.id from cmp_frequency r
  where r.tenant_id in (${tenantId}, ${PLATFORM}) and r.status = 1 and r.deleted_at is null and r.channel in (0, ${channel})
    and (r.applies_to = ${messagePurpose.is.all} or ${isMarketing}::boolean)
    and (select count(*) from unnest(c.times, c.channels, c.marketing) u (at, channel, is_marketing)
      where u.at > statement_timestamp() - make_interval(hours => r.window_hours) and r.channel in (0, u.channel)
        and (r.applies_to = ${messagePurpose.is.all} or u.is_marketing)) >= r.most_messages`;

/** The newest messages of a recipient, of one array. */
const kept = (column: 'times' | 'channels' | 'marketing') => sql`
  (select coalesce(array_agg(u.${sql.raw(column)} order by u.times), '{}') from (
    select * from unnest(c.times, c.channels, c.marketing) u (times, channels, marketing)
    where u.times > statement_timestamp() - make_interval(hours => ${FREQUENCY_HOURS_MAX}::int)
    order by u.times desc limit ${FREQUENCY_LIMIT_MAX - 1}) u)`;

/**
 * Notes a message to each recipient whom the rules allow, in the transaction that hands it over: two tasks at once cannot both take the
 * last place, because the second waits for the row. @returns the rule that refuses, for each refused key
 */
export async function recordContacts(tx: Tx, contact: Contact, keys: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (keys.length === 0) return new Map();
  const { tenantId, channel, isMarketing } = contact;
  const all = sql`unnest(${sql.param([...keys])}::bigint[])`;
  const { rows } = await tx.execute<{ key: string }>(sql`
    insert into cmp_contact as c (tenant_id, number_key, times, channels, marketing, last_time)
    select distinct ${tenantId}, key, array[statement_timestamp()], array[${channel}::smallint], array[${isMarketing}::boolean], statement_timestamp()
    from ${all} key order by key
    on conflict (tenant_id, number_key) do update set times = ${kept('times')} || excluded.times,
      channels = ${kept('channels')} || excluded.channels, marketing = ${kept('marketing')} || excluded.marketing,
      last_time = excluded.last_time
    where not exists (${broken(contact)})
    returning number_key::text as key`);
  const noted = new Set(rows.map(({ key }) => BigInt(key)));
  const refused = keys.filter((key) => !noted.has(key));
  if (refused.length === 0) return new Map();
  const found = await tx.execute<{ key: string; rule: string }>(sql`
    select c.number_key::text as key, (${broken(contact)} order by r.id limit 1)::text as rule from cmp_contact c
    where c.tenant_id = ${tenantId} and c.number_key = any(${sql.param(refused)}::bigint[])`);
  return new Map(found.rows.map(({ key, rule }) => [BigInt(key), BigInt(rule ?? 0)]));
}

const FORGOTTEN_AT_ONCE = 5000;

/** Forgets recipients to whom nobody wrote within the longest window. */
export async function forgetContacts(db: Db): Promise<void> {
  for (let many = FORGOTTEN_AT_ONCE; many === FORGOTTEN_AT_ONCE; ) {
    const { rowCount } = await db.drizzle.execute(sql`
      delete from cmp_contact where ctid = any(array(select ctid from cmp_contact
        where last_time < now() - make_interval(hours => ${FREQUENCY_HOURS_MAX}::int) limit ${FORGOTTEN_AT_ONCE} for update skip locked))`);
    many = rowCount ?? 0;
  }
}

/** Adds the limits of a new installation. Changes no existing rules. */
export async function seedMessageRules(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into cmp_frequency (tenant_id, window_hours, most_messages)
    select ${PLATFORM}, hours, most from (values (24, 1), (720, 4)) v (hours, most)
    where not exists (select from cmp_frequency where tenant_id = ${PLATFORM})`);
  await tx.execute(sql`
    insert into cmp_quiet_hours (tenant_id, country_code)
    select ${PLATFORM}, '*' where not exists (select from cmp_quiet_hours where tenant_id = ${PLATFORM})`);
}
