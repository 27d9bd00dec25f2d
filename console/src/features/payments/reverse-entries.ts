import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { call } from '../../kit/client/call.ts';

interface Entry {
  readonly userId: string;
  readonly journalNo: string;
}

/**
 * Reverses entries of the finance log, one of each user, that changed each balance by the same amount (signed). Each entry can be
 * reversed once.
 */
export const reverseEntries = (
  entries: readonly Entry[],
  {
    change,
    reason,
    resource = agentUser,
  }: { readonly change: string; readonly reason: string; readonly resource?: typeof agentUser },
  options: { readonly idempotencyKey?: string } = {},
) =>
  call(
    resource,
    'manual-update-balance',
    {
      ids: entries.map(({ userId }) => userId).join(','),
      money: formatMoney(-parseMoney(change)),
      reason: reason.slice(0, REASON_MAX),
      reverses: entries.map(({ journalNo }) => journalNo).join(','),
    },
    options,
  );
