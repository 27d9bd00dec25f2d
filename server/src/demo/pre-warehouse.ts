import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { eq, inArray } from 'drizzle-orm';
import {
  type Batch,
  batches,
  commitBatch,
  failBatch,
  IMPORT_TASK,
  importJob,
  moveBatchSlice,
  reportBatch,
  STAGED,
  staged,
  voidBatch,
  voidStaged,
} from '../engines/stock/inventory/index.ts';
import { startTask, tasks } from '../kernel/jobs/index.ts';
import { type Delivery, UNFINISHED_IMPORTS } from './deliveries.ts';
import type { Demo } from './demo.ts';
import { defaultsOf, openDemoBatch, reportOf, writeStaged } from './stock.ts';
import { dateOf, daysLater } from './timeline.ts';

const SUPPLIER = 'Lantern Numbering (sample)';
const REJECTED_LINES = 12;

/** Imports that stopped half-way: numbers ready to move, refused ones, untouched ones, and batches in every state. */
export function schedulePreWarehouse(demo: Demo): void {
  const { timeline, tx, people } = demo;
  const keeper = people.staff.warehouse;
  const addEvent = (daysAgo: number, hour: number, run: (at: Date) => Promise<unknown>) =>
    timeline.add(timeline.dayAt(daysAgo, hour), async (at) => void (await run(at)), 'stock');
  const twice = of('CA', UNFINISHED_IMPORTS.late.slice(0, 10), '重复文件 / The same file twice');
  addEvent(4, 14, async (at) => voidBatch(tx, keeper, (await reported(demo, twice, at)).batchNo));
  const damaged = of('US', [], '损坏的文件 / A damaged file');
  addEvent(4, 15, async (at) => failBatch(tx, keeper, (await openDemoBatch(demo, damaged, at)).batchNo));
  addEvent(2, 14, (at) => notifyReady(demo, at));
  addEvent(2, 16, (at) => notifyRefused(demo, at));
  const refill = of('JM', UNFINISHED_IMPORTS.waiting, '牙买加补货 / Jamaica refill');
  addEvent(1, 17, async (at) => taskOf(demo, await reported(demo, refill, at), refill, at));
}

/** Committed and ready, with some given up and some entered by hand and not checked yet. */
async function notifyReady(demo: Demo, at: Date): Promise<void> {
  const { tx, people } = demo;
  const keeper = people.staff.warehouse;
  const delivery = of('US', UNFINISHED_IMPORTS.ready, '美国补货四 / US refill 4');
  const batch = await openDemoBatch(demo, delivery, at);
  const defaults = defaultsOf(delivery, at);
  const imported = { ...delivery, numbers: delivery.numbers.slice(0, 86) };
  await writeStaged(demo, batch, defaults, imported.numbers, STAGED.ready);
  await reportBatch(tx, batch.id, { totalLines: 86, goodLines: 86, report: reportOf(batch.batchNo, imported, 0) });
  await commitBatch(tx, keeper, batch.batchNo);
  const byHand = { ...defaults, sourceType: 4, supplierName: null };
  await writeStaged(demo, batch, byHand, delivery.numbers.slice(86), STAGED.toCheck);
  await voidStaged(tx, keeper, await idsOf(demo, delivery.numbers.slice(80, 86)));
}

/** One batch with something wrong in each part of it: no proof of right, too short a lease, already in stock. */
async function notifyRefused(demo: Demo, at: Date): Promise<void> {
  const { tx, people } = demo;
  const keeper = people.staff.warehouse;
  const delivery = of(
    'US',
    [...UNFINISHED_IMPORTS.failing, ...UNFINISHED_IMPORTS.late.slice(10)],
    '待整改 / To be put right',
  );
  const batch = await openDemoBatch(demo, delivery, at);
  const defaults = defaultsOf(delivery, at);
  await writeStaged(
    demo,
    batch,
    { ...defaults, rightsAttested: 0, provenanceNote: null },
    UNFINISHED_IMPORTS.failing.slice(0, 20),
    STAGED.ready,
  );
  await writeStaged(
    demo,
    batch,
    { ...defaults, leaseEnd: dateOf(daysLater(at, 5)) },
    UNFINISHED_IMPORTS.late.slice(10, 22),
    STAGED.ready,
  );
  await writeStaged(demo, batch, defaults, UNFINISHED_IMPORTS.known, STAGED.ready, 'DO');
  await reportBatch(tx, batch.id, { totalLines: 40, goodLines: 40, report: reportOf(batch.batchNo, delivery, 0) });
  await commitBatch(tx, keeper, batch.batchNo);
  // All of them are tried, and all of them are refused.
  await moveBatchSlice(tx, keeper, batch.batchNo);
}

/** A batch whose list was read and reported on. */
async function reported(demo: Demo, delivery: Delivery, at: Date): Promise<Batch> {
  const batch = await openDemoBatch(demo, delivery, at);
  await writeStaged(demo, batch, defaultsOf(delivery, at), delivery.numbers, STAGED.ready);
  await reportBatch(demo.tx, batch.id, {
    totalLines: delivery.numbers.length + REJECTED_LINES,
    goodLines: delivery.numbers.length,
    report: reportOf(batch.batchNo, delivery, REJECTED_LINES),
  });
  return batch;
}

/** The task of an import whose report awaits confirmation: the file was read and deleted. */
async function taskOf({ tx, people }: Demo, batch: Batch, delivery: Delivery, at: Date): Promise<void> {
  const { batchNo } = batch;
  const report = reportOf(batchNo, delivery, REJECTED_LINES);
  const lines = BigInt(report.totalLines);
  const input = { batchNo, fileId: 0n, fileName: report.fileName, countryCode: null, commit: false, bulk: false };
  const { id, taskNo } = await startTask(tx, people.staff.warehouse, importJob, input, {
    title: { zh: `导入号码：${delivery.name}`, en: `Import numbers: ${delivery.name}` },
    bizType: IMPORT_TASK,
    bizNo: batchNo,
  });
  await tx
    .update(tasks)
    .set({
      state: taskState.is.waiting,
      attempt: 1,
      checkpoint: { batchNo, report, reportFileId: null },
      result: report,
      done: lines,
      total: lines,
      createTime: at,
      startTime: at,
      updateTime: at,
    })
    .where(eq(tasks.id, id));
  await tx.update(batches).set({ taskNo }).where(eq(batches.id, batch.id));
}

const of = (country: string, numbers: readonly number[], name: string): Delivery => ({
  daysAgo: 0,
  name,
  supplier: SUPPLIER,
  business: businessType.is.whatsapp,
  country,
  numbers,
  cost: '0.6',
});

/** Rows of the pre-warehouse that still may change, by number. */
async function idsOf(demo: Demo, numbers: readonly number[]): Promise<bigint[]> {
  const rows = await demo.tx
    .select({ id: staged.id, status: staged.status })
    .from(staged)
    .where(inArray(staged.e164, numbers.map(BigInt)));
  return rows.filter(({ status }) => status === STAGED.ready || status === STAGED.ready).map(({ id }) => id);
}
