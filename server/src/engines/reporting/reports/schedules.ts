import { reportSchedule, SCHEDULE_FAILURES } from '@trade-assistant/contract/areas/report/schedule.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { startTask, tasks } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { hasEnded, mailResults } from '../../office/mail/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { users } from '../../people/identity/index.ts';
import { deliverJob } from './deliver.ts';
import { reportErrors } from './errors.ts';
import { nextRunOf } from './rhythm.ts';
import { DELIVERY, deliveries, reports, type ScheduleRow, schedules } from './tables.ts';
import { openReports, recipientsOf } from './visible.ts';

const AT_ONCE = 20;
const MAIL_HOURS = 1;
const KEPT_DAYS = 180;
const NAMES_MAX = 5;
const { done, failed, cancelled } = taskState.is;

/** Starts the due runs, one task for each recipient with that recipient's rights, and concludes those that have ended. */
export async function runSchedules(app: App, now = new Date()): Promise<void> {
  await settleDeliveries(app, now);
  const ended = sql`open_time is not null and not exists (
    select from rpt_delivery d where d.schedule_id = ${schedules.id} and d.due_time = open_time and d.state = ${DELIVERY.open})`;
  await each(app, await idsOf(app, ended), conclude);
  const due = and(eq(schedules.isActive, 1), lte(schedules.nextTime, now), isNull(schedules.openTime));
  await each(app, await idsOf(app, due ?? sql`false`), (tx, id) => start(app, tx, id, now));
}

/** Does something to each schedule in a transaction of its own; the failure of one delays no other. */
async function each(app: App, ids: readonly bigint[], work: (tx: Tx, id: bigint) => Promise<void>): Promise<void> {
  for (const id of ids)
    await app.db
      .tx((tx) => work(tx, id))
      .catch((error: unknown) => app.log.error({ err: error, schedule: id }, 'a report schedule could not be run'));
}

async function idsOf(app: App, which: ReturnType<typeof sql>): Promise<bigint[]> {
  const rows = await app.db.drizzle
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(isNull(schedules.deletedAt), which))
    .orderBy(schedules.nextTime)
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

const locked = async (tx: Tx, id: bigint): Promise<ScheduleRow | undefined> =>
  (
    await tx
      .select()
      .from(schedules)
      .where(and(eq(schedules.id, id), isNull(schedules.deletedAt)))
      .for('update', { skipLocked: true })
  )[0];

/** Starts the run of a schedule, and sets the next one after the present moment: runs missed by a stopped server are one. */
async function start(app: App, tx: Tx, id: bigint, now: Date): Promise<void> {
  const schedule = await locked(tx, id);
  if (schedule?.isActive !== 1 || schedule.openTime !== null || (schedule.nextTime ?? now) > now) return;
  const due = schedule.nextTime ?? now;
  const zone = await businessZone(tx, schedule.tenantId);
  const author = schedule.createUser === null ? null : await app.sessions.actorOf(tx, schedule.createUser);
  const problem = await problemOf(tx, author, schedule);
  const reached = await reachedOf(tx, author, schedule);
  for (const userId of schedule.recipientIds)
    await startDelivery(app, tx, schedule, {
      due,
      userId,
      problem: problem ?? (reached.has(userId) ? null : RECIPIENT_GONE),
    });
  await tx
    .update(schedules)
    .set({ nextTime: nextRunOf(schedule, zone, now), lastTime: now, openTime: due })
    .where(eq(schedules.id, id));
}

/** Returns the recipients whom the author may still send reports to. */
async function reachedOf(tx: Tx, author: Actor | null, { recipientIds }: ScheduleRow): Promise<ReadonlySet<bigint>> {
  if (!author) return new Set();
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(recipientsOf(author), inArray(users.id, recipientIds)));
  return new Set(rows.map(({ id }) => id));
}

/** Returns a refusal unless the author may still open the report; their schedules end with their account. */
async function problemOf(tx: Tx, author: Actor | null, { reportId }: ScheduleRow): Promise<Text | null> {
  if (!author) return REPORT_GONE;
  const [open] = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.id, reportId), isNull(reports.deletedAt), openReports(author)));
  return open ? null : REPORT_GONE;
}

const { REPORT_GONE } = reportErrors.declarations;
const RECIPIENT_GONE = {
  zh: '收件人已停用或已删除，或不再属于计划创建者的账号范围',
  en: 'The recipient is disabled, removed or no longer within the reach of the author',
};

async function startDelivery(
  app: App,
  tx: Tx,
  { id, tenantId, reportName }: ScheduleRow,
  run: {
    readonly due: Date;
    readonly userId: bigint;
    readonly problem: Text | null;
  },
): Promise<void> {
  const { due, userId, problem } = run;
  const recipient = await app.sessions.actorOf(tx, userId);
  const isOpen = recipient?.tenantId === tenantId && !problem;
  const [row] = await tx
    .insert(deliveries)
    .values({
      tenantId,
      scheduleId: id,
      dueTime: due,
      userId,
      state: isOpen ? DELIVERY.open : DELIVERY.failed,
      problemZh: isOpen ? null : (problem?.zh ?? RECIPIENT_GONE.zh),
      problemEn: isOpen ? null : (problem?.en ?? RECIPIENT_GONE.en),
    })
    .onConflictDoNothing()
    .returning();
  if (!row || !isOpen || !recipient) return;
  const title = { zh: `报表：${reportName}`, en: `Report: ${reportName}` };
  const started = await startTask(tx, recipient, deliverJob, { deliveryId: row.id }, { title });
  await tx.update(deliveries).set({ taskId: started.id }).where(eq(deliveries.id, row.id));
}

