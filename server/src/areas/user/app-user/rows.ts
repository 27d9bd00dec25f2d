import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { inArray, sql } from 'drizzle-orm';
import { type AppUserRow, NO_TASKS, teamNames, trustOf } from '../../../engines/customers/app-users/index.ts';
import { memberFigures } from '../../../engines/messaging/seeds/index.ts';
import { balanceColumn, balancesOf } from '../../../engines/money/ledger/index.ts';
import { users } from '../../../engines/people/identity/index.ts';
import { prefixOf } from '../../../kernel/address.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Context } from '../../../kernel/http/context.ts';

/** The fields of an app user that are no columns, or are not shown as stored. */
export const COMPUTED = [
  ...(['agentName', 'teamName', 'inviterName', 'taskCount', 'approvedCount', 'cheatCount', 'trustScore'] as const),
  ...(['balance', 'bonus', 'frozenBalance', 'totalReward', 'totalRecharge', 'totalWithdraw', 'deviceCount'] as const),
  ...(['phone', 'email', 'lastLoginIp'] as const),
] as const;

/** Sort columns of other tables. */
export const sortedBy = (actor: Actor, id: Parameters<typeof balanceColumn>[1]) => ({
  balance: balanceColumn(actor, id),
});

type Ids = readonly bigint[];
const presentOf = (ids: readonly (bigint | null | undefined)[]): bigint[] =>
  [...new Set(ids)].filter((id) => id !== null && id !== undefined);

/** Returns the computed fields of app users: one statement for each source. */
export async function completed(c: Context, rows: readonly AppUserRow[]) {
  const ids = rows.map(({ id }) => id);
  const run = c.app.db.drizzle;
  const [balances, figures, people, teams, devices] = await Promise.all([
    balancesOf(run, c.actor, { userIds: ids }),
    memberFigures(run, ids),
    namesOf(c, presentOf(rows.flatMap(({ agentId, inviterId }) => [agentId, inviterId]))),
    teamNames(run, presentOf(rows.map(({ teamId }) => teamId))),
    devicesOf(c, ids),
  ]);
  const moneyOf = new Map(balances.map((found) => [found.userId, found]));
  return rows.map((row) => {
    const money = moneyOf.get(row.id);
    const tasks = figures.get(row.id) ?? NO_TASKS;
    return {
      balance: money?.balance ?? ZERO,
      bonus: money?.bonus ?? ZERO,
      frozenBalance: money?.frozenBalance ?? ZERO,
      totalRecharge: money?.totalRecharge ?? ZERO,
      totalWithdraw: money?.totalWithdraw ?? ZERO,
      totalReward: tasks.reward,
      taskCount: tasks.tasks,
      approvedCount: tasks.approved,
      cheatCount: tasks.cheats,
      trustScore: trustOf(tasks),
      agentName: people.get(row.agentId ?? 0n) ?? null,
      inviterName: people.get(row.inviterId ?? 0n) ?? null,
      teamName: teams.get(row.teamId ?? 0n) ?? null,
      deviceCount: devices.get(row.id) ?? 0,
      phone: row.phone || null,
      email: row.email || null,
      lastLoginIp: row.lastLoginIp ? prefixOf(row.lastLoginIp) : null,
    };
  });
}

async function namesOf({ app }: Context, ids: Ids): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await app.db.drizzle
    .select({ id: users.id, name: users.realName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function devicesOf({ app }: Context, ids: Ids): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await app.db.drizzle.execute<{ id: string; count: number }>(sql`
    select user_id::text as id, count(*)::int as count from auth_session
    where ended_at is null and expires_at > now() and user_id = any(${sql.param(ids.map(String))}::bigint[]) group by 1`);
  return new Map(rows.map(({ id, count }) => [BigInt(id), count]));
}
