import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { outageOf, type Tx } from '../../../kernel/db/index.ts';
import { jsonOf, storableText } from '../../../kernel/outbound/signed.ts';
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
  /**
   * Applies up to 200 callbacks of one vendor in one transaction, and returns the outcome of each in order. After an error they are
   * applied one by one.
   */
  applyMany?(app: App, tx: Tx, receipts: readonly Receipt[]): Promise<readonly Applied[]>;
}

const RECEIPT = { waiting: 0, applied: 1, nothing: 2, orphan: 3, unreadable: 4 } as const;
/** Pauses before the next try, the last one again and again. */
const PAUSE_SECONDS = [1, 2, 4, 10, 60, 600, 3600];
/** A callback whose reference appeared in this time is no orphan. */
const EARLY_HOURS = 72;
const TRANSACTIONS_PER_BEAT = 500;
/** Callbacks of a vendor that one transaction applies. */
const TOGETHER = 200;
const KEY_MAX = 128;
const ERROR_MAX = 255;

/** A callback to store, with the key of its repetitions. */
export interface StoredCallback extends ReceiptSource {
  readonly dedupeKey: string;
  readonly body: string;
}

/**
 * Stores callbacks whose signatures are right, each once: repetitions by their key are not stored again.
 * @throws CALLBACK_NOT_STORED (503), so that the vendor repeats them
 */
export async function storeCallbacks(app: App, callbacks: readonly StoredCallback[]): Promise<void> {
  if (callbacks.length === 0) return;
  try {
    const column = <T>(of: (callback: StoredCallback) => T) => sql.param(callbacks.map(of));
    // Arrays: a list of values would have a thousand parameters.
    await app.db.drizzle.execute(sql`
      insert into prv_receipt (tenant_id, kind, source_id, dedupe_key, body)
      select * from unnest(${column(({ tenantId }) => tenantId)}::text[], ${column(({ kind }) => kind)}::text[], ${column(({ id }) => id)}::bigint[],
        ${column(({ dedupeKey }) => storableText(dedupeKey))}::text[], ${column(({ body }) => storableText(body))}::text[])
      on conflict do nothing`);
  } catch (error) {
    if (outageOf(error)) throw error;
    const [{ kind, id } = { kind: '', id: 0n }] = callbacks;
    app.log.error({ err: error, kind, source: id }, 'a callback could not be stored');
    throw providerErrors.CALLBACK_NOT_STORED();
  }
}

/** Stores a callback whose signature is right, once: a repetition by its event or its body is not stored again. @throws as `storeCallbacks` */
export const storeReceipt = (app: App, { tenantId, kind, id }: ReceiptSource, body: string): Promise<void> =>
  storeCallbacks(app, [{ tenantId, kind, id, dedupeKey: dedupeKeyOf(body), body }]);

/** The vendor's `event`, or a digest of the body. */
function dedupeKeyOf(body: string): string {
  const { event } = (jsonOf(body) ?? {}) as { event?: unknown };
  if (typeof event === 'string' && event !== '' && event.length <= KEY_MAX) return `e ${event}`;
  return createHash('sha256').update(body).digest('hex');
}

/** Applies callbacks that are due, on any number of nodes at once. @returns how many were tried */
export async function applyReceipts(app: App, kinds: ReadonlyMap<string, ReceiptKind>): Promise<number> {
  let tried = 0;
  for (let transactions = 0; transactions < TRANSACTIONS_PER_BEAT; transactions += 1) {
    const count = await applyNext(app, kinds);
    if (count === 0) break;
    tried += count;
  }
  return tried;
}

const isDue = and(eq(receipts.state, RECEIPT.waiting), lte(receipts.dueTime, sql`now()`));

/**
 * Applies the callback that is due longest, with others of its vendor where its kind takes them together. The lock of its row is the
 * lease of a callback: it ends with the process that had it.
 * @returns how many were tried
 */
