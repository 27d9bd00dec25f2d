import { randomUUID } from 'node:crypto';
import { sourceType, visitDevice } from '@trade-assistant/contract/areas/statistics/source-fields.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import {
  countDays,
  dropOldVisits,
  droppedVisits,
  flushVisits,
  linkRegistration,
  recordVisit,
} from '../../engines/reporting/site-sources/index.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { openMethod } from '../../testing/recharges.ts';
import { SECOND_TENANT, secondTenantOf } from '../../testing/second-tenant.ts';
import { signedHeaders } from '../../testing/signing.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const PATH = '/api/statistics/websiteSource/add';
const PARTNER = { keyId: 'p-site', secret: 'a secret of the site with many characters' };

let product: TestApp;
beforeAll(async () => {
  product = await testApp({
    TRUST_PROXY: '1',
    PARTNER_KEYS: JSON.stringify([
      { ...PARTNER, tenantId: '000000' },
      { ...PARTNER, tenantId: SECOND_TENANT },
    ]),
  });
  await product.setParameter('sign.perKeyMinute', '1000000');
});
afterAll(() => product.close());

let sent = 0;

/** Sends a visit; each from another network, so that only the tests about limits meet them. */
async function visit(body: object, headers: Record<string, string> = {}, tenantId = '') {
  sent += 1;
  const payload = JSON.stringify({ siteCode: 'main', visitorId: randomUUID(), ...body });
  const answer = await product.server.inject({
    method: 'POST',
    url: PATH,
    payload,
    headers: {
      'user-agent': CHROME,
      'x-forwarded-for': `203.0.${sent % 256}.7`,
      ...signedHeaders({ keyId: PARTNER.keyId, signKey: PARTNER.secret }, { path: PATH, body: payload, tenantId }),
      ...headers,
    },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const query = async (text: string, values: unknown[] = []) => (await product.db.pool.query(text, values)).rows;
const visitsOf = async (visitorId: string) => {
  await flushVisits(product.app);
  return query('select * from src_visit where visitor_id = $1 order by id', [visitorId]);
};
const clear = () => query('truncate src_visit, src_day, src_day_state');

describe('a visit', () => {
  it('is stored with its source, without address, query and unknown names', async () => {
    const visitorId = randomUUID();
    const answer = await visit(
      {
        visitorId,
        referrerHost: 'https://www.google.com/search?q=private',
        landingPath: 'https://shop.example/prices?email=someone@example.com#top',
        utmCampaign: 'x'.repeat(300),
        isNew: true,
        surprise: 1,
      },
      {
        'user-agent': IPHONE,
        'x-forwarded-for': '203.0.113.77',
        'accept-language': 'en-GB,en;q=0.8',
        'cf-ipcountry': 'GB',
      },
    );
    expect(answer.body.data).toBe(true);
    expect(await visitsOf(visitorId)).toEqual([
      expect.objectContaining({
        ...{ tenant_id: '000000', site_code: 'main', source_type: sourceType.is.search, hits: 1, is_new: 1 },
        ...{ referrer_host: 'www.google.com', landing_path: '/prices', utm_campaign: 'x'.repeat(100) },
        ...{ ip_trunc: '203.0.113.0/24', country_code: 'GB', device: visitDevice.is.phone, lang: 'en-GB' },
        ...{ browser: 'Safari 18', os: 'iOS 18' },
      }),
    ]);
  });

  it('keeps 48 bits of an IPv6 address', async () => {
    const visitorId = randomUUID();
    await visit({ visitorId }, { 'x-forwarded-for': '2001:db8:1234:5678::9' });
    expect((await visitsOf(visitorId))[0].ip_trunc).toBe('2001:db8:1234::/48');
  });

  it.each([
    ['an invite code', { inviteCode: 'ab12cd34', referrerHost: 'www.google.com' }, sourceType.is.invitation],
    ['a paid medium', { utmMedium: 'cpc', referrerHost: 'www.google.com' }, sourceType.is.advertising],
    ['a search engine', { referrerHost: 'www.baidu.com' }, sourceType.is.search],
    ['social media', { referrerHost: 'l.facebook.com' }, sourceType.is.social],
    ['another site', { referrerHost: 'notgoogle.example' }, sourceType.is.link],
    ['nothing', {}, sourceType.is.direct],
    ['its own type', { referrerHost: 'www.google.com', sourceType: 6 }, 6],
  ])('with %s has its source', async (_, facts, expected) => {
    const visitorId = randomUUID();
    await visit({ visitorId, ...facts });
    expect((await visitsOf(visitorId))[0].source_type).toBe(expected);
  });

  it('of robots, of visitors who do not want it, of other sites and unknown tenants is answered alike, and not stored', async () => {
    const visitorId = randomUUID();
    await product.setParameter('sources.sites', 'main,shop');
    const answers = [
      await visit(
        { visitorId },
        { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      ),
      await visit({ visitorId }, { 'user-agent': 'curl/8.5.0' }),
      await visit({ visitorId }, { dnt: '1' }),
      await visit({ visitorId }, { 'sec-gpc': '1' }),
      await visit({ visitorId, siteCode: 'other' }),
      await visit({ visitorId }, {}, SECOND_TENANT),
    ];
    await product.setParameter('sources.sites', '');
    for (const { status, body } of answers) expect([status, body.data]).toEqual([200, true]);
    expect(await visitsOf(visitorId)).toEqual([]);
  });

  it('needs a site and a visitor, and at most 2 KB', async () => {
    expect((await visit({ siteCode: 'Main' })).status).toBe(400);
    expect((await visit({ visitorId: 'short' })).status).toBe(400);
    expect((await visit({ utmTerm: 'x'.repeat(2100) })).status).toBe(413);
  });

  it('with a text that is cut within a character costs no other visit', async () => {
    const visitorId = randomUUID();
    await visit({ visitorId, utmSource: `${'x'.repeat(99)}\u{1f600}` });
    expect((await visitsOf(visitorId))[0].utm_source).toBe(`${'x'.repeat(99)}\ufffd`);
  });

  it('of one address is refused beyond 60 a minute', async () => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < 61; n += 1) {
      const { status } = await visit({}, { 'x-forwarded-for': '198.51.100.3' });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 60, 429: 1 });
  });
});

describe('visits of one visitor', () => {
  it('on one day, site and campaign are one row, also from two nodes at once', async () => {
    const visitorId = randomUUID();
    const second = await createApp(product.app.config, product.db, pino({ level: 'silent' }));
    await second.server.ready();
    const payload = JSON.stringify({ siteCode: 'main', visitorId, utmCampaign: 'spring' });
    const once = (server: TestApp['server'], ip: string) =>
      server.inject({
        method: 'POST',
        url: PATH,
        payload,
        headers: {
          ...{ 'user-agent': CHROME, 'x-forwarded-for': ip },
          ...signedHeaders({ keyId: PARTNER.keyId, signKey: PARTNER.secret }, { path: PATH, body: payload }),
        },
      });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => once(n % 2 ? second.server : product.server, `192.0.2.${n}`)),
    );
    // A graceful stop writes what waits.
    await second.close();
    await visit({ visitorId, utmCampaign: 'autumn' });
    await visit({ visitorId, siteCode: 'shop', utmCampaign: 'spring' });
    const rows = await visitsOf(visitorId);
    expect(rows.map(({ site_code, utm_campaign, hits }) => [site_code, utm_campaign, hits]).sort()).toEqual([
      ['main', 'autumn', 1],
      ['main', 'spring', 20],
      ['shop', 'spring', 1],
    ]);
  });

  it('wait in memory while the table is locked, at most 10,000; later ones are dropped and counted', async () => {
    await clear();
    const holder = await product.db.pool.connect();
    const facts = { tenantId: '000000', siteCode: 'main', isNew: true };
    const origin = { address: '203.0.113.7', userAgent: CHROME, languages: '', countryCode: undefined };
    try {
      await holder.query('begin; lock table src_visit in access exclusive mode');
      for (let n = 0; n < 10_003; n += 1) recordVisit(product.app, { ...facts, visitorId: `waiting-${n}` }, origin);
      expect(droppedVisits(product.app)).toBe(3);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await flushVisits(product.app);
    expect((await query('select count(*)::int as n from src_visit'))[0].n).toBe(10_000);
  });

  it('of a tenant are not seen by another', async () => {
    const { admin } = await secondTenantOf(product);
    const visitorId = randomUUID();
    await visit({ visitorId }, {}, SECOND_TENANT);
    expect((await visitsOf(visitorId))[0].tenant_id).toBe(SECOND_TENANT);
    const list = (who: { get: TestApp['admin']['get'] }) => who.get('statistics/website-source/list', { visitorId });
    expect((await list(product.admin)).body.data.total).toBe(0);
    expect((await list(admin)).body.data.total).toBe(1);
  });
});

