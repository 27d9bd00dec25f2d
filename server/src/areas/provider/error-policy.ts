import { errorPolicy } from '@trade-assistant/contract/areas/provider/error-policy.ts';
import { errorPolicies, providerErrors } from '../../engines/vendors/providers/index.ts';
import { neededRefusal } from '../../kernel/http/errors.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { logState } from '../../kernel/resource/states.ts';

export default resourceRoutes(errorPolicy, errorPolicies, {
  scope: 'tenant',
  computed: { fields: ['reason'], fill: async (_c, rows) => rows.map(() => ({ reason: null })) },
  beforeSave: async ({ actor, locale }, tx, { reason, ...input }, existing) => {
    if (!reason && isChanged(input, existing)) throw neededRefusal(['reason'], errorPolicy, locale);
    if (!reason) return input;
    const { id, policyClass: from } = existing ?? { id: null, policyClass: null };
    if (id !== null) {
      const to = input.policyClass ?? from;
      await logState(tx, actor, { type: errorPolicy.name, id, event: 'change', from, to, reason });
    }
    return { ...input, lastReason: reason };
  },
  afterSave: async ({ actor }, tx, { id, version, policyClass, lastReason }) => {
    if (version !== 1) return;
    const change = { type: errorPolicy.name, event: 'create', from: null, to: policyClass };
    await logState(tx, actor, { ...change, id, reason: lastReason });
  },
  beforeRemove: async (_c, _tx, rows) => {
    const builtIn = rows.find(({ isBuiltIn }) => isBuiltIn === 1);
    if (builtIn) throw providerErrors.POLICY_BUILT_IN({ code: builtIn.errorCode });
  },
});

/** Whether a form differs from its row; a row that is sent back as it was read changes nothing. */
const isChanged = (
  input: Readonly<Record<string, unknown>>,
  existing: Readonly<Record<string, unknown>> | undefined | null,
): boolean => !existing || Object.entries(input).some(([key, value]) => (value ?? null) !== (existing[key] ?? null));
