import { appKycLevel } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { rechargeStatus, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { amountText, atAmount } from './amounts.ts';
import { paymentErrors } from './errors.ts';
import type { WithdrawalRow } from './tables.ts';

const { awaiting, review, passed } = rechargeStatus.is;
const { refused, cancelled } = withdrawalStatus.is;

const leftOf = (most: bigint, used: string | undefined): bigint => most - BigInt(used ?? '0');
const shown = (left: bigint): string => amountText(left > 0n ? left : 0n);

/** Refuses more than an app user may recharge in a day, over all methods. The caller has locked the user. @throws DAY_ABOVE */
export async function assertAppRecharge(tx: Tx, { tenantId, userId }: Actor, amount: bigint): Promise<void> {
  const { rows } = await tx.execute<{ today: string }>(sql`
    select coalesce(sum(amount), 0)::text as today from pay_recharge where user_id = ${userId} and deleted_at is null
      and status in (${awaiting}, ${review}, ${passed}) and create_time >= ${startOfCurrent('day', tenantId)}`);
  const left = leftOf(await readParameter(tx, tenantId, 'appUser.rechargeDayMax'), rows[0]?.today);
  if (amount > left) throw atAmount(paymentErrors, 'DAY_ABOVE', { left: shown(left) });
}

/**
 * Refuses less than an app user may withdraw at once and, without full verification, more than in a day. The caller has locked the user.
 * @throws AMOUNT_BELOW, WITHDRAW_DAY
 */
export async function assertAppWithdrawal(tx: Tx, { tenantId, userId }: Actor, amount: bigint): Promise<void> {
  const least = await readParameter(tx, tenantId, 'appUser.withdrawMin');
  if (amount < least) throw atAmount(paymentErrors, 'AMOUNT_BELOW', { amount: amountText(least) });
  const { rows } = await tx.execute<{ level: number; today: string }>(sql`
    select a.kyc_level as level, (select coalesce(sum(amount), 0)::text from pay_withdrawal
      where user_id = a.user_id and payment_method is not null and status not in (${refused}, ${cancelled})
        and create_time >= ${startOfCurrent('day', tenantId)}) as today
    from app_user a where a.user_id = ${userId}`);
  if (rows[0]?.level === appKycLevel.is.full) return;
  const left = leftOf(await readParameter(tx, tenantId, 'appUser.withdrawDayMax'), rows[0]?.today);
  if (amount > left) throw atAmount(paymentErrors, 'WITHDRAW_DAY', { left: shown(left) });
}

/** Refuses to complete a withdrawal of a locked app user; it waits until the lock is over. @throws WITHDRAWAL_PAUSED */
export async function assertNotPaused(
  tx: Tx,
  row: Pick<WithdrawalRow, 'userId' | 'userName' | 'withdrawNo'>,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from sys_user where id = ${row.userId} and user_type = ${userType.is.appUser}
      and status = ${userStatus.is.locked} and locked_until > now()`);
  if (rows.length > 0) throw paymentErrors.WITHDRAWAL_PAUSED({ user: row.userName, no: row.withdrawNo });
}
