import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { bankCard } from '@trade-assistant/contract/areas/user/bank-card.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import { payoutChannel } from '@trade-assistant/contract/areas/user/payout-channel.ts';
import { walletAddress } from '@trade-assistant/contract/areas/user/wallet-address.ts';
import { bigint, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';
import type { PreviousKeys } from '../../vendors/providers/index.ts';

export const methods = tableOf('pay_method', paymentMethod, { without: ['askedLimits', 'approvalId'] });
export type MethodRow = typeof methods.$inferSelect;

export const walletAddresses = tableOf('pay_wallet_address', walletAddress);
export const bankCards = tableOf('pay_bank_card', bankCard, { more: { cardDigest: text().notNull() } });

export const recharges = tableOf('pay_recharge', recharge, {
  without: ['reversalNo'],
  more: {
    methodId: bigint({ mode: 'bigint' }).notNull(),
    auditUser: bigint({ mode: 'bigint' }),
    hashesNamed: integer().notNull().default(0),
  },
});
export type RechargeRow = typeof recharges.$inferSelect;

const rotation = { previousKeys: jsonb().$type<PreviousKeys>() };

export const watchers = tableOf('pay_watcher', paymentWatcher, { more: { ...rotation, cursor: text() } });
export type WatcherRow = typeof watchers.$inferSelect;

export const incoming = tableOf('pay_incoming', incomingPayment, {
  more: { rechargeId: bigint({ mode: 'bigint' }) },
});
export type IncomingRow = typeof incoming.$inferSelect;

export const channels = tableOf('pay_channel', payoutChannel, { more: rotation });
export type ChannelRow = typeof channels.$inferSelect;

export const withdrawals = tableOf('pay_withdrawal', withdrawal, {
  more: {
    /** Encrypted, for card payees. */
    cardNo: text(),
    holdId: bigint({ mode: 'bigint' }),
    auditUser: bigint({ mode: 'bigint' }),
    pollTime: timestamp({ withTimezone: true }),
    workerId: bigint({ mode: 'bigint' }),
    polls: integer().notNull().default(0),
    sentTime: timestamp({ withTimezone: true }),
  },
});
export type WithdrawalRow = typeof withdrawals.$inferSelect;
