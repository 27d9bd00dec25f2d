import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../../../kernel/app/index.ts';
import { messageOf, type Pdu, type SmppSession, STATUS } from '../../../smpp/index.ts';
import { countOutcome, OUTCOME } from '../../health.ts';
import { type ProviderRow, providerHealth } from '../../tables.ts';
import { storeTogether } from '../batches.ts';
import { MESSAGE_RECEIPT, shortened } from '../webhook.ts';
import { bodyOfPdu, isUnread, keyOfMessage } from './reader.ts';

/** A message is answered "try again" when it is not stored within this time. */
const STORE_MILLIS = 8000;
/** An SMSC repeats a text whose answer was lost within minutes; the same text later is another one. */
const REPEAT_MINUTES = 5;
/** The time of the last message is noted so often. */
const NOTED_MILLIS = 10_000;

/** A text that a session received. */
interface Heard {
  readonly session: Session;
  readonly at: Date;
  readonly key: string;
  /** It was answered “try again”, and may be stored all the same: its repetition has the same key. */
  isUncertain: boolean;
}

/** A bound session; the time is that of its connection. */
export type Session = Pick<SmppSession, 'since'>;

/**
 * Returns the handler of messages from an SMSC: each is stored before it is answered, repetitions once. A text is a repetition only after a
 * session that broke: the same text twice on living ones is two texts of a person.
 * The answer is "try again" when it cannot be stored in time.
 * @throws BadPdu
 */
export function receiver(
  app: App,
  { id, tenantId }: Pick<ProviderRow, 'id' | 'tenantId'>,
): (pdu: Pdu, session: Session) => Promise<number> {
  let noted = 0;
  let count = 0;
  const heard = new Map<string, Heard>();
  return async (pdu, session) => {
    const message = messageOf(pdu);
    if (app.db.state.isAway) return STATUS.ESME_RX_T_APPN;
    const at = new Date();
    const { key, before, text } = keyOfMessage(message, pdu.body, at, REPEAT_MINUTES);
    count += 1;
    const own = `${key} ${at.getTime()}.${count}`;
    const last = text === null ? undefined : heard.get(text);
    const isNew = last?.session === session && !last.isUncertain;
    const entry: Heard = { session, at, key: last?.isUncertain ? last.key : isNew ? own : key, isUncertain: false };
    if (text !== null) {
      // The newest is the last; those of whom nothing is a repetition any more are in front.
      heard.delete(text);
      heard.set(text, entry);
      for (const [old, { at: then }] of heard) {
        if (at.getTime() - then.getTime() < 2 * REPEAT_MINUTES * 60_000) break;
        heard.delete(old);
      }
    }
    const store = async (): Promise<number> => {
      let dedupeKey = entry.key;
      if (before !== null && !isNew && !last?.isUncertain) {
        const known = await knownSince(app, id, [shortened(key), shortened(before)]);
        if (known !== null) {
          if (known.isBroken || session.since > known.at) return STATUS.ESME_ROK;
          dedupeKey = own;
        }
      }
      const callback = {
        tenantId,
        kind: MESSAGE_RECEIPT,
        id,
        dedupeKey: shortened(dedupeKey),
        body: bodyOfPdu(pdu, at),
      };
      await storeTogether(app, [callback]);
      return STATUS.ESME_ROK;
    };
    const status = await Promise.race([
      store().catch(() => STATUS.ESME_RX_T_APPN),
      sleep(STORE_MILLIS, STATUS.ESME_RX_T_APPN, { ref: false }),
    ]);
    if (status !== STATUS.ESME_ROK) entry.isUncertain = true;
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

/**
 * Returns when a text with one of the keys came, and whether a bind of the provider changed since then, on any node; null for an unknown one.
 */
async function knownSince(
  app: App,
  id: bigint,
  keys: readonly string[],
): Promise<{ readonly at: Date; readonly isBroken: boolean } | null> {
  const { rows } = await app.db.drizzle.execute<{ at: string; broken: boolean }>(sql`
    select r.receive_time::text as at, exists (select from prv_bind b where b.provider_id = ${id} and b.since_time > r.receive_time) as broken
    from prv_receipt r where r.kind = ${MESSAGE_RECEIPT} and r.source_id = ${id} and r.dedupe_key = any(${sql.param([...keys])}::text[])
    order by r.receive_time desc limit 1`);
  const [row] = rows;
  return row ? { at: new Date(row.at), isBroken: row.broken } : null;
}
