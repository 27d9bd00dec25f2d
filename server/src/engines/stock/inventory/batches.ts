import { batchProgress } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { ByteLines } from '../../../kernel/db/byte-lines.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { inventoryErrors } from './errors.ts';
import { BATCH, batchMachine, STAGED } from './states.ts';
import { nameBatchSuppliers } from './supplier-names.ts';
import { batches } from './tables.ts';

export type Batch = typeof batches.$inferSelect;

/** Values of all numbers of an import; columns of a line override them. */
export interface BatchDefaults {
  readonly sourceType: number;
  readonly supplierName: string | null;
  /** Its record, as text; null or missing for a name without one. */
  readonly supplierId?: string | null;
  readonly provenanceNote: string | null;
  readonly rightsAttested: 0 | 1;
  readonly businessType: number;
  readonly numberType: number;
  readonly capability: number;
  /** Micro-units as text, because the defaults are stored as JSON. */
  readonly setupCost: string;
  readonly monthlyCost: string;
  readonly costPrice: string;
  readonly currency: string;
  readonly leaseStart: string | null;
  readonly leaseEnd: string | null;
  readonly regDocStatus: number;
  readonly warehouseCode: string;
  readonly remark: string | null;
}

/** A number that passed the file's checks, with the values of its line that override the defaults. */
export interface StagedLine
  extends Partial<
    Pick<
      BatchDefaults,
      | 'supplierName'
      | 'supplierId'
      | 'numberType'
      | 'capability'
      | 'costPrice'
      | 'monthlyCost'
      | 'leaseStart'
      | 'leaseEnd'
      | 'regDocStatus'
      | 'remark'
    >
  > {
  /** Digits without plus; below 2^53, so a number is exact. */
  readonly e164: number;
  readonly countryCode: string;
  /** The kind of line, if it contradicts the number type. */
  readonly lineType?: number;
  /** Whether several countries share the number's range. */
  readonly isShared?: boolean;
}

/**
 * Opens a batch for an import; its numbers are hidden until `commitBatch`. `committed` opens one for numbers entered
 * by hand, which are visible at once.
 */
