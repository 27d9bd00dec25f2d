import { z } from 'zod';
import { amount, id, ids } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { statedReason } from '../../kit/transitions.ts';

/** The most users one manual change of balances may name. */
export const BALANCE_UPDATE_MAX = 50;

const ENTRIES = matching(/^[\w-]{1,32}(,[\w-]{1,32})*$/, {
  zh: '应为凭证号，多个以逗号分隔',
  en: 'should be entry numbers, separated by commas',
});

/** `money` is signed: the amount each user gets or loses. Applies to all users or none. */
export const balanceAdjustment = z.object({
  money: amount().refine((value) => value !== 0n, localizedRule({ zh: '不能为 0', en: 'must not be zero' })),
  ids: ids(BALANCE_UPDATE_MAX),
  reason: statedReason(),
  voucherNo: z.string().trim().max(64).optional(),
  /**
   * The entries that are undone (`journalNo` of `finance/log`, separated by commas): of each user one recharge or adjustment, by exactly
   * the opposite amount, once. The bonus of a recharge is taken back with it.
   */
  reverses: z
    .string()
    .trim()
    .regex(ENTRIES)
    .max(33 * BALANCE_UPDATE_MAX)
    .meta({ examples: ['JN26010112AB'] })
    .optional(),
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
  /** Of each user the balance afterwards and the number of the new entry, with which it can be undone. */
  items: z.array(z.object({ id: id(), account: z.string(), balance: amount(), journalNo: z.string() })),
});
