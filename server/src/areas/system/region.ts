import { region } from '@trade-assistant/contract/areas/system/region.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { type ListQuery, orderOf } from '@trade-assistant/contract/kit/page.ts';
import { inArray } from 'drizzle-orm';
import {
  addOrChange,
  childrenOf,
  completed,
  findRegion,
  importRegions,
  type RegionRow,
  regions,
  regionTemplate,
  removeRegion,
} from '../../engines/office/regions/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { exemptTable } from '../../kernel/resource/data-rules.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const BY_CODE = orderOf('code');

exemptTable(regions, 'all tenants share it');

export default serve(region, {
  list: async (c, query) => {
    const page = await listRows<RegionRow>(c.app.db, { actor: c.actor, ...listed }, inOrder(query));
    return { ...page, records: await completed(c.app.db, page.records) };
  },
  detail: async (c, { code }) => {
    const [row] = await completed(c.app.db, [await findRegion(c.app.db, code)]);
    return row as NonNullable<typeof row>;
  },
  'lazy-list': async (c, { parentCode }) => completed(c.app.db, await childrenOf(c.app.db, parentCode)),
  'lazy-tree': async (c, { parentCode }) =>
    (await completed(c.app.db, await childrenOf(c.app.db, parentCode))).map((row) => ({
      id: row.code,
      parentId: parentCode,
      title: row.name,
      key: row.code,
      value: row.code,
      regionLevel: row.regionLevel,
      hasChildren: row.hasChildren,
    })),
  select: async (c, { code }) =>
    (await completed(c.app.db, await childrenOf(c.app.db, code))).map((row) => ({
      code: row.code,
      name: row.name,
      regionLevel: row.regionLevel,
      hasChildren: row.hasChildren,
    })),
  submit: (c, input) => changed(c, (tx) => addOrChange(tx, c.actor, input)),
  remove: (c, { id }) => changed(c, (tx) => removeRegion(tx, c.actor, id).then(() => undefined)),
  import: async (c, { isCovered }) => {
    const file = c.upload();
    return c.app.files.withPath(file.id, (path) =>
      changed(c, (tx) => importRegions(tx, c.actor, { path, isCovered: isCovered === 1, locale: c.locale })),
    );
  },
  template: async () =>
    fileAnswer({ name: '行政区划导入模板 Region import.xlsx', type: XLSX, stream: regionTemplate() }),
  export: (c, query) => {
    const { name, title, fields } = region;
    const shown = { resource: name, title, fields, complete: (rows: RegionRow[]) => completed(c.app.db, rows) };
    const { ids, ...more } = query.more as { ids?: bigint[] };
    const where = ids && inCodes(ids);
    return exportList<RegionRow>(c, { ...shown, ...listed, where }, inOrder({ ...query, more }));
  },
});

/** Lists pass codes as ids. */
const inCodes = (ids: readonly bigint[]) => inArray(regions.code, ids.map(String));
const listed = {
  table: regions,
  scope: 'platform' as const,
  conditions: { id: ({ value }: Filter) => inCodes([value].flat() as bigint[]) },
};

/** Sorts equal rows by code, as other lists do by id. */
const inOrder = (query: ListQuery): ListQuery =>
  query.sort.some(({ field }) => field === BY_CODE.field) ? query : { ...query, sort: [...query.sort, BY_CODE] };

const changed = <T>(c: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  c.tx(async (tx) => {
    const result = await work(tx);
    announceChange(tx, c.actor.tenantId, region);
    return result;
  });
