import type { param } from '@trade-assistant/contract/areas/system/param.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { defaultText } from '@trade-assistant/contract/kit/parameter.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { declaredParameter, parameterKeys, parameters } from '@trade-assistant/contract/parameters.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { PLATFORM, parameterProblem } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { params } from './table.ts';

type Item = CallData<typeof param, 'control-panel', 'out'>[number];
type Change = CallInput<typeof param, 'update-control-panel', 'out'>['values'][number];
type Row = typeof params.$inferSelect;

/** What stands on the reader's panel: the declared parameters they may change, then their own. */
export async function panelOf({ app, actor, locale }: Context): Promise<Item[]> {
  const rows = await app.db.drizzle
    .select()
    .from(params)
    .where(and(inArray(params.tenantId, [actor.tenantId, PLATFORM]), isNull(params.deletedAt)))
    .orderBy(asc(params.paramKey));
  const of = (tenantId: string) =>
    new Map(rows.filter((row) => row.tenantId === tenantId).map((row) => [row.paramKey, row]));
  const [own, platform] = [of(actor.tenantId), of(PLATFORM)];
  const isPlatform = actor.tenantId === PLATFORM;
  const declared = parameterKeys.flatMap((key): Item[] => {
    const { field, scope, isOnPanel } = parameters[key];
    if (scope === 'platform' && !isPlatform) return [];
    const row = own.get(key) ?? platform.get(key);
    const standard = defaultText(parameters[key]);
    const defaultValue = isPlatform ? standard : (platform.get(key)?.paramValue ?? standard);
    const name = field.options.label[locale];
    return [itemOf(row, { paramKey: key, paramName: name, defaultValue, controlPanel: isOnPanel ? 1 : 0 })];
  });
  const free = [...own.values()]
    .filter(({ paramKey }) => !declaredParameter(paramKey))
    .map((row) => itemOf(row, { ...row, defaultValue: null }));
  return [...declared, ...free].filter(({ controlPanel }) => controlPanel === 1);
}

const itemOf = (
  row: Row | undefined,
  { paramKey, paramName, defaultValue, controlPanel }: Omit<Item, 'paramValue' | 'remark'>,
): Item => ({
  paramKey,
  paramName,
  paramValue: row?.paramValue ?? defaultValue ?? '',
  defaultValue,
  controlPanel: row?.controlPanel ?? controlPanel,
  remark: row?.remark ?? '',
});

/**
 * Changes all of the values or none.
 * @throws BAD_REQUEST naming each parameter that is unknown, not the caller's to change, or given a value its rule refuses
 */
export async function changePanel(context: Context, values: readonly Change[]): Promise<void> {
  const { actor, app } = context;
  await context.tx(async (tx) => {
    const keys = values.map(({ paramKey }) => paramKey);
    const rows = await tx
      .select()
      .from(params)
      .where(and(eq(params.tenantId, actor.tenantId), inArray(params.paramKey, keys), isNull(params.deletedAt)))
      .orderBy(params.id)
      .for('update');
    const known = new Map(rows.map((row) => [row.paramKey, row]));
    assertAll(context, values, known);
    for (const change of values) await write(tx, context, change, known.get(change.paramKey));
    announceChange(tx, actor.tenantId, ['system/param']);
  });
  await app.parameters.refresh();
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
  if (!declared && !isKnown) return { zh: '没有这个参数', en: 'is no parameter' };
  if (declared?.scope === 'platform' && !isPlatform)
    return { zh: '只能由平台修改', en: 'may only be changed by the platform' };
  if (value === null) return declared ? undefined : { zh: '没有默认值', en: 'has no default' };
  const isEmptyAllowed = declared && !parameterProblem(key, '');
  if (value.trim() === '' && !isEmptyAllowed) return { zh: '请填写', en: 'is required' };
  return parameterProblem(key, value);
}

/** Back to the default is a row of the platform as nobody had changed it, and no row of a tenant. */
async function write(
  tx: Tx,
  { actor }: Context,
  { paramKey, paramValue }: Change,
  row: Row | undefined,
): Promise<void> {
  const declared = declaredParameter(paramKey);
  const isReset = paramValue === null;
  if (isReset && actor.tenantId !== PLATFORM) {
    if (row)
      await tx.update(params).set({ deletedAt: new Date(), updateUser: actor.userId }).where(eq(params.id, row.id));
    return;
  }
  const value = paramValue?.trim() ?? (declared ? defaultText(declared) : '');
  const touched = { updateUser: isReset ? null : actor.userId, updateTime: new Date() };
  if (row) {
    await tx
      .update(params)
      .set({ paramValue: value, ...touched, version: sql`${params.version} + 1` })
      .where(eq(params.id, row.id));
    return;
  }
  const label = declared?.field.options.label;
  await tx.insert(params).values({
    tenantId: actor.tenantId,
    paramName: label ? `${label.zh} / ${label.en}` : paramKey,
    paramKey,
    paramValue: value,
    controlPanel: 1,
    createUser: actor.userId,
    createUserName: actor.realName,
    ...touched,
  });
}
