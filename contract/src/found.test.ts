import { describe, expect, it } from 'vitest';
import type { Resource } from './kit/resource.ts';
import { registry } from './registry.ts';

describe('a list that the search over all records reads', () => {
  const found = (registry as readonly Resource[]).flatMap((resource) =>
    (resource.found ?? []).map((one) => ({ ...one, resource, fields: one.of?.fields ?? resource.fields })),
  );
  it.each(found)(
    '$resource.name $call is a list call, searched by searchable fields and showing public ones',
    (one) => {
      expect(one.resource.calls[one.call]?.methods).toContain('GET');
      expect(one.of?.nameField ?? one.resource.nameField).toBeDefined();
      for (const name of one.by) expect(one.fields[name]?.options.search, name).toBeDefined();
      for (const name of one.shows) {
        expect(one.fields[name], name).toBeDefined();
        expect(one.fields[name]?.options.readPermission, name).toBeUndefined();
      }
    },
  );
});

describe('rows that wait for somebody', () => {
  const waiting = (registry as readonly Resource[]).flatMap((resource) =>
    (resource.waiting ?? []).map((one) => ({ ...one, resource, name: resource.name })),
  );
  it.each(waiting)('$name $call: the list accepts its filters, and the right is one of the contract', (one) => {
    const sort = one.since === undefined ? {} : { ascs: one.since };
    expect(one.resource.calls[one.call]?.input.safeParse({ ...one.filters, ...sort }).success).toBe(true);
    const codes = (registry as readonly Resource[]).flatMap(({ name, calls, extras }) =>
      [...Object.values(calls).map(({ access }) => access), ...Object.keys(extras)].map(
        (access) => `${name}:${access}`,
      ),
    );
    expect(codes).toContain(one.access.includes(':') ? one.access : `${one.name}:${one.access}`);
  });

  it.each(waiting)('$name $call: what the home page says of a row are fields of it', ({ resource, since, brief }) => {
    const named = [...(brief?.about ?? []), ...[brief?.amount, since].filter((name) => name !== undefined)];
    expect(named.filter((name) => !resource.fields[name])).toEqual([]);
  });
});

describe('a name in two languages', () => {
  const named = (registry as readonly Resource[]).flatMap(({ name, nameField, fields }) =>
    typeof nameField === 'object'
      ? [{ name, lists: [nameField.zh, nameField.en].map((one) => fields[one]?.options.list ?? false) }]
      : [],
  );
  it.each(named)('$name has a column in both, of which a list hides the other one', ({ lists: [zh, en] }) => {
    expect(en).toBe(zh);
    expect(zh).not.toBe('hidden');
  });
});
