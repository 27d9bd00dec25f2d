import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const supplierErrors = defineErrors({
  SUPPLIER_UNKNOWN: {
    status: 400,
    zh: '供应商不存在，请重新选择',
    en: 'This supplier does not exist; choose another one',
  },
  SUPPLIER_MERGE_SELF: {
    status: 400,
    zh: '不能与自身合并，请选择另一个供应商',
    en: 'A supplier cannot be merged into itself; choose another one',
  },
  SUPPLIER_MERGED: {
    status: 409,
    zh: '“{name}”已合并到“{into}”，请选择“{into}”',
    en: '“{name}” was merged into “{into}”; choose “{into}”',
  },
  SUPPLIER_NAME_MERGED: {
    status: 409,
    zh: '“{name}”已合并到“{into}”，请直接使用“{into}”',
    en: '“{name}” was merged into “{into}”; use “{into}”',
  },
  SUPPLIER_NOT_MERGED: {
    status: 409,
    zh: '“{name}”未被合并，无需撤销',
    en: '“{name}” is not merged; there is nothing to undo',
  },
  SUPPLIER_MERGE_OLD: {
    status: 409,
    zh: '合并已超过 {days} 天，不能撤销',
    en: 'The suppliers were merged more than {days} days ago, which cannot be undone',
  },
  SUPPLIER_PAPER_GONE: {
    status: 400,
    zh: '文件已失效，请重新上传',
    en: 'The file is no longer available; upload it again',
  },
});
