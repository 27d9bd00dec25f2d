import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app/index.ts';
import { authErrors } from '../auth/errors.ts';

type Caller = Pick<FastifyRequest, 'caller'>;

/**
 * Refuses users with a second factor who have not confirmed it recently, and users without one if the operator requires
 * it.
 * @throws STEP_UP_REQUIRED, SECOND_FACTOR_NEEDED
 */
export function assertSecondFactor(app: App, { caller }: Caller, asked: NonNullable<Call['stepUp']>): void {
  if (!caller) return;
  if (caller.mustStepUp) throw authErrors.STEP_UP_REQUIRED();
  if (asked === 'owned' || caller.hasSecondFactor) return;
  if (app.parameters.get(caller.tenantId, 'account.demandSecondFactor') === 1) throw authErrors.SECOND_FACTOR_NEEDED();
}

/**
 * Refuses users without a second factor if it is required of all users or by one of their roles. A session that began
 * with a passkey has one.
 * @throws SECOND_FACTOR_DUE
 */
export function assertFactorSetUp(app: App, { caller }: Caller): void {
  if (!caller || caller.hasSecondFactor || caller.isByPasskey) return;
  if (caller.needsSecondFactor || app.parameters.get(caller.tenantId, 'account.secondFactorForAll') === 1)
    throw authErrors.SECOND_FACTOR_DUE();
}

/** Returns whether the caller has a second factor. */
export const hasOwnFactor = ({ caller }: Caller): boolean =>
  caller?.hasSecondFactor === true || caller?.isByPasskey === true;
