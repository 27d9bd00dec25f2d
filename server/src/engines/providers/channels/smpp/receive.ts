import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../../kernel/app/index.ts';
import { messageOf, type Pdu, STATUS } from '../../../smpp/index.ts';
import { countOutcome, OUTCOME } from '../../health.ts';
import { type ProviderRow, providerHealth, receipts } from '../../tables.ts';
import { storeTogether } from '../batches.ts';
import { MESSAGE_RECEIPT, shortened } from '../webhook.ts';
import { bodyOfPdu, isUnread, keyOfMessage } from './reader.ts';

/** A message is answered "try again" when it is not stored within this time. */
const STORE_MILLIS = 8000;
/** An SMSC repeats a text whose answer was lost within minutes; the same text later is another one. */
const REPEAT_MINUTES = 5;
/** The time of the last message is noted so often. */
const NOTED_MILLIS = 10_000;

/**
 * Returns the handler of messages from an SMSC: each is stored before it is answered, repetitions once.
 * The answer is "try again" when it cannot be stored in time.
 * @throws BadPdu
 */
export function receiver(
  app: App,
  { id, tenantId }: Pick<ProviderRow, 'id' | 'tenantId'>,
): (pdu: Pdu) => Promise<number> {
  let noted = 0;
  return async (pdu) => {
    const message = messageOf(pdu);
    if (app.db.state.isAway) return STATUS.ESME_RX_T_APPN;
    const at = new Date();
    const { key, before } = keyOfMessage(message, pdu.body, at, REPEAT_MINUTES);
    const store = async (): Promise<number> => {
      if (before !== null && (await isKnown(app, id, shortened(before)))) return STATUS.ESME_ROK;
      const callback = { tenantId, kind: MESSAGE_RECEIPT, id, dedupeKey: shortened(key), body: bodyOfPdu(pdu, at) };
      await storeTogether(app, [callback]);
      return STATUS.ESME_ROK;
    };
    const status = await Promise.race([
      store().catch(() => STATUS.ESME_RX_T_APPN),
      sleep(STORE_MILLIS, STATUS.ESME_RX_T_APPN, { ref: false }),
    ]);
    if (status === STATUS.ESME_ROK && isUnread(message)) forget(countOutcome(app.db.drizzle, id, OUTCOME.unread));
    if (status === STATUS.ESME_ROK && Date.now() - noted > NOTED_MILLIS) {
      noted = Date.now();
      forget(
        app.db.drizzle.update(providerHealth).set({ webhookTime: sql`now()` }).where(eq(providerHealth.providerId, id)),
      );
    }
    return status;
  };
}

/** Figures of the screen may be missing after an outage. */
const forget = (work: PromiseLike<unknown>): void => void Promise.resolve(work).catch(() => undefined);

async function isKnown(app: App, id: bigint, key: string): Promise<boolean> {
  const rows = await app.db.drizzle
    .select({ id: receipts.id })
    .from(receipts)
    .where(and(eq(receipts.kind, MESSAGE_RECEIPT), eq(receipts.sourceId, id), eq(receipts.dedupeKey, key)));
  return rows.length > 0;
}
