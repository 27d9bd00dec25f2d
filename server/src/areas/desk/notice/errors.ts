import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const noticeErrors = defineErrors({
  NOTICE_EMPTY: { status: 400, zh: '请输入通知内容', en: 'Please enter the notice text' },
  PICTURE_GONE: {
    status: 400,
    zh: '通知里的图片已失效，请重新上传',
    en: 'A picture of the notice has expired; please upload it again',
  },
});
