import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import { users } from '../../../engines/people/identity/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { customers } from './figures-by.ts';
import { dayOf, periodOf, startOfDay } from './period.ts';
import { answerMeta, zoneOfDays } from './reader.ts';
import { salesBy } from './sales-by.ts';

const MONTHS = 12;

const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;

export async function accountCounts(c: Context) {
  const zone = await zoneOfDays(c);
  const today = dayOf(new Date(), zone);
  const since = (day: string) => sql`${users.createTime} >= ${startOfDay(day, zone).toISOString()}::timestamptz`;
  const rows = await c.app.db.drizzle
    .select({
      userType: users.userType,
      total: count(sql`true`),
      active7d: count(sql`${users.lastLoginTime} > now() - interval '7 days'`),
      active30d: count(sql`${users.lastLoginTime} > now() - interval '30 days'`),
      panelMembers: count(
        sql`${users.userType} = ${userType.is.appUser} and exists (select from app_user a where a.user_id = ${users.id} and a.user_kind = 2)`,
      ),
      newToday: count(since(today)),
      newMonth: count(since(`${today.slice(0, 7)}-01`)),
      locked: count(sql`${users.status} = 2`),
      none: count(sql`${users.kycStatus} = 0`),
      reviewing: count(sql`${users.kycStatus} = 1`),
      verified: count(sql`${users.kycStatus} = 2`),
      rejected: count(sql`${users.kycStatus} = 3`),
    })
    .from(users)
    .where(customers(c))
    .groupBy(users.userType);
  const of = (type: number) => rows.find(({ userType }) => userType === type) ?? NOBODY;
  return {
    ...answerMeta(zone),
    agents: of(userType.is.agent),
    subUsers: of(userType.is.subUser),
    appUsers: of(userType.is.appUser),
    kyc: of(userType.is.agent),
  };
}

const NOBODY = {
  ...{ total: 0, active7d: 0, active30d: 0, panelMembers: 0, newToday: 0, newMonth: 0, locked: 0 },
  ...{ none: 0, reviewing: 0, verified: 0, rejected: 0 },
};

export async function newAccountsByMonth(c: Context) {
  const zone = await zoneOfDays(c);
  const months = monthsUntil(dayOf(new Date(), zone).slice(0, 7));
  const first = startOfDay(`${months[0]}-01`, zone).toISOString();
  const rows = await c.app.db.drizzle
    .select({
      month: sql<string>`to_char(${users.createTime} at time zone ${zone}::text, 'YYYY-MM')`,
      agents: count(sql`${users.userType} = ${userType.is.agent}`),
      subUsers: count(sql`${users.userType} = ${userType.is.subUser}`),
    })
    .from(users)
    .where(and(customers(c), sql`${users.createTime} >= ${first}::timestamptz`))
    .groupBy(sql`1`);
  const found = new Map(rows.map((row) => [row.month, row]));
  const [buyers, active] = await Promise.all([
    buyersByMonth(c, zone, months[0] ?? ''),
    c.app.db.drizzle
      .select({ month: sql<string>`to_char(m.month, 'YYYY-MM')`, n: sql<number>`count(*)::int` })
      .from(users)
      .innerJoin(sql`stat_active_month m`, sql`m.user_id = ${users.id}`)
      .where(and(customers(c), sql`m.month >= ${`${months[0]}-01`}::date`))
      .groupBy(sql`1`),
  ]);
  const signedIn = new Map(active.map(({ month, n }) => [month, n]));
  const series = (nameKey: string, name: string, of: (month: string) => number) => ({
    ...{ nameKey, name, data: months.map((month) => String(of(month))) },
  });
  return {
    ...answerMeta(zone),
    xAxis: months,
    series: [
      series('agents', c.locale === 'zh' ? '新增代理' : 'New agents', (month) => found.get(month)?.agents ?? 0),
      series(
        'subUsers',
        c.locale === 'zh' ? '新增子账号' : 'New sub-users',
        (month) => found.get(month)?.subUsers ?? 0,
      ),
      series('active', c.locale === 'zh' ? '活跃账号' : 'Active accounts', (month) => signedIn.get(month) ?? 0),
      series('buyers', c.locale === 'zh' ? '采购代理' : 'Buying agents', (month) => buyers.get(month)?.size ?? 0),
    ],
    retention: await retention(c, zone, months, buyers),
  };
}

/** Returns the agents that bought, by month. */
async function buyersByMonth(
  c: Context,
  zone: string,
  first: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const period = { from: startOfDay(`${first}-01`, zone), until: periodOf({ range: 'today' }, zone).until };
  const groups = await salesBy(c, zone, { period, metric: 'count', keys: ['month', 'agent'] });
  const found = new Map<string, Set<string>>();
  for (const {
    keys: [month = '', agent = ''],
  } of groups)
    found.set(month, (found.get(month) ?? new Set()).add(agent));
  return found;
}

/** Returns for the agents of each month the share that bought in each of the three following months. */
async function retention(
  c: Context,
  zone: string,
  months: readonly string[],
  buyers: ReadonlyMap<string, ReadonlySet<string>>,
) {
  const first = startOfDay(`${months[0]}-01`, zone).toISOString();
  const rows = await c.app.db.drizzle
    .select({
      month: sql<string>`to_char(${users.createTime} at time zone ${zone}::text, 'YYYY-MM')`,
      ids: sql<string[]>`array_agg(${users.id}::text)`,
    })
    .from(users)
    .where(
      and(customers(c), sql`${users.userType} = ${userType.is.agent} and ${users.createTime} >= ${first}::timestamptz`),
    )
    .groupBy(sql`1`);
  const opened = new Map(rows.map(({ month, ids }) => [month, ids]));
  return months.map((month, index) => {
    const ids = opened.get(month) ?? [];
    const after = (later: number) => {
      const bought = buyers.get(months[index + later] ?? '');
      if (months[index + later] === undefined || ids.length === 0) return null;
      return Math.round((ids.filter((id) => bought?.has(id)).length / ids.length) * 10_000) / 100;
    };
    return { month, m1: after(1), m2: after(2), m3: after(3) };
  });
}

/** Returns the twelve months until and including one, `yyyy-MM`. */
function monthsUntil(last: string): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}
