import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { amount, id } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';

const move = z.object({
  id: id(),
  money: amount().refine((value) => value > 0n, localizedRule({ zh: '须大于 0', en: 'must be greater than zero' })),
  remark: z.string().trim().max(255).nullish(),
});
const moved = z.object({ transferNo: z.string(), ownBalance: amount(), balance: amount() });

export const allocationCalls = {
  /** Moves money from the caller's balance to an agent or sub-user right below. */
  allocate: post({
    title: { zh: '拨款', en: 'Allocate' },
    access: 'allocate',
    stepUp: true,
    input: move,
    data: moved,
  }),
  /** Moves money back from a sub-user of the caller. The balance of an agent below is that agent's own. */
  reclaim: post({
    title: { zh: '收回', en: 'Reclaim' },
    access: 'allocate',
    stepUp: true,
    input: move,
    data: moved,
  }),
};
