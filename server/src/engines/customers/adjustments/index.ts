import { randomUUID } from 'node:crypto';
import { BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/balance-adjustment.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { amount, ids as idList } from '@trade-assistant/contract/kit/schema.ts';
import { and, inArray, TransactionRollbackError } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import {
  type Allowance,
  adjustMany,
  balancesOf,
  ledgerErrors,
  spendAllowance,
  spentAllowance,
} from '../../money/ledger/index.ts';
import { propose } from '../../office/approvals/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { users } from '../../people/identity/index.ts';
import { returnBonuses } from '../activities/index.ts';
import { adjustmentErrors } from './errors.ts';
import { type Reversals, reversalsOf } from './reversals.ts';

export { reversedRecharges } from './reversals.ts';

/** The kinds of users with wallets in the tree of agents. */
const TREE: readonly number[] = [userType.is.agent, userType.is.subUser];

type Adjusting = CallInput<typeof agentUser, 'manual-update-balance', 'out'>;

/** The approval of an adjustment: the requester is its operator, the second person its approver. */
export const adjustment = defineApproval({
  kind: approvalKind.is.adjustment,
  permission: `${agentUser.name}:approve`,
  payload: z.object({
    money: amount(),
    ids: idList(BALANCE_UPDATE_MAX),
    voucherNo: z.string().optional(),
    reverses: z.string().optional(),
  }),
  run: async (tx, decider, { id, approvalNo, payload, reason, proposer }) => {
    const operator = { ...decider, userId: proposer.userId, realName: proposer.realName };
    await book(tx, operator, {
      ...(await requestOf(tx, decider, { ...payload, reason }, [...TREE, userType.is.appUser])),
      requestId: `approval:${id}`,
      approval: { id, approvalNo, approverId: decider.userId },
    });
  },
});

/**
 * Adjusts balances of users, all or nothing, and notifies the users. Above the limit of one person it requests
 * approval instead. `types`: the kinds of users that may be named.
 */
export async function adjust(
  tx: Tx,
  { actor, idempotencyKey }: Pick<Context, 'actor' | 'idempotencyKey'>,
  input: Adjusting,
  types: readonly number[] = TREE,
) {
  const asked = await requestOf(tx, actor, input, types);
  const { ids, accounts } = asked;
  if (!(await isWithinAllowance(tx, actor, sizeOf(asked), ids))) return askFor(tx, actor, asked);
  const posted = await book(tx, actor, { ...asked, requestId: `${actor.userId}:${idempotencyKey ?? randomUUID()}` });
  const balances = await balancesOf(tx, actor, { userIds: ids });
  const items = balances.map(({ userId, balance }) => ({
    id: userId,
    account: accounts.get(userId)?.account ?? '',
    balance,
    journalNo: posted.get(userId) ?? '',
  }));
  return { okCount: posted.size, pendingApproval: false, approvalId: null, items };
}

interface AdjustmentRequest extends Adjusting {
  readonly accounts: Accounts;
  /** The reversal of each user, where entries are undone. */
  readonly reversals: Reversals | undefined;
}

/** @throws NO_PERMISSION, OWN_BALANCE, NOT_FOUND, NOT_REVERSIBLE, ALREADY_REVERSED */
async function requestOf(tx: Tx, actor: Actor, asked: Adjusting, types: readonly number[]): Promise<AdjustmentRequest> {
  const accounts = await accountsOf(tx, actor, asked.ids, types);
  return { ...asked, accounts, reversals: asked.reverses ? await reversalsOf(tx, actor, asked) : undefined };
}

/** Returns the amount that the adjustment moves for one user, with the bonus that moves with it. */
function sizeOf({ money, reversals }: AdjustmentRequest): Micro {
  const bonuses = [...(reversals?.values() ?? [])].map(({ bonus }) => (bonus < 0n ? -bonus : bonus));
  const [most = 0n] = bonuses.sort((a, b) => (a > b ? -1 : 1));
  return micros((money < 0n ? -money : money) + most);
}

async function askFor(tx: Tx, actor: Actor, asked: AdjustmentRequest) {
  const { money, ids, reason, voucherNo, reverses, reversals, accounts } = asked;
  // Refuses at once a request that could not be carried out now.
  await undone(tx, (trial) => post(trial, actor, { ...asked, requestId: `trial:${randomUUID()}` }));
  const each = signed(money);
  const { id } = await propose(tx, actor, {
    kind: adjustment,
    payload: {
      money: formatMoney(money),
      ids: ids.join(','),
      ...(voucherNo ? { voucherNo } : {}),
      ...(reverses ? { reverses } : {}),
    },
    params: { count: String(ids.length), amount: each },
    lines: ids.map((userId) => {
      const { account = '', realName = '', userType: type } = accounts.get(userId) ?? {};
      const screen = type === userType.is.appUser ? 'user/app-user' : agentUser.name;
      const bonus = reversals?.get(userId)?.bonus ?? 0n;
      const note = bonus === 0n ? each : `${each} · 赠送 Bonus ${signed(micros(bonus))}`;
      return { name: `${realName} (${account})`, route: `/${screen}/index?record=${userId}`, note };
    }),
    total: { amount: times(money, ids.length), currency: BOOK_CURRENCY },
    reason,
    message: 'ADJUSTMENT_TODO',
  });
  return { okCount: 0, pendingApproval: true, approvalId: id, items: [] };
}

interface Booking extends AdjustmentRequest {
  readonly requestId: string;
  /** The request that a second person approved. */
  readonly approval?: { readonly id: bigint; readonly approvalNo: string; readonly approverId: bigint };
}

/** @returns the number of the entry of each adjusted balance */
async function book(tx: Tx, operator: Actor, asked: Booking): Promise<ReadonlyMap<bigint, string>> {
  const posted = await post(tx, operator, asked);
  const { money, ids } = asked;
  await sendMessage(tx, operator, {
    to: { userIds: ids },
    key: 'BALANCE_ADJUSTED',
    params: { amount: signed(money) },
    level: money > 0n ? 'success' : 'warning',
    bizType: 'finance/log',
    route: '/finance/log/index',
  });
  announceChange(tx, operator.tenantId, agentUser, 'user/app-user');
  return posted;
}

async function post(tx: Tx, operator: Actor, asked: Booking): Promise<ReadonlyMap<bigint, string>> {
  const { requestId, approval, ids: userIds, money, reason, voucherNo, reversals, accounts } = asked;
  // The document of an approved adjustment is its request; of another one each user's account.
  const document = approval && { bizId: approval.id, approverId: approval.approverId };
  const reference = { bizType: 'manual_adjust', bizNo: voucherNo ?? approval?.approvalNo, reason, ...document };
  const reversed = [...(reversals?.values() ?? [])].map(({ bizNo }) => bizNo);
  await returnBonuses(tx, operator.tenantId, reversed);
  const posted = await adjustMany(tx, operator, {
    ...{ ...reference, requestId, userIds, amount: money },
    ...(reversals ? { each: reversals } : {}),
  }).catch((error: unknown) => {
    throw isAppError(error, 'BALANCE_NOT_ENOUGH') ? shortOf(error.data, accounts) : error;
  });
  // Another person reversed the same entry at the same time.
  for (const { userId, journalNo, replayed } of posted) {
    const reversal = reversals?.get(userId);
    if (reversal && replayed) throw adjustmentErrors.ALREADY_REVERSED({ no: reversal.bizNo, by: journalNo });
  }
  return new Map(posted.map(({ userId, journalNo }) => [userId, journalNo]));
}

type Accounts = ReadonlyMap<bigint, { readonly account: string; readonly realName: string; readonly userType: number }>;

/** Returns users with wallets that the actor may reach. Refuses the own balance and unknown users. */
async function accountsOf(tx: Tx, actor: Actor, ids: readonly bigint[], types: readonly number[]): Promise<Accounts> {
  if (actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
  if (ids.includes(actor.userId)) throw adjustmentErrors.OWN_BALANCE();
  const found = await tx
    .select({ id: users.id, account: users.account, realName: users.realName, userType: users.userType })
    .from(users)
    .where(and(visible(actor, users, 'owner'), inArray(users.userType, [...types]), inArray(users.id, [...ids])));
  const accounts = new Map(found.map(({ id, ...named }) => [id, named]));
  const missing = ids.filter((id) => !accounts.has(id));
  if (missing.length > 0) throw commonErrors.NOT_FOUND({}, { ids: missing.map(String) });
  return accounts;
}

/**
 * Counts the adjustment towards the actor's daily allowance. Returns false and counts nothing if it exceeds the
 * allowance.
 */
async function isWithinAllowance(tx: Tx, actor: Actor, money: Micro, userIds: readonly bigint[]): Promise<boolean> {
  const allowance = await allowanceOf(tx, actor);
  let isWithin = false;
  await inSavepoint(tx, async (counting) => {
    isWithin = await spendAllowance(counting, actor, { userIds, amount: money, allowance });
    if (!isWithin) counting.rollback();
  }).catch(orRolledBack);
  return isWithin;
}

const allowanceOf = async (tx: Tx, actor: Actor): Promise<Allowance> => ({
  perUser: await readParameter(tx, actor.tenantId, 'finance.adjustPerUser'),
  perDay: await readParameter(tx, actor.tenantId, 'finance.adjustPerDay'),
  timeZone: await businessZone(tx, actor.tenantId),
});

/** Returns the largest amount the actor may adjust each of the users by today without a second person. */
export async function adjustableAlone(tx: Tx, actor: Actor, userIds: readonly bigint[]): Promise<Micro> {
  const allowance = await allowanceOf(tx, actor);
  const spent = await spentAllowance(tx, actor, { userIds, timeZone: allowance.timeZone });
  const left = [
    (allowance.perDay - spent.total) / BigInt(userIds.length),
    ...spent.perUser.map((amount) => allowance.perUser - amount),
  ];
  return micros(left.reduce((least, one) => (one < 0n ? 0n : one < least ? one : least), allowance.perUser));
}

/** Does the work and rolls it back, so that only its refusal has an effect. */
const undone = (tx: Tx, work: (trial: Tx) => Promise<unknown>): Promise<void> =>
  inSavepoint(tx, async (trial) => {
    await work(trial);
    trial.rollback();
  }).catch(orRolledBack);

function orRolledBack(error: unknown): void {
  if (!(error instanceof TransactionRollbackError)) throw error;
}

const signed = (money: Micro): string => `${money > 0n ? '+' : ''}${formatMoney(money, 2)} ${BOOK_CURRENCY}`;

/** Returns the refusal of a batch with the names of users whose balance is too low. */
function shortOf(data: unknown, accounts: Accounts) {
  const { userIds = [] } = (data ?? {}) as { userIds?: readonly string[] };
  const short = userIds.map((id) => ({ id, account: accounts.get(BigInt(id))?.account ?? '' }));
  return ledgerErrors.BALANCE_NOT_ENOUGH({}, { users: short });
}
