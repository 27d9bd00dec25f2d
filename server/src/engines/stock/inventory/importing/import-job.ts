import { ownerType, sourceType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { IMPORT_LIMITS, type ImportReport } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import { commonErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { id } from '@trade-assistant/contract/kit/schema.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import type { StoredFile } from '../../../../kernel/files/index.ts';
import {
  defineJob,
  JobCancelled,
  type JobContext,
  type JobResult,
  type Json,
  ownTask,
  resumeTask,
  startTask,
} from '../../../../kernel/jobs/index.ts';
import { announceChange } from '../../../../kernel/realtime/index.ts';
import { tooLarge } from '../../../../kernel/spreadsheet/index.ts';
import { supplierOf } from '../../suppliers/index.ts';
import { earliestSellableLeaseEnd, LEASE_MINIMUM_DAYS } from '../allocate.ts';
import {
  askCountry,
  type Batch,
  type BatchDefaults,
  beginReading,
  clearBatch,
  commitBatch,
  failBatch,
  lockBatch,
  openBatch,
  reportBatch,
} from '../batches.ts';
import { inventoryErrors } from '../errors.ts';
import { hasRequiredSupplier } from '../manual.ts';
import { assertCountryServed } from '../outbound.ts';
import { BATCH } from '../states.ts';
import { batches } from '../tables.ts';
import { assertWarehouse } from '../warehouse-names.ts';
import { applyCorrection, correctionIn } from './corrections.ts';
import { Problems } from './problems.ts';
import { type ListFindings, readList } from './read-list.ts';

export interface NewImport {
  readonly file: StoredFile;
  readonly batchName: string;
  readonly defaults: BatchDefaults & { readonly ownerType: number };
  /** Country of numbers without calling code; without it digits are read as international numbers. */
  readonly countryCode: string | null;
  /** The column of numbers that the person chose, from 0. */
  readonly column?: number | undefined;
  /** Commit valid numbers at once instead of waiting for `commitImport`. */
  readonly commit: boolean;
  /** Whether the larger limits apply. */
  readonly bulk: boolean;
}

/**
 * Opens a batch and the task that reads the file into it, in one transaction. Refuses files and defaults that fail as
 * a whole.
 * @throws FILE_TOO_LARGE, LIST_NOT_SELLABLE, PROVENANCE_REQUIRED, SUPPLIER_REQUIRED, SUPPLIER_UNKNOWN, LEASE_SHORT, WAREHOUSE_UNKNOWN,
 * COUNTRY_UNKNOWN, COUNTRY_BLOCKED
 */
export async function startImport(
  tx: Tx,
  actor: Actor,
  input: NewImport,
): Promise<{ taskNo: string; batchNo: string }> {
  const { file, defaults } = input;
  const limits = input.bulk ? IMPORT_LIMITS.bulk : IMPORT_LIMITS.usual;
  if (file.size > limits.bytes) throw tooLarge(limits.bytes);
  await assertImportable(tx, actor, input);
  const { ownerType: _owner, supplierId, supplierName, ...values } = defaults;
  const given = { supplierId: supplierId ? BigInt(supplierId) : null, supplierName };
  const supplier = await supplierOf(tx, actor, given, { isAdded: false });
  const stored = { ...values, supplierName: supplier?.name ?? null, supplierId: supplier?.id?.toString() ?? null };
  const batch = await openBatch(tx, actor, { batchName: input.batchName, defaults: stored });
  const { taskNo } = await startTask(
    tx,
    actor,
    importJob,
    {
      batchNo: batch.batchNo,
      fileId: file.id,
      fileName: file.name,
      countryCode: input.countryCode,
      column: input.column,
      commit: input.commit,
      bulk: input.bulk,
    },
    {
      title: { zh: `导入号码：${input.batchName}`, en: `Import numbers: ${input.batchName}` },
      bizType: IMPORT_TASK,
      bizNo: batch.batchNo,
    },
  );
  await tx.update(batches).set({ taskNo }).where(eq(batches.id, batch.id));
  return { taskNo, batchNo: batch.batchNo };
}

/**
 * Commits a reported import: its numbers appear in the pre-warehouse at once, and its task continues. A second
 * confirmation changes nothing.
 * @throws NOT_FOUND for another user's task, STATE_CONFLICT, TASK_NOT_WAITING
 */
export async function commitImport(tx: Tx, actor: Actor, taskNo: string): Promise<{ taskNo: string; batchNo: string }> {
  const task = await ownTask(tx, actor, taskNo, { lock: true });
  if (task.bizType !== IMPORT_TASK || task.bizNo === null) throw commonErrors.NOT_FOUND();
  const before = await lockBatch(tx, actor, task.bizNo);
  if (before.status !== BATCH.committed) {
    await commitBatch(tx, actor, task.bizNo);
    await resumeTask(tx, actor, taskNo, { commit: true });
  }
  return { taskNo, batchNo: task.bizNo };
}

/** How to read the lines whose country is unclear: as national numbers of a country, or with their calling code. */
export type ReadAs = { readonly countryCode: string } | { readonly isInternational: true };

/**
 * Continues an import that waits for the country of its lines: its file is read again, and nothing was staged before.
 * @throws NOT_FOUND for another user's task, STATE_CONFLICT after reading, TASK_NOT_WAITING, COUNTRY_UNKNOWN,
 * COUNTRY_BLOCKED
 */
export async function readImportAs(
  tx: Tx,
  actor: Actor,
  taskNo: string,
  readAs: ReadAs,
): Promise<{ taskNo: string; batchNo: string }> {
  const task = await ownTask(tx, actor, taskNo, { lock: true });
  if (task.bizType !== IMPORT_TASK || task.bizNo === null) throw commonErrors.NOT_FOUND();
  const batch = await lockBatch(tx, actor, task.bizNo);
  if (batch.status !== BATCH.country) throw commonErrors.STATE_CONFLICT();
  if ('countryCode' in readAs) await assertCountryServed(tx, actor, readAs.countryCode);
  await beginReading(tx, actor, task.bizNo);
  await resumeTask(tx, actor, taskNo, readAs);
  return { taskNo, batchNo: task.bizNo };
}

/** Reads a stored list into a batch, asks for the country of unclear lines, reports, and waits for confirmation unless the input says to commit. */
export const importJob = defineJob({
  name: 'inventory/import',
  permission: 'whatsapp/pre-warehouse:import',
  title: { zh: '导入号码', en: 'Import numbers' },
  input: z.object({
    batchNo: z.string(),
    fileId: id(),
    fileName: z.string(),
    countryCode: z.string().nullable(),
    column: z.int().optional(),
    commit: z.boolean(),
    bulk: z.boolean(),
  }),
  async run(job, input): Promise<JobResult> {
    const { app, actor } = job;
    if (isCancelled(job)) {
      await giveUp(job, input, 'cancelled');
      throw job.signal.reason;
    }
    const reported = job.state<Reported>();
    if (reported) return conclude(job, await correct(job, reported));
    const problems = new Problems(
      app.files,
      actor,
      `${input.batchNo}-problems.csv`,
      app.dictionaries.current(numberReject),
    );
    try {
      const batch = await app.db.tx(async (tx) => {
        const found = await beginReading(tx, actor, input.batchNo);
        await clearBatch(tx, found.id);
        return found;
      });
      const outcome = await read(job, input, batch, problems);
      if (!('report' in outcome)) {
        await problems.abandon(undefined);
        const lines = outcome.totalLines;
        const unclear = (outcome.unclear?.lines ?? 0).toLocaleString('en-US');
        job.progress(lines, lines, {
          zh: `待选国家：${unclear} 行号码没有国家码`,
          en: `Waiting for country: ${unclear} lines have no calling code`,
        });
        return { result: outcome as unknown as Json, waiting: true };
      }
      await app.files
        .remove(input.fileId)
        .catch((cause: unknown) => app.log.warn({ cause }, 'an imported list stayed behind'));
      return conclude(job, outcome);
    } catch (error) {
      await problems.abandon(error);
      // A refusal is final; after other errors (a lost connection, a stopping process) the job starts again, or the
      // sweep withdraws the batch.
      if (isCancelled(job)) await giveUp(job, input, 'cancelled');
      else if (isAppError(error)) await giveUp(job, input, error.code);
      throw error;
    }
  },
});

type Input = z.output<typeof importJob.input>;

/** From this many lines on, an import changes the table statistics enough to need a new ANALYZE. */
const MANY_LINES = 50_000;

/** Type of import tasks: the screen that shows them. */
export const IMPORT_TASK = 'whatsapp/pre-warehouse';

/** The checkpoint after reading. */
interface Reported extends Readonly<Record<string, Json>> {
  readonly batchNo: string;
  readonly report: Json;
  readonly reportFileId: string | null;
}

/** Returns the checkpoint of a list that was read; the report of one whose country is unclear, with nothing staged. */
async function read(job: JobContext, input: Input, batch: Batch, problems: Problems): Promise<Reported | ImportReport> {
  const { app, actor } = job;
  const started = Date.now();
  const limits = input.bulk ? IMPORT_LIMITS.bulk : IMPORT_LIMITS.usual;
  const file = await app.files.find(input.fileId);
  const answer = (job.confirmation ?? {}) as Partial<{ countryCode: string; isInternational: true }>;
  const findings = await app.files.withPath(input.fileId, (path) =>
    readList(
      {
        path,
        size: file.size,
        name: input.fileName,
        maxBytes: limits.bytes,
        maxLines: limits.lines,
        countryCode: answer.countryCode ?? input.countryCode,
        isInternational: answer.isInternational === true,
        column: input.column,
      },
      {
        app,
        actor,
        batch,
        defaults: batch.defaults as unknown as BatchDefaults,
        problems,
        signal: job.signal,
        progress: (done, total) => job.progress(done, total),
      },
    ),
  );
  const durationMillis = Date.now() - started;
  if (findings.unclear) {
    await app.db.tx(async (tx) => {
      await askCountry(tx, actor, input.batchNo);
      announceChange(tx, actor.tenantId, 'whatsapp/pre-warehouse');
    });
    return reportOf(input, { ...findings, goodLines: 0, countries: [] }, problems, {
      state: 'country',
      durationMillis,
    });
  }
  // Without ANALYZE the planner would misjudge lists with so many new rows.
  if (findings.goodLines > MANY_LINES) await app.db.pool.query('analyze inv_staged');
  const problemFile = await problems.finish();
  const state = findings.goodLines === 0 ? 'void' : input.commit ? 'committed' : 'reported';
  const report = reportOf(input, findings, problems, { state, durationMillis });
  const reported: Reported = {
    batchNo: input.batchNo,
    report: report as unknown as Json,
    reportFileId: problemFile?.id.toString() ?? null,
  };
  await app.db.tx(async (tx) => {
    await reportBatch(tx, batch.id, { totalLines: findings.totalLines, goodLines: findings.goodLines, report });
    if (state === 'committed') await commitBatch(tx, actor, input.batchNo);
    // No valid numbers; the report gives the reasons.
    if (state === 'void') await failBatch(tx, actor, input.batchNo, 'EMPTY_LIST');
    await job.checkpoint(tx, reported);
    announceChange(tx, actor.tenantId, 'whatsapp/pre-warehouse');
  });
  return reported;
}

/** Returns the checkpoint after the correction that the user asked for, if any. */
async function correct(job: JobContext, reported: Reported): Promise<Reported> {
  const correction = correctionIn(job.confirmation);
  if (!correction) return reported;
  return job.app.db.tx(async (tx) => {
    const report = await applyCorrection(tx, job.actor, reported.report as unknown as ImportReport, correction);
    const corrected: Reported = { ...reported, report: report as unknown as Json };
    await job.checkpoint(tx, corrected);
    return corrected;
  });
}

/** Returns how the task ends for the batch's present state: done, or waiting for confirmation. */
async function conclude(job: JobContext, { batchNo, report, reportFileId }: Reported): Promise<JobResult> {
  const [batch] = await job.app.db.drizzle
    .select({ status: batches.status })
    .from(batches)
    .where(sql`${batches.tenantId} = ${job.actor.tenantId} and ${batches.batchNo} = ${batchNo}`);
  const state =
    batch?.status === BATCH.committed ? 'committed' : batch?.status === BATCH.reported ? 'reported' : 'void';
  const found = report as unknown as ImportReport;
  const { goodLines, rejectedLines, totalLines } = found;
  if (goodLines > 0) job.progress(totalLines, totalLines, summaryOf(state, goodLines, rejectedLines));
  return {
    result: { ...found, state } as unknown as Json,
    ...(reportFileId === null ? {} : { reportFileId: BigInt(reportFileId) }),
    waiting: state === 'reported',
    ...(state === 'void' && goodLines === 0 ? { failure: inventoryErrors.NOTHING_IMPORTED({ n: rejectedLines }) } : {}),
  };
}

/** The note of a task whose list was read: how many lines were accepted and refused. */
function summaryOf(state: ImportReport['state'], goodLines: number, rejectedLines: number): Text {
  const [good, refused] = [goodLines.toLocaleString('en-US'), rejectedLines.toLocaleString('en-US')];
  const isCommitted = state === 'committed';
  return {
    zh: `${isCommitted ? '已导入' : '可导入'} ${good} 行${rejectedLines > 0 ? `，拒绝 ${refused} 行` : ''}`,
    en: `${good} lines ${isCommitted ? 'imported' : 'valid'}${rejectedLines > 0 ? `, ${refused} refused` : ''}`,
  };
}

const isCancelled = (job: JobContext): boolean => job.signal.aborted && job.signal.reason instanceof JobCancelled;

/** Removes everything of the import: rows and uploaded file. */
async function giveUp(job: JobContext, input: Input, reason: string): Promise<void> {
  await job.app.db.tx(async (tx) => {
    await failBatch(tx, job.actor, input.batchNo, reason);
    announceChange(tx, job.actor.tenantId, 'whatsapp/pre-warehouse');
  });
  await job.app.files.remove(input.fileId);
}

function reportOf(
  input: Input,
  findings: ListFindings,
  problems: Problems,
  more: Pick<ImportReport, 'state' | 'durationMillis'>,
): ImportReport {
  return {
    batchNo: input.batchNo,
    fileName: input.fileName,
    ...findings,
    rejectedLines: problems.total,
    duplicatesInFile: problems.count(numberReject.is.duplicate),
    duplicatesInStock: problems.count(numberReject.is.inStock),
    reasons: problems.reasons,
    problems: problems.sample,
    ...more,
  };
}

const PROOF_MISSING: Text = { zh: '请填写权属证明', en: 'Enter the proof of ownership' };
const atField = (field: string, { zh, en }: Text) => ({ fields: [{ field, message: { zh, en } }] });

async function assertImportable(tx: Tx, actor: Actor, { defaults, countryCode }: NewImport): Promise<void> {
  if (defaults.ownerType !== ownerType.is.platform) throw inventoryErrors.LIST_NOT_SELLABLE();
  const proven = defaults.sourceType === sourceType.is.hosted || Boolean(defaults.provenanceNote);
  const { PROVENANCE_REQUIRED, SUPPLIER_REQUIRED } = inventoryErrors.declarations;
  if (defaults.rightsAttested !== 1)
    throw inventoryErrors.PROVENANCE_REQUIRED({}, atField('rightsAttested', PROVENANCE_REQUIRED));
  if (!proven) throw inventoryErrors.PROVENANCE_REQUIRED({}, atField('provenanceNote', PROOF_MISSING));
  const given = {
    supplierId: defaults.supplierId ? BigInt(defaults.supplierId) : null,
    supplierName: defaults.supplierName,
  };
  if (!hasRequiredSupplier(defaults.sourceType, given))
    throw inventoryErrors.SUPPLIER_REQUIRED({}, atField('supplierId', SUPPLIER_REQUIRED));
  if (defaults.leaseEnd !== null && defaults.leaseEnd < earliestSellableLeaseEnd()) {
    throw inventoryErrors.LEASE_SHORT({ days: LEASE_MINIMUM_DAYS });
  }
  await assertWarehouse(tx, actor, defaults.warehouseCode);
  if (countryCode !== null) await assertCountryServed(tx, actor, countryCode);
}
