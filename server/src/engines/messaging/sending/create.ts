import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { smsType, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { smsVariables } from '@trade-assistant/contract/sms-text.ts';
import { isBlank, templateParameters, textVariables, unsupportedPart } from '@trade-assistant/contract/template.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Json } from '../../../kernel/jobs/index.ts';
import { payerOf } from '../../stock/orders/index.ts';
import type { MessageSender } from '../../vendors/providers/index.ts';
import { assertConsent } from '../compliance/index.ts';
import { assertLinks } from '../sms-senders/index.ts';
import { isEmptyList, openWork, type WorkTask } from '../work/index.ts';
import { type MessageChannel, type OrderDetails, priceKindOf } from './channels.ts';
import { refusedAt } from './errors.ts';
import { type OrderList, orderKinds } from './kind.ts';
import { orderSender } from './senders.ts';
import { assertText, LINK } from './sms-rules.ts';
import { type TemplateRow, templates } from './tables.ts';
import { accountOf } from './templates.ts';

export interface NewOrder {
  readonly orderName: string;
  /** Of whom the order is: the caller, or for staff an agent. */
  readonly ownerId: bigint;
  readonly senderId: bigint;
  /** Null for Telegram. */
  readonly templateId: bigint | null;
  /** The category of Telegram orders; that of the template otherwise. */
  readonly category: number | null;
  readonly consentId: bigint | null;
  readonly list: OrderList;
  readonly fileName: string | null;
  readonly quota: number | null;
  readonly scheduleTime: Date | null;
  readonly speedPerMinute: number | null;
  readonly remark: string | null;
  readonly details: OrderDetails;
}

/**
 * Opens a draft; its list is read in the background, and nothing is held before it is confirmed.
 * @throws SENDER_GONE, SENDER_RESTRICTED, TEMPLATE_GONE, TEMPLATE_NOT_APPROVED, VALUE_MISSING, RECIPIENTS_REQUIRED, SCHEDULE_PAST,
 * CONSENT_REQUIRED, CONSENT_EXPIRED, BUYER_NOT_ALLOWED, UPLINE_DISABLED
 */
export async function createOrder(
  app: App,
  tx: Tx,
  actor: Actor,
  channel: MessageChannel,
  order: NewOrder,
): Promise<WorkTask> {
  const payer = await payerOf(tx, { tenantId: actor.tenantId, ownerId: order.ownerId });
  const buyer = { tenantId: actor.tenantId, ownerId: payer.userId, agentId: payer.agentId };
  const {
    sender,
    name: senderName,
    details,
    phone,
    speedPerMinute,
  } = await orderSender(app, tx, channel, buyer, order.senderId);
  const template = order.templateId === null ? null : await usableTemplate(tx, sender, order.templateId);
  assertValues(channel, template, order.details);
  if (phone) {
    const { text = '', link } = order.details;
    const isAd = order.category === smsType.is.marketing;
    assertText(app, { tenantId: actor.tenantId, text, isMarketing: isAd, phone }, link);
    if (link) await assertLinks(tx, actor.tenantId, link);
  }
  if (isEmptyList(order.list)) throw refusedAt('fileId', 'RECIPIENTS_REQUIRED');
  if (order.scheduleTime !== null && order.scheduleTime <= new Date()) throw refusedAt('scheduleTime', 'SCHEDULE_PAST');
  await assertConsent(app, tx, {
    tenantId: actor.tenantId,
    ownerId: payer.userId,
    ownerPath: payer.ownerPath,
    channel: channel.businessType,
    consentId: order.consentId,
  });
  const category = template?.category ?? order.category ?? 0;
  return openWork(tx, actor, orderKinds[channel.key], {
    prefix: channel.prefix,
    taskName: order.orderName,
    title: { zh: `${channel.title.zh}：${order.orderName}`, en: `${channel.title.en}: ${order.orderName}` },
    owner: { id: payer.userId, path: payer.ownerPath, name: payer.realName },
    input: order.list as unknown as Json,
    values: {
      evidence: sender.evidence,
      businessType: channel.businessType,
      serviceType:
        priceKindOf({ businessType: channel.businessType, filterType: category } as WorkTask).serviceType ??
        serviceType.is.message,
      agentId: payer.agentId,
      agentName: payer.agentName,
      filterType: category,
      consentId: order.consentId,
      fileName: order.fileName,
      fileId: order.list.fileId === null ? null : BigInt(order.list.fileId),
      senderId: sender.id,
      senderName,
      templateId: template?.id ?? null,
      templateCode: template?.templateCode ?? null,
      templateLang: template?.language ?? null,
      quota: order.quota,
      scheduleTime: order.scheduleTime,
      speedPerMinute: slowest(order.speedPerMinute, speedPerMinute),
      remark: order.remark,
      details: { ...order.details, ...details },
    },
  });
}

const slowest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** @throws TEMPLATE_GONE, TEMPLATE_NOT_APPROVED, TEMPLATE_UNSUPPORTED */
async function usableTemplate(tx: Tx, sender: MessageSender, templateId: bigint): Promise<TemplateRow> {
  const [template] = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.id, templateId),
        eq(templates.tenantId, sender.tenantId),
        eq(templates.businessAccount, accountOf(sender)),
        isNull(templates.deletedAt),
      ),
    );
  if (!template) throw refusedAt('templateId', 'TEMPLATE_GONE');
  if (template.status !== templateStatus.is.approved) throw refusedAt('templateId', 'TEMPLATE_NOT_APPROVED');
  const part = unsupportedPart(template.components);
  if (part !== null) throw refusedAt('templateId', 'TEMPLATE_UNSUPPORTED', { part });
  return template;
}

/** Refuses a template or text without a source of each value. @throws VALUE_MISSING */
function assertValues(channel: MessageChannel, template: TemplateRow | null, { text = '', values = [] }: OrderDetails) {
  const given = new Set(
    values.filter(({ column, value }) => column !== undefined || !isBlank(value ?? '')).map(({ key }) => key),
  );
  for (const { key, name } of neededValues()) if (!given.has(key)) throw refusedAt('values', 'VALUE_MISSING', { name });

  function neededValues() {
    if (template) return templateParameters(template.components).map(({ key, name }) => ({ key, name: `{{${name}}}` }));
    if (channel.key === 'sms')
      return smsVariables(text)
        .filter((key) => key !== LINK)
        .map((key) => ({ key, name: `{${key}}` }));
    return textVariables(text).map((key) => ({ key, name: `{{${key}}}` }));
  }
}
