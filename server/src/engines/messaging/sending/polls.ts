import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { lineCharge, lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, asc, isNotNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { deleteInBatches } from '../../../kernel/db/batches.ts';
import { messageSender, type StatusEvent } from '../../vendors/providers/index.ts';
import { AWAITING, LINE, listed, lockLines, lockWork, moveLines, RUNNING } from '../work/index.ts';
import { purgeLimits } from './limits.ts';
import { applyStatuses } from './receipts.ts';
import { recordSeedReports } from './seed-orders.ts';
import { type MessageRow, messages } from './tables.ts';

/** Pauses before a channel is asked again, in seconds: soon at first, for codes at their end, then for late reports. */
const PAUSES = [3, 5, 15, 60, 300, 600, 3600, 14_400, 86_400];
/** Messages asked about by a beat, and lines that expire. */
const ASKED = 200;
const EXPIRED = 5000;
const ASK_MILLIS = 15_000;
const WINDOW = 10;
/** Messages are kept so long: the channel reports and people ask so long. */
const KEPT_DAYS = 90;

/** Asks channels about messages whose reports may be lost, where a channel can be asked. */
export async function askChannels(app: App): Promise<void> {
  const due = await app.db.drizzle.execute<{ id: string }>(sql`
    update snd_message m set polls = polls + 1, poll_time = case when polls + 1 >= ${PAUSES.length} then null
      else now() + make_interval(secs => (${sql.param(PAUSES)}::int[])[least(polls + 1, ${PAUSES.length})]) end
    where m.id = any(array(select id from snd_message where poll_time <= now() order by poll_time limit ${ASKED} for update skip locked)) returning m.id`);
  if (due.rows.length === 0) return;
  const rows = await app.db.drizzle
    .select()
    .from(messages)
    .where(
      and(sql`${messages.id} = any(${sql.param(due.rows.map(({ id }) => id))}::uuid[])`, isNotNull(messages.vendorId)),
    )
    .orderBy(asc(messages.senderId));
  const results = await Promise.allSettled(
    [...Map.groupBy(rows, (row) => row.senderId)].map(([senderId, group]) => askSender(app, senderId, group)),
  );
  for (const result of results)
    if (result.status === 'rejected') app.log.error({ err: result.reason }, 'reports of a channel were not applied');
}

/** Asks a sender about its messages; a sender that does not answer is asked no further, so that it delays others by one pause at most. */
async function askSender(app: App, senderId: bigint, group: readonly MessageRow[]): Promise<void> {
  const sender = await messageSender(app, app.db.drizzle, senderId);
  const ask = sender?.adapter.ask;
  if (!sender || !ask || !sender.isOpen) return;
  const events: StatusEvent[] = [];
  let isSilent = false;
  for (let from = 0; from < group.length && !isSilent; from += WINDOW) {
    isSilent = true;
    await Promise.all(
      group.slice(from, from + WINDOW).map(async ({ vendorId, id, channel }) => {
        try {
          const event = await ask.call(sender.adapter, vendorId ?? '', AbortSignal.timeout(ASK_MILLIS));
          isSilent = false;
          // Nobody reports that a text was read.
          const status = event?.status === 'read' && channel === businessType.is.sms ? 'delivered' : event?.status;
          if (event && status) events.push({ ...event, status, reference: event.reference ?? id });
        } catch (error) {
          app.log.warn({ err: error, message: id }, 'a channel did not answer about a message');
        }
      }),
    );
  }
  await app.db.tx((tx) => applyStatuses(app, tx, sender, events), { retry: true });
  const over = events.filter(({ status }) => FINAL.includes(status)).map(({ messageId }) => messageId);
  await endPolls(
    app,
    group.filter(({ vendorId }) => over.includes(vendorId ?? '')),
  );
}

/** A message that was read, failed or expired changes no more; a delivered one may still be read. */
const FINAL: readonly StatusEvent['status'][] = ['read', 'failed', 'expired', 'revoked'];

const endPolls = (app: App, over: readonly MessageRow[]) =>
  app.db.drizzle
    .update(messages)
    .set({ pollTime: null })
    .where(sql`${messages.id} = any(${sql.param(over.map(({ id }) => id))}::uuid[])`);

/** Ends messages whose outcome is overdue: they are free. A later report is counted as late and changes no money. */
export async function expireLines(app: App): Promise<void> {
  // The statement below takes longer to plan, over all weeks of lines, than this does to run: most of the time nothing is awaited.
  const awaited = await app.db.drizzle.execute(
    sql`select from work_task where status in (${listed(RUNNING)}) and awaiting_count > 0 limit 1`,
  );
  if (awaited.rows.length === 0) return;
  const { rows } = await app.db.drizzle.execute<{ taskId: string; tenantId: string; lineNos: number[] }>(sql`
    select t.id::text as "taskId", t.tenant_id as "tenantId", array_agg(l.line_no) as "lineNos"
    from (select task_id, line_no from work_line where state in (${listed(AWAITING)}) and due_time <= now() order by due_time limit ${EXPIRED}) l
      join work_task t on t.id = l.task_id
    group by t.id, t.tenant_id`);
  // An order that cannot be changed now does not keep the others from ending.
  for (const { taskId, tenantId, lineNos } of rows)
    await expireOf(app, tenantId, BigInt(taskId), lineNos).catch((error: unknown) =>
      app.log.error({ err: error, task: taskId }, 'overdue messages of an order were not ended'),
    );
}

const expireOf = (app: App, tenantId: string, taskId: bigint, lineNos: readonly number[]): Promise<void> =>
  app.db.tx(
    async (tx) => {
      const task = await lockWork(tx, systemActor(tenantId), taskId);
      const lines = await lockLines(tx, task, lineNos);
      const due = lines.filter(
        ({ state, dueTime }) => AWAITING.includes(state) && dueTime !== null && dueTime <= new Date(),
      );
      await moveLines(
        tx,
        task,
        lines,
        due.map(({ lineNo, charge }) => ({
          ...{ lineNo, state: LINE.result, result: lineStatus.is.expired, dueTime: null },
          charge: charge === lineCharge.is.held ? lineCharge.is.none : charge,
        })),
      );
      await recordSeedReports(
        tx,
        task,
        due.map(({ e164 }) => ({ e164, result: lineStatus.is.expired })),
      );
    },
    { retry: true },
  );

/** Deletes messages that are too old, and limits that are over. */
export async function purgeMessages({ db }: App): Promise<void> {
  await deleteInBatches(db, 'snd_message', sql`create_time < now() - make_interval(days => ${KEPT_DAYS}::int)`);
  await purgeLimits(db.drizzle);
}
