import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { type Answered, claim, type Keyed, once, release, remember } from '../../kernel/http/idempotency.ts';
import { type Asked, buy, type Decided, decide } from './buy.ts';
import { type Bought, placeOrders } from './place.ts';

/**
 * Transactions at a time, by kind. Of those that are shared two write while any number wait for the disk: more writers
 * would make each transaction smaller, and them wait for each other's rows. A purchase alone keeps its place to its end.
 */
const AT_A_TIME = { together: 2, alone: 2 };
type Kind = keyof typeof AT_A_TIME;

/** Purchases of one transaction at most. */
const TOGETHER_MAX = 32;
/** Pieces of one transaction at most. */
const PIECES_MAX = 5000;
/** Larger orders gain nothing from company and make it wait. */
const SMALL_MAX = 1000;
/** Whoever was refused goes alone for so long: a refusal undoes what others did in the same transaction. */
const ALONE_MILLIS = 10_000;

/** A purchase at the till. */
export interface Sale extends Asked {
  /** The request's idempotency key, when it carries one. */
  readonly keyed: Keyed | null;
  /** What is answered, and stored under the key. */
  answer(bought: Bought): unknown;
}

interface Waiting {
  readonly sale: Sale;
  readonly kind: Kind;
  resolve(answered: Answered): void;
  reject(error: unknown): void;
}

/**
 * Where purchases are paid. Those that arrive while others are being written share the next transaction: one commit, one
 * statement, one opening of every table, however many. A purchase that meets nobody waits for nobody. What is promised
 * about one purchase holds for each: a refusal or an error of any undoes the common transaction, and every purchase of it
 * is then made alone.
 */
export class Till {
  readonly #db: Db;
  readonly #sold: (tx: Tx, actor: Actor) => Promise<void>;
  readonly #waiting: Waiting[] = [];
  readonly #refused = new Map<bigint, number>();
  readonly #free = { ...AT_A_TIME };

  /** @param sold runs in the transaction for each purchase, or once for several of one tenant */
  constructor(db: Db, sold: (tx: Tx, actor: Actor) => Promise<void>) {
    this.#db = db;
    this.#sold = sold;
  }

  /** Buys as `buy` does, in a transaction of the till's own. @throws as `buy`, IDEMPOTENCY_CONFLICT */
  buy(sale: Sale): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const refusedAt = this.#refused.get(sale.actor.userId) ?? Number.NEGATIVE_INFINITY;
      const isAlone = Date.now() - refusedAt < ALONE_MILLIS || sale.purchase.quantity > SMALL_MAX;
      this.#waiting.push({ sale, kind: isAlone ? 'alone' : 'together', resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    this.#start('together');
    this.#start('alone');
  }

  #start(kind: Kind): void {
    if (this.#free[kind] === 0 || !this.#waiting.some((one) => one.kind === kind)) return;
    this.#free[kind] -= 1;
    const written = onlyOnce(() => {
      this.#free[kind] += 1;
      this.#next();
    });
    // Not at once: what arrives in the same turn of the event loop comes along.
    setImmediate(() => void this.#serve(this.#takeBatch(kind), written).finally(written));
    this.#start(kind);
  }

  /** The longest waiting of a kind, and of those behind it all that may share its transaction. */
  #takeBatch(kind: Kind): Waiting[] {
    const first = this.#waiting.find((one) => one.kind === kind);
    if (!first) return [];
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    if (kind === 'alone') return [first];
    const batch = [first];
    const keys = new Set([keyOf(first.sale)]);
    let pieces = first.sale.purchase.quantity;
    for (let at = 0; at < this.#waiting.length && batch.length < TOGETHER_MAX; ) {
      const next = this.#waiting[at] as Waiting;
      const key = keyOf(next.sale);
      const fits =
        next.kind === kind &&
        next.sale.actor.tenantId === first.sale.actor.tenantId &&
        // A repetition waits for its first, in a transaction after it.
        (key === null || !keys.has(key)) &&
        pieces + next.sale.purchase.quantity <= PIECES_MAX;
      if (!fits) {
        at += 1;
        continue;
      }
      this.#waiting.splice(at, 1);
      batch.push(next);
      keys.add(key);
      pieces += next.sale.purchase.quantity;
    }
    return batch;
  }

  /** @param written called when only the disk is waited for */
  async #serve(batch: readonly Waiting[], written: () => void): Promise<void> {
    const [only, another] = batch;
    if (!only) return;
    if (!another) return this.#alone(only, only.kind === 'together' ? written : undefined);
    for (const one of await this.#together(batch, written)) await this.#alone(one);
  }

  /** @returns those that have to be served alone after all */
  async #together(batch: readonly Waiting[], written: () => void): Promise<readonly Waiting[]> {
    try {
      const ended = await this.#db.tx(async (tx) => {
        const all = await this.#write(tx, batch);
        written();
        return all;
      });
      for (const [one, answered] of ended) {
        if (answered instanceof AppError) one.reject(answered);
        else one.resolve(answered);
      }
      return batch.filter((one) => !ended.has(one));
    } catch {
      // Whatever it was, it is one purchase's; alone each meets its own, and keeps nobody waiting who came later.
      written();
      return batch;
    }
  }

  /** @returns the answer of each purchase that was bought or refused before anything was written for it */
  async #write(tx: Tx, batch: readonly Waiting[]): Promise<Map<Waiting, Answered | AppError>> {
    const ended = new Map<Waiting, Answered | AppError>();
    const keyed = batch.flatMap((one) => (one.sale.keyed ? [{ one, keyed: one.sale.keyed }] : []));
    const claimed = await claim(
      tx,
      keyed.map((each) => each.keyed),
    );
    keyed.forEach(({ one }, index) => {
      const answered = claimed[index];
      if (answered) ended.set(one, answered);
    });
    const open = batch.filter((one) => !ended.has(one));
    const decided = await decide(
      tx,
      open.map(({ sale }) => sale),
    );
    const placing: { one: Waiting; decided: Decided }[] = [];
    for (const [index, one] of open.entries()) {
      const what = decided[index] as Decided | AppError;
      if (!(what instanceof AppError) && !what.limited) {
        placing.push({ one, decided: what });
        continue;
      }
      if (one.sale.keyed) await release(tx, one.sale.keyed);
      if (what instanceof AppError) ended.set(one, what);
    }
    if (placing.length === 0) return ended;
    const bought = await placeOrders(
      tx,
      placing.map((each) => each.decided.placing),
    );
    const answers = placing.map(({ one }, index) => ({ one, answer: one.sale.answer(bought[index] as Bought) }));
    await remember(
      tx,
      answers.flatMap(({ one, answer }) => (one.sale.keyed ? [{ keyed: one.sale.keyed, answer }] : [])),
    );
    const [first] = placing;
    if (first) await this.#sold(tx, first.one.sale.actor);
    for (const { one, answer } of answers) ended.set(one, { answer, replayed: false });
    return ended;
  }

  async #alone({ sale, resolve, reject }: Waiting, written?: () => void): Promise<void> {
    const work = async (tx: Tx) => {
      const answer = sale.answer(await buy(tx, sale.actor, sale.purchase));
      await this.#sold(tx, sale.actor);
      written?.();
      return answer;
    };
    try {
      if (sale.keyed) resolve(await once(this.#db, sale.keyed, work));
      else resolve({ answer: await this.#db.tx(work), replayed: false });
    } catch (error) {
      this.#rememberRefusal(sale.actor.userId);
      reject(error);
    }
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

function onlyOnce(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

const keyOf = ({ actor, keyed }: Sale): string | null => (keyed ? `${actor.userId} ${keyed.key}` : null);
