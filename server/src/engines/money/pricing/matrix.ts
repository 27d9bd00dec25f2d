import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { users } from '../../people/identity/index.ts';
import { loadAgents } from './agents.ts';
import { AGENT_PRICE_KIND, ANY_COUNTRY, loadPrices, nameOf } from './price-index.ts';
import type { PriceKey, ResolvedPrice } from './resolved-price.ts';
import { type AgentPrice, agentPrices, agentTemplates } from './tables.ts';

export interface TermsRow extends AgentPrice {
  readonly templateName: string | null;
}

/** An item an agent can buy. */
export interface MatrixRow {
  readonly key: PriceKey;
  readonly price: Micro | null;
  readonly own: TermsRow | null;
  readonly resale: TermsRow | null;
  /** Price that applies without the one in `own`. */
  readonly inherited: {
    readonly source: 'AGENT' | 'PARENT' | 'LEVEL' | 'NONE';
    readonly price: Micro | null;
    readonly agentName: string | null;
    readonly countryCode: string | null;
  };
}

export interface MatrixFilter {
  readonly businessType?: number | undefined;
  readonly serviceType?: number | undefined;
}

const BUSINESSES = [1, 2, 3];
const SOURCES = { agent: 'AGENT', upline: 'PARENT', level: 'LEVEL', all: 'LEVEL' } as const;

/**
 * Returns every item that an agent can buy or has terms about, with its present price and the source of that; every
 * service starts with a row for all countries. Sorted by business, service, check, period and country.
 * @throws ACCOUNT_NOT_FOUND, AGENTS_ONLY
 */
export async function matrixOf(tx: Tx, actor: Actor, agentId: bigint, filter: MatrixFilter): Promise<MatrixRow[]> {
  const [agent] = await loadAgents(tx, actor, [agentId]);
  if (!agent) return [];
  const { reader } = agent;
  const [index, terms, names] = [
    await loadPrices(tx, {
      tenantId: actor.tenantId,
      businesses: filter.businessType === undefined ? BUSINESSES : [filter.businessType],
      countries: null,
      levels: [0, reader.agentLevel],
      agents: [...reader.ancestors, agent.id],
    }),
    await termsOf(tx, actor, agent.id),
    await namesOf(tx, actor, reader.ancestors),
  ];
  const found = [...index.keys, ...terms.values()].filter(
    (key) =>
      (filter.businessType === undefined || key.businessType === filter.businessType) &&
      (filter.serviceType === undefined || key.serviceType === filter.serviceType),
  );
  const keys = new Map<string, PriceKey>();
  for (const { businessType, serviceType, filterType, activePeriod, countryCode } of found)
    for (const country of [ANY_COUNTRY, countryCode]) {
      const key = { businessType, serviceType, filterType, activePeriod, countryCode: country };
      keys.set(nameOf(key), key);
    }
  return [...keys.values()].sort(inOrder).map((key): MatrixRow => {
    const own = terms.get(`${AGENT_PRICE_KIND.own} ${nameOf(key)}`) ?? null;
    return {
      key,
      price: index.choose(reader, key, 1)?.unitPrice ?? null,
      own,
      resale: terms.get(`${AGENT_PRICE_KIND.resale} ${nameOf(key)}`) ?? null,
      inherited: sourceOf(index.choose(reader, key, 1, own?.id), names),
    };
  });
}

/** Returns the terms of an agent, in force or not. */
async function termsOf(tx: Tx, actor: Actor, agentId: bigint): Promise<Map<string, TermsRow>> {
  const rows = await tx
    .select({ row: agentPrices, templateName: agentTemplates.templateName })
    .from(agentPrices)
    .leftJoin(agentTemplates, eq(agentTemplates.id, agentPrices.templateId))
    .where(
      and(eq(agentPrices.tenantId, actor.tenantId), eq(agentPrices.agentId, agentId), isNull(agentPrices.deletedAt)),
    );
  return new Map(rows.map(({ row, templateName }) => [`${row.kind} ${nameOf(row)}`, { ...row, templateName }]));
}

async function namesOf(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx
    .select({ id: users.id, name: users.realName })
    .from(users)
    .where(and(eq(users.tenantId, actor.tenantId), inArray(users.id, [0n, ...ids])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function sourceOf(price: ResolvedPrice | null, names: ReadonlyMap<bigint, string>): MatrixRow['inherited'] {
  if (!price) return { source: 'NONE', price: null, agentName: null, countryCode: null };
  const { agentId, countryCode } = price.from;
  return {
    source: SOURCES[price.source],
    price: price.unitPrice,
    agentName: price.source === 'upline' && agentId !== null ? (names.get(agentId) ?? null) : null,
    countryCode,
  };
}

const inOrder = (a: PriceKey, b: PriceKey): number =>
  a.businessType - b.businessType ||
  a.serviceType - b.serviceType ||
  (a.filterType ?? 0) - (b.filterType ?? 0) ||
  (a.activePeriod ?? -1) - (b.activePeriod ?? -1) ||
  Number(b.countryCode === ANY_COUNTRY) - Number(a.countryCode === ANY_COUNTRY) ||
  (a.countryCode < b.countryCode ? -1 : 1);
