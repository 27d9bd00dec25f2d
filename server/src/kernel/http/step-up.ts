import type { FastifyRequest } from 'fastify';
import type { App } from '../app/index.ts';
import { authErrors } from '../auth/errors.ts';

/**
 * Refuses who has a second factor and has not given it a short while ago, and who has none where the operator demands one.
 * @throws STEP_UP_REQUIRED, SECOND_FACTOR_NEEDED
 */
export function assertSecondFactor(app: App, { caller }: Pick<FastifyRequest, 'caller'>): void {
  if (!caller) return;
  if (caller.mustStepUp) throw authErrors.STEP_UP_REQUIRED();
  const isDemanded = app.parameters.get(caller.tenantId, 'account.demandSecondFactor') === 1;
  if (isDemanded && !caller.hasSecondFactor) throw authErrors.SECOND_FACTOR_NEEDED();
}
