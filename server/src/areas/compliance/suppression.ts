import { suppression } from '@trade-assistant/contract/areas/compliance/suppression.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { eq, sql } from 'drizzle-orm';
import {
  havingNumber,
  numbersIn,
  recordRemoval,
  ruleOf,
  suppress,
  suppressionJob,
  suppressions,
} from '../../engines/messaging/compliance/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { type Job, startTask } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

type Form = InputOf<typeof suppression>;
type ImportForm = Partial<Form> & { readonly countryCode?: string | null };

export const jobs: readonly Job[] = [suppressionJob as Job];

/** Staff see all entries, agents their own. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? sql`true` : eq(suppressions.ownerId, actor.userId);

const made = resourceRoutes(suppression, suppressions, {
  scope: 'tenant',
  rows: reachable,
  conditions: (c) => ({ number: ({ value }) => havingNumber(c.app.secrets, String(value)) }),
  onTransition: (_c, tx, rows, { reason = '' }) => recordRemoval(tx, rows, reason),
  actions: {
    import: async (c, given) => {
      const file = c.upload();
      const input = given as ImportForm;
      return c.tx(async (tx) => {
        const { effectiveTime, expireTime, ...rule } = await ruleOf(tx, c.actor, input);
        const iso = (time: Date | null) => time?.toISOString() ?? null;
        const { taskNo } = await startTask(
          tx,
          c.actor,
          suppressionJob,
          {
            fileId: file.id,
            countryCode: input.countryCode ?? null,
            rule: { ...rule, effectiveTime: iso(effectiveTime), expireTime: iso(expireTime) },
          },
          { bizType: suppression.name },
        );
        return { taskNo };
      });
    },
  },
});

/** Adds the numbers of a text at once. */
async function save(c: Context, input: Form) {
  const numbers = numbersIn(input.number, 'number');
  return c.tx(async (tx) => {
    const rule = await ruleOf(tx, c.actor, input);
    const { id } = await suppress(tx, c.actor, c.app.secrets, rule, numbers);
    announceChange(tx, c.actor.tenantId, suppression);
    return { id };
  });
}

export default { ...made, handlers: { ...made.handlers, save } };
