import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, icon } from '../../kit/field.ts';
import { codeField, nameFields, sortField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, setDigest } from '../../kit/schema.ts';
import { treeNodes } from '../../kit/tree.ts';

const fields = {
  code: codeField(),
  ...nameFields('name'),
  source: icon({ label: { zh: '图标', en: 'Icon' }, required: true, list: true, initial: 'AppstoreOutlined' }),
  sort: sortField(),
  ...audited,
};

/** The top menus: each shows a part of the side menu. They arrange the menu and grant nothing. */
export const topMenu = resource('system/top-menu', {
  title: { zh: '顶部菜单', en: 'Top menus' },
  help: { zh: '把侧边菜单分成几部分，不影响权限', en: 'Groups of the side menu; no effect on permissions' },
  empty: {
    zh: '新增一个顶部菜单，再为它选择菜单，它就会出现在顶栏',
    en: 'Add a top menu and choose its menus; it then appears in the top bar',
  },
  nameField: { zh: 'name', en: 'nameEn' },
  defaultSort: 'sort',
  unique: [['code']],
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'save', 'update', 'submit', 'remove', 'restore'], { changes: 'rights' }),
    /** All menus, and those bound to each of the given top menus. */
    'grant-tree': get({
      title: { zh: '可配置菜单', en: 'Menus to choose from' },
      access: 'grant',
      input: z.object({ topMenuIds: z.array(id()).min(1).max(100) }),
      data: z.object({ menus: treeNodes, chosen: z.array(id()), digest: setDigest() }),
    }),
    /** Replaces the menus of each given top menu if they still match `digest`. */
    grant: post({
      title: { zh: '菜单配置', en: 'Choose menus' },
      access: 'grant',
      changes: 'rights',
      input: z.object({
        topMenuIds: z.array(id()).min(1).max(100),
        menuIds: z.array(id()).max(2_000),
        digest: setDigest().optional(),
      }),
    }),
  },
});
