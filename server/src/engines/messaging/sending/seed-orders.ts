import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { holdersOf } from '../../people/identity/index.ts';
import { chooseSeeds, dispatchSeed, type ProviderFalse, planSeedTasks, seedReceipt } from '../seeds/index.ts';
import { addLines, lanesOf, type NewLine, startLines, WORK, type WorkTask, workTasks } from '../work/index.ts';
import { CHUNK_LINES, detailsOf, type MessageChannel } from './channels.ts';
import { sampleValues } from './samples.ts';
import { templates } from './tables.ts';

/**
 * Sends the message of an order also to a few own numbers, whose owners confirm what arrives: an order of the program beside it, which its
 * owner neither sees nor pays for, with the samples of its template: never with the values of a recipient, and not at all for codes. Nothing
 * happens where no number is available.
 */
export async function sendSeeds(app: App, tx: Tx, channel: MessageChannel, order: WorkTask): Promise<void> {
  if (order.templateId === null) return;
  const lanes = await lanesOf(tx, order);
  const countries = lanes.map(({ countryCode, units }) => ({ countryCode, lines: units }));
  const [template] = await tx.select().from(templates).where(eq(templates.id, order.templateId));
  const params = template ? sampleValues(template, detailsOf(order)) : null;
  if (params === null) return;
  const seeds = await chooseSeeds(app, tx, { tenantId: order.tenantId, channel: channel.businessType, countries });
  if (seeds.length === 0) return;
  const task = await openSeedOrder(tx, order);
  const lines = seeds.map(({ e164, countryCode }): NewLine => {
    const line = { raw: null, lineType: null, reason: null, rule: null, cachedTime: null, params };
    return { ...line, e164: String(e164), country: countryCode };
  });
  await addLines(tx, task, lines, CHUNK_LINES);
  await startLines(tx, systemActor(order.tenantId), task);
  await planSeedTasks(tx, {
    tenantId: order.tenantId,
    orderType: channel.businessType,
    orderId: order.id,
    orderNo: order.taskNo,
    seeds,
    expectedTemplate: order.templateCode,
    expectedSender: order.senderName,
    providerId: order.senderId,
  });
}

async function openSeedOrder(tx: Tx, order: WorkTask): Promise<WorkTask> {
  const { tenantId, kind, resource, evidence, businessType, serviceType, filterType, senderId, senderName } = order;
  const { templateId, templateCode, templateLang } = order;
  const [task] = await tx
    .insert(workTasks)
    .values({
      ...{ tenantId, kind, resource, evidence, businessType, serviceType, filterType, senderId, senderName },
      ...{ templateId, templateCode, templateLang },
      taskNo: businessNo('SO'),
      taskName: order.taskNo,
      ownerId: 0n,
      ownerPath: '/',
      ownerName: '',
      status: WORK.draft,
      createTime: new Date(),
      jobTaskNo: '',
      details: { seedOf: String(order.id) },
    })
    .returning();
  invariant(task, 'seed-order', order.taskNo);
  return task;
}

/** Notes that seeds were handed over. */
export async function recordDispatch(tx: Tx, task: WorkTask, numbers: readonly bigint[]): Promise<void> {
  const { seedOf } = detailsOf(task);
  if (seedOf !== undefined && numbers.length > 0) await dispatchSeed(tx, BigInt(seedOf), numbers);
}

const REPORTED: readonly number[] = [
  lineStatus.is.delivered,
  lineStatus.is.read,
  lineStatus.is.failed,
  lineStatus.is.expired,
];

/** Notes the channel's reports about seeds. */
export async function recordSeedReports(
  tx: Tx,
  task: WorkTask,
  lines: readonly { readonly e164: bigint | null; readonly result: number }[],
): Promise<void> {
  const { seedOf } = detailsOf(task);
  if (seedOf === undefined) return;
  for (const { e164, result } of lines)
    if (e164 !== null && REPORTED.includes(result))
      await seedReceipt(tx, { orderId: BigInt(seedOf), e164, providerStatus: result });
}

/** Asks those who decide about messages to review the orders whose deliveries seeds did not confirm. */
export async function reviewOrdersOf(tx: Tx, { orderIds }: Pick<ProviderFalse, 'orderIds'>): Promise<void> {
  const orders = await tx
    .select()
    .from(workTasks)
    .where(and(inArray(workTasks.id, [...orderIds]), isNotNull(workTasks.senderId)));
  for (const order of orders) {
    const users = await holdersOf(tx, order.tenantId, `${order.resource}-phone:decide`);
    await sendMessage(tx, systemActor(order.tenantId), {
      to: { userIds: users },
      key: 'ORDER_DOUBTED',
      params: { no: order.taskNo, sender: order.senderName ?? '' },
      bizType: order.resource,
      bizId: String(order.id),
    });
    await tx
      .update(workTasks)
      .set({ details: sql`${workTasks.details} || '{"isDoubted": true}'` })
      .where(eq(workTasks.id, order.id));
  }
}
