import { userTeam } from '@trade-assistant/contract/areas/user/user-team.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { atField } from './errors.ts';
import { type AppUserRow, appUsers, calledOf, inOrder, lockAppUser, teams } from './tables.ts';

type Team = Pick<typeof teams.$inferSelect, 'id' | 'agentId'>;

/** Puts a locked user into a team, or with null into none; the time in the former team ends. @throws TEAM_UNKNOWN, TEAM_OF_AGENT */
export async function changeTeam(tx: Tx, user: AppUserRow, teamId: bigint | null): Promise<void> {
  if ((user.teamId ?? null) === teamId) return;
  await leaveTeam(tx, user.id);
  if (teamId === null) return;
  const [team] = await tx
    .select()
    .from(teams)
    .where(and(eq(teams.id, teamId), eq(teams.tenantId, user.tenantId), eq(teams.status, 1), sql`deleted_at is null`))
    .for('share');
  if (!team) throw atField('teamId', 'TEAM_UNKNOWN');
  await assertOfAgent(tx, user, team, 'teamId');
  await join(tx, user, team.id);
  announceChange(tx, user.tenantId, userTeam);
}

/** Ends the membership of a user. */
export const leaveTeam = async (tx: Tx, userId: bigint): Promise<void> =>
  void (await tx.execute(
    sql`update app_team_member set left_time = now() where user_id = ${userId} and left_time is null`,
  ));

const join = async (tx: Tx, { id, tenantId }: AppUserRow, teamId: bigint): Promise<void> =>
  // Leaving and joining again within one transaction would give both the same time.
  void (await tx.execute(sql`
    insert into app_team_member (team_id, user_id, tenant_id, joined_time) values (${teamId}, ${id}, ${tenantId}, clock_timestamp())`));

async function assertOfAgent(
  tx: Tx,
  user: AppUserRow,
  { agentId }: Pick<Team, 'agentId'>,
  field: string,
): Promise<void> {
  if (agentId === null) return;
  const { rows } = await tx.execute<{ path: string }>(
    sql`select owner_path as path from sys_user where id = ${agentId} and tenant_id = ${user.tenantId}`,
  );
  if (!user.ownerPath.startsWith(rows[0]?.path ?? '-')) throw atField(field, 'TEAM_OF_AGENT', { user: calledOf(user) });
}

/**
 * Makes some users the members of a locked team: others leave it, new ones join from now on.
 * @throws TEAM_USERS_UNKNOWN, TEAM_OF_AGENT, MEMBER_OF_TEAM
 */
