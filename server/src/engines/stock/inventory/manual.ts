import { regDocStatus, sourceType } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { sqlState } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { assertTransition } from '../../../kernel/resource/states.ts';
import { supplierOf } from '../suppliers/index.ts';
import { type Batch, openBatch } from './batches.ts';
import { inventoryErrors } from './errors.ts';
import { checkStaged, lockStaged } from './staged.ts';
import { BATCH, STAGED, stagedMachine } from './states.ts';
import { batches, staged } from './tables.ts';

/** A number entered by hand. */
export interface NewStaged extends StagedChanges {
  readonly batchName: string;
  readonly e164: bigint;
  readonly countryCode: string;
  readonly businessType: number;
  readonly numberType: number;
  readonly capability: number;
  readonly warehouseCode: string;
  readonly sourceType: number;
  readonly ownerType: number;
}

/** Corrections of a number before it is in stock; null clears, an omitted property stays. */
export interface StagedChanges {
  readonly batchName?: string | undefined;
  readonly numberType?: number | undefined;
  readonly capability?: number | undefined;
  readonly warehouseCode?: string | undefined;
  /** The supplier's record; a name alone finds one, or adds it. */
  readonly supplierId?: bigint | null | undefined;
  readonly supplierName?: string | null | undefined;
  readonly provenanceNote?: string | null | undefined;
  readonly rightsAttested?: 0 | 1 | undefined;
  readonly regDocStatus?: number | undefined;
  readonly costPrice?: Micro | null | undefined;
  readonly setupCost?: Micro | null | undefined;
  readonly monthlyCost?: Micro | null | undefined;
  readonly leaseStart?: string | null | undefined;
  readonly leaseEnd?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

const ZERO = 0n as Micro;

/**
 * Adds one number by hand to the caller's own batch of that name, opening one if needed. The number is visible at once
 * and checked; one that may not enter stock is kept with the reason.
 * @throws NUMBER_DUPLICATE when the batch already contains it
 */
export async function addStaged(tx: Tx, actor: Actor, input: NewStaged): Promise<bigint> {
  const supplier = await supplierOf(tx, actor, input, { isAdded: true });
  const batch = await ownBatch(tx, actor, input, supplier);
  const [row] = await tx
    .insert(staged)
    .values({
      tenantId: actor.tenantId,
      batchId: batch.id,
      batchNo: batch.batchNo,
      batchName: batch.batchName,
      sourceType: input.sourceType,
      supplierName: supplier?.name ?? null,
      supplierId: supplier?.id ?? null,
      provenanceNote: input.provenanceNote ?? null,
      rightsAttested: input.rightsAttested ?? 0,
      ownerType: input.ownerType,
      businessType: input.businessType,
      countryCode: input.countryCode,
      e164: input.e164,
      numberType: input.numberType,
      capability: input.capability,
      setupCost: input.setupCost ?? ZERO,
      monthlyCost: input.monthlyCost ?? ZERO,
      costPrice: input.costPrice ?? ZERO,
      currency: BOOK_CURRENCY,
      leaseStart: input.leaseStart ?? null,
      leaseEnd: input.leaseEnd ?? null,
      regDocStatus: input.regDocStatus ?? regDocStatus.is.notNeeded,
      checkStatus: 0,
      warehouseCode: input.warehouseCode,
      status: STAGED.toCheck,
      remark: input.remark ?? null,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning({ id: staged.id })
    .catch((error: unknown) => {
      throw sqlState(error) === '23505' ? inventoryErrors.NUMBER_DUPLICATE() : error;
    });
  const { id } = row as { id: bigint };
  await tx
    .update(batches)
    .set({ totalLines: sql`${batches.totalLines} + 1`, goodLines: sql`${batches.goodLines} + 1` })
    .where(eq(batches.id, batch.id));
  await checkStaged(tx, actor, [id]);
  return id;
}

/**
 * Corrects a number that is not in stock yet and checks it again.
 * @throws NOT_FOUND, STALE_DATA, STATE_CONFLICT
 */
export async function changeStaged(
  tx: Tx,
  actor: Actor,
  input: StagedChanges & { id: bigint; version?: number | undefined },
): Promise<void> {
  const { id, version, ...changes } = input;
  const [row] = await lockStaged(tx, actor, [id]);
  if (!row) throw commonErrors.NOT_FOUND();
  if (version !== undefined && version !== row.version) throw commonErrors.STALE_DATA();
  assertTransition(stagedMachine, 'pass', row.status);
  const { setupCost, monthlyCost, costPrice, supplierId, supplierName, ...plain } = changes;
  const isOther = supplierId !== undefined || supplierName !== undefined;
  const supplier = isOther ? await supplierOf(tx, actor, { supplierId, supplierName }, { isAdded: true }) : null;
  await tx
    .update(staged)
    .set({
      ...plain,
      ...(isOther ? { supplierId: supplier?.id ?? null, supplierName: supplier?.name ?? null } : {}),
      // Costs are never null in the table: a cleared one is zero.
      ...(setupCost === undefined ? {} : { setupCost: setupCost ?? ZERO }),
      ...(monthlyCost === undefined ? {} : { monthlyCost: monthlyCost ?? ZERO }),
      ...(costPrice === undefined ? {} : { costPrice: costPrice ?? ZERO }),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${staged.version} + 1`,
    })
    .where(eq(staged.id, id));
  await checkStaged(tx, actor, [id]);
}

/** Whether the supplier is present where it is required: for purchased and synchronised numbers. */
export const hasRequiredSupplier = (
  source: number,
  { supplierId, supplierName }: Pick<StagedChanges, 'supplierId' | 'supplierName'>,
): boolean =>
  (source !== sourceType.is.purchase && source !== sourceType.is.sync) || Boolean(supplierId || supplierName);

/** Returns the caller's batch of that name for manual entries, locked; opens one if there is none. */
async function ownBatch(
  tx: Tx,
  actor: Actor,
  input: NewStaged,
  supplier: Awaited<ReturnType<typeof supplierOf>>,
): Promise<Batch> {
  const [known] = await tx
    .select()
    .from(batches)
    .where(
      and(
        visible(actor, batches, 'tenant'),
        eq(batches.batchName, input.batchName),
        eq(batches.createUser, actor.userId),
        eq(batches.status, BATCH.committed),
        isNull(batches.taskNo),
      ),
    )
    .orderBy(desc(batches.id))
    .limit(1)
    .for('update');
  if (known) return known;
  return openBatch(tx, actor, {
    batchName: input.batchName,
    committed: true,
    defaults: {
      sourceType: input.sourceType,
      supplierName: supplier?.name ?? null,
      supplierId: supplier?.id?.toString() ?? null,
      provenanceNote: null,
      rightsAttested: 0,
      businessType: input.businessType,
      numberType: input.numberType,
      capability: input.capability,
      setupCost: '0',
      monthlyCost: '0',
      costPrice: '0',
      currency: BOOK_CURRENCY,
      leaseStart: null,
      leaseEnd: null,
      regDocStatus: regDocStatus.is.notNeeded,
      warehouseCode: input.warehouseCode,
      remark: null,
    },
  });
}
