import { smppLongMode, smppReceiptParts } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { countedForm } from '../../../kernel/phone/index.ts';
import {
  type Applied,
  countOutcome,
  type MessageSender,
  OUTCOME,
  type StatusEvent,
} from '../../vendors/providers/index.ts';
import { bindDoubts, isStored, type KnownPart } from './doubts.ts';

type Run = Pick<Tx, 'execute'>;

/** A part as the SMSC answered it. */
export interface OpenPart {
  readonly partNo: number;
  readonly vendorId: string | null;
  readonly vendorKey: string | null;
  readonly error: { readonly code: string } | null;
}

const { submitted, delivered, failed, expired } = lineStatus.is;

/** Returns the address that texts of a phone carry; null for one that is gone, whose provider chooses. */
export async function addressOf(run: Run, phoneId: bigint | null): Promise<{ address: string; type: number } | null> {
  if (phoneId === null) return null;
  const { rows } = await run.execute<{ address: string; type: number }>(
    sql`select phone_no as address, sender_type as type from sms_phone where id = ${phoneId}`,
  );
  return rows[0] ?? null;
}

/** Stores the parts of messages that the SMSC answered. */
export async function storeParts(
  tx: Run,
  senderId: bigint,
  handed: readonly { readonly messageId: string; readonly e164: bigint; readonly parts: readonly OpenPart[] }[],
): Promise<void> {
  const rows = handed.flatMap(({ parts, ...message }) => parts.map((part) => ({ ...message, ...part })));
  if (rows.length === 0) return;
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await tx.execute(sql`
    insert into snd_part (message_id, part_no, sender_id, e164, vendor_id, vendor_key, status, error_code)
    select f.id, f.no, ${senderId}, f.e164, f.vendor, f.key, case when f.error is null then ${submitted}::int else ${failed}::int end, f.error
    from unnest(${column(({ messageId }) => messageId)}::uuid[], ${column(({ partNo }) => partNo)}::int[], ${column(({ e164 }) => e164)}::bigint[],
      ${column(({ vendorId }) => vendorId)}::text[], ${column(({ vendorKey }) => vendorKey)}::text[], ${column(({ error }) => error?.code ?? null)}::text[])
      as f (id, no, e164, vendor, key, error)
    on conflict do nothing`);
}

/** A report about a part has a rank; a lower one changes nothing. */
const RANK: Readonly<Record<number, number>> = { [submitted]: 1, [failed]: 2, [expired]: 2, [delivered]: 3 };
const STATUS: Readonly<Record<StatusEvent['status'], number>> = {
  sent: submitted,
  delivered,
  read: delivered,
  failed,
  expired,
  revoked: expired,
};

/**
 * Applies receipts about parts, and returns what they mean for whole messages: delivered when all parts are, failed or expired when one is.
 * A receipt is about the part with its id: the open one where the SMSC used an id again, and never about another recipient's.
 * @returns per message one event, and whether each receipt changed something; receipts about unknown parts are missing
 */
export async function applyParts(
  tx: Tx,
  sender: MessageSender,
  events: readonly StatusEvent[],
): Promise<{ readonly whole: readonly StatusEvent[]; readonly applied: ReadonlyMap<StatusEvent, Applied> }> {
  const applied = new Map<StatusEvent, Applied>();
  if (events.length === 0) return { whole: [], applied };
  const keys = [...new Set(events.flatMap(({ messageId, otherIds = [] }) => [messageId, ...otherIds]))];
  const { rows } = await tx.execute<KnownPart>(sql`
    select message_id as "messageId", part_no as "partNo", e164::text, vendor_key as key, status, submit_time::text as submitted
    from snd_part where sender_id = ${sender.id} and vendor_key = any(${sql.param(keys)}::text[])
    order by message_id, part_no for update`);
  const known = Map.groupBy(rows, ({ key }) => key);
  const unknown = events.filter((event) => event.answer || (isOld(event) && !isPart(partOf(known, event))));
  const bound = await bindDoubts(tx, sender, unknown);
  const isBound = new Set(bound.values());
  const byKey = Map.groupBy([...rows, ...isBound], ({ key }) => key);
  const changes = new Map<KnownPart, StatusEvent>();
  let [foreign, misread] = [0, 0];
  for (const event of events) {
    const own = bound.get(event);
    const found = own ? { part: own, isMisread: false } : event.answer ? undefined : partOf(byKey, event);
    // A second answer changes nothing, and the first one waits for the text to be stored.
    if (event.answer && !own && (await isStored(tx, event))) applied.set(event, 'nothing');
    // The SMSC may have given the id again, to a part whose answer is not stored yet: such a receipt is early while it is young.
    if (found && !isOld(event) && (found === 'foreign' || found.part.status > submitted)) continue;
    if (found === 'foreign') {
      foreign += 1;
      applied.set(event, 'orphan');
    } else if (found) {
      const { part, isMisread } = found;
      misread += Number(isMisread);
      const before = Math.max(RANK[part.status] ?? 0, RANK[STATUS[changes.get(part)?.status ?? 'sent']] ?? 0);
      // A resolved doubt is news for the whole text, whatever the state of its part.
      const isNews = (RANK[STATUS[event.status]] ?? 0) > before || (isBound.has(part) && !changes.has(part));
      if (isNews) changes.set(part, event);
      applied.set(event, isNews ? 'applied' : 'nothing');
    }
  }
  if (foreign > 0) await countOutcome(tx, sender.id, OUTCOME.wrong, foreign);
  if (misread > 0) await countOutcome(tx, sender.id, OUTCOME.misread, misread);
  await storeChanges(tx, [...changes]);
  return { whole: await wholeOf(tx, sender, [...changes]), applied };
}

