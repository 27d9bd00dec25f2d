import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../i18n.ts';
import type { Row } from '../types.ts';

/** Whether a field is the number that the rows of the resource are about. */
export const isNumberOf = ({ numbers = [] }: Resource, name: string): boolean =>
  numbers.some(({ field }) => field === name);

/** The address of the history of a row's number; of one of its lines where it has many. */
export const historyOf = (resource: string, row: string, line?: string): string =>
  `/desk/number-history/index?${new URLSearchParams({ resource, row, ...(line ? { line } : {}) })}`;

/** Leads from a number to its history. */
export function NumberLink({ to }: { to: string }) {
  const t = useText();
  const label = t({ zh: '号码档案', en: 'Number history' });
  return (
    <Link
      to={to}
      className="kit-number-link"
      title={label}
      aria-label={label}
      onClick={(event) => event.stopPropagation()}
    >
      <span aria-hidden>↗</span>
    </Link>
  );
}

/** A cell with a number and the way to its history. */
export const withHistory =
  ({ name }: Resource, cell: (row: Row) => ReactNode) =>
  (row: Row) => (
    <span className="kit-with-link">
      {cell(row)}
      <NumberLink to={historyOf(name, row.id)} />
    </span>
  );
