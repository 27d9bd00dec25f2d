import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const erasureErrors = defineErrors({
  /** `requests.ts` adds the list of open items. */
  ERASURE_BLOCKED: {
    status: 400,
    zh: '{user} 还有未了结的业务，不能注销',
    en: '{user} has open business and cannot be erased yet',
  },
  ERASE_OWN: { status: 400, zh: '不能注销自己的账号', en: 'You cannot erase your own account' },
  ERASURE_ASKED: {
    status: 400,
    zh: '{user} 的注销申请正在等待复核',
    en: 'An erasure of {user} is already awaiting approval',
  },
});
