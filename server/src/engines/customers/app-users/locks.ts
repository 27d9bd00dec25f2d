import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { NO_REASON } from '@trade-assistant/contract/kit/transitions.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../kernel/auth/changes.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { allOrNone, setApart } from '../../../kernel/jobs/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState, logStates } from '../../../kernel/resource/states.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { changeStatus } from '../../people/identity/index.ts';
import { atField } from './errors.ts';
import { APP_USER, type AppUserRow, inOrder, lockAppUser } from './tables.ts';

const DAY_MILLIS = 86_400_000;
const SLICE = 500;
const { active, disabled, locked, awaitingApproval } = userStatus.is;

export interface LockOrder {
  readonly ids: readonly bigint[];
  /** Days of the lock, from now; 0 ends it. */
  readonly day: number;
  readonly reason?: string | undefined;
}

/**
 * Locks app users for days or unlocks them, all or none. Sessions end, money stays, withdrawals wait. A second lock replaces the first.
 * Without `isLong` a lock has at most `appUser.lockDays`, and a longer one cannot be ended or shortened.
 * @throws NOT_FOUND, STATE_CONFLICT, LOCK_TOO_LONG
 */
export async function lockAccounts(
  tx: Tx,
  actor: Actor,
  { ids, day, reason: given }: LockOrder,
  { isLong }: { readonly isLong: boolean },
): Promise<{ readonly count: number; readonly until: Date | null }> {
  const most = await readParameter(tx, actor.tenantId, 'appUser.lockDays');
  const tooLong = (field: string) => atField(field, 'LOCK_TOO_LONG', { n: most });
  if (day > most && !isLong) throw tooLong('day');
  const reason = given?.trim() || (day > 0 ? NO_REASON : '');
  const until = day === 0 ? null : new Date(Date.now() + day * DAY_MILLIS);
  for (const id of inOrder(ids)) {
    const user = await lockAppUser(tx, actor, id);
    const isBeyond = user.lockUntil !== null && user.lockUntil.getTime() > Date.now() + most * DAY_MILLIS;
    if (isBeyond && !isLong) throw tooLong('ids');
    if (until === null) await unlock(tx, actor, user, reason);
    else await lockUntil(tx, actor, user, { until, reason });
  }
  announceChange(tx, actor.tenantId, APP_USER);
  return { count: ids.length, until };
}

interface Lock {
  readonly until: Date;
  readonly reason: string;
}

/**
 * Locks accounts at least until a time: a longer lock stays; disabled and waiting accounts stay as they are.
 * @throws NOT_FOUND
 */
export async function lockAtLeast(
  tx: Tx,
  actor: Actor,
  { ids, ...lock }: Lock & { readonly ids: readonly bigint[] },
): Promise<void> {
  for (const id of inOrder(ids)) {
    const user = await lockAppUser(tx, actor, id);
    const isOut = user.status === disabled || user.status === awaitingApproval;
    if (!isOut && !(user.lockUntil !== null && user.lockUntil >= lock.until)) await lockUntil(tx, actor, user, lock);
  }
  announceChange(tx, actor.tenantId, APP_USER);
}

async function lockUntil(tx: Tx, actor: Actor, user: AppUserRow, { until, reason }: Lock): Promise<void> {
  const { id: userId, tenantId, status } = user;
  // A lock is replaced by way of the active state, which no other transaction sees.
  if (status === locked) await changeStatus(tx, actor, { userId, status: active });
  await changeStatus(tx, actor, { userId, status: locked, reason, until });
  await tx.execute(sql`update app_user set lock_count = lock_count + 1 where user_id = ${userId}`);
  await logState(tx, actor, { type: APP_USER, id: userId, from: status, to: locked, event: 'lock', reason });
  const time = formatTime(until, await businessZone(tx, tenantId));
  await notify(tx, tenantId, userId, { key: 'APP_USER_LOCKED', params: { time, reason } });
}

async function unlock(tx: Tx, actor: Actor, { id, tenantId, status }: AppUserRow, reason: string): Promise<void> {
  if (status !== locked) throw commonErrors.STATE_CONFLICT();
  await changeStatus(tx, actor, { userId: id, status: active });
  const step = { type: APP_USER, id, from: locked, to: active, event: 'unlock' };
  await logState(tx, actor, { ...step, reason: reason || undefined });
  await notify(tx, tenantId, id, { key: 'APP_USER_UNLOCKED', params: {} });
}

const notify = (
  tx: Tx,
  tenantId: string,
  userId: bigint,
  message: { readonly key: 'APP_USER_LOCKED' | 'APP_USER_UNLOCKED'; readonly params: Readonly<Record<string, string>> },
) => sendMessage(tx, systemActor(tenantId), { to: { userIds: [userId] }, ...message, route: '/desk/message/index' });

/** Unlocks the app users whose lock is over. @returns how many of at most 500 */
export async function endLocks(tx: Tx, batch = allOrNone): Promise<number> {
  const { rows } = await tx.execute<{ id: string; tenant: string }>(sql`
    select id::text, tenant_id as tenant from sys_user
    where status = ${locked} and locked_until <= now() and user_type = 4 and deleted_at is null and ${batch.isNotSetApart(sql`id`)}
    order by id limit ${SLICE} for update skip locked`);
  await batch.each(tx, rows, async (own, { id, tenant }) => {
    await own.execute(sql`
      update sys_user set status = ${active}, locked_until = null, status_reason = '', update_time = now(), version = version + 1
      where id = ${id}::bigint`);
    const step = { type: APP_USER, from: locked, to: active, event: 'expire' };
    await logStates(own, systemActor(tenant), step, [BigInt(id)]);
    await notify(own, tenant, BigInt(id), { key: 'APP_USER_UNLOCKED', params: {} });
    announceChange(own, tenant, APP_USER);
  });
  if (rows.length > 0) await rightsChanged(tx);
  return rows.length;
}

const ends = setApart('app-users/end-locks');

/** Unlocks all app users whose lock is over. */
export async function endAllLocks(app: Pick<App, 'db' | 'log'>): Promise<void> {
  while ((await app.db.tx((tx) => endLocks(tx, ends.batch(app)))) === SLICE);
}

type Step = 'approve' | 'refuse' | 'disable' | 'enable';
const TARGET: Readonly<Record<Step, 0 | 1>> = { approve: active, refuse: disabled, disable: disabled, enable: active };
const FROM: Readonly<Record<Step, readonly number[]>> = {
  approve: [awaitingApproval],
  refuse: [awaitingApproval],
  disable: [active, locked],
  enable: [disabled],
};

/** Approves, rejects, disables or enables app users, all or none. @throws NOT_FOUND, STATE_CONFLICT, REASON_REQUIRED, STATE_SET_ABOVE */
export async function stepAccounts(
  tx: Tx,
  actor: Actor,
  step: Step,
  { ids, reason }: { readonly ids: readonly bigint[]; readonly reason?: string | undefined },
): Promise<void> {
  for (const id of inOrder(ids)) {
    const user = await lockAppUser(tx, actor, id);
    if (!FROM[step].includes(user.status)) throw commonErrors.STATE_CONFLICT();
    await changeStatus(tx, actor, { userId: id, status: TARGET[step], reason });
    await logState(tx, actor, { type: APP_USER, id, from: user.status, to: TARGET[step], event: step, reason });
  }
  announceChange(tx, actor.tenantId, APP_USER);
}
