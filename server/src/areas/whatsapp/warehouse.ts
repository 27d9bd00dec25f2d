import { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { inArray } from 'drizzle-orm';
import {
  countsByWarehouse,
  type Item,
  items,
  outbounds,
  setListed,
  warehouseNames,
  warehouses,
} from '../../engines/stock/inventory/index.ts';
import { findSuppliers, supplierNames } from '../../engines/stock/suppliers/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { recordPlainView } from './plain-view.ts';
import { withStockAnnouncement } from './stock-announcement.ts';
import { startSurvive, surviveWork } from './survive-job.ts';

const PLAIN = 'whatsapp/warehouse:plain';
/** Numbers in stock; readers search the digits they can see. */
const sourceOf = (c: Context) => ({
  ...{ actor: c.actor, table: items, scope: 'tenant' as const, columns: { number: items.e164 } },
  conditions: { number: findNumbers(items.e164, c.can(PLAIN)), supplierId: findSuppliers(items.supplierId) },
});
const NOTHING = {
  available: 0,
  reserved: 0,
  assigned: 0,
  quarantine: 0,
  unlisted: 0,
  dead: 0,
  retired: 0,
  locked: 0,
  total: 0,
};

export const works = [surviveWork];

export default serve(warehouse, {
  list: async (c, query) => {
    const page = await listRows<typeof warehouses.$inferSelect>(
      c.app.db,
      { actor: c.actor, table: warehouses, scope: 'tenant' },
      query,
    );
    const counts = await countsByWarehouse(c.app.db, c.actor);
    const records = page.records.map((row) => {
      const totals = counts.get(row.warehouseCode) ?? NOTHING;
      return {
        id: row.id,
        warehouseCode: row.warehouseCode,
        warehouseName: c.locale === 'en' ? row.nameEn : row.nameZh,
        ...totals,
        createTime: row.createTime,
      };
    });
    return { ...page, records };
  },
  page: async (c, query) => {
    const page = await listRows<Item>(c.app.db, sourceOf(c), query);
    return { ...page, records: await shown(c, page.records) };
  },
  counts: (c, query) => countStates(c.app.db, sourceOf(c), query, warehouse),
  export: (c, query) => {
    const { name: resource, title, fields } = warehouse;
    const options = { resource, title, fields, ...sourceOf(c), complete: (rows: Item[]) => shown(c, rows) };
    return exportList<Item>(c, options, query);
  },
  'update-status': async (c, { status, ...which }) => {
    const ids = 'ids' in which ? which.ids : [which.id];
    const listed = status === undefined ? undefined : status === stockStatus.is.available;
    await withStockAnnouncement(c, (tx) => setListed(tx, c.actor, ids, listed));
    return { okCount: ids.length, failCount: 0, fails: [] };
  },
  survive: async (c, { ids }) => c.tx((tx) => startSurvive(c.app, tx, c.actor, ids)),
});

async function shown(c: Context, rows: Item[]) {
  const plain = c.can(PLAIN);
  if (plain) await recordPlainView(c, warehouse.name, rows);
  const names = await warehouseNames(c.app.db, c.actor.tenantId, c.locale);
  const notes = await notesOf(c, rows);
  const suppliers = await supplierNames(
    c.app.db,
    c.actor.tenantId,
    rows.map(({ supplierId }) => supplierId),
  );
  return rows.map((row) => {
    const supplier = suppliers.get(row.supplierId ?? 0n);
    const note = row.outboundId === null ? undefined : notes.get(row.outboundId);
    return {
      ...row,
      number: plain ? plainNumber(row.e164) : maskNumber(row.e164),
      warehouseName: names.get(row.warehouseCode) ?? row.warehouseCode,
      supplierId: supplier?.id ?? row.supplierId,
      supplierName: supplier?.name ?? row.supplierName,
      onSale: row.stockStatus === stockStatus.is.available ? (1 as const) : (0 as const),
      agentName: note?.agentName ?? null,
      outboundNo: note?.outboundNo ?? null,
      orderNo: note?.orderNo ?? null,
    };
  });
}

/** Returns the delivery notes of some numbers. */
async function notesOf(c: Context, rows: Item[]) {
  const ids = [...new Set(rows.flatMap(({ outboundId }) => (outboundId === null ? [] : [outboundId])))];
  if (ids.length === 0) return new Map<bigint, never>();
  const notes = await c.app.db.drizzle
    .select({
      id: outbounds.id,
      agentName: outbounds.agentName,
      outboundNo: outbounds.outboundNo,
      orderNo: outbounds.orderNo,
    })
    .from(outbounds)
    .where(inArray(outbounds.id, ids));
  return new Map(notes.map((note) => [note.id, note] as const));
}
