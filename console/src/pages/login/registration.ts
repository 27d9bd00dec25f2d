import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { UnregisteredIdentity } from './social.ts';
import { loginWords } from './words.ts';

/** Values of the registration form, as typed. */
export interface Registration {
  readonly tenantId: string;
  readonly account: string;
  readonly name: string;
  readonly password: string;
  readonly password2: string;
}

const ACCOUNT = /^[A-Za-z0-9_]{4,32}$/;
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];

/** Returns the initial form: the provider's values, reduced to valid ones. */
export const initialRegistration = (
  { tenantId, account, name }: UnregisteredIdentity,
  hostTenantId: string | undefined,
): Registration => ({
  tenantId: hostTenantId ?? tenantId,
  account: account.replace(/@.*$/, '').replace(/\W/g, '_').slice(0, 32),
  name: name.slice(0, 32),
  password: '',
  password2: '',
});

/** Whether the form has input since it was opened. */
export const isTyped = (values: Registration, begun: Registration): boolean =>
  (Object.keys(begun) as (keyof Registration)[]).some((name) => values[name] !== begun[name]);

/** Returns the first invalid field, in the order of the rules; the server checks the same rules. */
export function firstInvalidField({
  tenantId,
  account,
  password,
  password2,
}: Registration): { field: keyof Registration; message: Text } | undefined {
  if (tenantId.trim() === '') return { field: 'tenantId', message: loginWords.tenantFirst };
  if (account.trim() === '') return { field: 'account', message: loginWords.accountNeeded };
  if (password === '') return { field: 'password', message: loginWords.passwordsNeeded };
  if (password2 === '') return { field: 'password2', message: loginWords.passwordsNeeded };
  if (password !== password2) return { field: 'password2', message: loginWords.different };
  if (!ACCOUNT.test(account.trim())) return { field: 'account', message: loginWords.accountRule };
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  if (password.length < 8 || kinds < 2) return { field: 'password', message: loginWords.passwordRule };
  return undefined;
}
