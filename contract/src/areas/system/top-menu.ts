import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, icon, identifier, int, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { menuTree } from './menu.ts';

const fields = {
  code: identifier({
    label: { zh: '编号', en: 'Code' },
    help: { zh: '小写字母、数字与连字符，租户内唯一', en: 'Lower-case letters, digits and hyphens, unique' },
    max: 64,
    pattern: matching(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, {
      zh: '应为小写字母、数字与连字符，以字母开头',
      en: 'should be lower-case letters, digits and hyphens, a letter first',
    }),
    required: true,
    list: true,
    search: 'like',
    width: 160,
  }),
  name: text({
    label: { zh: '名称', en: 'Name' },
    max: 64,
    required: true,
    list: true,
    search: 'like',
    width: 160,
  }),
  nameEn: text({
    label: { zh: '英文名称', en: 'English name' },
    max: 64,
    required: true,
    list: true,
    width: 160,
  }),
  source: icon({
    label: { zh: '图标', en: 'Icon' },
    help: { zh: '图标库中的名称，如 ShopOutlined', en: 'A name of the icon set, such as ShopOutlined' },
    required: true,
    list: true,
    width: 160,
    initial: 'AppstoreOutlined',
  }),
  sort: int({
    label: { zh: '排序', en: 'Order' },
    min: 1,
    max: 1000,
    required: true,
    list: true,
    sort: true,
    width: 96,
    initial: 1,
  }),
  ...audited,
};

/** The menus across the top: each leads to a part of the side menu. They order what one sees and give no rights. */
export const topMenu = resource('system/top-menu', {
  title: { zh: '顶部菜单', en: 'Top menus' },
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'save', 'update', 'submit', 'remove', 'restore']),
    /** All menus, and those bound to every one of the top menus named. */
    'grant-tree': get({
      title: { zh: '可配置菜单', en: 'Menus to choose from' },
      access: 'grant',
      input: z.object({ topMenuIds: z.array(id()).min(1).max(100) }),
      data: z.object({ menus: menuTree, chosen: z.array(id()) }),
    }),
    /** Replaces the menus bound to each of the top menus named. */
    grant: post({
      title: { zh: '菜单配置', en: 'Choose menus' },
      access: 'grant',
      input: z.object({ topMenuIds: z.array(id()).min(1).max(100), menuIds: z.array(id()).max(2_000) }),
    }),
  },
});
