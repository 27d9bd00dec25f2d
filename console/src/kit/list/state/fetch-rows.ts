import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../client/call.ts';
import type { Row } from '../types.ts';

/** Limit of a list call's rows and ids. */
const AT_ONCE = 200;

/** Returns the rows of these ids that still exist. The list call must accept `id_in`. */
export async function fetchRows(resource: Resource, listCall: string, ids: readonly string[]): Promise<Row[]> {
  const found: Row[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE).join(',');
    const data = (await call(resource, listCall, { size: AT_ONCE, id_in: some })) as
      | readonly Row[]
      | { readonly records: readonly Row[] };
    found.push(...('records' in data ? data.records : data));
  }
  return found;
}
