import { dictionary } from './kit/dictionary.ts';

/** Spans of days that move with the present day, which they include; a week begins on Monday. */
export const periodSpan = dictionary('period_span', {
  today: { value: 1, zh: '今天', en: 'Today' },
  yesterday: { value: 2, zh: '昨天', en: 'Yesterday' },
  last7: { value: 3, zh: '最近 7 天', en: 'Last 7 days' },
  last30: { value: 4, zh: '最近 30 天', en: 'Last 30 days' },
  last90: { value: 5, zh: '最近 90 天', en: 'Last 90 days' },
  thisWeek: { value: 6, zh: '本周', en: 'This week' },
  lastWeek: { value: 7, zh: '上周', en: 'Last week' },
  thisMonth: { value: 8, zh: '本月', en: 'This month' },
  lastMonth: { value: 9, zh: '上月', en: 'Last month' },
  thisYear: { value: 10, zh: '今年', en: 'This year' },
});

/** They travel by their names. */
export type PeriodSpan = keyof typeof periodSpan.is;
export const periodSpans = Object.keys(periodSpan.entries) as [PeriodSpan, ...PeriodSpan[]];
