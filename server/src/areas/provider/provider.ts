import { providerCapability } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import {
  healthOf,
  healthOfMany,
  isolate,
  postedOf,
  providerErrors,
  providers,
  receiveResults,
  release,
  testProvider,
} from '../../engines/providers/index.ts';
import { lastExchanges, openExchanges } from '../../engines/work/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { neededRefusal } from '../../kernel/http/errors.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const { numberStatus } = providerCapability.is;

export default resourceRoutes(provider, providers, {
  scope: 'tenant',
  computed: {
    fields: ['breaker', 'healthScore', 'inFlight', 'inDoubt', 'lastError'],
    fill: async ({ app }, rows) => {
      const open = await openExchanges(
        app.db.drizzle,
        rows.map(({ id }) => id),
      );
      return healthOfMany(app.db.drizzle, rows, open);
    },
  },
  beforeSave: async ({ app, locale }, _tx, input, existing) => {
    if (input.endpoint) {
      app.outbound.check(input.endpoint);
      if (!app.config.outbound.allowPrivate && !/^https:/i.test(input.endpoint)) throw providerErrors.PROVIDER_PLAIN();
    }
    const { capabilities, legalBasis } = { ...existing, ...input };
    if ((capabilities ?? numberStatus) !== numberStatus && !legalBasis)
      throw neededRefusal(['legalBasis'], provider, locale);
    const { countries, ...settings } = input;
    return countries === undefined ? settings : { ...settings, countries: countries ?? [] };
  },
  actions: {
    test: async (c, { id }) => testProvider(c.app, await found(c, id)),
    isolate: async (c, { id, reason }) => {
      await found(c, id);
      await c.tx((tx) => isolate(tx, id, reason, c.actor));
    },
    release: async (c, { id, reason }) => {
      await found(c, id);
      await c.tx((tx) => release(tx, c.actor, id, reason));
    },
    health: async (c, { id }) => {
      const row = await found(c, id);
      return healthOf(c.app.db, row, (await openExchanges(c.app.db.drizzle, [id])).get(id));
    },
    callback: async (c, { id }) => receiveResults(c.app, id, postedOf(c)),
    exchanges: async (c, { id }) => {
      await found(c, id);
      return lastExchanges(c.app.db.drizzle, id);
    },
  },
});

/** @throws NOT_FOUND */
async function found({ app, actor }: Context, id: bigint) {
  const [row] = await app.db.drizzle
    .select()
    .from(providers)
    .where(and(visible(actor, providers, 'tenant'), eq(providers.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}
