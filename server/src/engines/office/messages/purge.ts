import type { Db } from '../../../kernel/db/index.ts';
import { dropOldPartitions } from '../../../kernel/db/partitions.ts';

/** Deletes messages and their inbox rows that are more than this many whole months old. */
export async function purgeMessages(db: Db, months: number): Promise<void> {
  // The inbox references messages and is dropped first.
  for (const table of ['msg_inbox', 'msg_message']) await dropOldPartitions(db, table, months);
}
