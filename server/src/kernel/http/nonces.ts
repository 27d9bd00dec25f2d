import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Db } from '../db/index.ts';

const BATCH = 500;
const WAITING_MAX = 5_000;

interface Waiting {
  readonly key: string;
  readonly lifeSeconds: number;
  readonly settle: (isNew: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** Notes nonces in the database, so that of requests with the same one, on whichever node, one is answered. */
export class Nonces {
  readonly #db: Pick<Db, 'pool'>;
  #waiting: Waiting[] = [];
  readonly #pending = new Set<string>();
  #isWriting = false;

  constructor(db: Pick<Db, 'pool'>) {
    this.#db = db;
  }

  /**
   * Returns whether the nonce was not used before. Nonces that come during a statement share the next one.
   * @throws UNAVAILABLE when too many wait; the error of the database
   */
  take(key: string, lifeSeconds: number): Promise<boolean> {
    if (this.#pending.has(key)) return Promise.resolve(false);
    if (this.#waiting.length >= WAITING_MAX) return Promise.reject(commonErrors.UNAVAILABLE());
    this.#pending.add(key);
    return new Promise<boolean>((settle, fail) => {
      this.#waiting.push({ key, lifeSeconds, settle, fail });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      // Sorted, so that two nodes with the same nonces do not wait for each other.
      const batch = this.#waiting.splice(0, BATCH).sort((a, b) => (a.key < b.key ? -1 : 1));
      try {
        const { rows } = await this.#db.pool.query<{ key: string }>(
          `insert into kernel_nonce (key, expires_at)
           select key, clock_timestamp() + make_interval(secs => seconds)
           from unnest($1::text[], $2::float8[]) as n (key, seconds) on conflict do nothing returning key`,
          [batch.map(({ key }) => key), batch.map(({ lifeSeconds }) => lifeSeconds)],
        );
        const taken = new Set(rows.map(({ key }) => key));
        for (const { key, settle } of batch) settle(taken.has(key));
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
      for (const { key } of batch) this.#pending.delete(key);
    }
    this.#isWriting = false;
  }
}

/** Deletes nonces of requests that would be refused for their time. */
export const purgeNonces = async (db: Pick<Db, 'pool'>): Promise<void> => {
  await db.pool.query('delete from kernel_nonce where expires_at <= now()');
};
