import { templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { componentsOf, templateParameters } from '@trade-assistant/contract/template.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import {
  type ChannelEvent,
  type ChannelTemplate,
  type MessageSender,
  messageSender,
} from '../../vendors/providers/index.ts';
import { pauseByProgram, workTasks } from '../work/index.ts';
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
  const found: bigint[] = [];
  for (const template of given) {
    const stored = await store(tx, sender, account, template);
    found.push(stored.id);
    changed += Number(stored.isChanged);
  }
  const gone = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sender.tenantId),
        eq(templates.businessAccount, account),
        isNull(templates.deletedAt),
        sql`${templates.status} <> ${templateStatus.is.disabled} and not ${templates.id} = any(${sql.param(found)}::bigint[])`,
      ),
    );
  for (const row of gone) changed += Number(await change(tx, row, { status: templateStatus.is.disabled }));
  announceChange(tx, sender.tenantId, LIST);
  return { templates: given.length, changed };
}

/** The account whose templates a sender uses. */
export const accountOf = ({ businessAccount, id }: Pick<MessageSender, 'businessAccount' | 'id'>): string =>
  businessAccount ?? String(id);

async function store(tx: Tx, sender: Account, businessAccount: string, given: ChannelTemplate) {
  const components = componentsOf(given.components);
  const values = {
    senderId: sender.id,
    templateRef: given.templateId,
    components,
    isNamed: given.isNamed ? (1 as const) : (0 as const),
    parameterCount: templateParameters(components).length,
  };
  const row = await findTemplate(tx, sender, given);
  const { category, status, quality } = given;
  const reason = given.reason?.slice(0, REASON_MAX) ?? null;
  if (row) {
    await tx.update(templates).set(values).where(eq(templates.id, row.id));
    return { id: row.id, isChanged: await change(tx, row, { category, status, quality, reason }) };
  }
  const [added] = await tx
    .insert(templates)
    .values({
      ...values,
      ...{ tenantId: sender.tenantId, businessAccount, templateCode: given.name, language: given.language },
      ...{ category, status, quality, reason, statusTime: new Date() },
    })
    .returning({ id: templates.id });
  invariant(added, 'template-added', given.name);
  return { id: added.id, isChanged: true };
}

/** Names of a template at its channel. */
interface Named {
  readonly templateId: string | null;
  readonly name: string | null;
  readonly language: string | null;
}

/** Returns a template of a sender's business account, locked: by its id, else by its name and language in any spelling (`en-US`, `en_us`). */
async function findTemplate(
  tx: Tx,
  sender: Account,
  { templateId, name, language }: Named,
): Promise<TemplateRow | undefined> {
  const hasId = sql`${templates.templateRef} = ${templateId ?? ''}`;
  const spelt = (given: unknown) => sql`lower(replace(${given}, '-', '_'))`;
  const [row] = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.tenantId, sender.tenantId),
        eq(templates.businessAccount, accountOf(sender)),
        isNull(templates.deletedAt),
        sql`(${hasId} or (${templates.templateCode} = ${name ?? ''} and ${spelt(templates.language)} = ${spelt(language ?? '')}))`,
      ),
    )
    .orderBy(sql`${hasId} desc`, sql`${templates.language} = ${language ?? ''} desc`, templates.id)
    .limit(1)
    .for('update');
  return row;
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
    if (order.filterType !== next.category) await pauseByProgram(tx, order, 'TEMPLATE_CATEGORY');
    else if (stop) await pauseByProgram(tx, order, stop);
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
  sender: Account,
  event: Extract<ChannelEvent, { type: 'template' }>,
): Promise<void> {
  const row = await findTemplate(tx, sender, event);
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
