import { sourceType } from '@trade-assistant/contract/areas/statistics/source-fields.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { countChangedDays } from '../engines/reporting/site-sources/index.ts';
import type { Demo } from './demo.ts';
import { dateOf } from './timeline.ts';

const DAYS = 30;
const PER_DAY = [18, 42] as const;
const { direct, search, social, advertising, invitation, link } = sourceType.is;

/** Where visitors come from, as often as they are listed. */
const ORIGINS = [
  { source: direct },
  { source: direct },
  { source: search, host: 'www.google.com' },
  { source: search, host: 'www.google.com' },
  { source: search, host: 'www.bing.com' },
  { source: social, host: 'l.facebook.com', utm: ['facebook', 'social', 'autumn-numbers'] },
  { source: social, host: 't.me', utm: ['telegram', 'social', 'channel'] },
  { source: advertising, host: 'www.google.com', utm: ['google', 'cpc', 'whatsapp-check'] },
  { source: advertising, host: 'www.google.com', utm: ['google', 'cpc', 'autumn-numbers'] },
  { source: invitation },
  { source: link, host: 'blog.example' },
] as const;
const PAGES = ['/', '/prices', '/whatsapp', '/register', '/help/numbers'];
const PLACES = ['US', 'GB', 'CA', 'BR', 'ID', 'CN'];
const MACHINES = [
  { device: 1, browser: 'Chrome 140', os: 'Windows 11' },
  { device: 1, browser: 'Edge 140', os: 'Windows 10' },
  { device: 2, browser: 'Safari 18', os: 'iOS 18' },
  { device: 2, browser: 'Chrome 140', os: 'Android 15' },
  { device: 3, browser: 'Safari 18', os: 'iPadOS 18' },
];

/** Visits of two sites in the last month, some of which led to registrations, and their daily totals. */
export async function visitSites({ tx, random, timeline, system }: Demo): Promise<void> {
  const { tenantId } = system;
  const rows = Array.from({ length: DAYS }, (_, age) => DAYS - age)
    .flatMap((age) => Array.from({ length: random.int(...PER_DAY) }, () => timeline.dayAt(age - 1, random.int(0, 23))))
    .map((at) => {
      const origin = random.pick(ORIGINS);
      const [utmSource = null, utmMedium = null, utmCampaign = null] = 'utm' in origin ? origin.utm : [];
      return {
        ...{ tenant_id: tenantId, day: dateOf(at), create_time: at, update_time: at, version: 1 },
        ...{ site_code: random.int(1, 5) === 1 ? 'shop' : 'main', source_type: origin.source },
        ...{ referrer_host: 'host' in origin ? origin.host : null, landing_path: random.pick(PAGES) },
        ...{ utm_source: utmSource, utm_medium: utmMedium, utm_campaign: utmCampaign },
        ...{ hits: random.int(1, 4), is_new: random.int(1, 3) === 1 ? 0 : 1, ...random.pick(MACHINES), lang: 'en' },
        ...{ country_code: random.pick(PLACES), ip_trunc: `203.0.113.0/24` },
        ...{ visitor_id: `demo-${random.digits(12)}`, session_id: random.digits(10) },
      };
    })
    .filter(({ create_time: at }) => at < timeline.now);
  await tx.execute(sql`
    insert into src_visit (tenant_id, day, site_code, source_type, referrer_host, landing_path, utm_source, utm_medium, utm_campaign,
      hits, is_new, device, browser, os, lang, country_code, ip_trunc, visitor_id, session_id, create_time, update_time)
    select tenant_id, day, site_code, source_type, referrer_host, landing_path, utm_source, utm_medium, utm_campaign,
      hits, is_new, device, browser, os, lang, country_code, ip_trunc, visitor_id, session_id, create_time, update_time
    from jsonb_populate_recordset(null::src_visit, ${JSON.stringify(rows)}::jsonb)`);
  // App users registered on the site; an installation without them shows agents.
  await tx.execute(sql`
    with visit as (
      select id, day, create_time, row_number() over (order by md5(visitor_id)) as n from src_visit where tenant_id = ${tenantId}
    ), person as (
      select id, row_number() over (order by user_type = ${userType.is.appUser} desc, id) as n from sys_user
      where tenant_id = ${tenantId} and user_type in (${userType.is.agent}, ${userType.is.appUser}) and deleted_at is null limit 24
    )
    update src_visit v set registered_user_id = p.id, register_time = v.create_time + interval '9 minutes'
    from visit i join person p on p.n = i.n where v.id = i.id and v.day = i.day`);
  await tx.execute(sql`
    insert into src_day_state (tenant_id, day) select distinct tenant_id, day from src_visit where tenant_id = ${tenantId}`);
  await countChangedDays(tx);
}
