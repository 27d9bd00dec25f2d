import { templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { templateComponents, templateParameters } from '@trade-assistant/contract/template.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { type ChannelEvent, type ChannelTemplate, type MessageSender, messageSender } from '../providers/index.ts';
import { holdWork, workTasks } from '../work/index.ts';
import { resumeOrdersOf } from './resume.ts';
import { type TemplateRow, templates } from './tables.ts';

const { approved, paused } = templateStatus.is;
const LIST = 'whatsapp/template';
const SYNC_MILLIS = 60_000;
const REASON_MAX = 255;

/** Reads the templates of a sender's business account; those that the channel no longer has become disabled. @returns how many, and how many changed */
export async function syncTemplates(app: App, senderId: bigint): Promise<{ templates: number; changed: number }> {
  const sender = await messageSender(app, app.db.drizzle, senderId);
  if (!sender?.adapter.templates) return { templates: 0, changed: 0 };
  const given = await sender.adapter.templates(AbortSignal.timeout(SYNC_MILLIS));
  return app.db.tx((tx) => storeTemplates(tx, sender, given));
}

type Account = Pick<MessageSender, 'id' | 'tenantId' | 'businessAccount'>;

/** Stores the templates of a sender's business account; all others of the account become disabled. */
export async function storeTemplates(
  tx: Tx,
  sender: Account,
  given: readonly ChannelTemplate[],
): Promise<{ templates: number; changed: number }> {
  let changed = 0;
  const account = accountOf(sender);
  for (const template of given) changed += Number(await store(tx, sender, account, template));
  const names = given.map(({ name, language }) => `${name} ${language}`);
  const gone = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sender.tenantId),
        eq(templates.businessAccount, account),
        isNull(templates.deletedAt),
        sql`${templates.status} <> ${templateStatus.is.disabled} and not (${templates.templateCode} || ' ' || ${templates.language}) = any(${sql.param(names)}::text[])`,
      ),
    );
  for (const row of gone) changed += Number(await change(tx, row, { status: templateStatus.is.disabled }));
  announceChange(tx, sender.tenantId, LIST);
  return { templates: given.length, changed };
}

/** The account whose templates a sender uses. */
export const accountOf = ({ businessAccount, id }: Pick<MessageSender, 'businessAccount' | 'id'>): string =>
  businessAccount ?? String(id);

async function store(tx: Tx, sender: Account, businessAccount: string, given: ChannelTemplate): Promise<boolean> {
  const components = templateComponents.safeParse(given.components).data ?? [];
  const values = {
    senderId: sender.id,
    templateRef: given.templateId,
    components,
    isNamed: given.isNamed ? (1 as const) : (0 as const),
    parameterCount: templateParameters(components).length,
  };
  const [row] = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sender.tenantId),
        eq(templates.businessAccount, businessAccount),
        eq(templates.templateCode, given.name),
        eq(templates.language, given.language),
        isNull(templates.deletedAt),
      ),
    )
    .for('update');
  const { category, status, quality } = given;
  const reason = given.reason?.slice(0, REASON_MAX) ?? null;
  if (row) {
    await tx.update(templates).set(values).where(eq(templates.id, row.id));
    return change(tx, row, { category, status, quality, reason });
  }
  await tx.insert(templates).values({
    ...values,
    ...{ tenantId: sender.tenantId, businessAccount, templateCode: given.name, language: given.language },
    ...{ category, status, quality, reason, statusTime: new Date() },
  });
  return true;
}

type Change = Partial<Pick<TemplateRow, 'status' | 'quality' | 'category' | 'reason'>>;

/** Changes a template, and pauses or resumes the orders that use it. @returns whether something changed */
async function change(tx: Tx, row: TemplateRow, given: Change): Promise<boolean> {
  const next = { ...row, ...given };
  if (
    next.status === row.status &&
    next.quality === row.quality &&
    next.category === row.category &&
    next.reason === row.reason
  )
    return false;
  const isMoved = next.status !== row.status || next.category !== row.category;
  await tx
    .update(templates)
    .set({
      ...given,
      ...(isMoved ? { statusTime: sql`now()` } : {}),
      updateTime: sql`now()`,
      version: sql`${templates.version} + 1`,
    })
    .where(eq(templates.id, row.id));
  if (!isMoved) return true;
  const stop = next.status === approved ? null : next.status === paused ? 'TEMPLATE_PAUSED' : 'TEMPLATE_DISABLED';
  const orders = await tx
    .select()
    .from(workTasks)
    .where(sql`${workTasks.templateId} = ${row.id} and ${workTasks.status} in (1, 2, 7)`)
    .orderBy(workTasks.id);
  for (const order of orders) {
    if (order.filterType !== next.category) await holdWork(tx, order, 'TEMPLATE_CATEGORY');
    else if (stop) await holdWork(tx, order, stop);
  }
  // An order never goes on at another price by itself.
  if (!stop)
    await resumeOrdersOf(
      tx,
      row.tenantId,
      sql`template_id = ${row.id} and filter_type = ${next.category}`,
      'TEMPLATE_PAUSED',
    );
  return true;
}

/** Applies a change that the channel reports. */
export async function applyTemplate(
  tx: Tx,
  sender: MessageSender,
  event: Extract<ChannelEvent, { type: 'template' }>,
): Promise<void> {
  const [row] = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sender.tenantId),
        eq(templates.businessAccount, accountOf(sender)),
        eq(templates.templateCode, event.name),
        eq(templates.language, event.language),
        isNull(templates.deletedAt),
      ),
    )
    .for('update');
  if (!row) return;
  const { status, quality, category, reason } = event;
  await change(tx, row, {
    ...(status === undefined ? {} : { status }),
    ...(quality === undefined ? {} : { quality }),
    ...(category === undefined ? {} : { category }),
    ...(reason === undefined ? {} : { reason: reason.slice(0, REASON_MAX) }),
  });
  announceChange(tx, sender.tenantId, LIST);
}
