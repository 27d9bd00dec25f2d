import { dictionaryList } from '@trade-assistant/contract/dictionary-list.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { expect, it } from 'vitest';
import { USES } from './references.ts';

it('finds references to keys of open dictionaries', () => {
  const open = dictionaryList.filter(({ dictionary }) => dictionary.isOpen).map(({ dictionary }) => dictionary.code);
  const held = (registry as readonly Resource[]).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ dictionary }) => (dictionary?.isOpen ? [dictionary.code] : [])),
  );
  expect(USES.map(({ code }) => code).sort()).toEqual([...open].sort());
  expect(held.sort()).toEqual([...open].sort());
});
