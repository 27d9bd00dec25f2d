import { randomUUID } from 'node:crypto';
import { BALANCE_UPDATE_MAX } from '@trade-assistant/contract/areas/agent/balance-adjustment.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { financeDirection, financeType, walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { amount, ids as idList } from '@trade-assistant/contract/kit/schema.ts';
import { and, inArray, ne, sql, TransactionRollbackError } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../kernel/approvals.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import { businessZone } from '../../kernel/db/business-days.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { readParameter } from '../../kernel/parameters/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { propose } from '../approvals/index.ts';
import { users } from '../identity/index.ts';
import {
  type Allowance,
  adjustMany,
  balancesOf,
  ledgerErrors,
  spendAllowance,
  spentAllowance,
} from '../ledger/index.ts';
import { sendMessage } from '../messages/index.ts';

export const adjustmentErrors = defineErrors({
  NOT_REVERSIBLE: {
    status: 400,
    zh: '只能冲回一个用户的充值或调账，金额须与原金额相反',
    en: 'Only a recharge or adjustment of one user can be reversed, by exactly the opposite amount',
  },
  ALREADY_REVERSED: { status: 409, zh: '{no} 已经冲回', en: '{no} has already been reversed' },
  OWN_BALANCE: { status: 403, zh: '不能调整自己的余额', en: 'You cannot adjust your own balance' },
});

const { is: type } = financeType;

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
    const accounts = await accountsOf(tx, decider, payload.ids);
    const operator = { ...decider, userId: proposer.userId, realName: proposer.realName };
    await book(tx, operator, {
      ...payload,
      reason,
      accounts,
      requestId: payload.reverses ? reversalOf(payload.reverses) : `approval:${id}`,
      approval: { id, approvalNo, approverId: decider.userId },
    });
  },
});

/**
 * Adjusts balances of users, all or nothing, and notifies the users. Above the limit of one person it requests
 * approval instead.
 */
export async function adjust(
  tx: Tx,
  c: Pick<Context, 'actor' | 'idempotencyKey'>,
  { money, ids, reason, voucherNo, reverses }: Adjusting,
) {
  const { actor } = c;
  const accounts = await accountsOf(tx, actor, ids);
  const asked = { money, ids, reason, voucherNo, reverses, accounts };
  if (!(await isWithinAllowance(tx, actor, money, ids))) return askFor(tx, actor, asked);
  const requestId = reverses ? reversalOf(reverses) : `${actor.userId}:${c.idempotencyKey ?? randomUUID()}`;
  const okCount = await book(tx, actor, { ...asked, requestId });
  const balances = await balancesOf(tx, actor, { userIds: ids });
  const items = balances.map(({ userId: id, balance }) => ({ id, account: accounts.get(id)?.account ?? '', balance }));
  return { okCount, pendingApproval: false, approvalId: null, items };
}

interface AdjustmentRequest {
  readonly money: Micro;
  readonly ids: readonly bigint[];
  readonly reason: string;
  readonly voucherNo?: string | undefined;
  readonly reverses?: string | undefined;
  readonly accounts: Accounts;
}

async function askFor(tx: Tx, actor: Actor, asked: AdjustmentRequest) {
  const { money, ids, reason, voucherNo, reverses, accounts } = asked;
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
      const { account = '', realName = '' } = accounts.get(userId) ?? {};
      return { name: `${realName} (${account})`, route: `/${agentUser.name}/index?record=${userId}`, note: each };
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

/** @returns how many balances were adjusted */
async function book(tx: Tx, operator: Actor, asked: Booking): Promise<number> {
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
  announceChange(tx, operator.tenantId, agentUser);
  return posted.length;
}

/** The key under which an entry is reversed, once. */
const reversalOf = (journalNo: string): string => `reversal:${journalNo}`;

/** @throws NOT_REVERSIBLE, ALREADY_REVERSED */
async function assertReversible(tx: Tx, { tenantId }: Actor, asked: AdjustmentRequest & { readonly reverses: string }) {
  const { ids, money, reverses: no } = asked;
  const [userId, another] = ids;
  const { rows } = await tx.execute<{ effect: string; is_reversed: boolean }>(sql`
    select case l.direction when ${financeDirection.is.in} then l.amount else -l.amount end::text as effect,
      exists (select from fin_journal
        where tenant_id = ${tenantId} and idem_key = ${`adj:${reversalOf(no)}:${userId}`}) as is_reversed
    from finance_log l
    where l.tenant_id = ${tenantId} and l.journal_no = ${no} and l.user_id = ${userId}
      and l.wallet_kind = ${walletKind.is.balance} and l.finance_type in (${type.recharge}, ${type.manualCredit}, ${type.manualDebit})`);
  const [movement, other] = rows;
  if (!movement || other || another !== undefined || BigInt(movement.effect) !== -money)
    throw adjustmentErrors.NOT_REVERSIBLE();
  if (movement.is_reversed) throw adjustmentErrors.ALREADY_REVERSED({ no });
}

async function post(tx: Tx, operator: Actor, asked: Booking) {
  const { requestId, approval, ids: userIds, money, reason, voucherNo, reverses, accounts } = asked;
  if (reverses) await assertReversible(tx, operator, { ...asked, reverses });
  // The document of an approved adjustment is its request; of another one each user's account.
  const document = approval && { bizId: approval.id, approverId: approval.approverId };
  const reference = {
    bizType: 'manual_adjust',
    bizNo: voucherNo ?? approval?.approvalNo ?? reverses,
    reason,
    ...document,
  };
  return adjustMany(tx, operator, { ...reference, requestId, userIds, amount: money }).catch((error: unknown) => {
    throw isAppError(error, 'BALANCE_NOT_ENOUGH') ? shortOf(error.data, accounts) : error;
  });
}

type Accounts = ReadonlyMap<bigint, { readonly account: string; readonly realName: string }>;

/** Returns users with wallets that the actor may reach. Refuses the own balance and unknown users. */
async function accountsOf(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Accounts> {
  if (actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
  if (ids.includes(actor.userId)) throw adjustmentErrors.OWN_BALANCE();
  const found = await tx
    .select({ id: users.id, account: users.account, realName: users.realName })
    .from(users)
    .where(and(visible(actor, users, 'owner'), ne(users.userType, userType.is.staff), inArray(users.id, [...ids])));
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
  await tx
    .transaction(async (counting) => {
      isWithin = await spendAllowance(counting, actor, { userIds, amount: money, allowance });
      if (!isWithin) counting.rollback();
    })
    .catch(orRolledBack);
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
  tx
    .transaction(async (trial) => {
      await work(trial);
      trial.rollback();
    })
    .catch(orRolledBack);

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
