import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { id } from '../../kit/schema.ts';
import { REASON_MAX } from '../../kit/transitions.ts';

/**
 * Requests approval to erase the personal data of a user without open business; the records of their operations stay.
 */
export const erasurePost = post({
  title: { zh: '注销个人信息', en: 'Erase personal data' },
  access: 'erase',
  stepUp: true,
  input: z.object({ id: id(), reason: z.string().trim().min(1).max(REASON_MAX) }),
  data: z.object({ approvalId: id(), approvalNo: z.string() }),
});
