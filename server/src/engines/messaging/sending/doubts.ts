import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { smppLongMode, smppReceiptParts } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { countedForm, formsOf } from '../../../kernel/phone/index.ts';
import type { MessageSender, StatusEvent } from '../../vendors/providers/index.ts';
import { keyOf } from '../sms-senders/index.ts';

type Run = Pick<Tx, 'execute'>;

export interface KnownPart extends Record<string, unknown> {
  readonly messageId: string;
  readonly partNo: number;
  readonly e164: string;
  /** Id in the form of receipts. */
  readonly key: string;
  readonly status: number;
  readonly submitted: string;
}

const { pending, submitted, failed } = lineStatus.is;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A doubt waits for its receipt so long. */
const DOUBT_HOURS = 72;
/** Clocks of nodes and the database may differ by so much. */
const CLOCK_SECONDS = 5;

/** Whether nobody knows the id of a part `p`; some SMSCs answer without one. */
const isDoubt = sql`(p.status = ${submitted} and coalesce(p.vendor_key, '') = '')`;

/** Stores the parts of texts of which nobody knows whether the SMSC has them: a receipt may resolve each of them. */
export const storeDoubts = (tx: Run, messageIds: readonly string[]): Promise<unknown> =>
  tx.execute(sql`
    insert into snd_part (message_id, part_no, sender_id, e164, status)
    select m.id, n, m.sender_id, m.e164, ${submitted} from snd_message m
      join prv_provider p on p.id = m.sender_id and p.protocol = ${providerProtocol.is.smpp}
      cross join lateral generate_series(1, case when p.long_mode = ${smppLongMode.is.payload} then 1 else coalesce(m.segments, 1) end) n
    where m.id = any(${sql.param([...messageIds])}::uuid[]) and m.e164 is not null on conflict do nothing`);

/** A text of which parts are in doubt, or that is just being handed over. */
interface Doubt extends Record<string, unknown> {
  readonly id: string;
  readonly e164: string;
  readonly phoneKey: string;
  readonly began: string;
  readonly isPending: boolean;
  readonly parts: number[];
}

interface Bind {
  readonly event: StatusEvent;
  readonly id: string;
  readonly partNo: number;
}

/**
 * Gives parts in doubt the ids of late answers and of receipts. A receipt belongs to the one text in doubt to its recipient from its sender;
 * to none where two are possible.
 * @returns the part of each event that resolved a doubt
 */
export async function bindDoubts(
  tx: Tx,
  sender: MessageSender,
  events: readonly StatusEvent[],
): Promise<ReadonlyMap<StatusEvent, KnownPart>> {
  const late = events.flatMap((event): Bind[] =>
    event.answer && event.reference !== null && UUID.test(event.reference)
      ? [{ event, id: event.reference, partNo: event.answer.partNo }]
      : [],
  );
  const binds = [...late, ...(await receiptsOf(tx, sender, events))];
  if (binds.length === 0) return new Map();
  const column = <T>(of: (bind: Bind) => T) => sql.param(binds.map(of));
  const { rows } = await tx.execute<KnownPart>(sql`
    update snd_part p set vendor_id = f.vendor, vendor_key = f.key
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ partNo }) => partNo)}::int[],
      ${column(({ event }) => event.answer?.vendorId ?? (event.messageId || null))}::text[],
      ${column(({ event }) => event.messageId || null)}::text[]) as f (id, no, vendor, key)
    where p.message_id = f.id and p.part_no = f.no and p.sender_id = ${sender.id} and ${isDoubt}
    returning message_id as "messageId", part_no as "partNo", e164::text, coalesce(vendor_key, '') as key, status, submit_time::text as submitted`);
  const nameOf = (id: string, partNo: number) => `${id} ${partNo}`;
  const byName = new Map(rows.map((row) => [nameOf(row.messageId, row.partNo), row]));
  return new Map(
    binds.flatMap(({ event, id, partNo }) => {
      const part = byName.get(nameOf(id, partNo));
      return part ? [[event, part] as const] : [];
    }),
  );
}

