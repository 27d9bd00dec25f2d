import { param } from '@trade-assistant/contract/areas/system/param.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { answeredValue, defaultText, valueInWords } from '@trade-assistant/contract/kit/parameter.ts';
import { declaredParameter } from '@trade-assistant/contract/parameters.ts';
import { sql } from 'drizzle-orm';
import {
  askedOf,
  askIfWeaker,
  isHeld,
  lockAsked,
  parameterApproval,
  params,
} from '../../engines/office/parameters/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { PLATFORM, parameterProblem, valueToStore } from '../../kernel/parameters/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { assertOwnFactor, changePanel, panelOf } from './param/panel.ts';

export const paramErrors = defineErrors({
  PARAM_BUILT_IN: {
    status: 400,
    zh: '内置参数“{key}”不可删除，可在控制面板中恢复默认值',
    en: 'The built-in parameter “{key}” cannot be deleted; reset it on the control panel',
  },
  PARAM_OF_PLATFORM: {
    status: 403,
    zh: '参数“{key}”只能由平台修改',
    en: 'Only the platform can change “{key}”',
  },
  PARAM_KEY_FIXED: {
    status: 400,
    zh: '内置参数的键名不可修改',
    en: 'The key of a built-in parameter cannot be changed',
  },
});

export const approvals = [parameterApproval];

export default resourceRoutes(param, params, {
  scope: 'tenant',
  computed: {
    fields: ['paramName', 'paramValue', 'askedValue', 'approvalId'],
    // Stored as `每页行数 / Rows of a page`, so that both languages are searched.
    fill: async ({ app, actor, locale }, rows) => {
      const waiting = await askedOf(app.db.drizzle, actor.tenantId);
      return rows.map(({ paramKey, paramName, paramValue }) => {
        const declared = declaredParameter(paramKey);
        const asked = waiting.get(paramKey);
        return {
          paramName: declared?.field.options.label[locale] ?? paramName,
          paramValue: answeredValue(declared, paramValue),
          askedValue: declared && asked ? valueInWords(declared, asked.paramValue)[locale] : '',
          approvalId: asked?.approvalId ?? null,
        };
      });
    },
  },
  lockBefore: ({ actor }, tx, ids) =>
    lockAsked(tx, actor, sql`select param_key from sys_param where id = any(${sql.param(ids.map(String))}::bigint[])`),
  beforeSave: async (context, tx, input, existing) => {
    const key = input.paramKey ?? existing?.paramKey ?? '';
    if (existing && key !== existing.paramKey && (declaredParameter(existing.paramKey) || declaredParameter(key)))
      throw paramErrors.PARAM_KEY_FIXED();
    const declared = declaredParameter(key);
    if (!declared) return input;
    assertCanChange(context, key);
    assertOwnFactor(context, key, input.paramValue);
    const problem = input.paramValue === undefined ? undefined : parameterProblem(key, input.paramValue);
    if (problem) throw wrongValue(context, problem);
    const { zh, en } = declared.field.options.label;
    const named = { ...input, paramName: `${zh} / ${en}` };
    const { paramValue: _typed, ...others } = named;
    const paramValue = stored(context, key, input.paramValue);
    if (paramValue === undefined) return existing ? others : { ...others, paramValue: defaultText(declared) };
    const kept = await isHeld(tx, context.actor, { paramKey: key, paramValue });
    return { ...others, paramValue: kept ?? paramValue };
  },
  afterSave: async (context, tx, { paramKey, remark }, input) => {
    const paramValue = stored(context, paramKey, input.paramValue);
    if (paramValue === undefined) return { approvalId: null };
    const asked = await askIfWeaker(tx, context.actor, { paramKey, paramValue }, remark ?? '');
    return { approvalId: asked?.id ?? null };
  },
  beforeRemove: async (_context, _tx, rows) => {
    const fixed = rows.find(({ paramKey }) => declaredParameter(paramKey));
    if (fixed) throw paramErrors.PARAM_BUILT_IN({ key: fixed.paramKey });
  },
  actions: {
    'control-panel': (context) => panelOf(context),
    'update-control-panel': changePanel,
  },
});

const stored = ({ app, actor }: Context, key: string, value: string | undefined): string | undefined =>
  value === undefined ? undefined : valueToStore(app.secrets, actor.tenantId, key, value);

function assertCanChange({ actor }: Context, key: string): void {
  if (declaredParameter(key)?.scope === 'platform' && actor.tenantId !== PLATFORM)
    throw paramErrors.PARAM_OF_PLATFORM({ key });
}

function wrongValue({ locale }: Context, problem: Text): Error {
  const label = param.fields.paramValue.options.label[locale];
  return commonErrors.BAD_REQUEST(
    { detail: `${label} ${problem[locale]}` },
    { fields: [{ field: 'paramValue', message: problem[locale] }] },
  );
}
