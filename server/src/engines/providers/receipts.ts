import { createHash } from 'node:crypto';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import { outageOf, type Tx } from '../../kernel/db/index.ts';
import { jsonOf } from '../../kernel/outbound/signed.ts';
import { providerErrors } from './errors.ts';
import { type Receipt, receipts } from './tables.ts';

/** The vendor of a callback, in the engine that applies it. */
export interface ReceiptSource {
  readonly tenantId: string;
  readonly kind: string;
  readonly id: bigint;
}

/**
 * - `applied`: the results were stored.
 * - `nothing`: they were known, or are not expected any more.
 * - `early`: they belong to something that is still being submitted; another try follows.
 * - `orphan`: nothing of this vendor has their reference.
 * - `unreadable`: the body is none of this kind.
 */
export type Applied = 'applied' | 'nothing' | 'early' | 'orphan' | 'unreadable';

/** Callbacks of one kind. */
export interface ReceiptKind {
  readonly kind: string;
  /** Applies a callback in the transaction that ends it. It may be called again after an error. */
  apply(app: App, tx: Tx, receipt: Receipt): Promise<Applied>;
}

const RECEIPT = { waiting: 0, applied: 1, nothing: 2, orphan: 3, unreadable: 4 } as const;
/** Pauses before the next try, the last one again and again. */
const PAUSE_SECONDS = [1, 10, 60, 600, 3600];
/** A callback whose reference appeared in this time is no orphan. */
const EARLY_HOURS = 72;
const PER_BEAT = 500;
const KEY_MAX = 128;
const ERROR_MAX = 255;

/**
 * Stores a callback whose signature is right, once: a repetition by its event or its body is not stored again.
 * @throws CALLBACK_NOT_STORED (503), so that the vendor repeats it
 */
export async function storeReceipt(app: App, { tenantId, kind, id }: ReceiptSource, body: string): Promise<void> {
  try {
    await app.db.drizzle
      .insert(receipts)
      .values({ tenantId, kind, sourceId: id, dedupeKey: dedupeKeyOf(body), body })
      .onConflictDoNothing();
  } catch (error) {
    if (outageOf(error)) throw error;
    app.log.error({ err: error, kind, source: id }, 'a callback could not be stored');
    throw providerErrors.CALLBACK_NOT_STORED();
  }
}

/** The vendor's `event`, or a digest of the body. */
function dedupeKeyOf(body: string): string {
  const { event } = (jsonOf(body) ?? {}) as { event?: unknown };
  if (typeof event === 'string' && event !== '' && event.length <= KEY_MAX) return `e ${event}`;
  return createHash('sha256').update(body).digest('hex');
}

/** Applies callbacks that are due, on any number of nodes at once. @returns how many were tried */
export async function applyReceipts(app: App, kinds: ReadonlyMap<string, ReceiptKind>): Promise<number> {
  let tried = 0;
  while (tried < PER_BEAT && (await applyNext(app, kinds))) tried += 1;
  return tried;
}

/** The lock of its row is the lease of a callback: it ends with the process that had it. */
async function applyNext(app: App, kinds: ReadonlyMap<string, ReceiptKind>): Promise<boolean> {
  let current: Receipt | undefined;
  try {
    return await app.db.tx(
      async (tx) => {
        [current] = await tx
          .select()
          .from(receipts)
          .where(and(eq(receipts.state, RECEIPT.waiting), lte(receipts.dueTime, sql`now()`)))
          .orderBy(asc(receipts.dueTime))
          .limit(1)
          .for('update', { skipLocked: true });
        if (!current) return false;
        const kind = kinds.get(current.kind);
        if (!kind) throw new Error(`no engine applies callbacks of ${current.kind}`);
        const applied = await kind.apply(app, tx, current);
        if (applied === 'early') await postpone(tx, current, null);
        else await end(tx, current, RECEIPT[applied]);
        return true;
      },
      { retry: true },
    );
  } catch (error) {
    if (!current || outageOf(error)) throw error;
    const { id, kind } = current;
    app.log.error({ err: error, receipt: id, kind }, 'a callback could not be applied');
    await postpone(app.db.drizzle, current, error instanceof Error ? error.message : String(error));
    return true;
  }
}

async function postpone(run: Pick<Tx, 'update'>, receipt: Receipt, error: string | null): Promise<void> {
  const { id, tries, receiveTime } = receipt;
  if (Date.now() - receiveTime.getTime() > EARLY_HOURS * 3_600_000)
    return end(run, receipt, error === null ? RECEIPT.orphan : RECEIPT.unreadable, error);
  const pause = PAUSE_SECONDS[Math.min(tries, PAUSE_SECONDS.length - 1)] ?? 0;
  await run
    .update(receipts)
    .set({
      tries: tries + 1,
      dueTime: sql`now() + make_interval(secs => ${pause})`,
      error: error?.slice(0, ERROR_MAX) ?? null,
    })
    .where(eq(receipts.id, id));
}

async function end(
  run: Pick<Tx, 'update'>,
  { id, tries }: Receipt,
  state: number,
  error: string | null = null,
): Promise<void> {
  await run
    .update(receipts)
    .set({ state, tries: tries + 1, endTime: sql`now()`, error: error?.slice(0, ERROR_MAX) ?? null })
    .where(eq(receipts.id, id));
}
