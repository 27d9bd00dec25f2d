import { batchProgress } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors, declaredErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  addStaged,
  type Batch,
  batches,
  changeStaged,
  commitImport,
  correctImport,
  countReadyInBatch,
  hasRequiredSupplier,
  importJob,
  importTemplate,
  inCommittedBatch,
  inCommittedBatchForLists,
  inventoryErrors,
  LEASE_MINIMUM_DAYS,
  MOVE_AT_ONCE_MAX,
  type MoveResult,
  moveBatchSlice,
  moveJob,
  moveToStock,
  progressOfBatch,
  readImportAs,
  type Staged,
  staged,
  stagedConditions,
  startImport,
  startMove,
  takeBackJob,
  voidStaged,
  warehouseNames,
} from '../../engines/stock/inventory/index.ts';
import { supplierNames } from '../../engines/stock/suppliers/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { inspectList } from '../../kernel/http/inspect-list.ts';
import { serve } from '../../kernel/http/serve.ts';
import { ALL_TASKS, cancelTask, type Job, tasks } from '../../kernel/jobs/index.ts';
import { maskNumber, normalise, plainNumber } from '../../kernel/phone/index.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { recordPlainView } from './plain-view.ts';
import { batchSales } from './pre-warehouse/sales.ts';
import { takeBatchBack } from './pre-warehouse/take-back.ts';
import { withStockAnnouncement } from './stock-announcement.ts';

const PLAIN = 'whatsapp/pre-warehouse:plain';
const BULK_UPLOAD = 'whatsapp/pre-warehouse:bulk-upload';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const jobs: readonly Job[] = [importJob, moveJob, takeBackJob] as readonly Job[];

export default serve(preWarehouse, {
  list: async (c, query) => {
    const page = await listRows<Staged>(c.app.db, await source(c, query), query);
    return { ...page, records: await shown(c, page.records) };
  },
  counts: async (c, query) => countStates(c.app.db, await source(c, query), query, preWarehouse),
  detail: async (c, { id }) => {
    const rows = await c.app.db.drizzle
      .select()
      .from(staged)
      .where(and(visible(c.actor, staged, 'tenant'), inCommittedBatch, eq(staged.id, id)));
    const [row] = await shown(c, rows);
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  },
  save: async (c, { number, ...input }) => {
    const { e164, countryCode } = numberOf(c, number, input.countryCode);
    if (!hasRequiredSupplier(input.sourceType, input)) throw inventoryErrors.SUPPLIER_REQUIRED();
    return { id: await withStockAnnouncement(c, (tx) => addStaged(tx, c.actor, { ...input, e164, countryCode })) };
  },
  update: async (c, input) => {
    await withStockAnnouncement(c, (tx) => changeStaged(tx, c.actor, input));
    return { id: input.id };
  },
  remove: async (c, { ids }) => {
    await withStockAnnouncement(c, (tx) => voidStaged(tx, c.actor, ids));
    return undefined;
  },
  'into-warehouse': async (c, { id }) => {
    const moved = await withStockAnnouncement(c, (tx) => moveToStock(tx, c.actor, [id]));
    if (moved.failed[0]?.code === 'NOT_FOUND') throw commonErrors.NOT_FOUND();
    return bulkAnswer(moved, c.locale);
  },
  'batch-into-warehouse': async (c, input) => {
    if ('ids' in input)
      return bulkAnswer(await withStockAnnouncement(c, (tx) => moveToStock(tx, c.actor, input.ids)), c.locale);
    return withStockAnnouncement(c, (tx) => moveBatch(tx, c, input.batchNo));
  },
  inspect: async (c) => {
    const { fileId, ...inspected } = await inspectList(c);
    // The import brings the file again.
    await c.app.files.remove(fileId);
    return inspected;
  },
  import: async (c, input) => {
    const file = c.upload();
    const { batchName, countryCode, column, commit, costPrice, setupCost, monthlyCost, ...rest } = input;
    const defaults = {
      ...rest,
      supplierName: rest.supplierName ?? null,
      supplierId: rest.supplierId?.toString() ?? null,
      provenanceNote: rest.provenanceNote ?? null,
      leaseStart: rest.leaseStart ?? null,
      leaseEnd: rest.leaseEnd ?? null,
      remark: rest.remark ?? null,
      costPrice: costPrice.toString(),
      setupCost: (setupCost ?? 0n).toString(),
      monthlyCost: (monthlyCost ?? 0n).toString(),
    };
    return c.tx((tx) =>
      startImport(tx, c.actor, {
        file,
        batchName,
        defaults,
        countryCode: countryCode ?? null,
        column,
        commit: commit === 1,
        bulk: c.can(BULK_UPLOAD),
      }),
    );
  },
  'import-country': async (c, { taskNo, countryCode }) =>
    c.tx((tx) => readImportAs(tx, c.actor, taskNo, countryCode ? { countryCode } : { isInternational: true })),
  'import-correct': async (c, { taskNo, lineType, numberType, countryCode }) =>
    c.tx((tx) =>
      correctImport(
        tx,
        c.actor,
        taskNo,
        lineType !== undefined && numberType !== undefined
          ? { lineType, numberType }
          : { sharedCountry: countryCode ?? '' },
      ),
    ),
  'import-commit': async (c, { taskNo }) => withStockAnnouncement(c, (tx) => commitImport(tx, c.actor, taskNo)),
  void: async (c, { batchNo, reason }) =>
    withStockAnnouncement(c, async (tx) => {
      const answer = await takeBatchBack(tx, c, batchNo, reason);
      await endWaitingTask(tx, c, batchNo);
      return answer;
    }),
  template: async () => fileAnswer({ name: '号码导入模板 Number import.xlsx', type: XLSX, stream: importTemplate() }),
  'batch-sales': batchSales,
  batches: async (c, query) => {
    const columns = { progress: progressOfBatch };
    const page = await listRows<Batch>(c.app.db, { actor: c.actor, table: batches, scope: 'tenant', columns }, query);
    return { ...page, records: await shownBatches(c, page.records) };
  },
});