/** An answer comes, and is stored, within so long after its receipt came. */
const EARLY_MILLIS = 60_000;
const isOld = ({ at }: StatusEvent): boolean => Date.now() - at.getTime() > EARLY_MILLIS;

const isPart = (found: ReturnType<typeof partOf>): boolean => found !== undefined && found !== 'foreign';

/** Returns the part that a receipt is about; undefined for none, `foreign` for one of another recipient. */
function partOf(byKey: ReadonlyMap<string, KnownPart[]>, { messageId, otherIds = [], e164 }: StatusEvent) {
  const exact = byKey.get(messageId) ?? [];
  const isOf = (part: KnownPart) => e164 === null || countedForm(BigInt(part.e164)) === countedForm(e164);
  const open = (parts: readonly KnownPart[]) =>
    parts.toSorted(
      (a, b) => Number(a.status > submitted) - Number(b.status > submitted) || b.submitted.localeCompare(a.submitted),
    )[0];
  const part = open(exact.filter(isOf));
  if (part) return { part, isMisread: false };
  // Another reading of the id needs the recipient as a second proof.
  const other = open(otherIds.flatMap((id) => byKey.get(id) ?? []).filter((one) => e164 !== null && isOf(one)));
  if (other) return { part: other, isMisread: true };
  return exact.length > 0 ? 'foreign' : undefined;
}

const storeChanges = (tx: Tx, changes: readonly (readonly [KnownPart, StatusEvent])[]): Promise<unknown> =>
  changes.length === 0
    ? Promise.resolve()
    : tx.execute(sql`
        update snd_part p set status = f.status, error_code = f.error, done_time = now()
        from unnest(${sql.param(changes.map(([{ messageId }]) => messageId))}::uuid[], ${sql.param(changes.map(([{ partNo }]) => partNo))}::int[],
          ${sql.param(changes.map(([, { status }]) => STATUS[status]))}::int[], ${sql.param(changes.map(([, { error }]) => error?.code ?? null))}::text[])
          as f (id, no, status, error)
        where p.message_id = f.id and p.part_no = f.no`);

/** Returns the states of the messages whose parts changed. */
async function wholeOf(
  tx: Tx,
  { profile }: MessageSender,
  changes: readonly (readonly [KnownPart, StatusEvent])[],
): Promise<StatusEvent[]> {
  if (changes.length === 0) return [];
  const byMessage = Map.groupBy(changes, ([{ messageId }]) => messageId);
  // A whole text as payload is one part, whatever it costs.
  const isOne = profile?.longMode === smppLongMode.is.payload;
  const last = profile?.receiptParts === smppReceiptParts.is.last;
  const first = profile?.receiptParts === smppReceiptParts.is.first;
  const { rows } = await tx.execute<{ id: string; done: boolean; bad: number | null }>(sql`
    select p.message_id as id, min(p.status) filter (where p.status in (${failed}, ${expired})) as bad,
      case when ${last}::boolean then bool_or(p.status = ${delivered} and p.part_no = m.segments)
        when ${first}::boolean then bool_or(p.status = ${delivered} and p.part_no = 1)
        else bool_and(p.status = ${delivered}) and (${isOne}::boolean or count(*) >= coalesce(m.segments, 1)) end as done
    from snd_part p join snd_message m on m.id = p.message_id
    where p.message_id = any(${sql.param([...byMessage.keys()])}::uuid[]) group by p.message_id, m.segments`);
  return rows.flatMap(({ id, done, bad }): StatusEvent[] => {
    const reports = byMessage.get(id) ?? [];
    const [, latest] = reports.at(-1) ?? [];
    if (!latest) return [];
    const status = bad === null ? (done ? 'delivered' : 'sent') : bad === failed ? 'failed' : 'expired';
    const cause = reports.find(([, { error }]) => error !== null)?.[1].error ?? null;
    return [{ ...latest, messageId: id, reference: id, status, error: status === 'failed' ? cause : null, e164: null }];
  });
}
