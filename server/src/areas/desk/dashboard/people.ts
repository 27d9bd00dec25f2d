import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, type SQL, sql } from 'drizzle-orm';
import { users } from '../../../engines/identity/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { dayOf, startOfDay } from './period.ts';
import { answerMeta, zoneOfDays } from './reader.ts';

const MONTHS = 12;

/** Agents and sub-users below the reader, without the reader. */
const below = (c: Context): SQL | undefined =>
  and(
    visible(c.actor, users, 'owner'),
    sql`${users.userType} <> ${userType.is.staff} and ${users.id} <> ${c.actor.userId}`,
  );

const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;

export async function accountCounts(c: Context) {
  const zone = await zoneOfDays(c);
  const today = dayOf(new Date(), zone);
  const since = (day: string) => sql`${users.createTime} >= ${startOfDay(day, zone).toISOString()}::timestamptz`;
  const rows = await c.app.db.drizzle
    .select({
      userType: users.userType,
      total: count(sql`true`),
      active30d: count(sql`${users.lastLoginTime} > now() - interval '30 days'`),
      newToday: count(since(today)),
      newMonth: count(since(`${today.slice(0, 7)}-01`)),
      locked: count(sql`${users.status} = 2`),
      none: count(sql`${users.kycStatus} = 0`),
      reviewing: count(sql`${users.kycStatus} = 1`),
      verified: count(sql`${users.kycStatus} = 2`),
      rejected: count(sql`${users.kycStatus} = 3`),
    })
    .from(users)
    .where(below(c))
    .groupBy(users.userType);
  const of = (type: number) => rows.find(({ userType }) => userType === type) ?? NOBODY;
  return {
    ...answerMeta(zone),
    agents: of(userType.is.agent),
    subUsers: of(userType.is.subUser),
    kyc: of(userType.is.agent),
  };
}

const NOBODY = {
  ...{ total: 0, active30d: 0, newToday: 0, newMonth: 0, locked: 0 },
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
    .where(and(below(c), sql`${users.createTime} >= ${first}::timestamptz`))
    .groupBy(sql`1`);
  const found = new Map(rows.map((row) => [row.month, row]));
  const series = (nameKey: 'agents' | 'subUsers', name: string) => ({
    nameKey,
    name,
    data: months.map((month) => String(found.get(month)?.[nameKey] ?? 0)),
  });
  return {
    ...answerMeta(zone),
    xAxis: months,
    series: [
      series('agents', c.locale === 'zh' ? '新增代理' : 'New agents'),
      series('subUsers', c.locale === 'zh' ? '新增子账号' : 'New sub-users'),
    ],
  };
}

/** Returns the twelve months until and including one, `yyyy-MM`. */
function monthsUntil(last: string): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  );
}