/** Visible numbers, searched by displayed values. */
const source = async (c: Context, query: ListQuery) => ({
  actor: c.actor,
  table: staged,
  scope: 'tenant' as const,
  where: await inCommittedBatchForLists(c.app.db, c.actor.tenantId),
  columns: { number: staged.e164 },
  conditions: {
    ...(await stagedConditions(c.app.db, c.actor.tenantId, query)),
    number: findNumbers(staged.e164, c.can(PLAIN)),
  },
});

/** A small batch moves at once, a large one in the background. */
async function moveBatch(tx: Tx, c: Context, batchNo: string) {
  const ready = await countReadyInBatch(tx, c.actor, batchNo);
  if (ready > MOVE_AT_ONCE_MAX) {
    const { taskNo } = await startMove(tx, c.actor, batchNo);
    return { okCount: 0, failCount: 0, fails: [], taskNo };
  }
  const { moved, failed } = await moveBatchSlice(tx, c.actor, batchNo, MOVE_AT_ONCE_MAX);
  return { okCount: moved, failCount: failed, fails: [] };
}

/** Ends a waiting import, which has nothing left to confirm. */
async function endWaitingTask(tx: Tx, c: Context, batchNo: string): Promise<void> {
  const [waiting] = await tx
    .select({ taskNo: tasks.taskNo })
    .from(tasks)
    .where(
      and(
        eq(tasks.tenantId, c.actor.tenantId),
        eq(tasks.bizNo, batchNo),
        eq(tasks.job, importJob.name),
        isNull(tasks.endTime),
      ),
    );
  // The permission to void the batch includes ending its import, also another user's.
  if (waiting) await cancelTask(tx, systemActor(c.actor.tenantId), waiting.taskNo);
}

