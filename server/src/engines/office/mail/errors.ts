import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const mailErrors = defineErrors({
  MAIL_NO_SERVER: {
    status: 400,
    zh: '尚未启用邮件服务器，请在“邮件配置”中启用',
    en: 'No mail server is enabled; enable one under “Mail servers”',
  },
  MAIL_NO_ADDRESS: {
    status: 400,
    zh: '您的资料中没有邮箱，请先填写',
    en: 'Your profile has no e-mail address; enter one first',
  },
  MAIL_FAILED: {
    status: 400,
    zh: '邮件服务器返回：{answer}',
    en: 'The mail server answered: {answer}',
  },
});
