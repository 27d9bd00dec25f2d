import type { Step } from '@trade-assistant/contract/areas/app-manage/activity-fields.ts';
import { activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { shortMoney } from '../../kit/fields/money.ts';

const money = (amount: string): string => `${shortMoney(amount)} ${BOOK_CURRENCY}`;
const isNone = (amount: string): boolean => Number(amount) === 0;

/** Returns the rule of an activity, a sentence for each step. */
export const ruleInWords = (type: number, steps: readonly Step[] | null): Text[] =>
  (steps ?? []).map(({ min, bonus, rate, cap }) => {
    const gift: Text = bonus ? { zh: money(bonus), en: money(bonus) } : { zh: `${rate}%`, en: `${rate} %` };
    const most: Text = cap ? { zh: `，最多 ${money(cap)}`, en: `, at most ${money(cap)}` } : { zh: '', en: '' };
    if (type === activityType.is.coupon)
      return isNone(min)
        ? { zh: `领取 ${gift.zh}`, en: `Claim ${gift.en}` }
        : { zh: `活动期间充值满 ${money(min)} 可领取 ${gift.zh}`, en: `Recharge ${money(min)} to claim ${gift.en}` };
    if (type === activityType.is.invitation)
      return isNone(min)
        ? {
            zh: `被邀请人首次消费后，邀请人获赠 ${gift.zh}`,
            en: `${gift.en} after the first purchase of an invited user`,
          }
        : {
            zh: `被邀请人消费满 ${money(min)} 后，邀请人获赠 ${gift.zh}`,
            en: `${gift.en} once an invited user has bought for ${money(min)}`,
          };
    return isNone(min)
      ? { zh: `每笔充值赠送 ${gift.zh}${most.zh}`, en: `${gift.en} bonus on each recharge${most.en}` }
      : {
          zh: `单笔充值满 ${money(min)} 赠送 ${gift.zh}${most.zh}`,
          en: `${gift.en} bonus on recharges from ${money(min)}${most.en}`,
        };
  });
