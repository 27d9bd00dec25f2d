import { sql } from 'drizzle-orm';
import type { App } from '../../../../../kernel/app/index.ts';
import type { Tx } from '../../../../../kernel/db/index.ts';
import { storeCallbacks } from '../../receipts.ts';
import type { InboundEvent } from '../ports.ts';
import type { MessageSender } from '../senders.ts';
import { MESSAGE_RECEIPT } from '../webhook.ts';
import { bodyOfText } from './reader.ts';

/** Parts are awaited so long; then the text is delivered with marks for those that are missing. */
const HOURS = 24;

/**
 * Returns the whole text of which an event is a part, without `part`; null while parts are missing. An event without `part` is returned as
 * it is. A text whose parts never come all is reported as an event of its own after a day, with marks such as `[2/3 …]`.
 */
export async function assembleInbound(
  tx: Tx,
  { id }: Pick<MessageSender, 'id'>,
  event: InboundEvent,
): Promise<InboundEvent | null> {
  if (!event.part) return event;
  const { part, ...whole } = event;
  const peer = String(event.e164 ?? '');
  const own = event.senderAccount ?? '';
  // Two parts that are applied at once would both miss the other.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`inbound ${id} ${peer} ${own} ${part.ref}`}, 0))`,
  );
  await tx.execute(sql`
    insert into prv_inbound_part (provider_id, peer, own_address, ref, total, part_no, body)
    values (${id}, ${peer}, ${own}, ${part.ref}, ${part.total}, ${part.no}, ${JSON.stringify(event.text ?? '')})
    on conflict (provider_id, peer, own_address, ref, total, part_no) do update set body = excluded.body, receive_time = now()`);
  const same = sql`provider_id = ${id} and peer = ${peer} and own_address = ${own} and ref = ${part.ref} and total = ${part.total}`;
  const { rows } = await tx.execute<{ body: string }>(
    sql`select body from prv_inbound_part where ${same} order by part_no`,
  );
  if (rows.length < part.total) return null;
  await tx.execute(sql`delete from prv_inbound_part where ${same}`);
  const text = rows.map(({ body }) => JSON.parse(body) as string).join('');
  return { ...whole, text: text.toWellFormed() };
}

/** Reports texts whose parts did not all come within a day. @returns how many */
export async function reportIncomplete(app: App): Promise<number> {
  const { rows } = await app.db.drizzle.execute<{
    id: string;
    tenantId: string;
    peer: string;
    own: string;
    ref: string;
    total: number;
    parts: { no: number; body: string }[];
    since: string;
  }>(sql`
    select i.provider_id::text as id, p.tenant_id as "tenantId", i.peer, i.own_address as own, i.ref, i.total,
      jsonb_agg(jsonb_build_object('no', i.part_no, 'body', i.body) order by i.part_no) as parts, min(i.receive_time)::text as since
    from prv_inbound_part i join prv_provider p on p.id = i.provider_id
    group by 1, 2, 3, 4, 5, 6 having max(i.receive_time) < now() - make_interval(hours => ${HOURS}) limit 200`);
  for (const { id, tenantId, peer, own, ref, total, parts, since } of rows) {
    const came = new Map(parts.map(({ no, body }) => [no, JSON.parse(body) as string]));
    const text = Array.from({ length: total }, (_, index) => came.get(index + 1) ?? `[${index + 1}/${total} …]`).join(
      '',
    );
    const body = bodyOfText({ from: peer, to: own, text: text.toWellFormed() }, new Date());
    // Stored first: a crash in between reports it once all the same, by its key.
    await storeCallbacks(app, [
      { tenantId, kind: MESSAGE_RECEIPT, id: BigInt(id), dedupeKey: `a ${peer} ${own} ${ref} ${total} ${since}`, body },
    ]);
    await app.db.drizzle.execute(sql`
      delete from prv_inbound_part where provider_id = ${id}::bigint and peer = ${peer} and own_address = ${own} and ref = ${ref} and total = ${total}`);
  }
  return rows.length;
}
