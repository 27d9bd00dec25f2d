import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { sqlState, type Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { pricingErrors } from './errors.ts';
import { agentPrices, agentTemplates } from './tables.ts';

export type AgentTemplate = typeof agentTemplates.$inferSelect;

/** Returns templates by name, each with the number of agents that have terms from it; with an id that one alone. */
export async function templatesOf(
  tx: Tx,
  actor: Actor,
  id?: bigint,
): Promise<(AgentTemplate & { readonly usedCount: number })[]> {
  const used = tx
    .select({
      templateId: agentPrices.templateId,
      agents: sql<string>`count(distinct ${agentPrices.agentId})`.as('agents'),
    })
    .from(agentPrices)
    .where(and(eq(agentPrices.tenantId, actor.tenantId), isNull(agentPrices.deletedAt)))
    .groupBy(agentPrices.templateId)
    .as('used');
  const rows = await tx
    .select({ row: agentTemplates, agents: used.agents })
    .from(agentTemplates)
    .leftJoin(used, eq(used.templateId, agentTemplates.id))
    .where(and(visible(actor, agentTemplates, 'tenant'), id === undefined ? undefined : eq(agentTemplates.id, id)))
    .orderBy(asc(agentTemplates.templateName));
  return rows.map(({ row, agents }) => ({ ...row, usedCount: Number(agents ?? 0) }));
}

/** @throws NOT_FOUND */
export async function findTemplate(tx: Tx, actor: Actor, id: bigint): Promise<AgentTemplate> {
  const [row] = await tx
    .select()
    .from(agentTemplates)
    .where(and(visible(actor, agentTemplates, 'tenant'), eq(agentTemplates.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

export interface TemplateInput {
  readonly id?: bigint | undefined;
  readonly templateName: string;
  readonly agentLevel?: number | null | undefined;
  /** In the form of the call. */
  readonly items: readonly object[];
  readonly version?: number | undefined;
}

/**
 * Adds or changes a template; terms that agents already got from it stay. @throws TEMPLATE_NAME_TAKEN, NOT_FOUND,
 * STALE_DATA
 */
export async function saveTemplate(tx: Tx, actor: Actor, input: TemplateInput): Promise<bigint> {
  const { id, templateName, items, version } = input;
  const values = { templateName, items: [...items], agentLevel: input.agentLevel ?? null, updateUser: actor.userId };
  try {
    if (id === undefined) {
      const author = { createUser: actor.userId, createUserName: actor.realName, createDept: actor.deptIds[0] ?? null };
      const [row] = await tx
        .insert(agentTemplates)
        .values({ ...values, ...author, tenantId: actor.tenantId })
        .returning({ id: agentTemplates.id });
      return row?.id ?? 0n;
    }
    const before = await findTemplate(tx, actor, id);
    if (version !== undefined && version !== before.version) throw commonErrors.STALE_DATA();
    const changed = await tx
      .update(agentTemplates)
      .set({ ...values, updateTime: sql`now()`, version: sql`${agentTemplates.version} + 1` })
      .where(and(eq(agentTemplates.id, id), eq(agentTemplates.version, before.version)));
    if (changed.rowCount === 0) throw commonErrors.STALE_DATA();
    return id;
  } catch (error) {
    if (sqlState(error) === '23505') throw pricingErrors.TEMPLATE_NAME_TAKEN();
    throw error;
  }
}

/** Removes templates, all or none. @throws NOT_FOUND */
export async function removeTemplates(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const removed = await tx
    .update(agentTemplates)
    .set({
      deletedAt: sql`now()`,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${agentTemplates.version} + 1`,
    })
    .where(and(visible(actor, agentTemplates, 'tenant'), inArray(agentTemplates.id, [...ids])));
  if (removed.rowCount !== new Set(ids).size) throw commonErrors.NOT_FOUND();
}