export async function setMembers(tx: Tx, actor: Actor, team: Team, memberIds: readonly bigint[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select user_id::text as id from app_team_member where team_id = ${team.id} and left_time is null`,
  );
  const before = rows.map(({ id }) => BigInt(id));
  for (const id of inOrder(before.filter((one) => !memberIds.includes(one)))) await leaveTeam(tx, id);
  for (const id of inOrder(memberIds.filter((one) => !before.includes(one)))) {
    const user = await memberToBe(tx, actor, id, 'memberIds');
    if (user.teamId !== null) {
      const [other] = await tx.select({ name: teams.teamName }).from(teams).where(eq(teams.id, user.teamId));
      throw atField('memberIds', 'MEMBER_OF_TEAM', { user: calledOf(user), team: other?.name ?? '' });
    }
    await assertOfAgent(tx, user, team, 'memberIds');
    await join(tx, user, team.id);
  }
}

/** Returns an app user in reach who leads or joins a team, locked. */
async function memberToBe(tx: Tx, actor: Actor, id: bigint, field: string): Promise<AppUserRow> {
  const [known] = await tx
    .select({ id: appUsers.id })
    .from(appUsers)
    .where(and(visible(actor, appUsers, 'owner'), eq(appUsers.id, id)));
  if (!known) throw atField(field, 'TEAM_USERS_UNKNOWN');
  return lockAppUser(tx, actor, id);
}

/** Refuses a leader who is no app user in reach or belongs to another agent. @throws TEAM_USERS_UNKNOWN, TEAM_OF_AGENT */
export async function assertLeads(tx: Tx, actor: Actor, leaderId: bigint, agentId: bigint | null): Promise<void> {
  await assertOfAgent(tx, await memberToBe(tx, actor, leaderId, 'leaderId'), { agentId }, 'leaderId');
}

/** Ends all memberships of removed teams. */
export const dissolve = async (tx: Tx, ids: readonly bigint[]): Promise<void> =>
  void (await tx.execute(sql`
    update app_team_member set left_time = now() where team_id = any(${sql.param(ids.map(String))}::bigint[]) and left_time is null`));

/** Tasks count for the team that their member was in when they were reviewed. */
const countedTasks = sql`
  from app_team_member m join sed_task t on t.app_user_id = m.user_id and t.deleted_at is null
    and t.review_time >= m.joined_time and (m.left_time is null or t.review_time < m.left_time)`;
const APPROVED = sql`count(*) filter (where t.status = 3)::int`;
const REJECTED = sql`count(*) filter (where t.status = 4)::int`;

export interface TeamFigures {
  readonly memberCount: number;
  readonly memberIds: bigint[];
  readonly monthDone: number;
  /** Percent of the reviewed tasks of the month; null without any. */
  readonly approvedRate: string | null;
}

interface StoredTeam extends Record<string, unknown> {
  readonly id: string;
  readonly members: string[];
  readonly approved: number;
  readonly rejected: number;
}

/** Returns members and figures of the current month of the tenant. */
export async function teamFigures(
  run: Pick<Tx, 'execute'>,
  tenantId: string,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, TeamFigures>> {
  const zone = await businessZone(run, tenantId);
  const { rows } = await run.execute<StoredTeam>(sql`
    select a.id::text, array(select user_id::text from app_team_member where team_id = a.id and left_time is null order by user_id) as members,
      f.approved, f.rejected
    from app_team a cross join lateral (
      select ${APPROVED} as approved, ${REJECTED} as rejected ${countedTasks}
      where m.team_id = a.id and t.review_time >= date_trunc('month', now() at time zone ${zone}::text) at time zone ${zone}::text
    ) f
    where a.id = any(${sql.param(ids.map(String))}::bigint[])`);
  return new Map(
    rows.map(({ id, members, approved, rejected }) => [
      BigInt(id),
      {
        memberCount: members.length,
        memberIds: members.map(BigInt),
        monthDone: approved,
        approvedRate: rateOf(approved, rejected),
      },
    ]),
  );
}

/** Returns the share of approved tasks in percent with one decimal; null without tasks. */
export const rateOf = (approved: number, rejected: number): string | null =>
  approved + rejected === 0 ? null : ((100 * approved) / (approved + rejected)).toFixed(1).replace(/\.0$/, '');

const MONTHS = 12;

export interface TeamMonth {
  readonly month: string;
  readonly tasks: number;
  readonly approved: number;
  readonly rejected: number;
  readonly approvedRate: string | null;
  readonly reward: Micro;
  readonly members: number;
}

/** Returns the figures of a team in the last twelve months, newest first. */
export async function teamMonths(run: Pick<Tx, 'execute'>, tenantId: string, teamId: bigint): Promise<TeamMonth[]> {
  const zone = await businessZone(run, tenantId);
  const { rows } = await run.execute<Record<string, unknown> & Omit<TeamMonth, 'reward'> & { reward: string }>(sql`
    select to_char(first, 'YYYY-MM') as month, f.tasks, f.approved, f.rejected, f.reward, (
        select count(distinct user_id)::int from app_team_member
        where team_id = ${teamId} and joined_time < next_time and (left_time is null or left_time >= first_time)) as members
    from generate_series(0, ${MONTHS - 1}) back
      cross join lateral (select date_trunc('month', now() at time zone ${zone}::text) - make_interval(months => back) as first) d
      cross join lateral (select d.first at time zone ${zone}::text as first_time,
        (d.first + interval '1 month') at time zone ${zone}::text as next_time) w
      cross join lateral (
        select count(*)::int as tasks, ${APPROVED} as approved, ${REJECTED} as rejected,
          coalesce(sum(t.reward_paid) filter (where t.reward_status = 1), 0)::text as reward
        ${countedTasks} where m.team_id = ${teamId} and t.review_time >= w.first_time and t.review_time < w.next_time
      ) f
    order by back`);
  return rows.map(({ reward, approved, rejected, ...row }) => ({
    ...row,
    ...{ approved, rejected, approvedRate: rateOf(approved, rejected), reward: micros(BigInt(reward)) },
  }));
}

/** Returns the names of teams by id. */
export async function teamNames(run: Pick<Tx, 'select'>, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await run
    .select({ id: teams.id, name: teams.teamName })
    .from(teams)
    .where(inArray(teams.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
