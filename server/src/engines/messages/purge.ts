import type { Db } from '../../kernel/db/index.ts';
import { dropOldMonths } from '../../kernel/db/partitions.ts';

/** Drops the months of messages that are more than so many whole months old, with what their readers had of them. */
export async function purgeMessages(db: Db, months: number): Promise<void> {
  // The inbox references messages and is dropped first.
  for (const table of ['msg_inbox', 'msg_message']) await dropOldMonths(db, table, months);
}
