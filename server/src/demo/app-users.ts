import { appUserKind } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { PANEL_CONSENT_VERSION } from '@trade-assistant/contract/areas/user/app-user.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import {
  APP_USER,
  changeAppUser,
  lockAccounts,
  openAppUser,
  setMembers,
  teams,
} from '../engines/customers/app-users/index.ts';
import { actorOf, findUserByAccount, type UserRow, users } from '../engines/people/identity/index.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Demo } from './demo.ts';
import type { Buyer } from './people.ts';
import { randomOf } from './random.ts';
import { rechargeAt } from './recharges.ts';
import { daysLater } from './timeline.ts';

const SEED = 20_260_101;

interface Person {
  readonly account: string;
  readonly name: string;
  readonly country: string;
  readonly phone: string;
  readonly daysAgo: number;
  /** The agent they belong to. */
  readonly agent?: string;
  readonly member?: true;
  readonly team?: 0 | 1;
  readonly kyc?: 1 | 2;
  readonly money?: string;
  readonly waiting?: true;
}

/** Invented people; phones are reserved for fiction. */
const PEOPLE: readonly Person[] = [
  {
    account: 'demo_app',
    name: '许知遥（示例）',
    country: 'US',
    phone: '61',
    daysAgo: 40,
    agent: 'demo_agent',
    money: '86.5',
    kyc: 2,
  },
  {
    account: 'app_maple',
    name: 'Maple Reyes (sample)',
    country: 'CA',
    phone: '62',
    daysAgo: 38,
    member: true,
    team: 0,
    kyc: 1,
  },
  {
    account: 'app_river',
    name: 'River Okafor (sample)',
    country: 'US',
    phone: '63',
    daysAgo: 33,
    member: true,
    team: 0,
  },
  {
    account: 'app_lin',
    name: '林晚（示例）',
    country: 'US',
    phone: '64',
    daysAgo: 27,
    member: true,
    team: 1,
    kyc: 2,
    money: '12',
  },
  { account: 'app_noor', name: 'Noor Haddad (sample)', country: 'CA', phone: '65', daysAgo: 21, member: true, team: 1 },
  {
    account: 'app_chen',
    name: '陈序（示例）',
    country: 'US',
    phone: '66',
    daysAgo: 15,
    agent: 'demo_agent',
    money: '240',
  },
  { account: 'app_sol', name: 'Sol Marchetti (sample)', country: 'US', phone: '67', daysAgo: 9 },
  { account: 'app_ivy', name: '苏念（示例）', country: 'US', phone: '68', daysAgo: 4, agent: 'demo_agent' },
  { account: 'app_new', name: 'Quinn Adeyemi (sample)', country: 'CA', phone: '69', daysAgo: 1, waiting: true },
];

const TEAMS = [
  { teamName: '北岸面板（示例）', countryCode: 'CA', monthTarget: 4, notice: '收到测试消息后请在 24 小时内反馈。' },
  { teamName: 'Harbor panel (sample)', countryCode: 'US', monthTarget: 10, notice: null },
] as const;

/** App users of every state, two teams, and seed number tasks of panel members. */
export async function openAppUsers(demo: Demo, password: string): Promise<void> {
  const { tx, people, timeline, system } = demo;
  // Of its own, so that the rest of the history stays as it is.
  const random = randomOf(SEED);
  const now = new Date();
  const { admin, support } = people.staff;
  const found = new Map<string, UserRow>();
  for (const person of PEOPLE) {
    const agent = person.agent === undefined ? undefined : await findUserByAccount(tx, system, person.agent);
    const id = await openAppUser(tx, admin, {
      ...{ account: person.account, password, realName: person.name, mustChangePassword: false },
      ...{ phone: `+120255501${person.phone}`, email: `${person.account}@example.com` },
      ...{ countryCode: person.country, agentId: agent?.id ?? null, status: person.waiting ? 3 : 1 },
    });
    const opened = daysLater(now, -person.daysAgo);
    await tx.update(users).set({ createTime: opened }).where(eq(users.id, id));
    if (person.member)
      await tx.execute(sql`
        insert into app_consent (tenant_id, user_id, version, given_time) values (${system.tenantId}, ${id}, ${PANEL_CONSENT_VERSION}, ${opened.toISOString()})`);
    const kind = person.member ? appUserKind.is.member : appUserKind.is.customer;
    await changeAppUser(tx, admin, { id, userKind: kind, kycLevel: person.kyc ?? 0 });
    const { money, daysAgo } = person;
    if (money) {
      const actor = await actorOf(tx, id);
      invariant(actor, 'demo-actor', person.account);
      const paid = daysLater(now, -Math.max(1, daysAgo - 2));
      timeline.add(paid, (at) => rechargeAt({ ...demo, random }, { actor } as Buyer, parseMoney(money), at));
    }
    const row = await findUserByAccount(tx, system, person.account);
    if (row) found.set(person.account, row);
  }
  for (const [place, team] of TEAMS.entries()) {
    const members = PEOPLE.filter((person) => person.team === place).flatMap(
      ({ account }) => found.get(account)?.id ?? [],
    );
    const [leaderId] = members;
    if (leaderId === undefined) continue;
    const opened = daysLater(now, -30);
    const author = { createUser: admin.userId, createUserName: admin.realName, updateUser: admin.userId };
    const [row] = await tx
      .insert(teams)
      .values({ tenantId: system.tenantId, ...team, leaderId, status: 1, createTime: opened, ...author })
      .returning();
    if (!row) continue;
    await setMembers(tx, admin, row, members);
    await tx.execute(sql`update app_team_member set joined_time = ${opened.toISOString()} where team_id = ${row.id}`);
  }
  const locked = found.get('app_sol');
  if (locked)
    await lockAccounts(tx, support, { ids: [locked.id], day: 3, reason: '多地异常登录（演示）' }, { isLong: false });
  await backdate(demo);
}

/** Registrations happened with the accounts, the lock two hours ago. */
async function backdate({ tx, system }: Demo): Promise<void> {
  await tx.execute(sql`
    update biz_state_log l set create_time = case when l.event = 'register' then u.create_time else now() - interval '2 hours' end
    from sys_user u where l.tenant_id = ${system.tenantId} and l.object_type = ${APP_USER} and u.id = l.object_id`);
  await tx.execute(sql`
    update msg_message set create_time = now() - interval '2 hours' where tenant_id = ${system.tenantId} and title_key = 'APP_USER_LOCKED'`);
}
