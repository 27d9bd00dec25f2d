import { home } from '@trade-assistant/contract/areas/desk/home.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { Resource, Waiting } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';

export default serve(home, {
  waiting: async (c) => {
    const mine = c.app.lists.resources.flatMap((resource) =>
      (resource.waiting ?? []).filter((one) => mayAct(c, resource, one)).map((one) => countOf(c, resource, one)),
    );
    const counts = await Promise.all(mine);
    return counts
      .filter(({ count }) => count > 0)
      .sort((one, other) => (one.oldest?.getTime() ?? Infinity) - (other.oldest?.getTime() ?? Infinity));
  },
});

const mayAct = (c: Context, resource: Resource, { access, call }: Waiting): boolean =>
  c.can(access.includes(':') ? access : `${resource.name}:${access}`) && c.app.lists.allows(c, resource, call);

async function countOf(c: Context, resource: Resource, { title, call, filters, since, screen }: Waiting) {
  const input = resource.calls[call]?.input;
  const query = input?.parse({ ...filters, size: 1, ...(since ? { ascs: since } : {}) }) as ListQuery;
  const { records, total, totalIsEstimate = false } = await c.app.lists.page(c, resource, call, query);
  const oldest = since ? records[0]?.[since] : null;
  return {
    resource: resource.name,
    title: title[c.locale],
    screen: screen ?? resource.name,
    filters,
    count: total,
    isEstimate: totalIsEstimate,
    oldest: oldest instanceof Date ? oldest : null,
  };
}