const BROKEN = { zh: '任务未能完成', en: 'The task did not finish' };

/** Marks deliveries whose task or e-mail has ended; an e-mail that is not sent within an hour counts as failed. */
async function settleDeliveries(app: App, now: Date): Promise<void> {
  const late = new Date(now.getTime() - MAIL_HOURS * 3_600_000);
  await app.db.tx(async (tx) => {
    const open = await tx
      .select({ row: deliveries, taskState: tasks.state })
      .from(deliveries)
      .leftJoin(tasks, eq(tasks.id, deliveries.taskId))
      .where(
        and(
          eq(deliveries.state, DELIVERY.open),
          // Those that still wait would take the place of others.
          sql`case when ${deliveries.mailId} is null then ${tasks.state} is null or ${inArray(tasks.state, [done, failed, cancelled])}
            else ${hasEnded(deliveries.mailId)} or ${deliveries.createTime} < ${late.toISOString()}::timestamptz end`,
        ),
      )
      .orderBy(deliveries.id)
      .limit(500)
      .for('update', { of: deliveries, skipLocked: true });
    const mail = await mailResults(
      tx,
      open.flatMap(({ row }) => row.mailId ?? []),
    );
    for (const { row, taskState: state } of open) {
      const sent = row.mailId === null ? undefined : mail.get(row.mailId);
      const isLate = row.createTime < late;
      const isOver = state === null || state === failed || state === cancelled || state === done;
      const end =
        sent?.state === 'sent'
          ? { state: DELIVERY.done }
          : sent && (sent.state === 'failed' || isLate)
            ? failedWith({ zh: sent.problem ?? BROKEN.zh, en: sent.problem ?? BROKEN.en })
            : !sent && isOver
              ? failedWith(BROKEN)
              : undefined;
      if (end) await tx.update(deliveries).set(end).where(eq(deliveries.id, row.id));
    }
  });
}

const failedWith = ({ zh, en }: { zh: string; en: string }) => ({
  state: DELIVERY.failed,
  problemZh: zh,
  problemEn: en,
});

/** Notifies the author of failures, and pauses a schedule whose last runs reached nobody. */
async function conclude(tx: Tx, id: bigint): Promise<void> {
  const schedule = await locked(tx, id);
  if (!schedule?.openTime) return;
  const { rows } = await tx.execute<{
    state: number;
    problem_zh: string | null;
    problem_en: string | null;
    name: string;
  }>(sql`
    select d.state, d.problem_zh, d.problem_en, u.real_name as name from rpt_delivery d join sys_user u on u.id = d.user_id
    where d.schedule_id = ${id} and d.due_time = ${schedule.openTime.toISOString()}::timestamptz order by d.id`);
  if (rows.some(({ state }) => Number(state) === DELIVERY.open)) return;
  const lost = rows.filter(({ state }) => Number(state) === DELIVERY.failed);
  const isLost = lost.length > 0 && lost.length === rows.length;
  const failures = isLost ? schedule.failures + 1 : 0;
  const isPaused = failures >= SCHEDULE_FAILURES;
  const [first] = lost;
  const reason = { reasonZh: first?.problem_zh ?? '', reasonEn: first?.problem_en ?? '' };
  await tx
    .update(schedules)
    .set({
      openTime: null,
      failures,
      problem: first ? (schedule.locale === 'zh' ? reason.reasonZh : reason.reasonEn) : null,
      ...(isPaused ? { isActive: 0, nextTime: null } : {}),
    })
    .where(eq(schedules.id, id));
  if (first && schedule.createUser !== null) {
    const people = lost.slice(0, NAMES_MAX).map(({ name }) => name);
    const names = people.join(', ') + (lost.length > NAMES_MAX ? ` +${lost.length - NAMES_MAX}` : '');
    const subject = {
      bizType: reportSchedule.name,
      bizId: String(id),
      route: `/report/report/index?record=${schedule.reportId}`,
    };
    await sendMessage(tx, systemActor(schedule.tenantId), {
      to: { userIds: [schedule.createUser] },
      ...(isPaused
        ? { key: 'REPORT_PAUSED' as const, params: { report: schedule.reportName, count: String(failures), ...reason } }
        : { key: 'REPORT_FAILED' as const, params: { report: schedule.reportName, people: names, ...reason } }),
      ...subject,
    });
  }
  announceChange(tx, schedule.tenantId, reportSchedule);
}

/** Deletes deliveries after half a year. */
export async function purgeDeliveries(app: App): Promise<void> {
  await app.db.background.drizzle
    .delete(deliveries)
    .where(
      inArray(
        deliveries.id,
        sql`(select id from rpt_delivery where state <> ${DELIVERY.open} and create_time < now() - make_interval(days => ${KEPT_DAYS}) limit 10000)`,
      ),
    );
}
