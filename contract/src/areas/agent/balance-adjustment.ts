import { z } from 'zod';
import { amount, id, ids } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';

/** The most users one manual change of balances may name. */
export const BALANCE_UPDATE_MAX = 50;

/** `money` is signed: the amount each user gets or loses. Applies to all users or none. */
export const balanceAdjustment = z.object({
  money: amount().refine((value) => value !== 0n, localizedRule({ zh: '不能为 0', en: 'must not be zero' })),
  ids: ids(BALANCE_UPDATE_MAX),
  reason: z.string().trim().min(1).max(255),
  voucherNo: z.string().trim().max(64).optional(),
  /**
   * The number of the entry that is undone (`journalNo` of `finance/log`): a recharge or an adjustment of one user, by exactly the
   * opposite amount, once.
   */
  reverses: z.string().trim().min(1).max(32).optional(),
});

/** The users of a planned adjustment, and the most each of them may get or lose without a second person. */
export const adjustmentLimit = {
  input: z.object({ ids: ids(BALANCE_UPDATE_MAX) }),
  data: z.object({ alone: amount() }),
};

/** `pendingApproval`: nothing has moved yet; a second person decides the request `approvalId`. */
export const balanceAdjusted = z.object({
  okCount: z.int(),
  pendingApproval: z.boolean(),
  approvalId: id().nullable(),
  items: z.array(z.object({ id: id(), account: z.string(), balance: amount() })),
});
