import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { ANY_FIELD, dataScope, dataScopeType } from '@trade-assistant/contract/areas/system/data-scope.ts';
import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { type AppError, commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { filterRules } from '@trade-assistant/contract/kit/filter.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { getTableColumns, sql } from 'drizzle-orm';
import { dataScopes } from '../../engines/people/identity/index.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import { alwaysVisible } from '../../kernel/auth/rule-fields.ts';
import type { Context } from '../../kernel/http/context.ts';
import { filtersOf, type Ruled, ruledLists } from '../../kernel/resource/data-rules.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const scopeErrors = defineErrors({
  SCOPE_RESOURCE: {
    status: 400,
    zh: '没有可约束的资源“{name}”',
    en: 'No resource “{name}” with rules',
  },
  SCOPE_FIELD: {
    status: 400,
    zh: '“{resource}”没有字段“{name}”',
    en: '“{resource}” has no field “{name}”',
  },
  SCOPE_HIDDEN: {
    status: 400,
    zh: '“{name}”不在可见字段中，不能设为可改',
    en: '“{name}” is not a visible field, so it cannot be writable',
  },
  SCOPE_CONDITION: {
    status: 400,
    zh: '条件应为该资源列表的查询参数，至少一项',
    en: 'Conditions should be list parameters of that resource, at least one',
  },
});

export default resourceRoutes(dataScope, dataScopes, {
  scope: 'tenant',
  usedBy: [
    {
      what: { zh: '角色', en: 'roles', one: 'role' },
      from: sql`sys_role_data_scope rs join sys_role r on r.id = rs.role_id`,
      column: sql`rs.data_scope_id`,
      called: sql`r.role_name`,
      where: () => sql`r.deleted_at is null`,
    },
  ],
  beforeSave: async (c, _tx, input, existing) => {
    const after = { ...existing, ...input };
    // Users limited by rules cannot write rules.
    if (c.actor.dataRules?.[String(after.resourceCode)]) throw commonErrors.NO_PERMISSION();
    const ruled = ruledLists().find(({ code }) => code === after.resourceCode);
    if (!ruled) throw at('resourceCode', 'SCOPE_RESOURCE', { name: String(after.resourceCode) });
    const { resource } = ruled;
    assertWritableIsVisible(c, resource, after);
    for (const key of ['scopeField', 'writableField'] as const)
      for (const name of (after[key] ?? ANY_FIELD).split(',').map((one) => one.trim()))
        if (name !== '' && name !== ANY_FIELD && !(name in resource.fields))
          throw at(key, 'SCOPE_FIELD', { name, resource: resource.title[c.locale] });
    if (after.scopeType !== dataScopeType.is.custom) return { ...input, scopeValue: null };
    const filters = filtersOf(resource.fields, after.scopeValue ?? {});
    if (!filters?.length || filters.some(({ field }) => !columnsOf(ruled).has(field)))
      throw at('scopeValue', 'SCOPE_CONDITION', {});
    return input;
  },
  afterSave: async (_c, tx) => rightsChanged(tx),
  actions: {
    resources: async () =>
      ruledLists().map(({ code, resource, table }) => ({
        resourceCode: code,
        title: resource.title.zh,
        titleEn: resource.title.en,
        ...aboutOf(code),
        fields: Object.entries(resource.fields).map(([name, { kind, options }]) => ({
          name,
          kind,
          label: options.label.zh,
          labelEn: options.label.en,
        })),
        // A bare name equals another condition, except for sets of bits.
        conditions: [...filterRules(resource.fields)].flatMap(([parameter, { field, operator }]) =>
          columnsOf({ table }).has(field) && (parameter !== field || operator === 'has') ? [parameter] : [],
        ),
      })),
  },
});

/** Returns a description of a rule's rows if the resource's name is not enough. */
function aboutOf(code: string): { about: string; aboutEn: string } {
  if (code === user.name)
    return {
      about: '“用户管理”页面的全部人员：平台人员、代理和子账号。代理和子账号同时受“代理用户”规则约束，取两者中更严的',
      aboutEn:
        'Everybody on the page “Users”: staff, agents and sub-users. Rules about “Agents” hold for agents and sub-users as well; the stricter counts',
    };
  if (code === agentUser.name)
    return {
      about: '代理和子账号，不含平台人员；在“用户管理”页面还受该页规则约束',
      aboutEn: 'Agents and sub-users, not staff; on the page “Users” the rules about that page hold as well',
    };
  return { about: '', aboutEn: '' };
}

/** Refuses a writable field that is not visible, because it could not be written. */
function assertWritableIsVisible(
  { locale }: Context,
  resource: Resource,
  { scopeField, writableField }: { readonly scopeField?: unknown; readonly writableField?: unknown },
): void {
  const namesOf = (value: unknown) =>
    String(value ?? ANY_FIELD)
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
  const visible = new Set([...namesOf(scopeField), ...alwaysVisible(resource)]);
  const hidden = namesOf(writableField).filter((name) => name !== ANY_FIELD && !visible.has(name));
  if (visible.has(ANY_FIELD) || hidden.length === 0) return;
  const labels = hidden.map((name) => resource.fields[name]?.options.label[locale] ?? name);
  throw at('writableField', 'SCOPE_HIDDEN', { name: labels.join(locale === 'zh' ? '、' : ', ') });
}

/** Returns the fields of a resource that are columns of its table. */
const columnsOf = ({ table }: Pick<Ruled, 'table'>): ReadonlySet<string> =>
  new Set(Object.keys(getTableColumns(table)));

/** Returns an error that is also shown at a field. */
function at(field: string, code: keyof typeof scopeErrors.declarations, params: Record<string, string>): AppError {
  const { zh, en } = scopeErrors.declarations[code];
  const fields = [{ field, message: { zh: fill(zh, params), en: fill(en, params) } }];
  return scopeErrors[code](params as never, { fields });
}
