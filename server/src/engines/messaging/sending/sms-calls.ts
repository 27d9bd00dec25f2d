import { SMS_TEST_FROM, type smsTask } from '@trade-assistant/contract/areas/sms/sms-task.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { lineStatus, smsType } from '@trade-assistant/contract/message-dictionaries.ts';
import { smsParts } from '@trade-assistant/contract/sms-text.ts';
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { normalise } from '../../../kernel/phone/index.ts';
import { payerOf } from '../../stock/orders/index.ts';
import { linkOpens, usablePhone } from '../sms-senders/index.ts';
import { LINE, type Tasks, WORK, WORK_DRAFT, type WorkTask, workLines, workTasks } from '../work/index.ts';
import { phoneOf } from './admit.ts';
import { detailsOf } from './channels.ts';
import { smsText } from './content.ts';
import { refusedAt, sendingErrors } from './errors.ts';
import { withoutMeaning } from './samples.ts';
import { optOutFor, phoneOfTask, problemsOf, problemsOfTask, withSampleLink } from './sms-rules.ts';
import { messages } from './tables.ts';
import { queueText } from './texts.ts';

const LONGEST = 20;
const { submitted, delivered } = lineStatus.is;
/** Orders that staff approved or that needed no review. */
const SENT = [WORK.queued, WORK.running, WORK.completed, WORK.partly, WORK.purged];

/** Returns when a test message of an order was taken by the SMSC; null for none. */
export async function testTimeOf(run: Pick<Tx, 'select'>, task: Pick<WorkTask, 'details'>): Promise<Date | null> {
  const { testId } = detailsOf(task);
  if (testId === undefined) return null;
  const [row] = await run
    .select({ time: messages.sentTime })
    .from(messages)
    .where(and(eq(messages.id, testId), inArray(messages.status, [submitted, delivered])));
  return row?.time ?? null;
}

/** @throws TEST_REQUIRED for a large task of which no test message was sent */
export async function assertTested(run: Pick<Tx, 'select'>, task: WorkTask): Promise<void> {
  if (task.submitCount > SMS_TEST_FROM && (await testTimeOf(run, task)) === null)
    throw sendingErrors.TEST_REQUIRED({ n: SMS_TEST_FROM });
}

/** Returns the text of an owner's task that was sent last before this one. */
async function approvedBefore(app: App, { tenantId, ownerId, kind, id }: WorkTask) {
  const [row] = await app.db.drizzle
    .select({ details: workTasks.details, no: workTasks.taskNo })
    .from(workTasks)
    .where(
      and(
        eq(workTasks.tenantId, tenantId),
        eq(workTasks.ownerId, ownerId),
        eq(workTasks.kind, kind),
        inArray(workTasks.status, SENT),
        ne(workTasks.id, id),
      ),
    )
    .orderBy(desc(workTasks.id))
    .limit(1);
  return row;
}

/** Returns the lengths of the messages of a read list: smallest, median and largest in parts, and the longest lines. */
async function lengthsOf(app: App, task: WorkTask) {
  const isOpen = sql`${workLines.taskId} = ${task.id} and ${workLines.createTime} = ${task.createTime} and ${workLines.isCurrent}
    and ${workLines.state} <> ${LINE.rejected}`;
  const [{ rows }, longest] = await Promise.all([
    app.db.drizzle.execute<{ min: number | null; typical: number; max: number }>(sql`
      select min(units) as min, (percentile_disc(0.5) within group (order by units))::int as typical, max(units) as max from work_line
      where task_id = ${task.id} and create_time = ${task.createTime} and is_current and state <> ${LINE.rejected}`),
    app.db.drizzle
      .select({ lineNo: workLines.lineNo, units: workLines.units, params: workLines.params })
      .from(workLines)
      .where(isOpen)
      .orderBy(desc(workLines.units), asc(workLines.lineNo))
      .limit(LONGEST),
  ]);
  const [found] = rows;
  return {
    parts:
      found === undefined || found.min === null ? null : { min: found.min, typical: found.typical, max: found.max },
    longest: longest.map(({ lineNo, units, params }) => ({
      lineNo,
      parts: units,
      units: smsParts(withSampleLink(app, task.tenantId, smsText(task, params ?? {}))).units,
    })),
  };
}

