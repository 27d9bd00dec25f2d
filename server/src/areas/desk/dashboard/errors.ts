import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';

export const dashboardErrors = defineErrors({
  PERIOD_INCOMPLETE: {
    status: 400,
    zh: '自定义时间须同时给出开始和结束，且开始早于结束',
    en: 'A custom period needs a start and a later end',
  },
  PERIOD_TOO_LONG: {
    status: 400,
    zh: '统计时间最长 {days} 天',
    en: 'Statistics cover at most {days} days',
  },
});