async function applyNext(app: App, kinds: ReadonlyMap<string, ReceiptKind>): Promise<number> {
  let current: Receipt[] = [];
  try {
    return await app.db.tx(
      async (tx) => {
        current = await due(tx, undefined, 1);
        const [first] = current;
        if (!first) return 0;
        const kind = kindOf(kinds, first);
        if (!kind.applyMany) {
          await endAs(tx, [first], [await kind.apply(app, tx, first)]);
          return 1;
        }
        const alike = and(
          eq(receipts.kind, first.kind),
          eq(receipts.sourceId, first.sourceId),
          ne(receipts.id, first.id),
        );
        current = [first, ...(await due(tx, alike, TOGETHER - 1))];
        const applied = await kind.applyMany(app, tx, current);
        if (applied.length !== current.length) throw new Error(`${kind.kind} did not answer for each callback`);
        await endAs(tx, current, applied);
        return current.length;
      },
      { retry: true },
    );
  } catch (error) {
    const [first] = current;
    if (!first || outageOf(error)) throw error;
    if (current.length > 1) {
      app.log.warn({ err: error, kind: first.kind }, 'callbacks that failed together are applied one by one');
      for (const { id } of current) await applyOne(app, kinds, id);
    } else await note(app, first, error);
    return current.length;
  }
}

/** Applies one callback, if it is still waiting and no other process applies it. */
async function applyOne(app: App, kinds: ReadonlyMap<string, ReceiptKind>, id: bigint): Promise<void> {
  let current: Receipt | undefined;
  try {
    await app.db.tx(
      async (tx) => {
        [current] = await due(tx, eq(receipts.id, id), 1);
        if (current) await endAs(tx, [current], [await kindOf(kinds, current).apply(app, tx, current)]);
      },
      { retry: true },
    );
  } catch (error) {
    if (!current || outageOf(error)) throw error;
    await note(app, current, error);
  }
}

const due = (tx: Tx, which: SQL | undefined, most: number): Promise<Receipt[]> =>
  tx
    .select()
    .from(receipts)
    .where(and(isDue, which))
    .orderBy(asc(receipts.dueTime), asc(receipts.id))
    .limit(most)
    .for('update', { skipLocked: true });

function kindOf(kinds: ReadonlyMap<string, ReceiptKind>, { kind }: Receipt): ReceiptKind {
  const found = kinds.get(kind);
  if (!found) throw new Error(`no engine applies callbacks of ${kind}`);
  return found;
}

/** Postpones a callback that could not be applied. */
async function note(app: App, receipt: Receipt, error: unknown): Promise<void> {
  const { id, kind } = receipt;
  app.log.error({ err: error, receipt: id, kind }, 'a callback could not be applied');
  await postpone(app.db.drizzle, receipt, error instanceof Error ? error.message : String(error));
}

/** Ends callbacks with their outcomes; early ones are tried again. */
async function endAs(tx: Tx, all: readonly Receipt[], outcomes: readonly Applied[]): Promise<void> {
  for (const outcome of new Set(outcomes)) {
    const those = all.filter((_, index) => outcomes[index] === outcome);
    if (outcome !== 'early') await end(tx, those, RECEIPT[outcome]);
    else for (const receipt of those) await postpone(tx, receipt, null);
  }
}

async function postpone(run: Pick<Tx, 'update'>, receipt: Receipt, error: string | null): Promise<void> {
  const { id, tries, receiveTime } = receipt;
  if (Date.now() - receiveTime.getTime() > EARLY_HOURS * 3_600_000)
    return end(run, [receipt], error === null ? RECEIPT.orphan : RECEIPT.unreadable, error);
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

/** Makes callbacks of a message channel due that wait or belonged to nothing in the last hours: settings explain them differently now. */
export const readUnmatchedAgain = (tx: Pick<Tx, 'execute'>, sourceId: bigint, hours: number): Promise<unknown> =>
  tx.execute(sql`
    update prv_receipt set state = ${RECEIPT.waiting}, tries = 0, due_time = now(), end_time = null
    where source_id = ${sourceId} and kind = 'message' and state in (${RECEIPT.waiting}, ${RECEIPT.orphan})
      and receive_time > now() - make_interval(hours => ${hours}::int)`);

async function end(
  run: Pick<Tx, 'update'>,
  all: readonly Receipt[],
  state: number,
  error: string | null = null,
): Promise<void> {
  const ids = all.map(({ id }) => id);
  await run
    .update(receipts)
    .set({
      ...{ state, tries: sql`${receipts.tries} + 1`, endTime: sql`now()` },
      error: error?.slice(0, ERROR_MAX) ?? null,
    })
    .where(inArray(receipts.id, ids));
}
