import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const regionErrors = defineErrors({
  REGION_PLATFORM: {
    status: 403,
    zh: '行政区划由平台统一维护，租户不能修改',
    en: 'Regions are maintained by the platform; tenants cannot change them',
  },
  REGION_PARENT: { status: 400, zh: '上级区划“{code}”不存在', en: 'The parent region “{code}” does not exist' },
  REGION_PREFIX: {
    status: 400,
    zh: '区划编号应以上级编号“{parent}”开头，且比它长',
    en: 'The code should start with the parent code “{parent}” and be longer',
  },
  REGION_TAKEN: { status: 400, zh: '区划编号“{code}”已被“{name}”使用', en: 'The code “{code}” is used by “{name}”' },
  REGION_LEVEL: {
    status: 400,
    zh: '区划等级应低于上级的等级',
    en: 'The level should be below that of the parent',
  },
  REGION_FIXED: {
    status: 400,
    zh: '上级不能修改，请删除后重新新增',
    en: 'The parent cannot be changed; delete the region and add it again',
  },
  REGION_ROOT: { status: 400, zh: '根区划不能删除', en: 'The root cannot be removed' },
  REGION_HAS_CHILDREN: {
    status: 400,
    zh: '“{name}”有 {count} 个下级区划，不能删除',
    en: '“{name}” has {count} child regions and cannot be deleted',
  },
});
