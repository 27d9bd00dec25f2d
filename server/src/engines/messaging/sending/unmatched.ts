import { smppIdForm } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import {
  isSmpp,
  MESSAGE_RECEIPT,
  OUTCOME,
  readUnmatchedAgain,
  receiptIdOf,
  smppKeys,
} from '../../vendors/providers/index.ts';

type Run = Pick<Tx, 'execute'>;

/** Receipts and parts that are compared. */
const RECEIPTS = 200;
const PARTS = 5000;
/** Receipts are kept, and parts are open, for so long. */
const HOURS = 72;
/** A younger receipt may have come before its answer. */
const YOUNG_SECONDS = 60;
const FORMS = Object.values(smppIdForm.is);

interface Provider {
  readonly id: bigint;
  readonly protocol: number;
  readonly idForm: number;
}

/**
 * Returns how many receipts of a provider match no message, how many matched only in another form of their ids within the last day, and the
 * form of ids in which more of them would match than in the present one; null where there is none.
 */
export async function receiptsOf(run: Run, provider: Provider) {
  const { rows } = await run.execute<{ unmatched: number; misread: number }>(sql`
    select (select count(*)::int from prv_receipt where source_id = ${provider.id} and kind = ${MESSAGE_RECEIPT} and state in (0, 3)
        and receive_time between now() - make_interval(hours => ${HOURS}::int) and now() - make_interval(secs => ${YOUNG_SECONDS}::int)) as unmatched,
      (select coalesce(sum(lines), 0)::int from prv_minute where provider_id = ${provider.id} and outcome = ${OUTCOME.misread}
        and minute > now() - interval '1 day') as misread`);
  const { unmatched, misread } = rows[0] ?? { unmatched: 0, misread: 0 };
  const isWrong = isSmpp(provider) && unmatched + misread > 0;
  return { unmatched, misread, idForm: isWrong ? await betterForm(run, provider) : null };
}

async function betterForm(run: Run, { id, idForm }: Provider): Promise<number | null> {
  const [receipts, parts] = await Promise.all([
    run.execute<{ body: string }>(sql`
      select body from prv_receipt where kind = ${MESSAGE_RECEIPT} and source_id = ${id}
        and receive_time > now() - make_interval(hours => ${HOURS}::int) order by receive_time desc limit ${RECEIPTS}`),
    run.execute<{ id: string }>(sql`
      select vendor_id as id from snd_part where sender_id = ${id} and vendor_id is not null
        and submit_time > now() - make_interval(hours => ${HOURS}::int) order by submit_time desc limit ${PARTS}`),
  ]);
  const ids = receipts.rows.flatMap(({ body }) => receiptIdOf(body) ?? []);
  const matches = (form: number): number => {
    const keys = new Set(parts.rows.map((part) => smppKeys.ofAnswer(form, part.id)));
    return ids.filter((one) => keys.has(smppKeys.ofReceipt(form, one))).length;
  };
  const counts = FORMS.map((form) => ({ form, count: matches(form) }));
  const present = counts.find(({ form }) => form === idForm)?.count ?? 0;
  const best = counts.toSorted((a, b) => b.count - a.count)[0];
  return best && best.count > present ? best.form : null;
}

const { submitted } = lineStatus.is;
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

interface OpenPart extends Record<string, unknown> {
  readonly id: string;
  readonly no: number;
  readonly vendor: string;
  readonly key: string | null;
}

/** Brings the ids of open parts into the form of the settings, and reads the receipts again that matched nothing. */
export async function readReceiptsAgain(tx: Tx, provider: Provider): Promise<void> {
  if (!isSmpp(provider)) return;
  let last: OpenPart | undefined;
  do {
    const { rows } = await tx.execute<OpenPart>(sql`
      select message_id as id, part_no as no, vendor_id as vendor, vendor_key as key from snd_part
      where sender_id = ${provider.id} and status = ${submitted} and vendor_id is not null
        and submit_time > now() - make_interval(hours => ${HOURS}::int)
        and (message_id, part_no) > (${last?.id ?? LEAST_ID}::uuid, ${last?.no ?? 0}::int)
      order by message_id, part_no limit ${PARTS} for update`);
    await storeKeys(tx, provider, rows);
    last = rows.at(-1);
  } while (last);
  await readUnmatchedAgain(tx, provider.id, HOURS);
}

async function storeKeys(tx: Tx, { idForm }: Provider, parts: readonly OpenPart[]): Promise<void> {
  const changed = parts.flatMap(({ id, no, vendor, key }) => {
    const next = smppKeys.ofAnswer(idForm, vendor);
    return next === key ? [] : [{ id, no, next }];
  });
  if (changed.length === 0) return;
  await tx.execute(sql`
    update snd_part p set vendor_key = f.key
    from unnest(${sql.param(changed.map(({ id }) => id))}::uuid[], ${sql.param(changed.map(({ no }) => no))}::int[],
      ${sql.param(changed.map(({ next }) => next))}::text[]) as f (id, no, key)
    where p.message_id = f.id and p.part_no = f.no`);
}
