import { telegramOrderPhone } from '@trade-assistant/contract/areas/telegram/order-phone.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import {
  changeLine,
  lineList,
  messagePhoneRoutes,
  removeLines,
  saveLine,
  telegram,
} from '../../engines/sending/index.ts';
import type { Context } from '../../kernel/http/context.ts';

export const lines = lineList();
export default messagePhoneRoutes(telegramOrderPhone, lines, telegram, {
  save: (c: Context, input: CallInput<typeof telegramOrderPhone, 'save', 'out'>) => saveLine(c, telegram, input),
  update: (c: Context, { id, params }: CallInput<typeof telegramOrderPhone, 'update', 'out'>) =>
    changeLine(c, telegram, id, params),
  remove: (c: Context, { ids }: CallInput<typeof telegramOrderPhone, 'remove', 'out'>) => removeLines(c, telegram, ids),
});
