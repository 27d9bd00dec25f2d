import { hasChildrenField, nameField, parentField } from '@trade-assistant/contract/kit/presets.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { expect, test } from 'vitest';
import { asTree } from './as-tree.ts';

const fields = { name: nameField(), parentId: parentField('sea/berth'), hasChildren: hasChildrenField() };
const title = { zh: '泊位', en: 'Berths' };
const berth = resource('sea/berth', { title, parentField: 'parentId', fields, calls: crud(fields, ['list']) });

test('a resource that declares a tree is shown as one, and has no filter for the parent', () => {
  const { tree, search, unmentioned } = asTree(berth, { unmentioned: ['name'] });
  expect(tree?.input('7')).toEqual({ parentId: '7' });
  expect([1, 0].map((hasChildren) => tree?.hasChildren({ id: '7', hasChildren } as never))).toEqual([true, false]);
  expect(Object.keys(search?.(fields) ?? {})).toEqual(['name', 'hasChildren']);
  expect(unmentioned).toEqual(['name', 'hasChildren']);
});

test('any other stays a list', () => {
  const options = {};
  const { hasChildren: _, ...flat } = fields;
  expect(asTree(resource('sea/berth', { title, fields: flat, calls: {} }), options)).toBe(options);
  expect(asTree(resource('sea/berth', { title, parentField: 'parentId', fields: flat, calls: {} }), options)).toBe(
    options,
  );
});
