import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const supplierErrors = defineErrors({
  SUPPLIER_UNKNOWN: {
    status: 400,
    zh: '供应商不存在，请重新选择',
    en: 'This supplier does not exist; choose another one',
  },
  SUPPLIER_PAPER_GONE: {
    status: 400,
    zh: '文件已失效，请重新上传',
    en: 'The file is no longer available; upload it again',
  },
});
