import { TASK_PARAMETER } from '../tasks/address-of-task.ts';

/** The parameter by which an address opens the import of a list: `1`, or field values as a query. */
export const IMPORT_PARAMETER = 'import';

/** The request of an address: an earlier import, or initial values of a new one. */
export interface ImportOpening {
  readonly taskNo?: string;
  readonly initial?: Readonly<Record<string, string | number>>;
}

/** Returns the address that opens the import of a list with some fields filled in. */
export function importAddress(resource: string, initial: Readonly<Record<string, string | number>> = {}): string {
  const query = new URLSearchParams(Object.entries(initial).map(([name, value]) => [name, String(value)]));
  return `/${resource}/index?${new URLSearchParams({ [IMPORT_PARAMETER]: query.size > 0 ? String(query) : '1' })}`;
}

/** Reads `name=value` of the parameter that opened an import. Values of digits are numbers, as dictionaries have them. */
export function openingOf(wish: string | undefined): ImportOpening {
  if (wish === undefined) return {};
  const at = wish.indexOf('=');
  const value = wish.slice(at + 1);
  if (wish.slice(0, at) === TASK_PARAMETER) return { taskNo: value };
  const initial = [...new URLSearchParams(value)]
    .filter(([, text]) => text !== '')
    .map(([name, text]) => [name, /^\d{1,9}$/.test(text) ? Number(text) : text] as const);
  return { initial: Object.fromEntries(initial) };
}
