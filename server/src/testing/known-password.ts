import { sql } from 'drizzle-orm';
import { hashPassword } from '../kernel/auth/password.ts';
import type { Tx } from '../kernel/db/index.ts';

const hashes = new Map<string, Promise<string>>();

/**
 * Gives an account without a password one that many accounts share: hashing is slow on purpose, and is
 * done once for all of them.
 */
export async function givePassword(tx: Tx, userId: bigint, password: string): Promise<void> {
  let hash = hashes.get(password);
  if (!hash) {
    hash = hashPassword(password);
    hashes.set(password, hash);
  }
  await tx.execute(sql`update sys_user set password_hash = ${await hash} where id = ${userId}`);
}
