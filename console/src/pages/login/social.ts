import type { SignInFacts } from '@trade-assistant/contract/sign-in-facts.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { sendForData } from '../../kit/client/request.ts';
import type { TokenAnswer } from '../../kit/client/session.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { DEFAULT_TENANT } from './sign-in.ts';

/** A provider for sign-in. */
export type SocialSource = SignInFacts['sources'][number];

/** A person identified by a provider who has no account here. */
export interface UnregisteredIdentity {
  /** The ticket for registration, valid once. */
  readonly oauthId: string;
  readonly tenantId: string;
  /** The provider's name for the person; empty without one. */
  readonly account: string;
  readonly name: string;
}

/** The provider's answer at the console's address. */
export interface SocialAnswer {
  readonly source: string;
  readonly code: string;
  readonly state: string;
  readonly issuer: string | undefined;
}

const WANTED = 'social-wanted';

/** The providers of this installation; undefined when the answer is not to be had. */
export async function loadSources(): Promise<readonly SocialSource[] | undefined> {
  const found = await sendForData({ path: 'auth/oauth/sources', method: 'GET' }).catch(() => undefined);
  return Array.isArray(found) ? (found as SocialSource[]) : undefined;
}

/**
 * Leaves for the provider. `wanted`: the page to open after sign-in.
 * @throws CallError
 */
export async function redirectToProvider(source: string, tenantId: string, wanted: string): Promise<void> {
  const input = { source, tenantId };
  const headers = { 'Tenant-Id': tenantId };
  const begun = await sendForData({ path: 'auth/oauth/render', method: 'POST', headers, input });
  writeStored(WANTED, wanted === '/' ? undefined : wanted);
  window.location.assign((begun as { url: string }).url);
}

const LINKING = 'social-linking';

/** Outcome of linking a provider: its name, or the reason of the failure. */
export type LinkOutcome = { readonly name: string } | { readonly failure: string };

/** Leaves for a provider that is to be linked. This window remembers which way it is, to know it when it comes back. */
export function redirectToLink(url: string): void {
  writeStored(LINKING, new URL(url).searchParams.get('state') ?? undefined, 'session');
  window.location.assign(url);
}

/** Returns whether this state belongs to linking a provider, not to a sign-in. */
export const isLinking = (state: string | null): boolean =>
  state !== null && state !== '' && (linkings.has(state) || readStored(LINKING) === state);

const linkings = new Map<string, Promise<LinkOutcome>>();

/** Links the provider's identity to the signed-in account, once even when called repeatedly. */
export function completeLink(answer: SocialAnswer): Promise<LinkOutcome> {
  const known = linkings.get(answer.state) ?? finishLink(answer);
  linkings.set(answer.state, known);
  return known;
}

let outcome: LinkOutcome | undefined;

/** Outcome of the last linking; leaving and returning happen in one load of the console. */
export const lastLinkOutcome = (): LinkOutcome | undefined => outcome;

/** Keeps the outcome for the page that shows it; undefined after it was shown or became irrelevant. */
export function storeLinkOutcome(linked: LinkOutcome | undefined): void {
  outcome = linked;
}

async function finishLink({ source, code, state, issuer }: SocialAnswer): Promise<LinkOutcome> {
  writeStored(LINKING, undefined, 'session');
  const input = { source, code, state, iss: issuer };
  try {
    return (await sendForData({ path: 'auth/oauth/link-back', method: 'POST', input })) as { name: string };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** Returns the page the user wanted before leaving, and forgets it. */
export function takeReturnPath(): string {
  const wanted = readStored<string>(WANTED);
  writeStored(WANTED, undefined);
  return typeof wanted === 'string' ? wanted : '/';
}

/** Tokens of an existing account, or an identity that may register. */
export type SocialOutcome = { readonly tokens: TokenAnswer } | { readonly stranger: UnregisteredIdentity };

const exchanges = new Map<string, Promise<SocialOutcome>>();

/**
 * Exchanges the provider's answer for its identity, once even when called repeatedly: the answer is valid for one
 * request.
 * @throws CallError
 */
export function completeSocialSignIn(answer: SocialAnswer): Promise<SocialOutcome> {
  const known = exchanges.get(answer.state) ?? exchange(answer);
  exchanges.set(answer.state, known);
  return known;
}

async function exchange({ source, code, state, issuer }: SocialAnswer): Promise<SocialOutcome> {
  const input = { grant_type: 'social', source, code, state, iss: issuer, scope: 'all' };
  const answer = (await sendForData({ path: 'auth/oauth/token', method: 'POST', input }, true)) as TokenAnswer;
  if (answer.user_id) return { tokens: answer };
  return {
    stranger: {
      oauthId: answer.oauth_id ?? '',
      tenantId: answer.tenant_id ?? DEFAULT_TENANT,
      account: answer.user_name ?? '',
      name: answer.real_name ?? '',
    },
  };
}
