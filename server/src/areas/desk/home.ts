import { home } from '@trade-assistant/contract/areas/desk/home.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { Resource, Waiting } from '@trade-assistant/contract/kit/resource.ts';
import type { App } from '../../kernel/app/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { RequestCoalescer } from '../../kernel/request-coalescer.ts';

interface Count {
  readonly count: number;
  readonly isEstimate: boolean;
  readonly oldest: Date | null;
}

/** A change of a tenant makes all of its open home pages ask at once: those with the same rights share one count. */
const counting = new WeakMap<App, RequestCoalescer<Count>>();

export default serve(home, {
  waiting: async (c) => {
    const mine = c.app.lists.resources.flatMap((resource) =>
      (resource.waiting ?? [])
        .filter((one) => mayAct(c, resource, one))
        .map(async (one) => ({
          resource: resource.name,
          title: one.title[c.locale],
          screen: one.screen ?? resource.name,
          filters: one.filters,
          brief: briefOf(one),
          ...(await sharedCount(c, resource, one)),
        })),
    );
    const counts = await Promise.all(mine);
    return counts
      .filter(({ count }) => count > 0)
      .sort((one, other) => (one.oldest?.getTime() ?? Infinity) - (other.oldest?.getTime() ?? Infinity));
  },
});

const briefOf = ({ call, since, brief }: Waiting) =>
  brief
    ? {
        call,
        since: since ?? null,
        about: [...brief.about],
        amount: brief.amount ?? null,
        settle: brief.settle ?? null,
      }
    : null;

const mayAct = (c: Context, resource: Resource, { access, call }: Waiting): boolean =>
  c.can(access.includes(':') ? access : `${resource.name}:${access}`) && c.app.lists.allows(c, resource, call);

function sharedCount(c: Context, resource: Resource, one: Waiting): Promise<Count> {
  const runs = counting.get(c.app) ?? new RequestCoalescer<Count>();
  counting.set(c.app, runs);
  const { actor } = c;
  const isOwn =
    one.isPersonal || actor.userType !== userType.is.staff || actor.dataRules?.[resource.name] !== undefined;
  const readers = isOwn
    ? [actor.userId, actor.sessionId]
    : [[...actor.permissions].toSorted(), [...(actor.deniedRoutes ?? [])].toSorted()];
  const key = [actor.tenantId, resource.name, one.call, JSON.stringify(one.filters), ...readers].join(' ');
  return runs.run(key, () => countOf(c, resource, one));
}

async function countOf(c: Context, resource: Resource, { call, filters, since }: Waiting): Promise<Count> {
  const input = resource.calls[call]?.input;
  const query = input?.parse({ ...filters, size: 1, ...(since ? { ascs: since } : {}) }) as ListQuery;
  const { records, total, totalIsEstimate = false } = await c.app.lists.page(c, resource, call, query);
  const oldest = since ? records[0]?.[since] : null;
  return { count: total, isEstimate: totalIsEstimate, oldest: oldest instanceof Date ? oldest : null };
}
