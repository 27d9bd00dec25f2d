import { type ListQuery, listQuery } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, type Column, eq, getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { RowRule } from '../auth/data-rules.ts';
import { ruleCalls } from '../auth/rule-fields.ts';
import { condition } from './filters.ts';
import { showTable } from './shown-tables.ts';

/**
 * The rows a caller may reach. `platform`: shared by all signed-in users. `tenant`: the caller's tenant. `owner`:
 * within the tenant, agents reach their own subtree, sub-users their own rows, staff all.
 */
export type Scope = 'platform' | 'tenant' | 'owner';

/** The reader of rows: of a request, or the subject of an explanation. */
export interface Reader {
  readonly actor: Actor;
  can(permission: string): boolean;
}

/** How rules of a resource meet the rows of its table. */
export interface RuledTable {
  readonly resource: Resource;
  /** Name in rules: the resource's name, unless it is a separate list at the address of another. */
  readonly code?: string;
  /** The rows that may be reached; default: the tenant's. */
  readonly scope?: Scope;
  /** All rows that the reader may reach, for a list with its own conditions. */
  readonly reach?: (reader: Reader) => SQL | undefined;
  /**
   * Its rules apply on the pages of its resource; on other pages of the table only if those have no separate
   * permission.
   */
  readonly isOfOwnPage?: true;
  /** Rows no rule is about, which stay as they are. */
  readonly exempt?: SQL | ((actor: Actor) => SQL);
  /** The user's own rows, if neither `ownerId` nor `createUser` identifies them. */
  readonly own?: (actor: Actor) => SQL;
  /** The rows of departments, if `createDept` does not identify them. */
  readonly inDepartments?: (ids: readonly string[]) => SQL;
}

/** A table and the rules about it, by the name that rules have for it. */
export interface Ruled extends RuledTable {
  readonly code: string;
  readonly table: PgTable;
}

const byTable = new Map<PgTable, Map<string, Ruled>>();
/** Tables lists show that no rule is about, and why. */
const exempted = new Map<PgTable, string>();

/** Makes the rows of a table subject to the rules of a resource; of several about one table, all hold. */
export function ruleTable(table: PgTable, ruled: RuledTable): void {
  const { code = ruled.resource.name } = ruled;
  byTable.set(table, new Map([...(byTable.get(table) ?? []), [code, { ...ruled, code, table }]]));
  ruleCalls(ruled.resource, code);
  showTable(table, ruled.resource);
}

/** Declares the reason why no rule can apply to the rows of a listed table. */
export const exemptTable = (table: PgTable, why: string): void => void exempted.set(table, why);

/** Refuses a list of an undeclared table: one with neither a resource nor a reason. */
export function assertRuled(table: PgTable): void {
  if (!byTable.has(table) && !exempted.has(table))
    throw new Error(`${getTableName(table)}: name what rules it (ruleTable), or why nothing does (exemptTable)`);
}

/** Pairs of rules about one table: the rows the first limits are also met by the permissions of the second. */
export const sharedTables = (): readonly (readonly [code: string, other: string])[] =>
  [...byTable.values()].flatMap((entries) =>
    [...entries.values()].flatMap(({ code, isOfOwnPage }) =>
      isOfOwnPage ? [] : [...entries.keys()].filter((other) => other !== code).map((other) => [code, other] as const),
    ),
  );

/** Returns the lists rules can limit; of several tables of one name the first, which its list shows. */
export const ruledLists = (): readonly Ruled[] => {
  const found = new Map<string, Ruled>();
  for (const entries of byTable.values())
    for (const ruled of entries.values()) if (!found.has(ruled.code)) found.set(ruled.code, ruled);
  return [...found.values()];
};

/** The rules a table is subject to. */
export const ruledBy = (table: PgTable): readonly Ruled[] => [...(byTable.get(table)?.values() ?? [])];

/** The rows of a table that rules leave an actor; undefined: all of them. */
export function ruledRows(actor: Actor, table: PgTable): SQL | undefined {
  const { dataRules } = actor;
  if (dataRules === undefined) return undefined;
  const conditions = ruledBy(table).flatMap((ruled) => {
    const rows = dataRules[ruled.code]?.rows;
    if (!rows) return [];
    const { exempt } = ruled;
    const reached = rows.map((rule) => conditionOf(actor, table, ruled, rule));
    return [or(typeof exempt === 'function' ? exempt(actor) : exempt, ...reached) ?? sql`false`];
  });
  return conditions.length === 0 ? undefined : and(...conditions);
}

/** One rule as a condition; a rule that cannot apply to the table grants no rows. */
export function conditionOf(actor: Actor, table: PgTable, ruled: RuledTable, rule: RowRule): SQL {
  const columns = getTableColumns(table) as Record<string, Column>;
  const { ownerId, createUser, createDept } = columns;
  switch (rule.kind) {
    case 'own': {
      if (ruled.own) return ruled.own(actor);
      // Rows of an agent also belong to their creator.
      const own = [ownerId, createUser].flatMap((column) => (column ? [eq(column, actor.userId)] : []));
      return or(...own) ?? sql`false`;
    }
    case 'departments':
      if (ruled.inDepartments) return ruled.inDepartments(rule.ids);
      return createDept ? sql`${createDept} = any(${sql.param([...rule.ids])}::bigint[])` : sql`false`;
    default:
      return customCondition(ruled.resource, columns, rule.conditions) ?? sql`false`;
  }
}

/** Conditions as SQL; undefined when the resource does not have them (any more), or none are given. */
function customCondition(
  { fields }: Resource,
  columns: Readonly<Record<string, Column>>,
  conditions: Readonly<Record<string, string>>,
): SQL | undefined {
  const filters = filtersOf(fields, conditions);
  if (!filters?.length || filters.some(({ field }) => !columns[field])) return undefined;
  return and(...filters.map((filter) => condition(filter, columns)));
}

const inputs = new WeakMap<Resource['fields'], ReturnType<typeof listQuery>>();

/** Returns the conditions of parameters of a resource's list; undefined for unknown ones. */
export function filtersOf(
  fields: Resource['fields'],
  conditions: Readonly<Record<string, string>>,
): ListQuery['filters'] | undefined {
  const input = inputs.get(fields) ?? listQuery(fields);
  inputs.set(fields, input);
  try {
    const parsed = input.safeParse(conditions);
    if (!parsed.success || parsed.data.sort.length > 0) return undefined;
    // Paging is no condition.
    return parsed.data.filters.length === Object.keys(conditions).length ? parsed.data.filters : undefined;
  } catch {
    // An unknown name is refused elsewhere with its own error.
    return undefined;
  }
}
