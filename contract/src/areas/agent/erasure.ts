import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { id } from '../../kit/schema.ts';
import { REASON_MAX } from '../../kit/transitions.ts';

/** Asks a second person to erase what is known of somebody who has nothing open any more; what they did stays. */
export const erasurePost = post({
  title: { zh: '注销个人信息', en: 'Erase personal data' },
  access: 'erase',
  stepUp: true,
  input: z.object({ id: id(), reason: z.string().trim().min(1).max(REASON_MAX) }),
  data: z.object({ approvalId: id(), approvalNo: z.string() }),
});
