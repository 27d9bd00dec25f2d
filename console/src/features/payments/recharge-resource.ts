import type { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import type { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';

/** Resources that show recharges to those who decide about them. */
export type RechargeResource = typeof recharge | typeof rechargeRecord;

/** Resources that a decision changes. */
export const DECIDED = ['agent/recharge', 'user/recharge-record', 'agent/user', 'finance/log'] as const;
