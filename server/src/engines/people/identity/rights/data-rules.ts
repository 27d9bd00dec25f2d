import { ANY_FIELD, dataScopeType } from '@trade-assistant/contract/areas/system/data-scope.ts';
import { or, type SQL, sql } from 'drizzle-orm';
import type { DataRule, DataRules, RowRule } from '../../../../kernel/auth/data-rules.ts';
import { openersElsewhere } from '../../../../kernel/auth/rule-fields.ts';
import { sharedTables } from '../../../../kernel/resource/data-rules.ts';

/** A data scope granted to one of a user's roles. */
export interface HeldScope {
  readonly resource: string;
  readonly type: number;
  readonly visible: string;
  readonly writable: string;
  readonly conditions: Readonly<Record<string, string>> | null;
}

/** The data scopes of a user's roles, and the ids they refer to. */
export interface HeldScopes {
  readonly scopes: readonly HeldScope[];
  /** Resources with scopes that one of the roles opens without a scope; the user sees all their rows. */
  readonly unruled: readonly string[];
  readonly deptIds: readonly string[];
  /** The user's departments and all departments below. */
  readonly deptIdsBelow: readonly string[];
}

/** Combines all scopes of a user's roles into one rule per resource; the most permissive wins. Undefined: no rules. */
export function rulesOf(held: HeldScopes): DataRules | undefined {
  const byResource = new Map<string, HeldScope[]>();
  for (const scope of held.scopes) byResource.set(scope.resource, [...(byResource.get(scope.resource) ?? []), scope]);
  for (const resource of held.unruled) byResource.delete(resource);
  if (byResource.size === 0) return undefined;
  return Object.fromEntries([...byResource].map(([resource, scopes]) => [resource, ruleOf(scopes, held)]));
}

function ruleOf(scopes: readonly HeldScope[], held: HeldScopes): DataRule {
  return {
    rows: scopes.some(({ type }) => type === dataScopeType.is.all)
      ? null
      : scopes.map((scope) => rowRuleOf(scope, held)),
    visible: fieldsOf(scopes.map(({ visible }) => visible)),
    writable: fieldsOf(scopes.map(({ writable }) => writable)),
  };
}

function rowRuleOf({ type, conditions }: HeldScope, { deptIds, deptIdsBelow }: HeldScopes): RowRule {
  switch (type) {
    case dataScopeType.is.own:
      return { kind: 'own' };
    case dataScopeType.is.department:
      return { kind: 'departments', ids: deptIds };
    case dataScopeType.is.departmentBelow:
      return { kind: 'departments', ids: deptIdsBelow };
    default:
      return { kind: 'custom', conditions: conditions ?? {} };
  }
}

/** Combines the comma-separated names of several rules into one list; null: all fields. */
function fieldsOf(lists: readonly string[]): readonly string[] | null {
  const names = lists.flatMap((list) => list.split(',').map((name) => name.trim()));
  return names.includes(ANY_FIELD) ? null : [...new Set(names.filter(Boolean))];
}

/** Whether a permission opens the page to which rules of a code apply. */
export const isOpenedBy = (code: SQL, permission: SQL): SQL => {
  const others = openersElsewhere();
  const elsewhere =
    others.length === 0
      ? sql`false`
      : sql`(${code}, ${permission}) in (${sql.join(
          others.map(([list, opener]) => sql`(${sql.raw(`'${list}'`)}, ${sql.raw(`'${opener}'`)})`),
          sql`, `,
        )})`;
  return sql`(${permission} like ${code} || ':%' or ${elsewhere})`;
};

/** Whether a permission opens the page to which rules of a code apply, or another page of the same table. */
export const isMetBy = (code: SQL, permission: SQL): SQL =>
  sql`(${isOpenedBy(code, permission)} or ${
    or(...sharedTables().map(([one, other]) => sql`(${code} = ${one} and ${permission} like ${`${other}:%`})`)) ??
    sql`false`
  })`;
