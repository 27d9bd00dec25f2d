import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Permission } from '@trade-assistant/contract/registry.ts';

export const RANGES = {
  today: { zh: '今日', en: 'Today' },
  '7d': { zh: '7天', en: '7 days' },
  '30d': { zh: '30天', en: '30 days' },
  '90d': { zh: '90天', en: '90 days' },
} as const satisfies Record<string, Text>;

export const METRICS = {
  amount: { zh: '金额', en: 'Amount' },
  count: { zh: '订单', en: 'Orders' },
  numbers: { zh: '号码', en: 'Numbers' },
} as const satisfies Record<string, Text>;

/** Figures of rankings besides sales, each with the permission for its rows. */
export const OTHER_METRICS = {
  recharge: { words: { zh: '充值', en: 'Recharges' }, permission: 'finance/log:view' },
  rebate: { words: { zh: '返佣', en: 'Commission' }, permission: 'agent/user:rebates' },
  checks: { words: { zh: '检测量', en: 'Checks' }, permission: 'filter/whatsapp-filter:view' },
} as const satisfies Record<string, { words: Text; permission: Permission }>;

/** The filter of the figures. */
export interface FigureFilter {
  readonly range: keyof typeof RANGES;
  readonly metric: keyof typeof METRICS;
}
export type Metric = FigureFilter['metric'] | keyof typeof OTHER_METRICS;

/** Asks again while the page is being looked at; figures for staff change twice a minute at most. */
export const REFRESH_OPTIONS = { keepPrevious: true, staleMillis: 30_000, everyMillis: 60_000 } as const;
