import { packageService } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { smppLongMode } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';
import { SMS_PARTS_MAX, smsParts } from '@trade-assistant/contract/sms-text.ts';
import { isBlank, parameterProblem, templateParameters } from '@trade-assistant/contract/template.ts';
import { eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { JobContext, Json } from '../../../kernel/jobs/index.ts';
import { messageSender } from '../../vendors/providers/index.ts';
import { complianceErrors, type Decision, decide } from '../compliance/index.ts';
import {
  defineWork,
  type Reading,
  readLines,
  type TaskList,
  type WorkKind,
  type WorkTask,
  withTaskList,
} from '../work/index.ts';
import { admitMessages } from './admit.ts';
import {
  chunkLinesAt,
  detailsOf,
  isMarketing,
  isSms,
  type MessageChannel,
  sms,
  telegram,
  whatsapp,
} from './channels.ts';
import { CODE_PARAMETER, OWN_CODE, sealedCode, smsText } from './content.ts';
import { isAllowedInCountry } from './country-rules.ts';
import { quoteOrder } from './quote.ts';
import { readChats } from './read-chats.ts';
import { phoneOfTask, problemsOf, withSampleLink } from './sms-rules.ts';
import { handOver } from './submit.ts';
import { templates } from './tables.ts';

/** Where the recipients of an order are. */
export interface RecipientList extends TaskList {
  readonly column: number | null;
  readonly countryCode: string | null;
}

/** The list of an order, as its job keeps it. */
export interface OrderList extends RecipientList {
  readonly maxBytes: number;
  readonly maxLines: number;
}

/** A message costs its price once it is delivered; nothing is sent before its owner confirmed the order. */
const messageKind = (channel: MessageChannel): WorkKind =>
  defineWork({
    name: channel.resource,
    resource: channel.resource,
    permission: `${channel.resource}:create`,
    title: channel.title,
    unknown: 0,
    isConfirmed: true,
    capabilityOf: () => 0,
    resultOf: () => ({ result: 0, isChargeable: false }),
    read: (job, task, input) => readOrder(job, channel, task, input as unknown as OrderList),
    admit: (app, tx, task, lines, countryCode) => admitMessages(app, tx, channel, task, lines, countryCode),
    charge: {
      packageService: packageService.is.message,
      rebateSource: channel.key === 'sms' ? 'sms' : 'message',
      quote: quoteOrder,
    },
    hand: handOver(channel),
    pace: paceOfOrders,
    summary: async (_app, { taskNo, deliveredCount, readCount, failedCount }) =>
      ({ taskNo, delivered: deliveredCount + readCount, failed: failedCount }) as Json,
  });

/** The kinds of message orders. */
export const orderKinds = {
  whatsapp: messageKind(whatsapp),
  telegram: messageKind(telegram),
  sms: messageKind(sms),
} as const;

const kinds = new Map(Object.values(orderKinds).map((kind) => [kind.name, kind]));

export const kindOf = ({ kind }: Pick<WorkTask, 'kind'>): WorkKind => kinds.get(kind) ?? orderKinds.whatsapp;

async function readOrder(job: JobContext, channel: MessageChannel, task: WorkTask, list: OrderList): Promise<void> {
  const reading = await readingOf(job.app, channel, task, list);
  if (isChats(task)) return withTaskList(job.app, list, (source) => readChats(job, task, source, reading));
  return withTaskList(job.app, list, (source) => readLines(job, task, source, reading));
}

/** Notices of a bot go to users, known by the ids of their chats. */
export const isChats = (task: WorkTask): boolean => !isSms(task) && detailsOf(task).text !== undefined;

/** Returns how the list of an order is read: each line with its values, refused where it must not be sent. */
export async function readingOf(app: App, channel: MessageChannel, task: WorkTask, list: OrderList): Promise<Reading> {
  const paramsOf = await valuesOf(app, task);
  const sender = await messageSender(app, app.db.drizzle, task.senderId ?? 0n);
  return {
    column: list.column,
    maxBytes: list.maxBytes,
    maxLines: list.maxLines,
    chunkLines: chunkLinesAt(
      Math.min(sender?.ratePerSecond ?? 0, (task.speedPerMinute ?? Number.POSITIVE_INFINITY) / 60),
    ),
    defaultCountry: list.countryCode,
    isAnyCountry: true,
    refuse: (numbers, countryCode) => refuse(app, channel, task, numbers, countryCode),
    paramsOf,
  };
}

/** @throws CONSENT_REQUIRED, CONSENT_EXPIRED, which end the reading */
async function refuse(
  app: App,
  channel: MessageChannel,
  task: WorkTask,
  numbers: readonly (bigint | string)[],
  countryCode: string,
): Promise<Decision['refused']> {
  if (!isAllowedInCountry(app, task, countryCode))
    return new Map(
      numbers.map((_, index) => [index, { reason: numberReject.is.notServed, rule: `country/${countryCode}` }]),
    );
  const { tenantId, ownerId, ownerPath, consentId } = task;
  const { refused, consent } = await decide(app, app.db.drizzle, {
    ...{ tenantId, ownerId, ownerPath, consentId, numbers, countryCode },
    channel: channel.businessType,
    isMarketing: isMarketing(task),
  });
  if (consent === 'missing') throw complianceErrors.CONSENT_REQUIRED();
  if (consent === 'expired') throw complianceErrors.CONSENT_EXPIRED();
  return refused;
}

/** Returns a function from the cells of a row to the values of its message. */
async function valuesOf(app: App, task: WorkTask): Promise<NonNullable<Reading['paramsOf']>> {
  const { values = [], codeColumn, text } = detailsOf(task);
  const [template] =
    task.templateId === null
      ? []
      : await app.db.drizzle.select().from(templates).where(eq(templates.id, task.templateId));
  const parameters = template ? templateParameters(template.components) : [];
  const measure = isSms(task) ? await textMeasure(app, task) : null;
  const sources = new Map(values.map((one) => [one.key, one]));
  return (cells) => {
    const params = new Map<string, string>();
    const valueFor = (key: string) => {
      const source = sources.get(key);
      return source?.column === undefined ? source?.value : cells[source.column]?.trim();
    };
    for (const parameter of parameters) {
      const value = valueFor(parameter.key);
      const problem = parameterProblem(parameter, value);
      if (problem) return { rule: `${parameter.key}/${problem}` };
      params.set(parameter.key, value ?? '');
    }
    if (text !== undefined)
      for (const { key } of values) {
        const value = valueFor(key);
        if (value === undefined || isBlank(value)) return { rule: `${key}/missing` };
        params.set(key, value);
      }
    if (codeColumn !== undefined) {
      const code = cells[codeColumn]?.trim() ?? '';
      if (!OWN_CODE.test(code)) return { rule: `${CODE_PARAMETER}/missing` };
      params.set(CODE_PARAMETER, sealedCode(app, code));
    }
    const given = Object.fromEntries(params);
    if (!measure) return { params: given };
    const { units, refused } = measure(given);
    if (units > SMS_PARTS_MAX) return { rule: `parts/${units}` };
    return refused ? { rule: `content/${refused.code}` } : { params: given, units };
  };
}

/** Returns a function from the values of an SMS to its parts, and to the problem of content for which it must not be sent. */
export async function textMeasure(app: App, task: WorkTask) {
  const { tenantId } = task;
  const { values = [] } = detailsOf(task);
  const phone = await phoneOfTask(app.db.drizzle, task);
  const sender = task.senderId === null ? null : await messageSender(app, app.db.drizzle, task.senderId);
  const headerUnits = sender?.profile?.longMode === smppLongMode.is.header16 ? 7 : 6;
  return (params: Readonly<Record<string, string>>) => {
    const text = withSampleLink(app, tenantId, smsText(task, params));
    const units = smsParts(text, headerUnits).parts.length;
    // The text without values was judged when the order was saved.
    const isJudged = values.length > 0 && units <= SMS_PARTS_MAX;
    const problems = isJudged ? problemsOf(app, { tenantId, text, isMarketing: isMarketing(task), phone }) : [];
    return { units, refused: problems.find(({ isRefused }) => isRefused) };
  };
}

/** Returns the messages a second of orders, as those of the last minute say. */
async function paceOfOrders(app: App, tasks: readonly WorkTask[]): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await app.db.drizzle.execute<{ id: string; sent: number }>(sql`
    select task_id::text as id, count(*)::int as sent from snd_message
    where task_id = any(${sql.param(tasks.map(({ id }) => String(id)))}::bigint[]) and sent_time > now() - interval '1 minute' group by 1`);
  return new Map(rows.map(({ id, sent }) => [BigInt(id), sent / 60]));
}
