import { seedRewardStatus } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { post, WALLET_KIND, walletOf } from '../../money/ledger/index.ts';
import { seedErrors } from './errors.ts';
import type { PanelMember, PanelMembers } from './panel.ts';
import { SEED_TASK } from './states.ts';
import type { SeedTask } from './tables.ts';

const EXPENSE = 'p:reward_expense';
const { paid, reversed } = seedRewardStatus.is;

type RewardColumns = Pick<SeedTask, 'rewardStatus' | 'rewardPaid'> & { readonly rewardTime?: Date };

/**
 * Pays the reward of a locked task to its member: up to the daily limit of the member, after deducting the member's debt of earlier
 * reversals. @returns the columns of the task; none when nothing is due
 * @throws SEED_MEMBER_UNKNOWN
 */
export async function payReward(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  task: SeedTask,
): Promise<Partial<RewardColumns>> {
  const isTimely = task.reportTime !== null && task.dueTime !== null && task.reportTime <= task.dueTime;
  if (task.appUserId === null || !isTimely || task.reward === 0n) return {};
  const { walletUserId } = await memberOf(tx, panel, task);
  const debt = await lockDebt(tx, task);
  const amount = least(task.reward, await roomToday(tx, task));
  if (amount === 0n) return {};
  const deducted = least(debt, amount);
  await setDebt(tx, task, debt - deducted);
  const credited = amount - deducted;
  if (credited > 0n)
    await post(tx, actor, {
      ...referenceOf(task, 'pay'),
      event: 'REWARD',
      debits: [{ account: EXPENSE, amount: credited }],
      credits: [{ account: walletOf(walletUserId, 'balance'), amount: credited }],
    });
  return { rewardStatus: paid, rewardPaid: micros(amount), rewardTime: new Date() };
}

/**
 * Takes the reward of a locked task back, as far as the member's balance allows; the rest becomes a debt that the next rewards settle.
 * @returns the columns of the task; none when nothing was paid
 */
export async function reverseReward(
  tx: Tx,
  actor: Actor,
  panel: PanelMembers | null,
  task: SeedTask,
): Promise<Partial<RewardColumns>> {
  if (task.rewardStatus !== paid) return {};
  const { walletUserId } = await memberOf(tx, panel, task);
  const debt = await lockDebt(tx, task);
  const taken = least(task.rewardPaid, await lockBalance(tx, walletUserId));
  if (taken > 0n)
    await post(tx, actor, {
      ...referenceOf(task, 'reverse'),
      event: 'REWARD_REVERSE',
      debits: [{ account: walletOf(walletUserId, 'balance'), amount: taken }],
      credits: [{ account: EXPENSE, amount: taken }],
    });
  await setDebt(tx, task, debt + task.rewardPaid - taken);
  return { rewardStatus: reversed, rewardPaid: ZERO };
}

/** Each payment and reversal of a task is another movement: the version of its row names it. */
const referenceOf = ({ id, taskNo, version }: SeedTask, step: 'pay' | 'reverse') => ({
  idemKey: `seed-${step}:${id}:${version}`,
  bizType: SEED_TASK,
  bizId: id,
  bizNo: taskNo,
});

async function memberOf(tx: Tx, panel: PanelMembers | null, task: SeedTask): Promise<PanelMember> {
  if (!panel) throw seedErrors.SEED_PANEL_MISSING();
  const id = task.appUserId ?? 0n;
  const member = (await panel.find(tx, task.tenantId, [id])).get(id);
  if (!member) throw seedErrors.SEED_MEMBER_UNKNOWN();
  return member;
}

/** Locks the rewards of the task's member until the transaction ends. @returns the debt */
async function lockDebt(tx: Tx, { tenantId, appUserId }: SeedTask): Promise<bigint> {
  const { rows } = await tx.execute<{ amount: string }>(sql`
    insert into sed_debt (tenant_id, app_user_id) values (${tenantId}, ${appUserId})
    on conflict (tenant_id, app_user_id) do update set update_time = now() returning amount::text`);
  return BigInt(rows[0]?.amount ?? '0');
}

async function setDebt(tx: Tx, { tenantId, appUserId }: SeedTask, amount: bigint): Promise<void> {
  await tx.execute(
    sql`update sed_debt set amount = ${amount} where tenant_id = ${tenantId} and app_user_id = ${appUserId}`,
  );
}

declareLimit({ name: 'rewards of a member in a day', window: 'day', unit: 'money' });

/** Returns what the member may still receive on this day of the tenant. */
async function roomToday(tx: Tx, { tenantId, appUserId }: SeedTask): Promise<Micro> {
  const cap = await readParameter(tx, tenantId, 'embedded.dailyCap');
  const { rows } = await tx.execute<{ sum: string }>(sql`
    select coalesce(sum(reward_paid), 0)::text as sum from sed_task
    where tenant_id = ${tenantId} and app_user_id = ${appUserId} and reward_status = ${paid}
      and reward_time >= ${startOfCurrent('day', tenantId)}`);
  const left = cap - BigInt(rows[0]?.sum ?? '0');
  return micros(left > 0n ? left : 0n);
}

async function lockBalance(tx: Tx, userId: bigint): Promise<bigint> {
  const { rows } = await tx.execute<{ balance: string }>(sql`
    select balance::text from fin_wallet
    where user_id = ${userId} and kind = ${WALLET_KIND.balance} and currency = ${BOOK_CURRENCY} for update`);
  return BigInt(rows[0]?.balance ?? '0');
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
