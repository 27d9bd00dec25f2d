import type { ViewPeriod } from '@trade-assistant/contract/areas/desk/view.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { listFields } from '@trade-assistant/contract/kit/page.ts';
import { isPeriod, parametersOf, periodOf, within } from '../../../engines/reporting/reports/index.ts';
import type { Lists } from '../../../kernel/lists.ts';
import type { ViewRow } from './table.ts';

type Viewed = Pick<ViewRow, 'resource' | 'call' | 'filters'> & { readonly period?: ViewPeriod | null | undefined };

const errors = defineErrors({
  VIEW_NO_PERIOD: {
    status: 400,
    zh: '列表不能按“{field}”的时间范围筛选，请选择其他时间字段',
    en: 'The list has no range of “{field}”; choose another date',
  },
});

const fieldsOf = ({ resources }: Lists, { resource, call }: Viewed) =>
  listFields(resources.find(({ name }) => name === resource)?.calls[call]?.input ?? {}) ?? {};

/** Returns the filters of a view with the days that its period has now, in the zone of the reader. */
export function presentFilters(lists: Lists, viewed: Viewed, zone: string): Readonly<Record<string, string>> {
  const { filters, period } = viewed;
  if (!period) return filters;
  const fields = fieldsOf(lists, viewed);
  if (!fields[period.field]) return filters;
  return parametersOf(within({ fields }, filters, period.field, periodOf(period.span, zone), zone), zone);
}

/** Returns the filters of a view without those of the field of its period. @throws VIEW_NO_PERIOD */
export function lastingFilters(lists: Lists, viewed: Viewed): Readonly<Record<string, string>> {
  const { filters, period } = viewed;
  if (!period) return filters;
  const field = fieldsOf(lists, viewed)[period.field];
  if (!field || !isPeriod(field)) throw errors.VIEW_NO_PERIOD({ field: period.field });
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !name.startsWith(`${period.field}_`)));
}
