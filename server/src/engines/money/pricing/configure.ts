import {
  CONFIGURATION_CELLS_MAX,
  REBATE_PERCENT_MAX,
} from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import { serviceType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { type Agent, loadAgents } from './agents.ts';
import { isKindOf } from './book.ts';
import { pricingErrors } from './errors.ts';
import { assertAboveFloors } from './floors.ts';
import { AGENT_PRICE_KIND, nameOf } from './price-index.ts';
import type { PriceKey } from './resolved-price.ts';
import { type AgentPrice, agentPrices } from './tables.ts';

/** Terms of an item; all null and enabled means no terms. */
interface Terms {
  readonly enabled: 0 | 1;
  readonly price: Micro | null;
  readonly discount: string | null;
  readonly minQty: number | null;
  readonly dailyLimit: number | null;
  readonly monthlyLimit: number | null;
  readonly rebateRate1: string | null;
  readonly rebateRate2: string | null;
  readonly effectiveTime: Date | null;
  readonly expireTime: Date | null;
  readonly remark: string | null;
}

const NOTHING: Terms = {
  enabled: 1,
  price: null,
  discount: null,
  minQty: null,
  dailyLimit: null,
  monthlyLimit: null,
  rebateRate1: null,
  rebateRate2: null,
  effectiveTime: null,
  expireTime: null,
  remark: null,
};

/** Terms that a superior agent may not change. */
const OF_STAFF = ['enabled', 'rebateRate1', 'rebateRate2'] as const satisfies readonly (keyof Terms)[];

/**
 * Terms of one item. An omitted term stays, null removes it; an item without terms is removed. `version`: of the row
 * that was read, 0 for none; omitted: no check.
 */
export type TermsItem = PriceKey & { readonly kind: number; readonly version?: number | undefined } & {
  readonly [K in keyof Terms]?: Terms[K] | undefined;
};

export interface Configuring {
  readonly agentIds: readonly bigint[];
  readonly items: readonly TermsItem[];
  /** REPLACE also removes terms that the items do not name. */
  readonly mode: 'MERGE' | 'REPLACE';
  /** The template of the items. */
  readonly templateId?: bigint | undefined;
}

export interface Configured {
  /** Written rows. */
  readonly saved: readonly bigint[];
  readonly removed: number;
}

/**
 * Sets terms of agents, all or none. Staff may set any; an agent sets prices and limits of its subordinates, and its
 * own resale prices. A lock per tenant keeps the checks valid until commit.
 * @throws OUT_OF_SCOPE, NO_PERMISSION, PRICE_KEY, PRICE_OR_DISCOUNT, RESALE_PRICE_ONLY, PRICE_BELOW_FLOOR,
 * REBATE_TOO_HIGH, REBATE_ABOVE_MARGIN, TERMS_TWICE, TERMS_TOO_MANY, STALE_DATA
 */
export async function configureAgents(
  tx: Tx,
  actor: Actor,
  { agentIds, items, mode, templateId }: Configuring,
): Promise<Configured> {
  if (agentIds.length * items.length > CONFIGURATION_CELLS_MAX)
    throw pricingErrors.TERMS_TOO_MANY({ n: CONFIGURATION_CELLS_MAX });
  const names = assertEachOnce(items);
  const agents = await loadAgents(tx, actor, agentIds);
  for (const agent of agents) assertCanConfigure(actor, agent, items);
  for (const item of items) assertKey(item);
  await lockTerms(tx, actor);
  const existing = await rowsOf(tx, actor, agents);
  const changes = new Changes(actor, templateId ?? null);
  for (const agent of agents) {
    const before = existing.get(agent.id) ?? new Map<string, AgentPrice>();
    for (const item of items) changes.add(agent, before.get(itemName(item)), item, mode);
    if (mode === 'MERGE') continue;
    for (const [name, row] of before)
      if (!names.has(name) && canConfigure(actor, agent, row.kind)) changes.takeBack(agent, row);
  }
  return changes.write(tx, agents);
}

/**
 * Removes terms, all or none; a superior agent cannot remove those that only staff set.
 * @throws NOT_FOUND, OUT_OF_SCOPE
 */
export async function takeBackTerms(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  await lockTerms(tx, actor);
  const rows = await tx
    .select()
    .from(agentPrices)
    .where(and(visible(actor, agentPrices, 'owner'), inArray(agentPrices.id, [...ids])));
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  const agents = await loadAgents(tx, actor, [...new Set(rows.map(({ agentId }) => agentId))]);
  const changes = new Changes(actor, null);
  for (const row of rows) {
    const agent = agents.find(({ id }) => id === row.agentId) as Agent;
    assertCanConfigure(actor, agent, [{ kind: row.kind, ...keyOf(row) }]);
    changes.takeBack(agent, row);
  }
  await changes.write(tx, agents);
}

/** Waits until no other transaction changes terms in the tenant. */
const lockTerms = (tx: Tx, actor: Actor) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`agent-terms:${actor.tenantId}`}, 0))`);

function assertCanConfigure(actor: Actor, agent: Agent, items: readonly TermsItem[]): void {
  if (actor.userType === userType.is.staff) return;
  if (items.some(({ kind }) => !canConfigure(actor, agent, kind))) throw commonErrors.OUT_OF_SCOPE();
  if (items.some((item) => OF_STAFF.some((name) => item[name] !== undefined))) throw commonErrors.NO_PERMISSION();
}

/** Returns whether the actor may set terms of an agent: a superior sets what the agent pays. */
const canConfigure = (actor: Actor, agent: Agent, kind: number): boolean =>
  actor.userType === userType.is.staff ||
  (actor.userType === userType.is.agent && (agent.id !== actor.userId || kind === AGENT_PRICE_KIND.resale));

/**
 * Refuses items that are invalid for every agent.
 * @throws TERMS_TWICE, PRICE_KEY, PRICE_OR_DISCOUNT, PRICE_PERIOD, RESALE_PRICE_ONLY, REBATE_TOO_HIGH
 */
export function assertItems(items: readonly TermsItem[]): void {
  assertEachOnce(items);
  for (const item of items) {
    assertKey(item);
    assertTerms(item.kind, merged(NOTHING, item));
  }
}

/** @returns the keys of the items */
function assertEachOnce(items: readonly TermsItem[]): ReadonlySet<string> {
  const names = new Set(items.map((item) => itemName(item)));
  if (names.size < items.length) throw pricingErrors.TERMS_TWICE();
  return names;
}

const ACTIVITY = 3;

function assertKey({ serviceType: service, filterType, activePeriod }: TermsItem): void {
  const hasFilter = (filterType ?? null) !== null;
  const mustHave = service === serviceType.is.check || service === serviceType.is.cachedCheck;
  // A package may be of checks or not.
  if (
    (mustHave && !hasFilter) ||
    (hasFilter && !isKindOf(service, filterType ?? 0)) ||
    (filterType === ACTIVITY) !== ((activePeriod ?? null) !== null)
  )
    throw pricingErrors.PRICE_KEY();
}

/** Returns the terms of each agent by item. */
async function rowsOf(tx: Tx, actor: Actor, agents: readonly Agent[]): Promise<Map<bigint, Map<string, AgentPrice>>> {
  const rows = await tx
    .select()
    .from(agentPrices)
    .where(
      and(
        eq(agentPrices.tenantId, actor.tenantId),
        isNull(agentPrices.deletedAt),
        inArray(
          agentPrices.agentId,
          agents.map(({ id }) => id),
        ),
      ),
    );
  const found = new Map<bigint, Map<string, AgentPrice>>();
  for (const row of rows) {
    const own = found.get(row.agentId) ?? new Map<string, AgentPrice>();
    found.set(row.agentId, own.set(itemName(row), row));
  }
  return found;
}

type Draft = Omit<AgentPrice, 'id' | 'ownerId' | 'effectiveTime'> & { readonly effectiveTime: Date | SQL<Date> };

/** Collects the changes before any is written. */
class Changes {
  readonly #actor: Actor;
  readonly #templateId: bigint | null;
  readonly #added: Draft[] = [];
  readonly #changed: (Draft & { readonly id: bigint })[] = [];
  readonly #removed: bigint[] = [];

  constructor(actor: Actor, templateId: bigint | null) {
    this.#actor = actor;
    this.#templateId = templateId;
  }

  add(agent: Agent, row: AgentPrice | undefined, item: TermsItem, mode: Configuring['mode']): void {
    if (item.version !== undefined && item.version !== (row?.version ?? 0)) throw commonErrors.STALE_DATA();
    const kept = mode === 'MERGE' ? (row ?? NOTHING) : this.#keptBy(row);
    const next = merged(kept, item);
    assertTerms(item.kind, next);
    if (isNothing(next, item.kind)) {
      if (row) this.#removed.push(row.id);
      return;
    }
    if (row && isSame(row, next)) return;
    const { tenantId, userId, realName, deptIds } = this.#actor;
    const draft = {
      ...keyOf(item),
      ...next,
      // The transaction's time: the checks at its end must already see the row in force.
      effectiveTime: next.effectiveTime ?? sql<Date>`now()`,
      tenantId,
      ownerPath: agent.ownerPath,
      agentId: agent.id,
      kind: item.kind,
      templateId: this.#templateId,
      createUser: userId,
      createUserName: realName,
      createDept: deptIds[0] ?? null,
      createTime: new Date(),
      updateUser: userId,
      updateTime: new Date(),
      version: 1,
      deletedAt: null,
    };
    if (row) this.#changed.push({ ...draft, id: row.id });
    else this.#added.push(draft);
  }

  takeBack(agent: Agent, row: AgentPrice): void {
    const kept = this.#keptBy(row);
    if (isNothing(kept, row.kind)) this.#removed.push(row.id);
    else this.add(agent, row, { kind: row.kind, ...keyOf(row) }, 'REPLACE');
  }

  /** Returns the terms of a row that the actor may not remove. */
  #keptBy(row: AgentPrice | undefined): Terms {
    if (!row) return NOTHING;
    const { enabled, rebateRate1, rebateRate2 } = row;
    const since = { effectiveTime: row.effectiveTime <= new Date() ? row.effectiveTime : null };
    if (this.#actor.userType === userType.is.staff) return { ...NOTHING, ...since };
    return { ...NOTHING, ...since, enabled, rebateRate1, rebateRate2 };
  }

  async write(tx: Tx, agents: readonly Agent[]): Promise<Configured> {
    const touched = { updateUser: this.#actor.userId, updateTime: sql`now()` };
    if (this.#removed.length > 0)
      await tx
        .update(agentPrices)
        .set({ deletedAt: sql`now()`, version: sql`${agentPrices.version} + 1`, ...touched })
        .where(inArray(agentPrices.id, this.#removed));
    const saved = [...(await this.#writeChanged(tx)), ...(await this.#writeAdded(tx))];
    await assertAboveFloors(tx, this.#actor, agents, saved);
    return { saved: saved.map(({ id }) => id), removed: this.#removed.length };
  }

  async #writeAdded(tx: Tx): Promise<AgentPrice[]> {
    const written: AgentPrice[] = [];
    for (let at = 0; at < this.#added.length; at += ROWS_AT_ONCE)
      written.push(
        ...(await tx
          .insert(agentPrices)
          .values(this.#added.slice(at, at + ROWS_AT_ONCE) as never)
          .returning()),
      );
    return written;
  }

  async #writeChanged(tx: Tx): Promise<AgentPrice[]> {
    if (this.#changed.length === 0) return [];
    const rows = toJson(
      this.#changed.map((draft) => ({
        id: draft.id,
        enabled: draft.enabled,
        price: draft.price,
        discount: draft.discount,
        min_qty: draft.minQty,
        daily_limit: draft.dailyLimit,
        monthly_limit: draft.monthlyLimit,
        rebate_rate1: draft.rebateRate1,
        rebate_rate2: draft.rebateRate2,
        effective_time: draft.effectiveTime instanceof Date ? draft.effectiveTime : null,
        expire_time: draft.expireTime,
        template_id: draft.templateId,
        remark: draft.remark,
      })),
    );
    await tx.execute(sql`
      update prc_agent_price p set enabled = c.enabled, price = c.price, discount = c.discount, min_qty = c.min_qty,
        daily_limit = c.daily_limit, monthly_limit = c.monthly_limit, rebate_rate1 = c.rebate_rate1, rebate_rate2 = c.rebate_rate2,
        effective_time = coalesce(c.effective_time, now()), expire_time = c.expire_time, template_id = c.template_id, remark = c.remark,
        version = p.version + 1, update_user = ${this.#actor.userId}, update_time = now()
      from jsonb_populate_recordset(null::prc_agent_price, ${rows}::jsonb) c where c.id = p.id`);
    return tx
      .select()
      .from(agentPrices)
      .where(
        inArray(
          agentPrices.id,
          this.#changed.map(({ id }) => id),
        ),
      );
  }
}

const ROWS_AT_ONCE = 500;
const TERM_NAMES = Object.keys(NOTHING) as (keyof Terms)[];

function merged(kept: Terms, item: TermsItem): Terms {
  const given = Object.fromEntries(
    TERM_NAMES.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]),
  );
  const next = { ...pick(kept), ...given, enabled: item.enabled ?? kept.enabled } as Terms;
  // A new price replaces a discount, and the other way round.
  if (item.price != null && item.discount === undefined) return { ...next, discount: null };
  if (item.discount != null && item.price === undefined) return { ...next, price: null };
  return next;
}

const pick = (terms: Terms): Terms =>
  Object.fromEntries(TERM_NAMES.map((name) => [name, terms[name]])) as unknown as Terms;

function assertTerms(kind: number, terms: Terms): void {
  if (terms.price !== null && terms.discount !== null) throw pricingErrors.PRICE_OR_DISCOUNT();
  if (terms.expireTime && terms.expireTime <= (terms.effectiveTime ?? new Date())) throw pricingErrors.PRICE_PERIOD();
  if (kind === AGENT_PRICE_KIND.resale) {
    const {
      price: _price,
      discount: _discount,
      effectiveTime: _from,
      expireTime: _to,
      remark: _remark,
      ...rest
    } = terms;
    if (rest.enabled === 0 || Object.entries(rest).some(([name, value]) => name !== 'enabled' && value !== null))
      throw pricingErrors.RESALE_PRICE_ONLY();
    return;
  }
  if (Number(terms.rebateRate1 ?? 0) + Number(terms.rebateRate2 ?? 0) > REBATE_PERCENT_MAX)
    throw pricingErrors.REBATE_TOO_HIGH({ n: REBATE_PERCENT_MAX });
}

/** Whether terms have no effect beyond the price book and the agents above. */
function isNothing(terms: Terms, kind: number): boolean {
  const hasPrice = terms.price !== null || terms.discount !== null;
  if (kind === AGENT_PRICE_KIND.resale) return !hasPrice;
  const { minQty, dailyLimit, monthlyLimit, rebateRate1, rebateRate2 } = terms;
  const others = [minQty, dailyLimit, monthlyLimit, rebateRate1, rebateRate2];
  return !hasPrice && terms.enabled === 1 && others.every((value) => value === null);
}

const isSame = (row: AgentPrice, next: Terms): boolean =>
  TERM_NAMES.every((name) => {
    const [was, is] = [row[name], next[name]];
    if (was instanceof Date && is instanceof Date) return was.getTime() === is.getTime();
    // Compares decimals in the database's notation as numbers.
    if (typeof was === 'string' && typeof is === 'string' && name !== 'remark') return Number(was) === Number(is);
    return was === is;
  });

const keyOf = ({ businessType, serviceType: service, filterType, activePeriod, countryCode }: PriceKey) => ({
  businessType,
  serviceType: service,
  filterType: filterType ?? null,
  activePeriod: activePeriod ?? null,
  countryCode,
});

const itemName = (item: PriceKey & { readonly kind: number }): string => `${item.kind} ${nameOf(item)}`;