/** The calls about the texts of SMS tasks. */
export const smsTextCalls = ({ reachable }: Pick<Tasks, 'reachable'>) => ({
  text: async (c: Context, { id }: { id: bigint }) => {
    const task = await reachable(c, id);
    const { text = '', link } = detailsOf(task);
    const [problems, before, lengths, testTime, links] = await Promise.all([
      problemsOfTask(c.app, c.app.db.drizzle, task),
      approvedBefore(c.app, task),
      lengthsOf(c.app, task),
      testTimeOf(c.app.db.drizzle, task),
      link === undefined ? null : linkOpens(c.app.db.drizzle, { tenantId: task.tenantId, taskId: task.id }),
    ]);
    return {
      text,
      link: link ?? null,
      links,
      approved: before ? (detailsOf({ details: before.details }).text ?? null) : null,
      approvedNo: before?.no ?? null,
      problems: problems.map(({ message }) => message[c.locale]),
      ...lengths,
      testTime,
      needsTest: task.submitCount > SMS_TEST_FROM && testTime === null,
    };
  },
  'check-text': async (c: Context, input: CallInput<typeof smsTask, 'check-text', 'out'>) => {
    const { tenantId } = c.actor;
    const phone =
      input.senderId === undefined
        ? null
        : await phoneOfTask(c.app.db.drizzle, { details: { phoneId: String(input.senderId) } });
    const isAd = input.smsType === smsType.is.marketing;
    const found = problemsOf(c.app, { tenantId, text: input.content, isMarketing: isAd, phone });
    return {
      problems: found.map(({ message }) => message[c.locale]),
      optOut: found.some(({ code }) => code === 'OPT_OUT_MISSING') ? optOutFor(c.app, tenantId, phone) : null,
    };
  },
  test: async (c: Context, { id, number }: { id: bigint; number: string }) => {
    const task = await reachable(c, id);
    if (![...WORK_DRAFT, WORK.review].includes(task.status)) throw commonErrors.STATE_CONFLICT();
    const read = normalise(number);
    if (!read.ok) throw refusedAt('number', 'NUMBER_BAD');
    const [line] = await c.app.db.drizzle
      .select({ params: workLines.params })
      .from(workLines)
      .where(
        and(eq(workLines.taskId, task.id), eq(workLines.createTime, task.createTime), eq(workLines.state, LINE.open)),
      )
      .orderBy(asc(workLines.lineNo))
      .limit(1);
    // As long as the text of a recipient, with nobody's values.
    const params = Object.fromEntries(
      Object.entries(line?.params ?? {}).map(([key, value]) => [key, withoutMeaning(value)]),
    );
    const text = withSampleLink(c.app, task.tenantId, smsText(task, params));
    return c.tx(async (tx) => {
      const { tenantId, ownerId } = task;
      const payer = await payerOf(tx, task);
      const owner = { tenantId, ownerId, agentId: payer.agentId ?? ownerId };
      const phone = await usablePhone(tx, owner, phoneOf(task));
      const queued = await queueText(c.app, tx, {
        ...{ tenantId, ownerId, phone, e164: read.e164, text, sessionId: null, purpose: 'test' },
        document: { bizType: task.resource, bizId: task.id, bizNo: task.taskNo },
      });
      await tx
        .update(workTasks)
        .set({ details: { ...task.details, testId: queued.id }, version: sql`version + 1` })
        .where(eq(workTasks.id, id));
      return { messageId: queued.id, segments: queued.segments };
    });
  },
  tested: async (c: Context, { id }: { id: bigint }) => {
    const { testId } = detailsOf(await reachable(c, id));
    const [row] =
      testId === undefined ? [] : await c.app.db.drizzle.select().from(messages).where(eq(messages.id, testId));
    return { status: row?.status ?? null, errorCode: row?.errorCode ?? null };
  },
});
