import type { AccessStepKind } from '@trade-assistant/contract/areas/system/access.ts';
import { dataScopeType } from '@trade-assistant/contract/areas/system/data-scope.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import { type Actor, holds } from '../../../../kernel/auth/actor.ts';
import { hiddenByRule, ruledCall } from '../../../../kernel/auth/rule-fields.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { asksForPermission, canCall, isOfTenant, permissionsOf } from '../../../../kernel/http/can-call.ts';
import { integerParameter } from '../../../../kernel/parameters/index.ts';
import { ADMINISTRATOR, isAdministrator, isBelowDisabled, isPackaged } from './actor.ts';
import { isOpenedBy } from './data-rules.ts';

/** The question whether a person may make a call. */
export interface AccessQuestion {
  readonly userId: bigint;
  /** The actor of the person's sessions; null if the person may not act. */
  readonly subject: Actor | null;
  readonly resource: Resource;
  readonly call: Call;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** One link of the chain that decides. */
export interface AccessStep {
  readonly kind: AccessStepKind;
  readonly isPassed: boolean;
  readonly text: Text;
}

interface HeldRole {
  readonly name: string;
  readonly nameEn: string;
  readonly key: string;
  readonly isOn: boolean;
  /** Has the button that the call requires. */
  readonly brings: boolean;
  /** Was granted the API scope of the route. */
  readonly routed: boolean;
  /** Opens the resource by any of its buttons. */
  readonly opens: boolean;
  readonly scopes: readonly { readonly name: string; readonly nameEn: string; readonly type: number }[];
}

interface Facts extends Record<string, unknown> {
  readonly status: number;
  readonly deleted: boolean;
  readonly locked: boolean;
  readonly tenant_open: boolean;
  readonly below_disabled: boolean;
  /** Has no second factor, although it is required of everyone or of one of the user's roles. */
  readonly factor_due: boolean;
  readonly roles: readonly HeldRole[];
  readonly named: boolean;
  /** Is available to the tenant: in its package, or the tenant has none. */
  readonly packaged: boolean;
  readonly button: { readonly name: string; readonly nameEn: string } | null;
  /** Roles of the tenant that include the permission. */
  readonly bringers: readonly { readonly name: string; readonly nameEn: string }[];
}

const said = (zh: string, en: string): Text => ({ zh, en });
const step = (kind: AccessStepKind, isPassed: boolean, zh: string, en: string): AccessStep => ({
  kind,
  isPassed,
  text: said(zh, en),
});
type LocalizedName = { readonly name: string; readonly nameEn: string };
const listed = (some: readonly LocalizedName[], locale: Locale): string =>
  some
    .map(({ name, nameEn }) => (locale === 'en' ? `“${nameEn || name}”` : `“${name}”`))
    .join(locale === 'en' ? ', ' : '、');
const both = (some: readonly LocalizedName[]): Text => ({ zh: listed(some, 'zh'), en: listed(some, 'en') });

/** Returns the chain that decides about a call, up to the refusing link. One read-only statement. */
export async function explainCall(executor: Pick<Tx, 'execute'>, question: AccessQuestion): Promise<AccessStep[]> {
  const { subject, resource, call } = question;
  const facts = await factsOf(executor, question);
  if (call.access === 'public')
    return [step('call', true, '该接口对所有人开放，无需登录。', 'Everybody may make this call, signed in or not.')];
  const steps: AccessStep[] = [];
  /** Adds a link; returns false if the chain ends there. */
  const pass = (link: AccessStep): boolean => {
    steps.push(link);
    return link.isPassed;
  };
  if (!pass(accountStep(facts, subject)) || !subject) return steps;
  if (subject.mustChangePassword && !call.beforePasswordChange) {
    pass(
      step(
        'password',
        false,
        '须先修改密码，之后才能使用其他功能。',
        'Has to choose a new password before anything else.',
      ),
    );
    return steps;
  }
  if (facts.factor_due && !call.beforeSecondFactor && !call.beforePasswordChange) {
    pass(
      step(
        'factor',
        false,
        '须先开启两步验证，之后才能使用其他功能。',
        'Has to set up a second factor before anything else.',
      ),
    );
    return steps;
  }
  if (!asksForPermission(call)) {
    pass(step('call', true, '登录即可调用，不需要权限。', 'Everybody signed in may make this call.'));
  } else {
    if (resource.isPlatformWide && !pass(tenantStep(subject, question))) return steps;
    if (!pass(permissionStep(facts, question, subject))) return steps;
  }
  if (!pass(routeStep(facts, question, subject))) return steps;
  if (asksForPermission(call)) steps.push(...ruleSteps(facts, question, subject));
  return steps;
}

function accountStep(
  { status, deleted, locked, tenant_open, below_disabled }: Facts,
  subject: Actor | null,
): AccessStep {
  if (subject) return step('account', true, '账号可用，所属租户已开放。', 'The account is active and its tenant open.');
  const why = deleted
    ? said('账号已删除。', 'The account was deleted.')
    : !tenant_open
      ? said('所属租户已停用或到期。', 'The tenant is disabled or has expired.')
      : locked
        ? said('账号已锁定。', 'The account is locked.')
        : status === userStatus.is.awaitingApproval
          ? said('账号正在等待审核。', 'The account is awaiting approval.')
          : status === userStatus.is.disabled || !below_disabled
            ? said('账号已停用。', 'The account is disabled.')
            : said('上级代理已停用。', 'A parent agent is disabled.');
  return { kind: 'account', isPassed: false, text: why };
}

/** Returns the permission by which a user may make a call, else the one the user would need. */
function askedOf(subject: Actor | null, resource: Resource, call: Call): string {
  const permissions = permissionsOf(resource, call);
  return permissions.find((one) => subject !== null && holds(subject, one)) ?? permissions[0] ?? '';
}

function tenantStep(subject: Actor, { resource, call }: AccessQuestion): AccessStep {
  return isOfTenant(subject, resource, call)
    ? step(
        'tenant',
        true,
        '该功能为所有租户共用，由平台租户维护。',
        'All tenants share it; the platform’s tenant looks after it.',
      )
    : step(
        'tenant',
        false,
        '该功能为所有租户共用，只有平台租户的人员可以使用。',
        'All tenants share it; only people of the platform’s tenant may use it.',
      );
}

function permissionStep(facts: Facts, { resource, call }: AccessQuestion, subject: Actor): AccessStep {
  const code = askedOf(subject, resource, call);
  const { zh, en } = facts.button ? both([facts.button]) : said(`“${code}”`, `“${code}”`);
  const button = said(`按钮${zh}（${code}）`, `the button ${en} (${code})`);
  if (!facts.packaged)
    return step(
      'permission',
      false,
      `需要${button.zh}，租户的套餐中没有它。`,
      `Asks for ${button.en}, which is not in the tenant’s package.`,
    );
  if (isAdministrator(subject))
    return step(
      'permission',
      true,
      `需要${button.zh}；超级管理员拥有全部权限。`,
      `Asks for ${button.en}; administrators hold everything.`,
    );
  const on = facts.roles.filter(({ isOn }) => isOn);
  if (canCall(subject, resource, call)) {
    const by = both(on.filter(({ brings }) => brings));
    return step(
      'permission',
      true,
      `需要${button.zh}，由角色${by.zh}带来。`,
      `Asks for ${button.en}, which the role ${by.en} brings.`,
    );
  }
  const off = both(facts.roles.filter(({ isOn, brings }) => !isOn && brings));
  const own = both(on);
  const others = both(facts.bringers);
  const whose =
    on.length > 0
      ? said(`其角色${own.zh}均未授予`, `none of the roles ${own.en} has it`)
      : said('该用户没有启用的角色', 'the user has no enabled role');
  const disabled = off.zh
    ? said(`角色${off.zh}有此权限但已停用。`, ` The role ${off.en} has it, but is disabled.`)
    : said('', '');
  const remedy = others.zh
    ? said(`可授予：${others.zh}。`, ` Roles that have it: ${others.en}.`)
    : said('目前没有角色拥有它。', ' No role has it.');
  return step(
    'permission',
    false,
    `需要${button.zh}，${whose.zh}。${disabled.zh}${remedy.zh}`,
    `Asks for ${button.en}; ${whose.en}.${disabled.en}${remedy.en}`,
  );
}

function routeStep({ named, roles }: Facts, { method, path }: AccessQuestion, subject: Actor): AccessStep {
  if (!named) return step('route', true, '没有接口权限限制该接口。', 'No API scope names this route.');
  if (isAdministrator(subject))
    return step(
      'route',
      true,
      '接口权限限制了该接口；超级管理员不受限制。',
      'An API scope names this route; administrators are not held by it.',
    );
  if (!subject.deniedRoutes?.has(`${method} ${path}`)) {
    const by = both(roles.filter(({ isOn, routed }) => isOn && routed));
    return step(
      'route',
      true,
      `接口权限限制了该接口，角色${by.zh}已获授权。`,
      `An API scope names this route, and the role ${by.en} was granted it.`,
    );
  }
  return step(
    'route',
    false,
    '接口权限限制了该接口，其角色均未获授权。',
    'An API scope names this route, and none of their roles was granted it.',
  );
}

const KINDS: Readonly<Record<number, Text>> = Object.fromEntries(
  Object.values(dataScopeType.entries).map(({ value, zh, en }) => [value, { zh, en }]),
);

/** Returns the links for row and field rules of the resource; they never refuse a call. */
function ruleSteps({ roles }: Facts, { resource, call }: AccessQuestion, subject: Actor): AccessStep[] {
  const ruled = ruledCall(call, resource);
  const rule = subject.dataRules?.[ruled.code];
  const title = ruled.resource.title;
  if (!rule) {
    const free = roles.filter(({ isOn, opens, scopes }) => isOn && opens && scopes.length === 0);
    const isHeld = !isAdministrator(subject) && roles.some(({ scopes }) => scopes.length > 0) && free.length > 0;
    const by = both(free);
    return [
      isHeld
        ? step(
            'rows',
            true,
            `角色${by.zh}没有数据权限限制，因此“${title.zh}”的数据全部可见。`,
            `The role ${by.en} has no data scope, so all rows of “${title.en}” are reached.`,
          )
        : step('rows', true, `没有数据权限限制“${title.zh}”。`, `No data scope holds for “${title.en}”.`),
    ];
  }
  const parts = roles.flatMap(({ isOn, name, nameEn, scopes }) =>
    isOn ? scopes.map((scope) => ({ scope, name, nameEn })) : [],
  );
  const words = (locale: Locale) =>
    parts
      .map(({ scope, name, nameEn }) =>
        locale === 'en'
          ? `“${scope.nameEn || scope.name}” (${KINDS[scope.type]?.en}, by the role “${nameEn || name}”)`
          : `“${scope.name}”（${KINDS[scope.type]?.zh}，来自角色“${name}”）`,
      )
      .join(locale === 'en' ? ' or ' : '或');
  const rows =
    rule.rows === null
      ? step(
          'rows',
          true,
          `数据权限：${words('zh')}，因此全部数据可见。`,
          `Data scopes: ${words('en')}, so all rows are reached.`,
        )
      : step('rows', true, `只限满足数据权限的数据：${words('zh')}。`, `Only rows reached by ${words('en')}.`);
  const hidden = hiddenByRule(ruled.resource, rule);
  if (hidden.length === 0) return [rows];
  const labels = (locale: Locale) =>
    hidden
      .map((name) => ruled.resource.fields[name]?.options.label[locale] ?? name)
      .join(locale === 'en' ? ', ' : '、');
  return [rows, step('fields', true, `不可见字段：${labels('zh')}。`, `Fields left out: ${labels('en')}.`)];
}

async function factsOf(
  executor: Pick<Tx, 'execute'>,
  { userId, subject, resource, call, method, path }: AccessQuestion,
): Promise<Facts> {
  const permission = askedOf(subject, resource, call);
  const { code } = ruledCall(call, resource);
  const verb = method === 'GET' ? 1 : 2;
  const roleId = subject?.narrowing?.roleId;
  const { rows } = await executor.execute<Facts>(sql`
    select u.status, u.deleted_at is not null as deleted, u.status = 2 and (u.locked_until is null or u.locked_until > now()) as locked,
      t.deleted_at is null and t.status = 1 and (t.expire_time is null or t.expire_time > now()) as tenant_open,
      ${isBelowDisabled} as below_disabled,
      (${subject?.needsSecondFactor === true} or ${integerParameter(sql`u.tenant_id`, 'account.secondFactorForAll')} = 1)
        and not exists (select from auth_totp f where f.user_id = u.id and f.confirmed_at is not null) as factor_due,
      exists (select from sys_api_scope a where a.tenant_id = u.tenant_id and a.deleted_at is null
        and a.scope_path = ${path} and a.scope_method = ${verb}) as named,
      t.package_id is null or exists (select from sys_menu m where m.code = ${permission} and m.category = 2 and m.deleted_at is null
        and ${isPackaged}) as packaged,
      (select json_build_object('name', m.name, 'nameEn', m.name_en) from sys_menu m
        where m.code = ${permission} and m.category = 2 and m.deleted_at is null limit 1) as button,
      coalesce((select json_agg(json_build_object('name', r.role_name, 'nameEn', r.role_name_en)) from (
        select r.* from sys_role r where r.tenant_id = u.tenant_id and r.deleted_at is null and r.status = 1
          and (r.role_alias = ${ADMINISTRATOR} or exists (select from sys_role_menu g join sys_menu m on m.id = g.menu_id
            where g.role_id = r.id and m.code = ${permission} and m.category = 2 and m.deleted_at is null))
        order by r.sort, r.id limit 5) r), '[]') as bringers,
      coalesce((select json_agg(json_build_object('name', r.role_name, 'nameEn', r.role_name_en, 'key', r.role_alias, 'isOn', r.status = 1,
          'brings', exists (select from sys_role_menu g join sys_menu m on m.id = g.menu_id
            where g.role_id = r.id and m.code = ${permission} and m.category = 2 and m.deleted_at is null),
          'opens', exists (select from sys_role_menu g join sys_menu m on m.id = g.menu_id
            where g.role_id = r.id and m.category = 2 and m.deleted_at is null and ${isOpenedBy(sql`${code}::text`, sql`m.code`)}),
          'routed', exists (select from sys_role_api_scope g join sys_api_scope a on a.id = g.api_scope_id and a.deleted_at is null
            where g.role_id = r.id and a.scope_path = ${path} and a.scope_method = ${verb}),
          'scopes', coalesce((select json_agg(json_build_object('name', s.scope_name, 'nameEn', s.scope_name_en, 'type', s.scope_type) order by s.id)
            from sys_role_data_scope g join sys_data_scope s on s.id = g.data_scope_id and s.deleted_at is null and s.resource_code = ${code}
            where g.role_id = r.id), '[]')) order by r.sort, r.id)
        from sys_user_role ur join sys_role r on r.id = ur.role_id and r.tenant_id = u.tenant_id and r.deleted_at is null
        where ur.user_id = u.id ${roleId ? sql`and r.id = ${roleId}` : sql``}), '[]') as roles
    from sys_user u join sys_tenant t on t.tenant_id = u.tenant_id where u.id = ${userId}`);
  return rows[0] as Facts;
}
