import type { param } from '@trade-assistant/contract/areas/system/param.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { answeredValue, defaultText } from '@trade-assistant/contract/kit/parameter.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { declaredParameter, parameterKeys, parameters } from '@trade-assistant/contract/parameters.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  type AskedParameter,
  askedOf,
  lockAsked,
  params,
  setParameter,
} from '../../../engines/office/parameters/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { hasOwnFactor } from '../../../kernel/http/step-up.ts';
import { PLATFORM, parameterProblem, valueToStore } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const errors = defineErrors({
  OWN_FACTOR_FIRST: {
    status: 400,
    zh: '请先为自己开启两步验证或使用通行密钥登录，再要求所有人使用',
    en: 'Set up your own two-step verification first, or sign in with a passkey; then require it for all',
  },
  PARAM_REASON_NEEDED: {
    status: 400,
    zh: '调低“{name}”的安全要求须由第二人复核，请填写申请原因',
    en: 'A weaker “{name}” needs approval by a second person; please enter a reason',
  },
});

type Item = CallData<typeof param, 'control-panel', 'out'>[number];
type Changes = CallInput<typeof param, 'update-control-panel', 'out'>;
type Change = Changes['values'][number];
type Changed = CallData<typeof param, 'update-control-panel', 'out'>;
type Row = typeof params.$inferSelect;

/** Returns the reader's panel: the declared parameters they may change, then custom ones. */
export async function panelOf({ app, actor, locale }: Context): Promise<Item[]> {
  const rows = await app.db.drizzle
    .select()
    .from(params)
    .where(and(inArray(params.tenantId, [actor.tenantId, PLATFORM]), isNull(params.deletedAt)))
    .orderBy(asc(params.paramKey));
  const of = (tenantId: string) =>
    new Map(rows.filter((row) => row.tenantId === tenantId).map((row) => [row.paramKey, row]));
  const [own, platform] = [of(actor.tenantId), of(PLATFORM)];
  const waiting = await askedOf(app.db.drizzle, actor.tenantId);
  const isPlatform = actor.tenantId === PLATFORM;
  const declared = parameterKeys.flatMap((key): Item[] => {
    const { field, scope, isOnPanel } = parameters[key];
    if (scope === 'platform' && !isPlatform) return [];
    const row = own.get(key) ?? platform.get(key);
    const standard = defaultText(parameters[key]);
    // A tenant's own secret and the platform's look the same, so the reset is always offered.
    const isOwnSecret = field.kind === 'secret' && own.has(key);
    const defaultValue = isPlatform || isOwnSecret ? standard : (platform.get(key)?.paramValue ?? standard);
    const name = field.options.label[locale];
    const asked = waiting.get(key) ?? null;
    return [itemOf(row, { paramKey: key, paramName: name, defaultValue, controlPanel: isOnPanel ? 1 : 0, asked })];
  });
  const free = [...own.values()]
    .filter(({ paramKey }) => !declaredParameter(paramKey))
    .map((row) => itemOf(row, { ...row, defaultValue: null, asked: null }));
  return [...declared, ...free].filter(({ controlPanel }) => controlPanel === 1);
}

const itemOf = (
  row: Row | undefined,
  {
    paramKey,
    paramName,
    defaultValue,
    controlPanel,
    asked,
  }: Omit<Item, 'paramValue' | 'remark' | 'asked'> & { readonly asked: AskedParameter | null },
): Item => ({
  paramKey,
  paramName,
  paramValue: shown(paramKey, row?.paramValue ?? defaultValue ?? ''),
  defaultValue: defaultValue === null ? null : shown(paramKey, defaultValue),
  controlPanel: row?.controlPanel ?? controlPanel,
  remark: row?.remark ?? '',
  asked: asked && { ...asked, paramValue: shown(paramKey, asked.paramValue) },
});

const shown = (key: string, stored: string): string => answeredValue(declaredParameter(key), stored);

