import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, int } from '../../kit/field.ts';
import { nameFields, remarkField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, setDigest } from '../../kit/schema.ts';
import { grantNode } from './menu.ts';

const fields = {
  ...nameFields('packageName', { zh: '套餐名称', en: 'Package' }),
  menuCount: int({ label: { zh: '菜单与按钮', en: 'Menus and buttons' }, required: true, list: true, form: false }),
  tenantCount: int({ label: { zh: '使用租户', en: 'Tenants' }, required: true, list: true, form: false }),
  remark: remarkField(),
  ...audited,
};

/**
 * The most a tenant can use: menus and buttons. Grants of its roles, including its administrators, apply only within
 * the package.
 */
export const tenantPackage = resource('system/tenant-package', {
  title: { zh: '租户套餐', en: 'Tenant packages' },
  help: {
    zh: '租户最多可用的菜单与按钮，其管理员也不例外',
    en: 'Maximum menus and buttons of a tenant, including its administrators',
  },
  empty: {
    zh: '新增套餐并选择菜单，再在租户中选用；未选套餐的租户可用全部菜单',
    en: 'Add a package, choose its menus and assign it to tenants; tenants without a package have all menus',
  },
  nameField: { zh: 'packageName', en: 'packageNameEn' },
  unique: [['packageName']],
  isPlatformWide: true,
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select'], { changes: 'rights' }),
    /** All menus and buttons available to tenants, and those in the package. */
    'grant-tree': get({
      title: { zh: '套餐可选菜单', en: 'Menus to choose from' },
      access: 'grant',
      input: z.object({ packageId: id() }),
      data: z.object({ menus: z.array(grantNode), chosen: z.array(id()), digest: setDigest() }),
    }),
    /**
     * Replaces the content of the package if it still matches `digest`; applies at once to every open session of its
     * tenants.
     */
    grant: post({
      title: { zh: '设置套餐菜单', en: 'Choose menus' },
      access: 'grant',
      changes: 'rights',
      input: z.object({ packageId: id(), menuIds: z.array(id()).max(5_000), digest: setDigest().optional() }),
    }),
  },
});
