import { errorPolicy } from '@trade-assistant/contract/areas/provider/error-policy.ts';
import { errorPolicies, providerErrors } from '../../engines/providers/index.ts';
import { neededRefusal } from '../../kernel/http/errors.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { logState } from '../../kernel/resource/states.ts';

export default resourceRoutes(errorPolicy, errorPolicies, {
  scope: 'tenant',
  beforeSave: async ({ actor, locale }, tx, input, existing) => {
    if (!existing) return input;
    const { reason, policyClass = existing.policyClass } = input;
    if (!reason) throw neededRefusal(['reason'], errorPolicy, locale);
    const change = { type: errorPolicy.name, event: 'change', from: existing.policyClass, to: policyClass };
    await logState(tx, actor, { ...change, id: existing.id, reason });
    return input;
  },
  afterSave: async ({ actor }, tx, { id, version, policyClass, reason }) => {
    if (version !== 1) return;
    await logState(tx, actor, { type: errorPolicy.name, id, event: 'create', from: null, to: policyClass, reason });
  },
  beforeRemove: async (_c, _tx, rows) => {
    const builtIn = rows.find(({ isBuiltIn }) => isBuiltIn === 1);
    if (builtIn) throw providerErrors.POLICY_BUILT_IN({ code: builtIn.errorCode });
  },
});
