import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { orderKinds } from '../engines/messaging/sending/index.ts';
import { holdStage, LINE, lockLines, lockWork, moveLines } from '../engines/messaging/work/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { TestApp, TestUser } from './app.ts';
import { addSender } from './channel-senders.ts';
import { type Channel, nameOf, orderForm } from './orders.ts';

const platform = systemActor('000000');

/** How the messages of an order are handed over in tests: what decides about their money, reports and ids. */
export interface TakenAs {
  readonly channel: Channel;
  /** Parts of a text. */
  readonly parts: number;
  /** Texts that are charged when the channel takes them; all others when they are delivered. */
  readonly isOnSubmit?: true;
  /** Notices of a bot instead of codes. */
  readonly isNotice?: true;
}

const asWhatsapp: TakenAs = { channel: 'whatsapp', parts: 1 };

/**
 * An order whose messages the channel has taken and whose money is held or charged, as after its chunks were handed over.
 * @returns its id, and the messages by the channel's ids
 */
export async function takenOrder(
  product: TestApp,
  owner: TestUser,
  count: number,
  as: TakenAs = asWhatsapp,
): Promise<{ id: bigint; messages: readonly string[] }> {
  const { channel, parts, isOnSubmit = false, isNotice = false } = as;
  const { body } = await owner.post(`${nameOf(channel)}/save`, await orderForm(product, channel, owner));
  if (body.code !== 200) throw new Error(body.msg);
  const id = BigInt(body.data.id);
  const units = channel === 'sms' ? parts : 1;
  await product.db.pool.query(
    `with lines as (
       insert into work_line (task_id, line_no, create_time, chunk_no, e164, country_code, state, result, charge, units, params, attempt_no)
       select id, n, create_time, 1, 12015550100 + n, 'US', 1, 0, 1, $3, '{}', 0 from work_task, generate_series(1, $2::int) n where id = $1),
     lane as (
       insert into work_lane (task_id, stage, lane_no, country_code, units, open_chunks, unit_price, is_on_submit)
       values ($1, 1, 1, 'US', $2 * $3::int, 0, 50000, $4)),
     chunk as (insert into work_chunk (task_id, chunk_no, stage, lane_no, lines, state) values ($1, 1, 1, 1, $2, 2))
     update work_task set status = 2, total_count = $2, submit_count = $2, stage_lines = $2, next_chunk = 1, unit_price = 50000,
       country_codes = '["US"]', results = array[$2::int, 0, 0, 0, 0, 0, 0, 0, 0, 0], filter_type = case when $5 then 2 else filter_type end where id = $1`,
    [id, count, units, isOnSubmit, isNotice],
  );
  if (channel === 'sms')
    await product.db.pool.query('update work_task set sender_id = $2 where id = $1', [id, await smscOf(product)]);
  await product.db.tx(async (tx) => holdStage(tx, platform, orderKinds[channel], await lockWork(tx, platform, id)));
  return { id, messages: await handedOver(product, id, as) };
}

/** The form of ids of the channel for trials, which can be asked about them. */
const VENDOR_ID = sql.raw("'trial.' || a.e164 || '.1700000000000.' || a.id");

const smscs = new WeakMap<TestApp, Promise<string>>();
/** An SMSC that nobody listens at, made once. */
function smscOf(product: TestApp): Promise<string> {
  const made = smscs.get(product) ?? addSender(product, 'smpp', { endpoint: 'smpp://127.0.0.1:9' });
  smscs.set(product, made);
  return made;
}

/**
 * Hands the open lines of an order over: the channel knows the new messages by their ids, each part of a text by its own; or nobody knows whether it
 * has them (`isLost`: the worker died). @returns the ids
 */
export const handedOver = (
  product: TestApp,
  order: bigint,
  { channel, parts, isOnSubmit, isNotice }: TakenAs = asWhatsapp,
  { isLost = false } = {},
): Promise<readonly string[]> =>
  product.db.tx(async (tx) => {
    const task = await lockWork(tx, platform, order);
    const lines = await lockLines(tx, task, sql`l.state = ${LINE.open}`);
    const { held, charged } = lineCharge.is;
    const moves = lines.map(({ lineNo, charge }) => ({
      ...{ lineNo, state: isLost ? LINE.doubt : LINE.accepted, result: lineStatus.is.submitted },
      charge: isOnSubmit && !isLost && charge === held ? charged : charge,
    }));
    await moveLines(tx, task, lines, moves);
    const isSms = channel === 'sms';
    // The Gateway knows a code by its token, which is stored before the code is sent.
    const hasToken = channel === 'telegram' && !isNotice;
    const { rows } = await tx.execute<{ id: string; line_no: number }>(sql`
      with again as (
        select line_no, gen_random_uuid() as id, attempt_no + 1 as attempt, e164 from work_line
        where task_id = ${order} and is_current and line_no = any(${sql.param(lines.map(({ lineNo }) => lineNo))}::int[])),
      sent as (
        insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, phone_id, segments, task_id, line_no, attempt_no, e164, msg_type,
          status, vendor_id)
        select a.id, ${task.tenantId}, ${task.ownerId}, ${task.businessType}, 1, ${task.senderId},
          ${isSms ? sql`(${task.details['phoneId']}::text)::bigint` : sql`null::bigint`}, ${isSms ? parts : null}::int, ${order}, a.line_no, a.attempt, a.e164, 2, 1,
          ${isSms || (isLost && !hasToken) ? sql`null` : VENDOR_ID} from again a),
      given as (
        insert into snd_part (message_id, part_no, sender_id, e164, vendor_id, vendor_key, status)
        select a.id, n, ${task.senderId}, a.e164, k.key, k.key, 1 from again a, generate_series(1, ${isSms ? parts : 0}::int) n
          cross join lateral (select case when not ${isLost}::boolean then 'P' || upper(left(replace(a.id::text, '-', ''), 12)) || n end as key) k)
      update work_line l set attempt_no = a.attempt, message_id = a.id from again a
      where l.task_id = ${order} and l.is_current and l.line_no = a.line_no returning ${VENDOR_ID} as id, a.line_no`);
    return rows.toSorted((a, b) => a.line_no - b.line_no).map(({ id }) => id);
  });
