import type { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import type { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import type { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import type { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';

/** The resources in which staff review recharges: of agents and of other users. */
export type RechargeResource = typeof recharge | typeof rechargeRecord;

/** The resources in which staff review withdrawals: of agents and of other users. */
export type WithdrawalResource = typeof withdrawal | typeof withdrawalRecord;
