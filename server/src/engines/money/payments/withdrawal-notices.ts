import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import type { MessageKey } from '@trade-assistant/contract/areas/message/templates.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { holdersOf } from '../../people/identity/index.ts';
import { amountText } from './amounts.ts';
import type { WithdrawalRow } from './tables.ts';

/** The name of the resource that shows a user's withdrawals to staff. */
export const withdrawalScreenOf = (type: number): string =>
  type === userType.is.agent ? withdrawal.name : withdrawalRecord.name;

/** Makes open lists and displayed wallets reload. */
export const withdrawalsChanged = (tx: Tx, tenantId: string): void => announceChange(tx, tenantId, withdrawal);

/** Notifies finance of a withdrawal that waits for review or whose payout failed. */
export async function notifyFinanceOfWithdrawal(
  tx: Tx,
  actor: Actor,
  row: WithdrawalRow,
  key: Extract<MessageKey, 'WITHDRAW_SUBMITTED' | 'PAYOUT_FAILED' | 'PAYOUT_CONFLICT' | 'PAYOUT_SILENT'>,
): Promise<void> {
  const screen = withdrawalScreenOf(row.userType);
  await sendMessage(tx, actor, {
    to: { userIds: await holdersOf(tx, row.tenantId, `${screen}:audit`) },
    key,
    params: { user: row.userName, amount: amountText(row.amount), no: row.withdrawNo },
    bizType: screen,
    bizId: String(row.id),
    route: `/${screen}/index?record=${row.id}`,
  });
}

/** Notifies the owner of the outcome of a withdrawal. */
export async function notifyOwnerOfWithdrawal(
  tx: Tx,
  actor: Actor,
  row: WithdrawalRow,
  key: Extract<MessageKey, 'WITHDRAW_PAID' | 'WITHDRAW_REFUSED' | 'WITHDRAW_RETURNED' | 'WITHDRAW_MOVED'>,
  reason = '',
): Promise<void> {
  await sendMessage(tx, actor, {
    to: { userIds: [row.userId] },
    key,
    params: { amount: amountText(key === 'WITHDRAW_PAID' ? row.netAmount : row.amount), reason },
    bizType: withdrawal.name,
    bizId: String(row.id),
  });
}
