import { expect, it } from 'vitest';
import { get, post } from './call.ts';
import { text } from './field.ts';
import { permissionsOf } from './permission.ts';
import { crud, resource } from './resource.ts';

const fields = { name: text({ label: { zh: '名称', en: 'Name' }, max: 10 }) };

it('a resource gives rise to one permission for each action, in the order of its calls', () => {
  const ship = resource('sea/ship', {
    title: { zh: '船', en: 'Ship' },
    fields,
    calls: {
      ...crud(fields, ['list', 'detail', 'save', 'update', 'remove', 'export']),
      launch: post({ title: { zh: '下水', en: 'Launch' }, access: 'launch' }),
      'launch-again': post({ title: { zh: '再下水', en: 'Launch again' }, access: 'launch' }),
      ports: get({ title: { zh: '港口', en: 'Ports' }, access: 'signed-in' }),
      flags: get({ title: { zh: '旗', en: 'Flags' }, access: 'public' }),
    },
    extras: { cost: { zh: '看成本', en: 'View costs' } },
  });
  expect(permissionsOf(ship)).toEqual([
    { code: 'sea/ship:view', action: 'view', label: { zh: '查看', en: 'View' } },
    { code: 'sea/ship:add', action: 'add', label: { zh: '新增', en: 'Add' } },
    { code: 'sea/ship:edit', action: 'edit', label: { zh: '修改', en: 'Edit' } },
    { code: 'sea/ship:delete', action: 'delete', label: { zh: '删除', en: 'Delete' } },
    { code: 'sea/ship:export', action: 'export', label: { zh: '导出', en: 'Export' } },
    // A permission without its own name is named after the first call that needs it.
    { code: 'sea/ship:launch', action: 'launch', label: { zh: '下水', en: 'Launch' } },
    { code: 'sea/ship:cost', action: 'cost', label: { zh: '看成本', en: 'View costs' } },
  ]);
});

it('a form that adds or changes needs a permission for each', () => {
  const ship = resource('ship', {
    title: { zh: '船', en: 'Ship' },
    fields,
    calls: crud(fields, ['submit']),
  });
  expect(permissionsOf(ship).map(({ code }) => code)).toEqual(['ship:add', 'ship:edit']);
});

it('an extra that has the name of an action names it', () => {
  const ship = resource('ship', {
    title: { zh: '船', en: 'Ship' },
    fields,
    calls: { load: post({ title: { zh: '装货', en: 'Load' }, access: 'import' }) },
    extras: { import: { zh: '装船', en: 'Load ships' } },
  });
  expect(permissionsOf(ship)).toEqual([
    { code: 'ship:import', action: 'import', label: { zh: '装船', en: 'Load ships' } },
  ]);
});
