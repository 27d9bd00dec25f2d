import type { ImportReport } from '@trade-assistant/contract/areas/whatsapp/import-report.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { type Json, ownTask, resumeTask } from '../../../../kernel/jobs/index.ts';
import { callingCodeOf } from '../../../../kernel/phone/index.ts';
import { lockBatch } from '../batches.ts';
import { inventoryErrors } from '../errors.ts';
import { assertCountryServed } from '../outbound.ts';
import { BATCH } from '../states.ts';
import { batches } from '../tables.ts';
import { fitsType, NORTH_AMERICA } from './doubts.ts';

/** The type of all numbers of one kind of line, or the country of all numbers in ranges that countries share. */
export type Correction =
  | { readonly lineType: number; readonly numberType: number }
  | { readonly sharedCountry: string };

/**
 * Continues a reported import with a correction of its doubtful numbers; then it waits for confirmation again.
 * @throws NOT_FOUND for another user's task, STATE_CONFLICT, TASK_NOT_WAITING, NUMBER_TYPE_DOUBT, COUNTRY_UNKNOWN,
 * COUNTRY_BLOCKED, NUMBER_COUNTRY for a country without that range
 */
export async function correctImport(
  tx: Tx,
  actor: Actor,
  taskNo: string,
  correction: Correction,
): Promise<{ taskNo: string; batchNo: string }> {
  const task = await ownTask(tx, actor, taskNo, { lock: true });
  if (task.bizNo === null) throw commonErrors.NOT_FOUND();
  const batch = await lockBatch(tx, actor, task.bizNo);
  if (batch.status !== BATCH.reported) throw commonErrors.STATE_CONFLICT();
  if ('sharedCountry' in correction) {
    await assertCountryServed(tx, actor, correction.sharedCountry);
    if (callingCodeOf(correction.sharedCountry) !== NORTH_AMERICA)
      throw inventoryErrors.NUMBER_COUNTRY({}, atField('countryCode', inventoryErrors.declarations.NUMBER_COUNTRY));
  } else if (!fitsType(correction.lineType, correction.numberType))
    throw inventoryErrors.NUMBER_TYPE_DOUBT({}, atField('numberType', inventoryErrors.declarations.NUMBER_TYPE_DOUBT));
  await resumeTask(tx, actor, taskNo, { correction });
  return { taskNo, batchNo: task.bizNo };
}

const atField = (field: string, { zh, en }: { zh: string; en: string }) => ({
  fields: [{ field, message: { zh, en } }],
});

/** Returns the correction among the confirmations of a job; undefined for another one. */
export const correctionIn = (confirmation: Json): Correction | undefined =>
  (confirmation as { readonly correction?: Correction } | null)?.correction;

/** Corrects the doubtful numbers of a reported batch. @returns the report without that doubt */
export async function applyCorrection(
  tx: Tx,
  actor: Actor,
  report: ImportReport,
  correction: Correction,
): Promise<ImportReport> {
  const batch = await lockBatch(tx, actor, report.batchNo);
  if (batch.status !== BATCH.reported) return report;
  const { typeDoubts = [], sharedLines, ...rest } = report;
  let corrected: ImportReport;
  if ('sharedCountry' in correction) {
    await tx.execute(sql`
      update inv_staged set country_code = ${correction.sharedCountry}, is_shared = false, update_time = now()
      where batch_no = ${batch.batchNo} and batch_id = ${batch.id} and is_shared`);
    const { rows } = await tx.execute<{ country: string; n: string }>(sql`
      select country_code as country, count(*)::text as n from inv_staged
      where batch_no = ${batch.batchNo} and batch_id = ${batch.id} group by 1 order by count(*) desc, 1`);
    const countries = rows.map(({ country, n }) => ({ countryCode: country, count: Number(n) }));
    corrected = { ...rest, countries, ...(typeDoubts.length > 0 ? { typeDoubts } : {}) };
  } else {
    const { lineType, numberType } = correction;
    await tx.execute(sql`
      update inv_staged set number_type = ${numberType}, line_type = null, update_time = now()
      where batch_no = ${batch.batchNo} and batch_id = ${batch.id} and line_type = ${lineType}`);
    const left = typeDoubts.filter((doubt) => doubt.lineType !== lineType);
    corrected = {
      ...rest,
      ...(left.length > 0 ? { typeDoubts: left } : {}),
      ...(sharedLines === undefined ? {} : { sharedLines }),
    };
  }
  await tx.update(batches).set({ report: corrected }).where(eq(batches.id, batch.id));
  return corrected;
}
