import { createHash } from 'node:crypto';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import type { Db, Tx } from '../db/index.ts';

interface Keyed {
  readonly actor: Actor;
  readonly key: string;
  readonly call: string;
  readonly input: unknown;
}

/**
 * Runs a call once per key. The key's row is inserted first in the same transaction as the work, so a second request
 * with the key waits on that row, then finds the stored answer; a failed attempt rolls its row back and burns nothing.
 * @returns the answer as it went out, and whether it is the stored one.
 */
export async function once(
  db: Db,
  keyed: Keyed,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  const { actor, key, call } = keyed;
  const hash = createHash('sha256').update(JSON.stringify(keyed.input, sorted)).digest('hex');
  return db.tx(async (tx) => {
    const inserted = await tx.execute(sql`
      insert into kernel_idempotency (tenant_id, user_id, key, call, body_hash)
      values (${actor.tenantId}, ${actor.userId}, ${key}, ${call}, ${hash})
      on conflict do nothing returning key`);
    if (inserted.rowCount === 0) {
      const stored = await tx.execute<{ call: string; body_hash: string; answer: unknown }>(sql`
        select call, body_hash, answer from kernel_idempotency
        where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and key = ${key}`);
      const row = stored.rows[0];
      if (!row || row.call !== call || row.body_hash !== hash) throw commonErrors.IDEMPOTENCY_CONFLICT();
      return { answer: row.answer, replayed: true };
    }
    const answer = await work(tx);
    await tx.execute(sql`
      update kernel_idempotency set answer = ${JSON.stringify(answer ?? null)}::jsonb
      where tenant_id = ${actor.tenantId} and user_id = ${actor.userId} and key = ${key}`);
    return { answer, replayed: false };
  });
}

const sorted = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
};
