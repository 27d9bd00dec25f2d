import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, ids } from '../../kit/schema.ts';
import { leaseFields, leaseMonthFields } from './lease-fields.ts';

/** Numbers of one renewal. */
export const LEASES_MAX = 2000;
/** Months of one renewal. */
export const RENEWAL_MONTHS_MAX = 12;
/** Days ahead that a renewal may choose numbers by. */
const WITHIN_MAX = 366;

const months = get({
  title: { zh: '租期明细', en: 'Lease months' },
  access: 'view',
  input: listQuery(leaseMonthFields),
  data: pageOf(rowSchema(leaseMonthFields)),
});

/** The named numbers, or all of the caller's own that end within these days, including overdue ones. */
const choice = {
  ids: ids(LEASES_MAX).optional(),
  withinDays: z.coerce.number().int().min(0).max(WITHIN_MAX).optional(),
};
const monthsAhead = z.coerce.number().int().min(1).max(RENEWAL_MONTHS_MAX);

/** Numbers of one business and country, at one price. */
const kind = z.object({
  businessType: z.int(),
  countryCode: z.string(),
  numbers: z.int(),
  unitPrice: amount(),
  amount: amount(),
});

/** Numbers that are rented by the month, and how they are kept. */
export const lease = resource('agent/lease', {
  title: { zh: '号码租期', en: 'Leases' },
  help: {
    zh: '按月租用的号码：到期前续租，或开启自动续租',
    en: 'Numbers rented monthly: renew before they end, or turn on auto-renew',
  },
  empty: { zh: '购买按月租用的号码后，租期会出现在这里', en: 'Buy monthly numbers; their leases appear here' },
  nameField: 'number',
  defaultSort: 'daysLeft',
  stateField: 'status',
  fields: leaseFields,
  head: ['productName', 'status', 'endDate'],
  found: [{ call: 'list', by: ['number', 'orderNo'], shows: ['productName', 'endDate', 'status'] }],
  numbers: [{ call: 'list', field: 'number', shows: ['status', 'productName', 'ownerName', 'startDate', 'endDate'] }],
  calls: {
    ...crud(leaseFields, ['list', 'counts', 'detail'], {
      more: { withinDays: z.coerce.number().int().min(0).max(WITHIN_MAX) },
    }),
    months,
    quote: get({
      title: { zh: '续租报价', en: 'Renewal quote' },
      access: 'renew',
      input: z.object({ ...choice, months: monthsAhead }),
      data: z.object({
        numbers: z.int(),
        months: z.int(),
        kinds: z.array(kind),
        amount: amount(),
        balance: amount(),
        bonus: amount(),
        /** The first and the last day one of them ends on after it. */
        endsFrom: z.string(),
        endsUntil: z.string(),
      }),
    }),
    renew: post({
      title: { zh: '续租', en: 'Renew' },
      access: 'renew',
      input: z.object({
        ...choice,
        months: monthsAhead,
        /** The amount shown to the owner; if it has changed, the call fails with PRICE_CHANGED. */
        expectedAmount: amount(),
      }),
      data: z.object({
        renewalNos: z.array(z.string()),
        numbers: z.int(),
        amount: amount(),
        balance: amount(),
        endsFrom: z.string(),
        endsUntil: z.string(),
      }),
    }),
    'auto-renew': post({
      title: { zh: '自动续租', en: 'Auto-renew' },
      access: 'renew',
      input: z.object({ ids: ids(LEASES_MAX), autoRenew: flag() }),
      data: z.object({ changed: z.int() }),
    }),
  },
});

/** The months at the same address as a separate list for screens; not mounted. */
export const leaseMonths = resource('agent/lease', {
  title: { zh: '租期明细', en: 'Lease months' },
  nameField: 'docNo',
  defaultSort: '-monthNo',
  fields: leaseMonthFields,
  calls: { months },
});
