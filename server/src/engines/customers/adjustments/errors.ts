import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const adjustmentErrors = defineErrors({
  NOT_REVERSIBLE: {
    status: 400,
    zh: '只能冲回充值或调账，每个用户一笔，金额须与原金额相反',
    en: 'Only recharges and adjustments can be reversed, one of each user, by exactly the opposite amount',
  },
  ALREADY_REVERSED: { status: 409, zh: '{no} 已由 {by} 冲回', en: '{no} has already been reversed by {by}' },
  OWN_BALANCE: { status: 403, zh: '不能调整自己的余额', en: 'You cannot adjust your own balance' },
});
