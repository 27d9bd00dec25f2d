import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { type Db, isOutcomeUnknown, sqlState, type Tx } from '../../../kernel/db/index.ts';
import {
  claim,
  type IdempotentAnswer,
  type KeyedRequest,
  runOnce,
  storeAnswers,
} from '../../../kernel/http/idempotency.ts';
import { buy, decidePurchases, type PurchaseRequest } from './buy.ts';
import { type PlacedOrder, type PricedOrder, placeOrders } from './place.ts';

/**
 * Transactions at a time. Two shared ones: while one waits for the disk, the other writes. More would make each batch
 * smaller, and a transaction costs six times as much as one more purchase in it.
 */
const AT_A_TIME = { decided: 1, shared: 2, alone: 2 };

/** Most purchases of one transaction. */
const TOGETHER_MAX = 32;
/** Most pieces of one transaction. */
const PIECES_MAX = 5000;
/** Larger orders gain nothing from a batch and delay the others. */
const SMALL_MAX = 1000;
/** Time for which a refused buyer's purchases run alone: a refusal rolls back the whole batch. */
const ALONE_MILLIS = 10_000;

/** A purchase waiting to be batched. */
export interface Sale extends PurchaseRequest {
  /** The request's idempotency key, if it has one. */
  readonly keyed: KeyedRequest | null;
  /** The answer, also stored under the key. */
  answer(bought: PlacedOrder): unknown;
}

interface Waiting {
  readonly sale: Sale;
  resolve(answered: IdempotentAnswer): void;
  reject(error: unknown): void;
}

interface Ready extends Waiting {
  readonly placing: PricedOrder;
}

/**
 * Batches purchases. Purchases that arrive during a decision are decided together, and those ready during a write
 * share the next transaction: one commit and one statement. A single purchase does not wait. A refusal or an error
 * rolls the shared transaction back, and each of its purchases is then made alone.
 */
export class PurchaseBatcher {
  readonly #db: Db;
  readonly #sold: (actor: Actor) => void;
  readonly #refused = new Map<bigint, number>();
  readonly #asked: Waiting[] = [];
  readonly #ready: Ready[] = [];
  readonly #alone: Waiting[] = [];
  readonly #decide: Lane<Waiting>;
  readonly #place: Lane<Ready>;
  readonly #single: Lane<Waiting>;

  /**
   * @param sold called after every committed transaction that sold something, with one of its buyers (all are of one
   * tenant); must not throw
   */
  constructor(db: Db, sold: (actor: Actor) => void) {
    this.#db = db;
    this.#sold = sold;
    this.#decide = new Lane(AT_A_TIME.decided, this.#asked, () => this.#decideBatch());
    this.#place = new Lane(AT_A_TIME.shared, this.#ready, () => this.#placeBatch());
    this.#single = new Lane(AT_A_TIME.alone, this.#alone, () => this.#buyAlone());
  }

  /** Buys as `buy` does, in the batcher's own transaction. @throws as `buy`, IDEMPOTENCY_CONFLICT */
  buy(sale: Sale): Promise<IdempotentAnswer> {
    return new Promise((resolve, reject) => {
      const refusedAt = this.#refused.get(sale.actor.userId) ?? Number.NEGATIVE_INFINITY;
      const isAlone = Date.now() - refusedAt < ALONE_MILLIS || sale.purchase.quantity > SMALL_MAX;
      const waiting = { sale, resolve, reject };
      if (isAlone) this.#single.add(waiting);
      else this.#decide.add(waiting);
    });
  }

  async #decideBatch(): Promise<void> {
    const batch = takeFitting(this.#asked);
    const decided = await decidePurchases(
      this.#db,
      batch.map(({ sale }) => sale),
    ).catch(() => []);
    for (const [index, one] of batch.entries()) {
      const what = decided[index];
      if (what instanceof AppError && one.sale.keyed === null) one.reject(what);
      else if (what === undefined || what instanceof AppError || what.limited) this.#single.add(one);
      else this.#place.add({ ...one, placing: what.placing });
    }
  }

  async #placeBatch(): Promise<void> {
    const batch = takeFitting(this.#ready);
    const isKeyed = batch.some(({ sale }) => sale.keyed !== null);
    let ended: BatchOutcome;
    try {
      ended = await (isKeyed ? this.#db.tx((tx) => writeKeyed(tx, batch)) : write(this.#db, batch));
    } catch (error) {
      // The refusal of one purchase must not delay or fail the others: each runs alone. A possibly written purchase
      // must not be repeated: a single statement may be written after any error except a refusal.
      const isTakenBack = isKeyed ? !isOutcomeUnknown(error) : isRefused(error);
      for (const one of batch) {
        if (isTakenBack) this.#single.add(one);
        else one.reject(error);
      }
      return;
    }
    // The purchase is committed now: no later error may repeat it.
    for (const [one, answered] of ended) {
      if (answered instanceof Error) one.reject(answered);
      else one.resolve(answered);
    }
    const sold = batch.find((one) => isSold(ended.get(one)));
    if (sold) this.#sold(sold.sale.actor);
  }

  async #buyAlone(): Promise<void> {
    const one = this.#alone.shift();
    if (!one) return;
    const { actor, purchase, keyed, answer } = one.sale;
    const work = async (tx: Tx) => answer(await buy(tx, actor, purchase));
    let ended: IdempotentAnswer;
    try {
      ended = keyed ? await runOnce(this.#db, keyed, work) : { answer: await this.#db.tx(work), replayed: false };
    } catch (error) {
      this.#rememberRefusal(actor.userId);
      one.reject(error);
      return;
    }
    one.resolve(ended);
    if (isSold(ended)) this.#sold(actor);
  }

  #rememberRefusal(userId: bigint): void {
    const now = Date.now();
    this.#refused.delete(userId);
    this.#refused.set(userId, now);
    for (const [old, at] of this.#refused) {
      if (now - at < ALONE_MILLIS) break;
      this.#refused.delete(old);
    }
  }
}

