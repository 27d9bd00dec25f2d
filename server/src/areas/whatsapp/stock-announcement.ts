import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';

/** Runs a transaction that moves numbers; open screens refresh when it commits. */
export const withStockAnnouncement = <T>(c: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  c.tx(async (tx) => {
    const result = await work(tx);
    announceChange(tx, c.actor.tenantId, 'whatsapp/warehouse');
    return result;
  });
