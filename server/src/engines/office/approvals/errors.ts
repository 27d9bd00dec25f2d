import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const approvalErrors = defineErrors({
  SELF_APPROVAL: {
    status: 403,
    zh: '不能复核自己提交的申请',
    en: 'You cannot decide your own request',
  },
  APPROVER_RESET: {
    status: 403,
    zh: '申请人在 72 小时内重置过您的密码或两步验证，请由其他人复核',
    en: 'The applicant reset your password or two-step verification within the last 72 hours; another person must decide',
  },
  ASKER_LOST: {
    status: 403,
    zh: '申请人“{user}”已无权进行该操作，不能通过；请驳回',
    en: 'The applicant {user} no longer has permission for this, so it cannot be approved; please reject it',
  },
  APPROVAL_EXPIRED: {
    status: 400,
    zh: '复核单 {no} 已过期，请重新提交',
    en: 'Request {no} has expired; please submit it again',
  },
  NOT_YOUR_REQUEST: {
    status: 403,
    zh: '只能撤回自己提交的申请',
    en: 'Only the applicant can withdraw a request',
  },
  TOO_MANY_WAITING: {
    status: 400,
    zh: '您有 {n} 条申请等待复核，请等待处理后再提交',
    en: '{n} of your requests are awaiting approval; submit again once some are decided',
  },
});
