import { search } from '@trade-assistant/contract/areas/desk/search.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Found, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sqlState } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { cellOf } from '../../kernel/resource/export.ts';
import { keywordFilters } from '../../kernel/resource/keyword.ts';

/** Records of one list. */
const MOST = 5;
/** Lists that one search reads at once. */
const AT_ONCE = 3;
const QUERY_CANCELED = '57014';

export default serve(search, {
  records: async (c, { keyword }) => {
    const lists = c.app.lists.resources.flatMap((resource) =>
      (resource.found ?? [])
        .filter(({ call }) => c.app.lists.allows(c, resource, call))
        .map((found) => ({
          resource,
          found,
          anyOf: keywordFilters(found.of?.fields ?? resource.fields, found.by, keyword),
        })),
    );
    const asked = lists.filter(({ anyOf }) => anyOf.length > 0);
    const answers: Record<number, readonly FoundRecord[]> = {};
    const queue = asked.entries();
    const take = async () => {
      for (const [place, { resource, found, anyOf }] of queue) {
        // The reader has typed on: the console aborted the request.
        if (c.reply.raw.destroyed) return;
        const query = { size: MOST, anyOf, isUncounted: true } as const;
        const { records } = await c.app.lists.page(c, resource, found.call, query).catch(unlessTooSlow);
        answers[place] = records.map((row) => recordOf(c, resource, found, row));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    const records = asked.map((_, place) => answers[place] ?? []);
    const known = new Set(records.flat().map(({ resource, id }) => `${resource} ${id}`));
    return records.flatMap((some, place) => some.filter(({ id }) => !known.has(`${asked[place]?.found.unless} ${id}`)));
  },
});

/** A list that takes longer than its statements may is left out. */
function unlessTooSlow(error: unknown): { readonly records: readonly [] } {
  if (sqlState(error) === QUERY_CANCELED) return { records: [] };
  throw error;
}

type FoundRecord = ReturnType<typeof recordOf>;

function recordOf(c: Context, resource: Resource, { shows, of }: Found, row: Readonly<Record<string, unknown>>) {
  const { fields, nameField = 'id', title, screen } = of ?? { ...resource, screen: resource.name };
  const note = shows.map((name) => String(cellOf(fields[name] as Field, row[name], c))).filter((word) => word !== '');
  const state = of ? undefined : row[resource.stateField ?? ''];
  const actions = Object.entries(resource.transitions ?? {}).filter(
    ([, { from, access }]) => from.includes(Number(state ?? NaN)) && c.can(`${resource.name}:${access}`),
  );
  return {
    resource: resource.name,
    title: title[c.locale],
    screen,
    id: row['id'] as bigint,
    name: nameOf(nameField, row)[c.locale],
    note: note.join(' · '),
    actions: actions.map(([call, transition]) => ({ call, title: transition.title[c.locale] })),
  };
}