type BatchOutcome = Map<Ready, IdempotentAnswer | Error>;

/** Whether a single statement certainly wrote nothing, because we or the database refused it. */
const isRefused = (error: unknown): boolean =>
  error instanceof AppError || (sqlState(error) !== undefined && !isOutcomeUnknown(error));

const isSold = (ended: IdempotentAnswer | Error | undefined): boolean =>
  ended !== undefined && !(ended instanceof Error) && !ended.replayed;

/** Purchases without keys need only the one statement. An answer that cannot be built does not undo a purchase. */
async function write(db: Db, batch: readonly Ready[]): Promise<BatchOutcome> {
  const bought = await placeOrders(
    db,
    batch.map(({ placing }) => placing),
  );
  return new Map(batch.map((one, index) => [one, answeredOrError(one, bought[index] as PlacedOrder)]));
}

function answeredOrError({ sale }: Ready, bought: PlacedOrder): IdempotentAnswer | Error {
  try {
    return { answer: sale.answer(bought), replayed: false };
  } catch (error) {
    return error instanceof Error ? error : new Error('A purchase could not be answered', { cause: error });
  }
}

/** Claims the keys first: a repetition gets the answer of the first request, and waits while that is being written. */
async function writeKeyed(tx: Tx, batch: readonly Ready[]): Promise<BatchOutcome> {
  const keyed = batch.flatMap((one) => (one.sale.keyed ? [{ one, keyed: one.sale.keyed }] : []));
  const claimed = await claim(
    tx,
    keyed.map((each) => each.keyed),
  );
  const ended: BatchOutcome = new Map();
  keyed.forEach(({ one }, index) => {
    const answered = claimed[index];
    if (answered) ended.set(one, answered);
  });
  const open = batch.filter((one) => !ended.has(one));
  if (open.length === 0) return ended;
  const bought = await placeOrders(
    tx,
    open.map(({ placing }) => placing),
  );
  const answers = new Map(open.map((one, index) => [one, one.sale.answer(bought[index] as PlacedOrder)]));
  await storeAnswers(
    tx,
    keyed.flatMap(({ one, keyed: key }) => (answers.has(one) ? [{ keyed: key, answer: answers.get(one) }] : [])),
  );
  for (const [one, answer] of answers) ended.set(one, { answer, replayed: false });
  return ended;
}

/** Runs work of one kind, a limited number at a time, while items wait. */
class Lane<T> {
  readonly #queue: T[];
  readonly #run: () => Promise<void>;
  #free: number;

  constructor(atATime: number, queue: T[], run: () => Promise<void>) {
    this.#free = atATime;
    this.#queue = queue;
    this.#run = run;
  }

  add(one: T): void {
    this.#queue.push(one);
    this.#start();
  }

  #start(): void {
    if (this.#free === 0 || this.#queue.length === 0) return;
    this.#free -= 1;
    // Deferred, so that purchases of the same turn of the event loop join the batch.
    setImmediate(async () => {
      try {
        await this.#run();
      } finally {
        this.#free += 1;
        this.#start();
      }
    });
  }
}

/** Returns the longest waiting item and all following ones that may share its transaction. */
function takeFitting<T extends Waiting>(waiting: T[]): T[] {
  const first = waiting.shift();
  if (!first) return [];
  const batch = [first];
  const keys = new Set([keyOf(first.sale)]);
  let pieces = first.sale.purchase.quantity;
  for (let at = 0; at < waiting.length && batch.length < TOGETHER_MAX; ) {
    const next = waiting[at] as T;
    const key = keyOf(next.sale);
    const fits =
      next.sale.actor.tenantId === first.sale.actor.tenantId &&
      // A repetition waits for the first request, in a later transaction.
      (key === null || !keys.has(key)) &&
      pieces + next.sale.purchase.quantity <= PIECES_MAX;
    if (!fits) {
      at += 1;
      continue;
    }
    waiting.splice(at, 1);
    batch.push(next);
    keys.add(key);
    pieces += next.sale.purchase.quantity;
  }
  return batch;
}

const keyOf = ({ actor, keyed }: Sale): string | null => (keyed ? `${actor.userId} ${keyed.key}` : null);
