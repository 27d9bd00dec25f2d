import { z } from 'zod';
import { businessType } from '../../dictionaries.ts';
import { codeOf } from '../../kit/dictionary.ts';
import { COUNTRY } from '../../kit/field.ts';
import { time, timeBefore } from '../../kit/time.ts';

/** The longest period of a sum, in days. */
export const PERIOD_MAX_DAYS = 366;

/** Days are those of the company's zone and end with today; `custom` needs both times. */
export const dashboardRanges = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'custom'] as const;

export const kind = codeOf(businessType);
export const during = {
  range: z.enum(dashboardRanges).default('30d'),
  startTime: time().optional(),
  endTime: timeBefore().optional(),
  businessType: kind.optional(),
  countryCode: z.string().regex(COUNTRY).optional(),
};
export const salesMetrics = ['amount', 'count', 'numbers'] as const;
/**
 * `amount` is money of orders net of refunds, `count` orders, `numbers` phone numbers net of returns. Each of the others needs the
 * permission for its own rows: `checks` are numbers with a finding, `recharge` money credited, `rebate` commissions net of those taken back,
 * `users` new accounts.
 */
export const figureMetrics = [...salesMetrics, 'checks', 'recharge', 'rebate', 'users'] as const;
export const metric = z.enum(figureMetrics).default('amount');

/** Fields of every answer. Figures for staff may be half a minute old. */
/** `zone` is the time zone of its days: that of the company, as for the day close. */
export const stamp = { updatedAt: time(), currency: z.string(), zone: z.string() };
export const percent = z.number();
/** Figures of a sale; a decimal string for money, else a whole number as text. */
export const figure = z.string();
export const series = z.object({ name: z.string(), nameKey: z.string(), data: z.array(figure) });

export const named = { name: z.string(), nameKey: z.string() };