describe('the report', () => {
  const report = async (asked: object) =>
    (await product.admin.get('statistics/website-source/report', { ...asked })).body;

  it('equals a count of the visits after random histories, corrections and late events', async () => {
    const today = (await query(`select (now() at time zone 'Asia/Shanghai')::date::text as day`))[0].day;
    const event = fc.record({
      visitor: fc.integer({ min: 1, max: 6 }),
      site: fc.constantFrom('main', 'shop'),
      campaign: fc.constantFrom(undefined, 'spring', 'autumn'),
      kind: fc.constantFrom('visit', 'visit', 'visit', 'count', 'remove', 'correct', 'register', 'late'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), async (history) => {
        await clear();
        for (const { visitor, site, campaign, kind } of history) {
          const visitorId = `visitor-${visitor}`;
          const [row] = await visitsOf(visitorId);
          if (kind === 'visit') await visit({ visitorId, siteCode: site, utmCampaign: campaign });
          else if (kind === 'count') await countDays(product.app.db);
          else if (kind === 'late')
            await query(
              `with v as (insert into src_visit (tenant_id, day, site_code, utm_campaign, visitor_id, hits, is_new, create_time) values ('000000', $1::date - 3, $2, $3, $4, 1, 0, now() - interval '3 days') on conflict do nothing)
               insert into src_day_state (tenant_id, day) values ('000000', $1::date - 3) on conflict (tenant_id, day) do update set changed_mark = clock_timestamp()`,
              [today, site, campaign ?? null, visitorId],
            );
          else if (row && kind === 'remove' && !row.deleted_at)
            await product.admin.post('statistics/website-source/remove', { ids: String(row.id) });
          else if (row && kind === 'correct' && !row.deleted_at)
            await product.admin.post('statistics/website-source/update', { id: String(row.id), sourceType: 3 });
          else if (row && kind === 'register')
            await product.db.tx(async (tx) => {
              await linkRegistration(tx, { tenantId: '000000', visitorId, userId: BigInt(visitor) });
            });
        }
        await flushVisits(product.app);
        await countDays(product.app.db);
        const counted = await query(`
          select day::text, source_type::text, coalesce(utm_campaign, '') as campaign, sum(hits)::int as visits, count(registered_user_id)::int as registrations
          from src_visit where deleted_at is null group by 1, 2, 3`);
        const [people] = await query(
          'select count(distinct (day, visitor_id))::int as visitors from src_visit where deleted_at is null',
        );
        const sum = (rows: { visits: number; registrations: number }[]) => ({
          visits: rows.reduce((n, { visits }) => n + visits, 0),
          registrations: rows.reduce((n, { registrations }) => n + registrations, 0),
        });
        for (const [by, name] of [
          ['day', 'day'],
          ['source', 'source_type'],
          ['campaign', 'campaign'],
        ] as const) {
          const { data } = await report({ by });
          expect(data.total).toMatchObject({ ...sum(counted as never), visitors: people.visitors });
          const keys = new Set([
            ...counted.map((row) => row[name]),
            ...data.rows.map(({ key }: { key: string }) => key),
          ]);
          for (const key of keys) {
            const shown = data.rows.find((row: { key: string }) => row.key === key) ?? { visits: 0, registrations: 0 };
            const { visits, registrations } = shown;
            expect({ visits, registrations }, `${by} ${key}`).toEqual(
              sum(counted.filter((row) => row[name] === key) as never),
            );
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it('counts a visitor once a day, and follows them to the first recharge', async () => {
    await clear();
    const agent = await product.agent();
    const [one, two] = [randomUUID(), randomUUID()];
    await visit({ visitorId: one, utmCampaign: 'spring', isNew: true });
    await visit({ visitorId: one, utmCampaign: 'spring' });
    await visit({ visitorId: one, utmCampaign: 'autumn' });
    await visit({ visitorId: two, isNew: true });
    await flushVisits(product.app);
    await product.db.tx((tx) => linkRegistration(tx, { tenantId: '000000', visitorId: one, userId: agent.id }));
    await countDays(product.app.db);
    const before = (await report({ by: 'campaign' })).data;
    expect(before.total).toEqual({ visits: 4, visitors: 2, newVisitors: 2, registrations: 1, firstRecharges: 0 });
    expect(
      before.rows.map(({ key, visits, visitors, registrations, conversion }: Record<string, unknown>) => [
        key,
        visits,
        visitors,
        registrations,
        conversion,
      ]),
    ).toEqual([
      ['spring', 2, 1, 0, 0],
      ['', 1, 1, 0, 0],
      ['autumn', 1, 0, 1, null],
    ]);
    const paymentMethod = await openMethod(product, {});
    const { id } = (await agent.post('agent/recharge/create-order', { amount: '20', paymentMethod })).body.data;
    await query('update pay_recharge set status = 2, audit_time = now() where id = $1', [id]);
    await countDays(product.app.db);
    const { data } = (await product.admin.get('statistics/website-source/funnel')).body;
    expect(data.steps.map(({ key, count }: { key: string; count: number }) => [key, count])).toEqual([
      ['visits', 4],
      ['visitors', 2],
      ['registrations', 1],
      ['firstRecharges', 1],
    ]);
    const listed = (await product.admin.get('statistics/website-source/list', { registeredUserId: String(agent.id) }))
      .body.data;
    expect(listed.records).toEqual([
      expect.objectContaining({ registeredAccount: agent.account, utmCampaign: 'autumn' }),
    ]);
  });

  it('refuses a period that ends before it starts or is too long', async () => {
    expect((await report({ startDay: '2026-02-02', endDay: '2026-02-01' })).code).toBe(400);
    expect((await report({ startDay: '2024-01-01', endDay: '2026-02-01' })).code).toBe(400);
    expect((await report({ startDay: '2026-02-01', endDay: '2026-02-03' })).data.rows).toHaveLength(3);
  });

  it('joins the smaller of very many campaigns of a day', async () => {
    await clear();
    await query(`
      insert into src_visit (tenant_id, day, site_code, utm_campaign, visitor_id, is_new, hits)
      select '000000', (now() at time zone 'Asia/Shanghai')::date, 'main', 'c' || n, 'visitor-' || n, 0, n from generate_series(1, 700) n;
      insert into src_day_state (tenant_id, day) values ('000000', (now() at time zone 'Asia/Shanghai')::date)`);
    await countDays(product.app.db);
    expect((await query('select count(*)::int as n from src_day'))[0].n).toBe(501);
    const { data } = await report({ by: 'campaign' });
    expect(data.rows).toHaveLength(101);
    expect(data.rows.at(-1).key).toBe('*');
    expect(data.total.visits).toBe((700 * 701) / 2);
  });

  it('stays when the visits are deleted after 90 days', async () => {
    await clear();
    const [old, kept] = [120, 89];
    await query(`select kernel_make_months((now() - interval '5 months')::date, 6)`);
    for (const age of [old, kept])
      await query(
        `insert into src_visit (tenant_id, day, site_code, visitor_id, hits, is_new, create_time)
         values ('000000', (now() at time zone 'Asia/Shanghai')::date - $1::integer, 'main', 'visitor-1', 1, 0, now() - make_interval(days => $1))`,
        [age],
      );
    await query(`insert into src_day (tenant_id, day, site_code, source_type, utm_campaign, visits, visitors, new_visitors, registrations, first_recharges)
      select tenant_id, day, site_code, 1, '', 1, 1, 0, 0, 0 from src_visit`);
    await query('insert into src_day_state (tenant_id, day) select tenant_id, day from src_visit');
    await dropOldVisits(product.app.db);
    expect(await query('select current_date - day as age from src_visit')).toHaveLength(1);
    const startDay = (await query(`select (now() - interval '200 days')::date::text as day`))[0].day;
    expect((await report({ startDay })).data.total.visits).toBe(2);
  });
});