/**
 * Changes all of the values or none; weaker values of guarded parameters need approval.
 * @throws BAD_REQUEST naming each parameter that is unknown, not the caller's, or has an invalid value;
 * PARAM_REASON_NEEDED
 */
export async function changePanel(context: Context, { values, reason }: Changes): Promise<Changed> {
  const { actor, app, locale } = context;
  const asked = await context.tx(async (tx) => {
    const keys = values.map(({ paramKey }) => paramKey);
    await lockAsked(tx, actor, sql`select unnest(${sql.param(keys)}::text[])`);
    const rows = await tx
      .select()
      .from(params)
      .where(and(eq(params.tenantId, actor.tenantId), inArray(params.paramKey, keys), isNull(params.deletedAt)))
      .orderBy(params.id)
      .for('update');
    for (const { paramKey, paramValue } of values) assertOwnFactor(context, paramKey, paramValue);
    assertAll(context, values, new Map(rows.map((row) => [row.paramKey, row])));
    const requests: Changed['asked'] = [];
    // In a fixed order, so that concurrent changes of the same parameters cannot deadlock.
    for (const change of values.toSorted((a, b) => a.paramKey.localeCompare(b.paramKey, 'en'))) {
      const { paramKey, paramValue } = change;
      const stored = paramValue === null ? null : valueToStore(app.secrets, actor.tenantId, paramKey, paramValue);
      if (stored === undefined) continue;
      const request = await setParameter(tx, actor, { paramKey, paramValue: stored }, reason ?? '');
      if (!request) continue;
      const name = declaredParameter(paramKey)?.field.options.label[locale] ?? paramKey;
      if (!reason) throw errors.PARAM_REASON_NEEDED({ name }, { fields: [{ field: 'reason', message: name }] });
      requests.push({ paramKey, approvalId: request.id, approvalNo: request.approvalNo });
    }
    announceChange(tx, actor.tenantId, 'system/param');
    return requests;
  });
  await app.parameters.refresh();
  return { asked };
}

/** Refuses to require a second factor of all by a user without one, who would be locked out. @throws OWN_FACTOR_FIRST */
export function assertOwnFactor(
  { request }: Pick<Context, 'request'>,
  key: string,
  value: string | null | undefined,
): void {
  if (key !== 'account.secondFactorForAll' || value?.trim() !== '1' || hasOwnFactor(request)) return;
  const { zh, en } = errors.declarations.OWN_FACTOR_FIRST;
  throw errors.OWN_FACTOR_FIRST({}, { fields: [{ field: 'paramValue', message: { zh, en } }] });
}

function assertAll({ actor, locale }: Context, values: readonly Change[], known: ReadonlyMap<string, Row>): void {
  const refused = values.flatMap(({ paramKey, paramValue }) => {
    const problem = problemOf(actor.tenantId === PLATFORM, paramKey, paramValue, known.has(paramKey));
    return problem ? [{ field: paramKey, message: problem[locale] }] : [];
  });
  if (refused.length === 0) return;
  const named = refused.map(({ field, message }) => {
    const label = declaredParameter(field)?.field.options.label[locale] ?? known.get(field)?.paramName ?? field;
    return `${label} ${message}`;
  });
  throw commonErrors.BAD_REQUEST({ detail: named.join('; ') }, { fields: refused });
}

function problemOf(isPlatform: boolean, key: string, value: string | null, isKnown: boolean): Text | undefined {
  const declared = declaredParameter(key);
  if (!declared && !isKnown) return { zh: '没有这个参数', en: 'is not a parameter' };
  if (declared?.scope === 'platform' && !isPlatform)
    return { zh: '只能由平台修改', en: 'can only be changed by the platform' };
  if (value === null) return declared ? undefined : { zh: '没有默认值', en: 'has no default' };
  const isEmptyAllowed = declared && !parameterProblem(key, '');
  if (value.trim() === '' && !isEmptyAllowed) return { zh: '请填写', en: 'is required' };
  return parameterProblem(key, value);
}
