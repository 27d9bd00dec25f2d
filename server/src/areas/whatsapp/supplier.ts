import { supplierRecord } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { SUPPLIER_BATCHES, supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, sql } from 'drizzle-orm';
import { assertWarehouse, failureRate, supplierBatches, supplierFigures } from '../../engines/inventory/index.ts';
import { supplierErrors, suppliers } from '../../engines/suppliers/index.ts';
import { pictureLinks } from '../../kernel/files/picture-links.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const papers = pictureLinks('/api/whatsapp/supplier/paper?name=', ['image', 'pdf']);
const paperCalls = pictureHandlers(papers, { isPrivate: true });
const paperGone = () => {
  const { zh, en } = supplierErrors.declarations.SUPPLIER_PAPER_GONE;
  return supplierErrors.SUPPLIER_PAPER_GONE({}, { fields: [{ field: 'papers', message: { zh, en } }] });
};
/** Agents never see suppliers, whatever their roles grant. */
const reachable = ({ actor }: Context) => (actor.userType === userType.is.staff ? undefined : sql`false`);

export default resourceRoutes(supplier, suppliers, {
  scope: 'tenant',
  rows: reachable,
  usedBy: [
    {
      what: { zh: '库存号码', en: 'numbers in stock', one: 'number in stock' },
      from: sql`inv_item i`,
      column: sql`i.supplier_id`,
    },
    {
      what: { zh: '预入库号码', en: 'incoming numbers', one: 'incoming number' },
      from: sql`inv_staged s`,
      column: sql`s.supplier_id`,
      where: () => sql`s.deleted_at is null`,
    },
  ],
  computed: {
    fields: ['batchCount', 'stockedCount', 'failedCount', 'failureRate', 'countedTime', 'papers'],
    fill: async (c, rows) => {
      const figures = await supplierFigures(
        c.app.db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, papers: links }) => {
        const { batches = 0, stocked = 0, failed = 0, countedTime = null } = figures.get(id) ?? {};
        return {
          ...{ batchCount: batches, stockedCount: stocked, failedCount: failed, countedTime },
          failureRate: stocked === 0 ? null : failureRate(failed, stocked),
          papers: ticketed(c, links ?? []),
        };
      });
    },
  },
  beforeSave: async ({ app, actor }, tx, { papers: links, ...input }, existing) => {
    if (input.warehouseCode) await assertWarehouse(tx, actor, input.warehouseCode);
    const after = links === undefined ? undefined : (links ?? []).map(papers.bare);
    if (after) await papers.keep(tx, actor, app.files, { before: existing?.papers ?? [], after, gone: paperGone });
    const { contactName, contactPhone, contactEmail } = { ...existing, ...input };
    const isComplete = Boolean(contactName || contactPhone || contactEmail);
    return {
      ...input,
      record: isComplete ? supplierRecord.is.complete : supplierRecord.is.toComplete,
      ...(after ? { papers: after } : {}),
    };
  },
  actions: {
    batches: async (c, { id }) => {
      const [row] = await c.app.db.drizzle
        .select({ id: suppliers.id })
        .from(suppliers)
        .where(and(visible(c.actor, suppliers, 'tenant'), reachable(c), eq(suppliers.id, id)));
      if (!row) throw commonErrors.NOT_FOUND();
      return supplierBatches(c.app.db, c.actor.tenantId, id, SUPPLIER_BATCHES);
    },
    'put-paper': paperCalls.put,
    paper: paperCalls.show,
  },
});
