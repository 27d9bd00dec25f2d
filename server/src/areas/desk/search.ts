import { search } from '@trade-assistant/contract/areas/desk/search.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Found, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { cellOf } from '../../kernel/resource/export.ts';
import { keywordFilters } from '../../kernel/resource/keyword.ts';

/** Records of one list. */
const MOST = 5;

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
    const answers = await Promise.all(
      lists
        .filter(({ anyOf }) => anyOf.length > 0)
        .map(async ({ resource, found, anyOf }) => {
          const query = { size: MOST, anyOf, isUncounted: true } as const;
          const { records } = await c.app.lists.page(c, resource, found.call, query);
          return records.map((row) => recordOf(c, resource, found, row));
        }),
    );
    return answers.flat();
  },
});

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
