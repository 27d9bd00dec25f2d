import type { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import type { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';

/** Resources that show withdrawals to those who decide about them. */
export type WithdrawalResource = typeof withdrawal | typeof withdrawalRecord;

/** Resources that a decision changes. */
export const WITHDRAWALS_CHANGE = [
  'agent/withdrawal',
  'user/withdrawal-record',
  'agent/user',
  'finance/log',
  'desk/approval',
] as const;
