import type { ReportContent } from '@trade-assistant/contract/areas/report/definition.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { formatTime, inZone, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { periodOf } from './period.ts';
import type { Source } from './sources.ts';

/** Parameters of a list; times as instants, so that they mean the same in every zone. */
export type Search = Readonly<Record<string, Date | string>>;

/** Returns the search of a report: its filters and its span of days, both in the company's zone. */
export function searchOf(source: Source, { filters, period }: ReportContent, zone: string): Search {
  const input = source.resource.calls[source.call]?.input;
  const read = ([name, text]: readonly [string, string]): readonly [string, Date | string] => {
    const parsed = inZone(zone, () => input?.safeParse({ [name]: text }));
    const value = parsed?.success ? (parsed.data as ListQuery).filters[0]?.value : undefined;
    return [name, value instanceof Date ? value : text];
  };
  const search = Object.fromEntries(
    Object.entries(filters)
      .filter(([name]) => !PAGING.has(name))
      .map(read),
  );
  return period ? within(source, search, period.field, periodOf(period.span, zone), zone) : search;
}

/** Paging and order are those of the report. */
const PAGING: ReadonlySet<string> = new Set(['current', 'size', 'ascs', 'descs']);

/** Returns the search limited further to the days from the first to before the second. */
export function within(
  { fields }: Pick<Source, 'fields'>,
  search: Search,
  field: string,
  [from, to]: readonly [string, string],
  zone: string,
): Search {
  const isTime = fields[field]?.kind === 'dateTime';
  const [begin, end] = isTime ? [`${field}_dategt`, `${field}_datelt`] : [`${field}_ge`, `${field}_lt`];
  const place = (day: string) => (isTime ? (parseTime(day, zone) ?? day) : day);
  const [first, last] = [place(from), place(to)];
  const [known, limit] = [search[begin], search[end]];
  return {
    ...search,
    [begin]: known !== undefined && known > first ? known : first,
    [end]: limit !== undefined && limit < last ? limit : last,
  };
}

/** Returns the parameters as a reader in a zone sends them. */
export const parametersOf = (search: Search, zone: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value instanceof Date ? formatTime(value, zone) : value]),
  );