export async function openBatch(
  tx: Tx,
  actor: Actor,
  input: { batchName: string; defaults: BatchDefaults; committed?: boolean },
): Promise<Batch> {
  const [batch] = await tx
    .insert(batches)
    .values({
      tenantId: actor.tenantId,
      batchNo: businessNo('PW'),
      batchName: input.batchName,
      status: input.committed ? BATCH.committed : BATCH.importing,
      committedAt: input.committed ? new Date() : null,
      defaults: { ...input.defaults },
      totalLines: 0n,
      goodLines: 0n,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning();
  return batch as Batch;
}

/** Empties a batch that is still being imported, so that an interrupted import starts again without partial rows. */
export async function clearBatch(tx: Tx, batchId: bigint): Promise<void> {
  await tx.execute(sql`
    delete from inv_staged s using inv_batch b
    where b.id = ${batchId} and b.status = ${BATCH.importing} and s.batch_no = b.batch_no and s.batch_id = b.id`);
}

const {
  checking,
  country,
  reported,
  ready,
  partly,
  stocked,
  checkFailed,
  refused,
  failed,
  void: isVoid,
} = batchProgress.is;

/** The progress of a batch in SQL: its state and, once it is imported, where its numbers are. */
export const progressOfBatch: SQL<number> = sql`case ${batches.status}
  when ${sql.raw(`${BATCH.importing} then ${checking}`)} when ${sql.raw(`${BATCH.country} then ${country}`)}
  when ${sql.raw(`${BATCH.reported} then ${reported}`)} when ${sql.raw(`${BATCH.failed} then ${failed}`)}
  when ${sql.raw(`${BATCH.void}`)} then case
    when ${batches.goodLines} = 0 and ${batches.totalLines} > 0 then ${sql.raw(`${refused} else ${isVoid}`)} end
  else case
    when ${batches.inWarehouseCount} > 0 and ${batches.readyCount} + ${batches.failedCount} > 0 then ${sql.raw(`${partly}`)}
    when ${batches.inWarehouseCount} > 0 then ${sql.raw(`${stocked}`)}
    when ${batches.readyCount} > 0 then ${sql.raw(`${ready}`)}
    when ${batches.failedCount} > 0 then ${sql.raw(`${checkFailed}`)}
    when ${batches.voidCount} > 0 then ${sql.raw(`${isVoid}`)}
    else ${sql.raw(`${ready}`)} end
  end`;

const COLUMNS =
  'tenant_id, batch_id, batch_no, batch_name, source_type, supplier_name, supplier_id, provenance_note, rights_attested, owner_type, business_type, country_code, e164, number_type, capability, setup_cost, monthly_cost, cost_price, currency, lease_start, lease_end, reg_doc_status, check_status, warehouse_code, status, remark, create_user, create_user_name, create_dept, update_user, line_type, is_shared';

/**
 * Opens the COPY stream for the valid numbers of an import; end it to finish. `add` collects rows, `take` returns
 * their bytes for the stream.
 */
export function stagingCopy(
  client: pg.ClientBase,
  batch: Batch,
  defaults: BatchDefaults,
  actor: Actor,
): {
  stream: ReturnType<typeof copyFrom> & NodeJS.WritableStream;
  add: (number: StagedLine) => void;
  take: () => Buffer;
} {
  const stream = client.query(copyFrom(`copy inv_staged (${COLUMNS}) from stdin`));
  const head = [batch.tenantId, batch.id, batch.batchNo, batch.batchName, defaults.sourceType].map(cell).join('\t');
  const rights = [defaults.provenanceNote, defaults.rightsAttested, 1, defaults.businessType].map(cell).join('\t');
  const tail = [actor.userId, actor.realName, actor.deptIds[0] ?? null, actor.userId].map(cell).join('\t');
  const doubts = ({ lineType, isShared }: Partial<StagedLine>) => `${cell(lineType)}\t${isShared ? 't' : 'f'}`;
  const before = (supplier: Pick<BatchDefaults, 'supplierName' | 'supplierId'>) =>
    `${head}\t${cell(supplier.supplierName)}\t${cell(supplier.supplierId)}\t${rights}\t`;
  const after = (own: Partial<StagedLine>) => `\t${middle(defaults, own)}\t${tail}\t${doubts(own)}\n`;
  const plainBefore = Buffer.from(before(defaults));
  const plainAfter = Buffer.from(after({}));
  const lines = new ByteLines();
  const add = (number: StagedLine) => {
    const own = hasOwnColumns(number);
    if (own && number.supplierName !== undefined)
      lines.addText(before({ supplierName: number.supplierName, supplierId: number.supplierId ?? null }));
    else lines.add(plainBefore);
    lines.addText(number.countryCode);
    lines.addText(`\t${number.e164}`);
    if (own) lines.addText(after(number));
    else lines.add(plainAfter);
  };
  return { stream, add, take: () => lines.take() };
}

const hasOwnColumns = (number: StagedLine): boolean => {
  for (const name in number) if (name !== 'e164' && name !== 'countryCode') return true;
  return false;
};

function middle(defaults: BatchDefaults, own: Partial<StagedLine>): string {
  const at = { ...defaults, ...own };
  return [
    at.numberType,
    at.capability,
    at.setupCost,
    at.monthlyCost,
    at.costPrice,
    at.currency,
    at.leaseStart,
    at.leaseEnd,
    at.regDocStatus,
    1,
    at.warehouseCode,
    STAGED.ready,
    at.remark,
  ]
    .map(cell)
    .join('\t');
}

/** One value in COPY's text format. */
function cell(value: string | number | bigint | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  return typeof value === 'string'
    ? value.replace(
        /[\\\t\n\r]/g,
        (special) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[special] ?? special,
      )
    : String(value);
}

/** Returns those of the numbers that are already in stock or in another committed batch. */
export async function knownNumbers(
  client: pg.Pool | pg.ClientBase,
  tenantId: string,
  businessType: number,
  numbers: readonly number[],
): Promise<Set<number>> {
  const result = await client.query<{ e164: string | bigint }>(
    `select e164 from inv_item where tenant_id = $1 and business_type = $2 and stock_status in (0, 1, 2, 3, 4, 7) and deleted_at is null and e164 = any($3::bigint[])
     union
     select s.e164 from inv_staged s join inv_batch b on b.id = s.batch_id
     where s.tenant_id = $1 and s.business_type = $2 and s.status in (0, 1, 2) and s.deleted_at is null and b.status = ${BATCH.committed} and s.e164 = any($3::bigint[])`,
    // In the text format of the database: the driver would make several strings of every number.
    [tenantId, businessType, `{${numbers.join()}}`],
  );
  return new Set(result.rows.map(({ e164 }) => Number(e164)));
}

/** Stores the report after the file has been read; the batch then waits for confirmation. */
export async function reportBatch(
  tx: Tx,
  batchId: bigint,
  input: { totalLines: number; goodLines: number; report: unknown },
): Promise<void> {
  const result = await tx
    .update(batches)
    .set({
      status: BATCH.reported,
      readyCount: BigInt(input.goodLines),
      totalLines: BigInt(input.totalLines),
      goodLines: BigInt(input.goodLines),
      report: input.report,
      updateTime: sql`now()`,
    })
    .where(and(eq(batches.id, batchId), eq(batches.status, BATCH.importing)));
  if (result.rowCount === 0) throw commonErrors.STATE_CONFLICT();
}

/**
 * Makes the batch's numbers visible in the pre-warehouse, all at once: one row changes, however many numbers it holds. Suppliers
 * that its file named for the first time get records to be completed.
 */
export async function commitBatch(tx: Tx, actor: Actor, batchNo: string): Promise<Batch> {
  const batch = await lockBatch(tx, actor, batchNo);
  if (batch.status === BATCH.committed) return batch;
  await nameBatchSuppliers(tx, actor, batch);
  return moveBatch(tx, actor, batch, 'commit');
}

/**
 * Withdraws a whole batch of which no number has moved. Its rows are deleted, because they never were stock.
 * @returns how many numbers were withdrawn
 * @throws BATCH_MOVED; STATE_CONFLICT while it is being imported
 */
export async function voidBatch(tx: Tx, actor: Actor, batchNo: string, reason?: string): Promise<number> {
  const batch = await lockBatch(tx, actor, batchNo);
  if (batch.inWarehouseCount > 0n) throw inventoryErrors.BATCH_MOVED();
  await moveBatch(tx, actor, batch, 'void', reason);
  const gone = await tx.execute(sql`
    delete from inv_staged where batch_no = ${batchNo} and batch_id = ${batch.id}`);
  await tx
    .update(batches)
    .set({ readyCount: 0n, failedCount: 0n, voidCount: BigInt(gone.rowCount ?? 0) })
    .where(eq(batches.id, batch.id));
  return gone.rowCount ?? 0;
}

/**
 * Removes the rows of a failed or cancelled import and keeps only the batch's name and the reason. A committed or
 * deleted batch stays as it is.
 */
export async function failBatch(tx: Tx, actor: Actor, batchNo: string, reason?: string): Promise<void> {
  const batch = await lockBatch(tx, actor, batchNo);
  if (batch.status === BATCH.reported) await voidBatch(tx, actor, batchNo, reason);
  if (batch.status !== BATCH.importing && batch.status !== BATCH.country) return;
  await clearBatch(tx, batch.id);
  await moveBatch(tx, actor, batch, 'fail', reason);
}

/** Marks a batch that is being imported as waiting for the country of its lines; it has no numbers then. */
export async function askCountry(tx: Tx, actor: Actor, batchNo: string): Promise<void> {
  const batch = await lockBatch(tx, actor, batchNo);
  await clearBatch(tx, batch.id);
  await moveBatch(tx, actor, batch, 'askCountry');
}

/** Returns a batch ready to be read: one that waits for its country is read again. @throws STATE_CONFLICT */
export async function beginReading(tx: Tx, actor: Actor, batchNo: string): Promise<Batch> {
  const batch = await lockBatch(tx, actor, batchNo);
  if (batch.status === BATCH.country) return moveBatch(tx, actor, batch, 'readAgain');
  if (batch.status !== BATCH.importing) throw commonErrors.STATE_CONFLICT();
  return batch;
}

export async function lockBatch(tx: Tx, actor: Actor, batchNo: string): Promise<Batch> {
  const [batch] = await tx
    .select()
    .from(batches)
    .where(and(visible(actor, batches, 'tenant'), eq(batches.batchNo, batchNo)))
    .for('update');
  if (!batch) throw inventoryErrors.BATCH_UNKNOWN({ batchNo });
  return batch;
}

export async function moveBatch(
  tx: Tx,
  actor: Actor,
  batch: Batch,
  event: keyof typeof batchMachine,
  reason?: string,
): Promise<Batch> {
  const { from, to } = batchMachine[event];
  const [moved] = await tx
    .update(batches)
    .set({
      status: to,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${batches.version} + 1`,
      ...(to === BATCH.committed ? { committedAt: sql`now()` } : {}),
    })
    .where(and(eq(batches.id, batch.id), inArray(batches.status, [...from])))
    .returning();
  if (!moved) throw commonErrors.STATE_CONFLICT();
  await logState(tx, actor, { type: 'batch', id: batch.id, from: batch.status, to, event, reason });
  return moved;
}
