import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const verificationErrors = defineErrors({
  AGENTS_ALONE: { status: 403, zh: '仅代理可以提交认证', en: 'Only agents can submit documents' },
  VERIFICATION_OPEN: {
    status: 400,
    zh: '已有认证待审核，请等待结果或先撤回',
    en: 'A verification is under review; wait for the result or withdraw it',
  },
  PICTURES_MISSING: { status: 400, zh: '请上传证件照片', en: 'Add pictures of the document' },
  PICTURE_GONE: { status: 400, zh: '证件照片已失效，请重新上传', en: 'A picture has expired; please upload it again' },
  DOCUMENT_NO_INVALID: {
    status: 400,
    zh: '证件号码有误，应为 4–32 位字母或数字',
    en: 'Document numbers have 4 to 32 letters or digits',
  },
  DOCUMENT_EXPIRED: { status: 400, zh: '证件已过有效期', en: 'This document has expired' },
});
