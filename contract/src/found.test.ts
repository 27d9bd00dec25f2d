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
