import { supplierRecord } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { SUPPLIER_BATCHES, supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { assertWarehouse, failureRate, supplierBatches, supplierFigures } from '../../engines/stock/inventory/index.ts';
import {
  assertClaimsSeparate,
  assertOneOpenClaim,
  openClaimsOf,
  supplierBalances,
} from '../../engines/stock/supplier-claims/index.ts';
import {
  assertNameNotMerged,
  findMerged,
  mergedSuppliers,
  mergeSuppliers,
  supplierErrors,
  suppliers,
  unmergeSupplier,
} from '../../engines/stock/suppliers/index.ts';
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
const CLAIMS_VIEW = 'whatsapp/supplier-claim:view';
/** Agents never see suppliers, whatever their roles grant. */
const staffOnly = ({ actor }: Context) => (actor.userType === userType.is.staff ? undefined : sql`false`);
/** A merged record is neither chosen nor changed; the one that stays shows it. */
const reachable = (c: Context) => and(staffOnly(c), isNull(suppliers.mergedInto));

export default resourceRoutes(supplier, suppliers, {
  scope: 'tenant',
  rows: reachable,
  conditions: () => ({ supplierName: findMerged('supplierName'), supplierCode: findMerged('supplierCode') }),
  usedBy: [
    {
      what: { zh: '合并进来的供应商', en: 'merged suppliers', one: 'merged supplier' },
      from: sql`sup_supplier m`,
      column: sql`m.merged_into`,
    },
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
    if (input.supplierName) await assertNameNotMerged(tx, actor.tenantId, input.supplierName);
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
      await reached(c, id);
      return supplierBatches(c.app.db, c.actor.tenantId, id, SUPPLIER_BATCHES);
    },
    'merge-preview': async (c, { id, intoId }) => {
      const [from, into] = [await reached(c, id), await reached(c, intoId, 'intoId')];
      return { from: await sideOf(c, from), into: await sideOf(c, into) };
    },
    merge: (c, input) =>
      c.tx(async (tx) => {
        assertStaff(c);
        await mergeSuppliers(tx, c.actor, input);
        await assertOneOpenClaim(tx, c.actor, input.intoId);
      }),
    merged: async (c, { id }) => {
      await reached(c, id);
      return mergedSuppliers(c.app.db, c.actor.tenantId, id);
    },
    unmerge: (c, { id }) =>
      c.tx(async (tx) => {
        assertStaff(c);
        const undone = await unmergeSupplier(tx, c.actor, id);
        await assertClaimsSeparate(tx, c.actor, { id, ...undone });
      }),
    'put-paper': paperCalls.put,
    paper: paperCalls.show,
  },
});

function assertStaff({ actor }: Context): void {
  if (actor.userType !== userType.is.staff) throw commonErrors.NOT_FOUND();
}

type Supplier = typeof suppliers.$inferSelect;

/** @throws NOT_FOUND; SUPPLIER_UNKNOWN at a field */
async function reached(c: Context, id: bigint, field?: string): Promise<Supplier> {
  const [row] = await c.app.db.drizzle
    .select()
    .from(suppliers)
    .where(and(visible(c.actor, suppliers, 'tenant'), reachable(c), eq(suppliers.id, id)));
  if (row) return row;
  if (field === undefined) throw commonErrors.NOT_FOUND();
  const { zh, en } = supplierErrors.declarations.SUPPLIER_UNKNOWN;
  throw supplierErrors.SUPPLIER_UNKNOWN({}, { fields: [{ field, message: { zh, en } }] });
}

/** Returns the figures of one of two suppliers to be merged; claims for readers of claims. */
async function sideOf(c: Context, { id, supplierName, supplierCode }: Supplier) {
  const { batches = 0, stocked = 0, failed = 0 } = (await supplierFigures(c.app.db, [id])).get(id) ?? {};
  const figures = { id, supplierName, supplierCode, batchCount: batches, stockedCount: stocked, failedCount: failed };
  if (!c.can(CLAIMS_VIEW)) return { ...figures, openClaims: null, balances: null };
  return {
    ...figures,
    openClaims: await openClaimsOf(c.app.db, c.actor, id),
    balances: await supplierBalances(c.app.db, c.actor, id),
  };
}
