import { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import { userTeam } from '@trade-assistant/contract/areas/user/user-team.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { bigint, text } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import { lockUser, type UserRow } from '../../people/identity/index.ts';

/** The resource of app users, and the type of their entries in the state log. */
export const APP_USER = appUser.name;

const id = () => bigint({ mode: 'bigint' });

/** A view: accounts of app users. Each user owns their own row, so that owner scopes work on it. */
export const appUsers = tableOf('app_user_row', appUser, {
  without: [
    ...(['agentName', 'teamName', 'inviterName', 'taskCount', 'approvedCount', 'cheatCount', 'trustScore'] as const),
    ...(['balance', 'bonus', 'frozenBalance', 'totalReward', 'totalRecharge', 'totalWithdraw', 'deviceCount'] as const),
  ],
  more: { ownerId: id().notNull(), ownerPath: text().notNull(), avatar: text().notNull() },
});
export type AppUserRow = typeof appUsers.$inferSelect;

export const teams = tableOf('app_team', userTeam, {
  without: ['leaderName', 'agentName', 'memberCount', 'monthDone', 'approvedRate', 'memberIds'],
});

/** Returns an app user in reach, with the account locked. @throws NOT_FOUND */
export async function lockAppUser(tx: Tx, actor: Actor, userId: bigint): Promise<AppUserRow & { account: string }> {
  await lockUserOf(tx, actor, userId);
  const [row] = await tx.select().from(appUsers).where(reachable(actor, userId));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

const reachable = (actor: Actor, userId: bigint): SQL | undefined =>
  and(visible(actor, appUsers, 'owner'), eq(appUsers.id, userId));

/** @throws NOT_FOUND naming the ids of app users out of the actor's reach */
export async function assertReached(tx: Tx, actor: Actor, userIds: readonly bigint[]): Promise<void> {
  const found = await tx
    .select({ id: appUsers.id })
    .from(appUsers)
    .where(and(visible(actor, appUsers, 'owner'), inArray(appUsers.id, [...userIds])));
  const reached = new Set(found.map(({ id }) => id));
  const missing = userIds.filter((id) => !reached.has(id));
  if (missing.length > 0) throw commonErrors.NOT_FOUND({}, { ids: missing.map(String) });
}

async function lockUserOf(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  const found = await tx.select({ id: appUsers.id }).from(appUsers).where(reachable(actor, userId));
  if (found.length === 0) throw commonErrors.NOT_FOUND();
  return lockUser(tx, actor, userId);
}

export interface AppUser {
  readonly userId: bigint;
  readonly tenantId: string;
  readonly name: string;
  /** The agent they belong to; null: the platform. */
  readonly agentId: bigint | null;
  readonly inviterId: bigint | null;
  readonly teamId: bigint | null;
  readonly userKind: number;
  readonly kycLevel: number;
  readonly countryCode: string;
  /** As `user_status`. */
  readonly status: number;
  readonly registerTime: Date;
}

/** Returns an app user; null for other accounts and removed ones. */
export async function appUserOf(tx: Pick<Tx, 'select'>, userId: bigint): Promise<AppUser | null> {
  const [row] = await tx
    .select()
    .from(appUsers)
    .where(and(eq(appUsers.id, userId), sql`${appUsers.deletedAt} is null`));
  if (!row) return null;
  const { tenantId, realName: name, agentId, inviterId, teamId, userKind, kycLevel, countryCode, status } = row;
  const ids = { agentId: agentId ?? null, inviterId: inviterId ?? null, teamId: teamId ?? null };
  const facts = {
    userKind,
    kycLevel: kycLevel ?? 0,
    countryCode: countryCode ?? '',
    status,
    registerTime: row.registerTime,
  };
  return { userId, tenantId, name, ...ids, ...facts };
}

/** Returns ids once each, in the order in which rows are locked. */
export const inOrder = (ids: readonly bigint[]): bigint[] => [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));

/** How a message or an error names a user. */
export const calledOf = ({ realName, account }: Pick<AppUserRow, 'realName' | 'account'>): string =>
  `${realName} (${account})`;
