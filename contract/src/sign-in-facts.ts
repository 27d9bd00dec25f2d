import type { LookField } from './areas/system/tenant.ts';

/** Name of the `meta` element the server puts into the console's page; its content is `SignInFacts` as JSON. */
export const SIGN_IN_FACTS = 'sign-in';

/**
 * What the sign-in form looks like at this host. It comes with the page, so that no field appears or goes once the form
 * stands; the calls that say the same (`system/tenant/info`, `auth/oauth/sources`, `auth/oauth/captcha`) keep it true.
 */
export interface SignInFacts {
  /** The tenant the host belongs to; empty when the sign-in has to ask for it. */
  readonly tenant: {
    readonly tenantId?: string | undefined;
    readonly tenantName?: string | undefined;
  } & { readonly [Name in LookField]?: string | undefined };
  /** The providers one may sign in with. */
  readonly sources: readonly { readonly source: string; readonly name: string }[];
  readonly hasCaptcha: boolean;
}
