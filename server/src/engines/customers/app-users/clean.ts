import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { endSessions } from '../../../kernel/auth/changes.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { cancelMemberTasks } from '../../messaging/seeds/index.ts';
import { askErasure, openBusinessOf } from '../erasure/index.ts';
import { appUserErrors } from './errors.ts';
import { APP_USER, type AppUserRow, calledOf, inOrder, lockAppUser } from './tables.ts';
import { leaveTeam } from './teams.ts';

export interface Cleaning {
  readonly ids: readonly bigint[];
  readonly reason: string;
  /** ERASE also requests a second person's approval to erase the personal data. */
  readonly mode: 'CLEAN' | 'ERASE';
}

/**
 * Ends sessions, removes devices and payees and cancels unreported tasks of app users without money or open business, all or none. The
 * ledger stays.
 * @throws NOT_FOUND, CLEAN_BLOCKED, and those of `askErasure`
 */
export async function cleanAccounts(tx: Tx, actor: Actor, { ids, reason, mode }: Cleaning) {
  const approvals: { approvalId: bigint; approvalNo: string }[] = [];
  for (const id of inOrder(ids)) {
    const user = await lockAppUser(tx, actor, id);
    await assertSettled(tx, user);
    await endSessions(tx, { userId: id }, 'cleaned');
    for (const table of ['auth_passkey', 'auth_ticket'])
      await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`);
    for (const table of ['pay_bank_card', 'pay_wallet_address'])
      await tx.execute(sql`
        update ${sql.identifier(table)} set deleted_at = now(), update_time = now(), version = version + 1
        where tenant_id = ${actor.tenantId} and user_id = ${id} and deleted_at is null`);
    await cancelMemberTasks(tx, actor.tenantId, id);
    const { status } = user;
    await logState(tx, actor, { type: APP_USER, id, from: status, to: status, event: 'clean', reason });
    if (mode === 'ERASE') approvals.push(await askErasure(tx, actor, { id, reason }));
  }
  announceChange(tx, actor.tenantId, APP_USER);
  return { count: ids.length, approvals };
}

/** Refuses to clean a user with money or open business. Locks the wallets, so that no money moves meanwhile. */
async function assertSettled(tx: Tx, user: AppUserRow): Promise<void> {
  await tx.execute(sql`
    select from fin_wallet where tenant_id = ${user.tenantId} and user_id = ${user.id} order by kind, currency for update`);
  const remains = await openBusinessOf(tx, user);
  if (remains.length === 0) return;
  const { CLEAN_BLOCKED } = appUserErrors.declarations;
  throw new AppError(
    'CLEAN_BLOCKED',
    {
      ...CLEAN_BLOCKED,
      zh: `${CLEAN_BLOCKED.zh}：${remains.map(({ zh }) => zh).join('、')}`,
      en: `${CLEAN_BLOCKED.en}: ${remains.map(({ en }) => en).join(', ')}`,
    },
    { user: calledOf(user) },
  );
}

/** Tables with rows of used accounts, by the column of the user. */
const TRACES: readonly (readonly [table: string, column: string])[] = [
  ['auth_session', 'user_id'],
  ['finance_log', 'user_id'],
  ['pay_recharge', 'user_id'],
  ['pay_withdrawal', 'user_id'],
  ['sed_task', 'app_user_id'],
  ['sed_number', 'app_user_id'],
  ['app_team', 'leader_id'],
  ['app_user', 'inviter_id'],
];

/** Removes accounts that were never used, all or none. @throws NOT_FOUND, APP_USER_ACTIVE */
export async function removeAccounts(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  for (const id of inOrder(ids)) {
    const user = await lockAppUser(tx, actor, id);
    const used = TRACES.map(
      ([table, column]) => sql`exists (select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id})`,
    );
    const { rows } = await tx.execute<{ used: boolean }>(sql`select ${sql.join(used, sql` or `)} as used`);
    if (user.lastLoginTime !== null || rows[0]?.used) throw appUserErrors.APP_USER_ACTIVE({ user: calledOf(user) });
    await leaveTeam(tx, id);
    await tx.execute(sql`
      update sys_user set status = 0, deleted_at = now(), update_user = ${actor.userId}, update_time = now(), version = version + 1
      where id = ${id}`);
  }
  announceChange(tx, actor.tenantId, APP_USER);
}
