import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { scheduleChannel, scheduleFormat } from '@trade-assistant/contract/areas/report/schedule.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { openExport, withExportLog } from '../../../kernel/export-log.ts';
import { defineJob, type JobContext, ownTask } from '../../../kernel/jobs/index.ts';
import { queueMail } from '../../office/mail/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { users } from '../../people/identity/index.ts';
import { type DocumentFormat, documentName, documentOf, type ReportDocument } from './document.ts';
import { reportErrors } from './errors.ts';
import { runReport } from './run.ts';
import { DELIVERY, deliveries, type ReportRow, reports, type ScheduleRow, schedules } from './tables.ts';

const FILE_BYTES = 50 * 1024 * 1024;

/** Computes a scheduled report with the rights of one recipient and sends it to that recipient alone. */
export const deliverJob = defineJob({
  name: 'report/deliver',
  title: { zh: '报表发送', en: 'Scheduled report' },
  input: z.object({ deliveryId: idSchema() }),
  async run(job, { deliveryId }) {
    job.signal.throwIfAborted();
    try {
      return await send(job, deliveryId);
    } catch (error) {
      if (isAppError(error)) await failDelivery(job.app, deliveryId, error.say('zh'), error.say('en'));
      throw error;
    }
  },
});

async function send(job: JobContext, deliveryId: bigint) {
  const { app, actor } = job;
  const found = await openDelivery(app, actor, deliveryId);
  if (!found) return undefined;
  const { schedule, report } = found;
  const reader = { actor, locale: schedule.locale, zone: 'UTC', traceId: job.taskNo };
  const result = await runReport(app, reader, { source: report.source, content: report.content }, job.signal);
  const document = {
    name: report.name,
    description: report.description,
    result,
    reader: actor.realName,
    locale: schedule.locale,
  };
  const format = schedule.format === scheduleFormat.is.pdf ? 'pdf' : 'xlsx';
  const file = await storeDocument(app, actor, { document, format, reportId: report.id });
  const isSent = await app.db.tx(async (tx) => {
    // A run that lost its lease may still be under way beside this one.
    const open = await tx.select().from(deliveries).where(isUnsent(deliveryId)).for('update');
    if (open.length === 0) return false;
    const mailId = hasChannel(schedule, scheduleChannel.is.email)
      ? await queueMail(tx, app, {
          tenantId: actor.tenantId,
          userId: actor.userId,
          address: await addressOf(tx, actor),
          ...wordsOf(document),
          fileIds: [file.id],
          locale: schedule.locale,
        })
      : null;
    if (hasChannel(schedule, scheduleChannel.is.message)) {
      const { id } = await ownTask(tx, actor, job.taskNo);
      await sendMessage(tx, actor, {
        to: { userIds: [actor.userId] },
        key: 'REPORT_READY',
        params: { report: report.name, rows: String(result.rows.length) },
        bizType: task.name,
        bizId: String(id),
        route: `/${task.name}/index?record=${id}`,
      });
    }
    await tx
      .update(deliveries)
      .set(mailId === null ? { state: DELIVERY.done } : { mailId })
      .where(eq(deliveries.id, deliveryId));
    return true;
  });
  return isSent ? { result: { rows: result.rows.length }, resultFileId: file.id } : undefined;
}

/** The condition of a delivery that was not made, and whose message is not on its way. */
const isUnsent = (id: bigint) =>
  and(eq(deliveries.id, id), eq(deliveries.state, DELIVERY.open), isNull(deliveries.mailId));

const hasChannel = ({ channels }: ScheduleRow, channel: number): boolean => (channels & channel) !== 0;

interface Found {
  readonly schedule: ScheduleRow;
  readonly report: ReportRow;
}

/** Returns the deliveries to send; undefined for a delivery that was made, or whose message is on its way. */
async function openDelivery(app: App, actor: Actor, id: bigint): Promise<Found | undefined> {
  const [row] = await app.db.drizzle
    .select({ schedule: schedules, report: reports })
    .from(deliveries)
    .innerJoin(schedules, eq(schedules.id, deliveries.scheduleId))
    .innerJoin(reports, eq(reports.id, schedules.reportId))
    .where(and(isUnsent(id), eq(deliveries.tenantId, actor.tenantId)));
  if (row && row.report.deletedAt !== null) throw reportErrors.REPORT_GONE();
  return row;
}

/** Stores a report's file for its reader, with an entry in the log of exports. */
async function storeDocument(
  app: App,
  actor: Actor,
  made: { readonly document: ReportDocument; readonly format: DocumentFormat; readonly reportId: bigint },
) {
  const { document, format, reportId } = made;
  const entry = { source: 'report', format, objectIds: [reportId], isMasked: false } as const;
  const exportId = await app.db.tx((tx) => openExport(tx, actor, entry));
  const content = withExportLog(app.db, exportId, documentOf(document, format), () => document.result.rows.length);
  return app.files.put(content, { actor, name: documentName(document, format), maxBytes: FILE_BYTES });
}

/** The address in the recipient's profile. @throws SCHEDULE_NO_ADDRESS */
async function addressOf(tx: Parameters<typeof queueMail>[0], actor: Actor): Promise<string> {
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.userId));
  if (!row?.email) throw reportErrors.SCHEDULE_NO_ADDRESS({ people: actor.realName });
  return row.email;
}

function wordsOf({ name, description, result, locale }: ReportDocument): { subject: string; text: string } {
  const rows = result.rowCount.toLocaleString('en-US');
  const lines =
    locale === 'zh'
      ? [`报表“${name}”见附件。`, description ?? '', `数据来源：${result.title.zh}，共 ${rows} 行，按您的权限计算。`]
      : [
          `The report “${name}” is attached.`,
          description ?? '',
          `Data: ${result.title.en}, ${rows} rows, with your rights.`,
        ];
  return { subject: locale === 'zh' ? `报表：${name}` : `Report: ${name}`, text: lines.filter(Boolean).join('\n\n') };
}

/** Marks an open delivery as failed. */
export async function failDelivery(app: App, id: bigint, problemZh: string, problemEn: string): Promise<void> {
  await app.db.drizzle
    .update(deliveries)
    .set({ state: DELIVERY.failed, problemZh: sql`left(${problemZh}, 500)`, problemEn: sql`left(${problemEn}, 500)` })
    .where(and(eq(deliveries.id, id), eq(deliveries.state, DELIVERY.open)));
}
