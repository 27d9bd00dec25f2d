import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { identityErrors, type UserRow, users } from '../../people/identity/index.ts';
import { pricingErrors } from './errors.ts';
import type { PriceReader } from './resolved-price.ts';

/** An agent with what terms depend on. */
export interface Agent {
  readonly id: bigint;
  readonly name: string;
  readonly ownerPath: string;
  /** The agent above, whose resale prices apply; null at the top. */
  readonly parent: Agent | null;
  readonly reader: PriceReader;
}

/** Returns agents the actor may see, with the agents directly above. @throws ACCOUNT_NOT_FOUND, AGENTS_ONLY */
export async function loadAgents(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Agent[]> {
  const rows = await tx
    .select()
    .from(users)
    .where(and(visible(actor, users, 'owner'), inArray(users.id, [...ids])));
  if (rows.length < new Set(ids).size) throw identityErrors.ACCOUNT_NOT_FOUND();
  if (rows.some((row) => row.userType !== userType.is.agent)) throw pricingErrors.AGENTS_ONLY();
  const above = rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId]));
  const parents = await tx
    .select()
    .from(users)
    .where(and(eq(users.tenantId, actor.tenantId), inArray(users.id, [0n, ...above]), isNull(users.deletedAt)));
  const parentOf = new Map(parents.map((row) => [row.id, agentOf(row, null)]));
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const row = found.get(id) as UserRow;
    return agentOf(row, row.parentId === null ? null : (parentOf.get(row.parentId) ?? null));
  });
}

const agentOf = (row: UserRow, parent: Agent | null): Agent => ({
  id: row.id,
  name: row.realName,
  ownerPath: row.ownerPath,
  parent,
  reader: {
    tenantId: row.tenantId,
    agentId: row.id,
    agentLevel: row.agentLevel,
    ancestors: row.ownerPath
      .split('/')
      .filter(Boolean)
      .map(BigInt)
      .filter((id) => id !== row.id),
  },
});
