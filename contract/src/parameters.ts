import type { Parameter, ValueOf } from './kit/parameter.ts';
import { accountParameters } from './parameters/account.ts';
import { appUserParameters } from './parameters/app-users.ts';
import { complianceParameters } from './parameters/compliance.ts';
import { moneyParameters } from './parameters/money.ts';
import { orderParameters } from './parameters/order.ts';
import { publicCallParameters } from './parameters/public-calls.ts';
import { retentionParameters } from './parameters/retention.ts';
import { seedParameters } from './parameters/seeds.ts';
import { sendingParameters } from './parameters/sending.ts';
import { stockParameters } from './parameters/stock.ts';
import { textMessageParameters } from './parameters/text-messages.ts';

/**
 * All settings of operators, each declared once. A row of `system/param` with the same key overrides the default, for
 * all tenants or for one; `parameters.get(tenant, key)` of the server returns the current value.
 */
export const parameters = {
  ...accountParameters,
  ...moneyParameters,
  ...orderParameters,
  ...stockParameters,
  ...appUserParameters,
  ...complianceParameters,
  ...seedParameters,
  ...sendingParameters,
  ...textMessageParameters,
  ...publicCallParameters,
  ...retentionParameters,
} as const satisfies Record<string, Parameter>;

export type ParameterKey = keyof typeof parameters;
export type ParameterValue<K extends ParameterKey> = ValueOf<(typeof parameters)[K]>;

export const parameterKeys = Object.keys(parameters) as ParameterKey[];

/** The declaration of a key; undefined for a key of an operator's own. */
export const declaredParameter = (key: string): Parameter | undefined =>
  Object.hasOwn(parameters, key) ? parameters[key as ParameterKey] : undefined;

/** Parameters sent to every console at sign-in, by key. */
export const publicParameterKeys = parameterKeys.filter((key) => declaredParameter(key)?.isPublic);
