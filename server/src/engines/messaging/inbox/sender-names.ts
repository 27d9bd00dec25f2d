import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { phones } from '../sms-senders/index.ts';

/** Returns the addresses of phones by their ids. */
export async function senderNames(
  run: Pick<Tx, 'select'>,
  tenantId: string,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const rows = await run
    .select({ id: phones.id, phoneNo: phones.phoneNo })
    .from(phones)
    .where(and(eq(phones.tenantId, tenantId), inArray(phones.id, [...ids])));
  return new Map(rows.map(({ id, phoneNo }) => [id, phoneNo]));
}
