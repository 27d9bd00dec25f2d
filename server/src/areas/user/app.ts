import { app } from '@trade-assistant/contract/areas/user/app.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import { appUsers } from '../../engines/customers/app-users/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { accountHandlers } from './app-user/accounts.ts';
import { COMPUTED, completed, sortedBy } from './app-user/rows.ts';

type Input<K extends keyof (typeof app)['calls']> = CallInput<typeof app, K, 'out'>;

const made = resourceRoutes(app, appUsers, {
  scope: 'owner',
  computed: { fields: COMPUTED, fill: completed, order: (c) => sortedBy(c.actor, sql`${appUsers.id}`) },
});

/** The rows of `user/app-user` under another name. New accounts have no password until one is set. */
export default {
  ...made,
  handlers: {
    ...made.handlers,
    save: (c: Context, input: Input<'save'>) =>
      c.tx((tx) => accountHandlers.add(tx, c.actor, { ...input, password: null })),
    update: (c: Context, input: Input<'update'>) => c.tx((tx) => accountHandlers.update(tx, c.actor, input)),
    remove: (c: Context, input: Input<'remove'>) => c.tx((tx) => accountHandlers.remove(tx, c.actor, input)),
  },
};