function numberOf(c: Context, number: string, countryCode: string): { e164: bigint; countryCode: string } {
  const found = normalise(number, { countryCode });
  if (!found.ok) {
    const isOther = found.reason === numberReject.is.countryMismatch;
    const refusal = isOther ? inventoryErrors.NUMBER_COUNTRY : inventoryErrors.NUMBER_INVALID;
    const { zh, en } =
      entryOf(c.app.dictionaries.current(numberReject), found.reason) ?? inventoryErrors.declarations.NUMBER_INVALID;
    throw refusal({}, { fields: [{ field: 'number', message: { zh, en } }] });
  }
  return found;
}

async function shown(c: Context, rows: Staged[]): Promise<RowOf<typeof preWarehouse>[]> {
  const plain = c.can(PLAIN);
  const names = await warehouseNames(c.app.db, c.actor.tenantId, c.locale);
  if (plain) await recordPlainView(c, preWarehouse.name, rows);
  const suppliers = await namesOfSuppliers(c, rows);
  return rows.map((row) => {
    const supplier = suppliers.get(row.supplierId ?? 0n);
    return {
      ...row,
      number: plain ? plainNumber(row.e164) : maskNumber(row.e164),
      warehouseName: names.get(row.warehouseCode) ?? row.warehouseCode,
      supplierId: supplier?.id ?? row.supplierId,
      supplierName: supplier?.name ?? row.supplierName,
      checkReason: row.checkReason === null ? null : sentence(row.checkReason, c.locale, row.warehouseCode),
    };
  });
}

const namesOfSuppliers = (c: Context, rows: readonly Staged[]) =>
  supplierNames(
    c.app.db,
    c.actor.tenantId,
    rows.map(({ supplierId }) => supplierId),
  );

async function shownBatches(c: Context, rows: Batch[]) {
  const names = await warehouseNames(c.app.db, c.actor.tenantId, c.locale);
  const progress = await c.app.db.drizzle
    .select({ id: batches.id, is: progressOfBatch })
    .from(batches)
    .where(
      inArray(
        batches.id,
        rows.map(({ id }) => id),
      ),
    );
  const suppliers = await supplierNames(
    c.app.db,
    c.actor.tenantId,
    rows.map(({ defaults }) => (defaults['supplierId'] ? BigInt(String(defaults['supplierId'])) : null)),
  );
  const progressById = new Map(progress.map(({ id, is }) => [id, Number(is)]));
  return rows.map((row) => {
    const { warehouseCode, sourceType, supplierName, supplierId } = row.defaults as {
      warehouseCode: string;
      sourceType: number;
      supplierName: string | null;
      supplierId?: string | null;
    };
    return {
      ...row,
      // Only its owner opens the import of a batch, and users who see all tasks.
      taskNo: row.createUser === c.actor.userId || c.can(ALL_TASKS) ? row.taskNo : null,
      progress: progressById.get(row.id) ?? batchProgress.is.checking,
      warehouseCode,
      warehouseName: names.get(warehouseCode) ?? warehouseCode,
      sourceType,
      supplierName: (supplierId ? suppliers.get(BigInt(supplierId))?.name : undefined) ?? supplierName,
      totalLines: Number(row.totalLines),
      goodLines: Number(row.goodLines),
      readyCount: Number(row.readyCount),
      inWarehouseCount: Number(row.inWarehouseCount),
      failedCount: Number(row.failedCount),
      voidCount: Number(row.voidCount),
    };
  });
}

const bulkAnswer = ({ moved, failed }: MoveResult, locale: Locale) => ({
  okCount: moved.length,
  failCount: failed.length,
  fails: failed.map(({ id, code, warehouseCode }) => ({
    id,
    bizCode: code,
    msg: sentence(code, locale, warehouseCode),
  })),
});

/** Returns the message of an error code, for rows that store only the code. */
function sentence(code: string, locale: Locale, warehouseCode = ''): string {
  const declared = declaredErrors.get(code);
  return declared ? fill(declared[locale], { days: LEASE_MINIMUM_DAYS, code: warehouseCode }) : code;
}
