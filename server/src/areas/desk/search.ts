import { search } from '@trade-assistant/contract/areas/desk/search.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import { cleanDigits } from '@trade-assistant/contract/kit/phone-number.ts';
import type { Found, Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { cellOf } from '../../kernel/resource/export.ts';

/** Records of one list. */
const MOST = 5;
/** Fewer digits would match too many numbers. */
const LEAST_DIGITS = 4;

export default serve(search, {
  records: async (c, { keyword }) => {
    const lists = c.app.lists.resources.flatMap((resource) =>
      (resource.found ?? [])
        .filter(({ call }) => c.app.lists.allows(c, resource, call))
        .map((found) => ({ resource, found, anyOf: conditionsOf(resource, found, keyword) })),
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

function conditionsOf(resource: Resource, { by, of }: Found, keyword: string): Filter[] {
  const fields = of?.fields ?? resource.fields;
  const digits = cleanDigits(keyword)?.replace('+', '').length ?? 0;
  return by.flatMap((name): Filter[] => {
    const { kind, options } = fields[name] as Field;
    if (kind === 'phone')
      return digits < LEAST_DIGITS ? [] : [{ field: name, operator: 'contains', value: keyword, isPhone: true }];
    const operator = options.search === 'ending' ? 'tail' : options.search === 'like' ? 'contains' : 'eq';
    return [{ field: name, operator, value: keyword }];
  });
}

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
