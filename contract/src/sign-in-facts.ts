import type { LookField } from './areas/system/tenant.ts';

/** Name of the `meta` element the server puts into the console's page; its content is `SignInFacts` as JSON. */
export const SIGN_IN_FACTS = 'sign-in';

/**
 * Facts the sign-in form needs about this host. They are part of the page, so that no field appears or disappears
 * later; the calls with the same facts (`system/tenant/info`, `auth/oauth/sources`, `auth/oauth/captcha`) keep them
 * current.
 */
export interface SignInFacts {
  /** The tenant of the host; empty when the sign-in has to ask for it. */
  readonly tenant: {
    readonly tenantId?: string | undefined;
    readonly tenantName?: string | undefined;
  } & { readonly [Name in LookField]?: string | undefined };
  /** The providers for signing in. */
  readonly sources: readonly { readonly source: string; readonly name: string }[];
  readonly hasCaptcha: boolean;
}