/** Whether the part that a late answer is about is stored. */
export async function isStored(run: Run, { reference, answer }: StatusEvent): Promise<boolean> {
  if (!answer || reference === null || !UUID.test(reference)) return false;
  const { rows } = await run.execute(sql`
    select from snd_part where message_id = ${reference}::uuid and part_no = ${answer.partNo}`);
  return rows.length > 0;
}

/** Returns the parts in doubt to which receipts belong; of those with the same id the first. */
async function receiptsOf(tx: Run, sender: MessageSender, events: readonly StatusEvent[]): Promise<readonly Bind[]> {
  const receipts = events.filter(({ answer, e164, senderAccount }) => !answer && e164 !== null && senderAccount);
  if (receipts.length === 0) return [];
  const doubts = await doubtsOf(
    tx,
    sender,
    receipts.flatMap(({ e164 }) => (e164 === null ? [] : formsOf(e164))),
  );
  const binds = new Map<string, Bind>();
  for (const event of receipts) {
    const { e164, senderAccount, messageId, at } = event;
    const name = `${messageId} ${e164}`;
    if (binds.has(name)) continue;
    const possible = doubts.filter(
      (doubt) =>
        countedForm(BigInt(doubt.e164)) === countedForm(e164 ?? 0n) &&
        doubt.phoneKey === keyOf(senderAccount ?? '') &&
        Date.parse(doubt.began) <= at.getTime() + CLOCK_SECONDS * 1000 &&
        (doubt.isPending || doubt.parts.length > 0),
    );
    const [only] = possible;
    if (!only || possible.length > 1 || only.isPending) continue;
    const partNo = only.parts.shift();
    if (partNo !== undefined) binds.set(name, { event, id: only.id, partNo });
  }
  return [...binds.values()];
}

/** Returns texts in doubt to recipients, with the parts about which receipts come. */
async function doubtsOf(run: Run, { id, tenantId, profile }: MessageSender, numbers: readonly bigint[]) {
  const isLast = profile?.receiptParts === smppReceiptParts.is.last;
  const isFirst = profile?.receiptParts === smppReceiptParts.is.first;
  const { rows } = await run.execute<Doubt>(sql`
    select m.id, m.e164::text, f.phone_key as "phoneKey", (m.create_time at time zone 'UTC')::text || 'Z' as began,
      m.status = ${pending} as "isPending", coalesce((select array_agg(p.part_no order by p.part_no) filter (where ${isDoubt}
        and (not ${isLast}::boolean or p.part_no = (select max(o.part_no) from snd_part o where o.message_id = m.id)) and (not ${isFirst}::boolean or p.part_no = 1))
        from snd_part p where p.message_id = m.id), '{}') as parts
    from snd_message m join sms_phone f on f.id = m.phone_id
    where m.tenant_id = ${tenantId} and m.e164 = any(${sql.param(numbers.map(String))}::bigint[]) and m.sender_id = ${id} and m.direction = 1
      and m.status in (${pending}, ${submitted}, ${failed}) and m.create_time > now() - make_interval(hours => ${DOUBT_HOURS}::int)`);
  return rows;
}

/** Returns how many messages of each sender are in doubt; senders without one are left out. */
export async function messagesInDoubt(run: Run, senderIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  const ids = sql.param(senderIds.map(String));
  const { rows } = await run.execute<{ id: string; count: number }>(sql`
    select sender_id::text as id, count(*)::int as count from (
      select sender_id, message_id from snd_part
      where sender_id = any(${ids}::bigint[]) and vendor_key is null and status = 1
        and submit_time > now() - make_interval(hours => ${DOUBT_HOURS}::int)
      union
      select sender_id, id from snd_message
      where sender_id = any(${ids}::bigint[]) and direction = 1 and channel <> 3 and status = 1 and vendor_id is null
        and create_time > now() - make_interval(hours => ${DOUBT_HOURS}::int)) doubts
    group by 1`);
  return new Map(rows.map(({ id, count }) => [BigInt(id), count]));
}
