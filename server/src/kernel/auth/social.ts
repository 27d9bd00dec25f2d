import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as client from 'openid-client';
import type { Logger } from 'pino';
import { isLoopback, type SocialProvider } from '../config/index.ts';
import type { Db } from '../db/index.ts';
import { authErrors } from './errors.ts';
import { newToken, tokenHash } from './tokens.ts';

/** Identity of a person as confirmed by a provider. */
export interface SocialIdentity {
  /** Key of the provider. */
  readonly source: string;
  /** Never changes and is never given to another. */
  readonly subject: string;
  /** Suggested account from the provider, may be empty. */
  readonly account: string;
  readonly name: string;
  readonly email: string;
}

export interface AuthorizationRequest {
  readonly source: string;
  readonly tenantId: string;
  /** Session that links the provider to its account and must finish the link; null for a sign-in. */
  readonly sessionId: bigint | null;
  /** Of this console, as registered with the provider. */
  readonly redirectUri: string;
  /** Held by the browser alone, in a cookie scripts cannot read. */
  readonly browserSecret: string;
  /** Preferred language of the provider's pages. */
  readonly language: string;
}

export interface AuthorizationCallback {
  readonly source: string;
  readonly code: string;
  readonly state: string;
  /** The issuer the provider named beside the code, where it does (RFC 9207). */
  readonly issuer: string | undefined;
  readonly browserSecret: string | undefined;
  readonly sessionId: bigint | null;
}

/**
 * Sign-in with an external identity: the authorization code flow with PKCE, of OpenID Connect or of plain OAuth 2.0.
 */
export interface Social {
  /** Providers to choose from. */
  readonly sources: readonly { readonly source: string; readonly name: string }[];
  /** Where to send the browser. Throws SOCIAL_UNKNOWN or SOCIAL_UNAVAILABLE. */
  begin(departure: AuthorizationRequest): Promise<string>;
  /**
   * Returns the identity and the tenant the sign-in started for. Throws SOCIAL_UNKNOWN, SOCIAL_STATE, SOCIAL_FAILED or SOCIAL_UNAVAILABLE.
   */
  finish(answer: AuthorizationCallback): Promise<{ identity: SocialIdentity; tenantId: string }>;
}

const REQUEST_LIFE_MINUTES = 10;
const TIMEOUT_SECONDS = 10;
/** How long a provider's published metadata is cached. */
const METADATA_LIFE_MILLIS = 60 * 60 * 1000;
const TEXT_MAX = 128;

export function createSocial(db: Db, log: Logger, providers: readonly SocialProvider[]): Social {
  const known = new Map(providers.map((provider) => [provider.key, { provider, reach: reachable(provider, log) }]));
  const of = (source: string) => known.get(source) ?? unknown();
  return {
    sources: providers.map(({ key, name }) => ({ source: key, name })),
    async begin({ source, tenantId, sessionId, redirectUri, browserSecret, language }) {
      const { provider, reach } = of(source);
      const server = await reach();
      const state = newToken();
      const { verifier, nonce } = secretsOf(browserSecret, state);
      await db.drizzle.execute(sql`
        insert into auth_social_request (state_hash, browser_hash, source, tenant_id, session_id, redirect_uri, expires_at)
        values (${tokenHash(state)}, ${tokenHash(browserSecret)}, ${source}, ${tenantId}, ${sessionId}, ${redirectUri},
          now() + make_interval(mins => ${REQUEST_LIFE_MINUTES}))`);
      const parameters: Record<string, string> = {
        redirect_uri: redirectUri,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(provider.scope ? { scope: provider.scope } : {}),
        ...('issuer' in provider.server ? { nonce, ui_locales: language } : {}),
      };
      return client.buildAuthorizationUrl(server, parameters).href;
    },
    async finish({ source, code, state, issuer, browserSecret, sessionId }) {
      const { provider, reach } = of(source);
      const taken = await db.drizzle.execute<{ tenant_id: string; redirect_uri: string; valid: boolean }>(sql`
        delete from auth_social_request
        where state_hash = ${tokenHash(state)} and browser_hash = ${tokenHash(browserSecret ?? '')} and source = ${source}
          and session_id is not distinct from ${sessionId}
        returning tenant_id, redirect_uri, expires_at > now() as valid`);
      const request = taken.rows[0];
      if (!request?.valid || !browserSecret) throw authErrors.SOCIAL_STATE();
      const server = await reach();
      const answer = new URL(request.redirect_uri);
      // Plain OAuth providers have no issuer to compare; their own redirect address distinguishes them.
      const named = issuer && 'issuer' in provider.server ? { iss: issuer } : {};
      answer.search = new URLSearchParams({ code, state, ...named }).toString();
      try {
        const identity = await identify(provider, server, answer, state, secretsOf(browserSecret, state));
        return { identity, tenantId: request.tenant_id };
      } catch (error) {
        log.warn({ source, ...reasonOf(error) }, 'a provider did not confirm who somebody is');
        throw authErrors[isAway(error) ? 'SOCIAL_UNAVAILABLE' : 'SOCIAL_FAILED']({ name: provider.name });
      }
    },
  };
}

/** Exchanges the code for an identity; the library makes every check of the protocol. */
async function identify(
  provider: SocialProvider,
  server: client.Configuration,
  answer: URL,
  state: string,
  { verifier, nonce }: { verifier: string; nonce: string },
): Promise<SocialIdentity> {
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  if (!('issuer' in provider.server)) {
    const tokens = await client.authorizationCodeGrant(server, answer, checks);
    const { userInfoEndpoint } = provider.server;
    const response = await client.fetchProtectedResource(server, tokens.access_token, userInfoEndpoint, 'GET');
    if (!response.ok) throw new Error(`The user info endpoint answered ${response.status}`);
    return identityOf(provider, (await response.json()) as Readonly<Record<string, unknown>>);
  }
  const tokens = await client.authorizationCodeGrant(server, answer, { ...checks, expectedNonce: nonce });
  const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
  if (claims[provider.claims.name] !== undefined || !server.serverMetadata().userinfo_endpoint)
    return identityOf(provider, claims);
  const more = await client.fetchUserInfo(server, tokens.access_token, String(claims['sub']));
  return identityOf(provider, { ...more, ...claims });
}

function identityOf({ key, claims }: SocialProvider, answer: Readonly<Record<string, unknown>>): SocialIdentity {
  const subject = answer[claims.subject];
  const isSubject = (typeof subject === 'string' && subject !== '') || Number.isSafeInteger(subject);
  if (!isSubject || String(subject).length > 255) throw new Error(`The provider gave no ${claims.subject}`);
  const text = (name: string): string => {
    const value = answer[name];
    return typeof value === 'string' ? value.trim().slice(0, TEXT_MAX) : '';
  };
  return {
    source: key,
    subject: String(subject),
    account: text(claims.account),
    name: text(claims.name),
    email: text(claims.email),
  };
}

/** The provider's addresses and keys: discovered at first use, then cached for an hour. A failure is not cached. */
function reachable(provider: SocialProvider, log: Logger): () => Promise<client.Configuration> {
  let found: Promise<client.Configuration> | undefined;
  let until = 0;
  return async () => {
    if (!found || until <= Date.now()) {
      found = connect(provider);
      until = Date.now() + METADATA_LIFE_MILLIS;
    }
    const mine = found;
    try {
      return await mine;
    } catch (error) {
      if (found === mine) found = undefined;
      log.warn({ source: provider.key, ...reasonOf(error) }, 'a sign-in provider cannot be reached');
      throw authErrors.SOCIAL_UNAVAILABLE({ name: provider.name });
    }
  };
}

async function connect({ server, clientId, clientSecret }: SocialProvider): Promise<client.Configuration> {
  if ('issuer' in server) {
    const execute = [
      client.enableNonRepudiationChecks,
      ...(isLoopback(server.issuer) ? [client.allowInsecureRequests] : []),
    ];
    const options = { execute, timeout: TIMEOUT_SECONDS };
    const authentication: client.ClientAuth = (metadata, ...rest) =>
      proofFor(clientSecret, metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'])(
        metadata,
        ...rest,
      );
    return client.discovery(server.issuer, clientId, undefined, authentication, options);
  }
  const { authorizationEndpoint, tokenEndpoint } = server;
  const metadata = {
    issuer: authorizationEndpoint.origin,
    authorization_endpoint: authorizationEndpoint.href,
    token_endpoint: tokenEndpoint.href,
  };
  const configuration = new client.Configuration(metadata, clientId, undefined, proofFor(clientSecret, []));
  configuration.timeout = TIMEOUT_SECONDS;
  if (isLoopback(tokenEndpoint)) client.allowInsecureRequests(configuration);
  return configuration;
}

/** The client authentication that the provider requires; in the body if it names none. */
function proofFor(clientSecret: string | undefined, methods: readonly string[]): client.ClientAuth {
  if (clientSecret === undefined) return client.None();
  const wantsHeader = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
  return wantsHeader ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret);
}

/** Verifier and nonce follow from the browser's secret and the state: neither database nor address alone gives them. */
const secretsOf = (browserSecret: string, state: string): { verifier: string; nonce: string } => {
  const derive = (use: string) => createHmac('sha256', browserSecret).update(`${use}:${state}`).digest('base64url');
  return { verifier: derive('verifier'), nonce: derive('nonce') };
};

/** Returns the loggable part of a failure: the library's errors carry tokens and claims beside their message. */
function reasonOf(error: unknown): Readonly<Record<string, unknown>> {
  const { name, code, message, error: refusal } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return { reason: { name, code, message, refusal } };
}

/** Whether no answer arrived, in contrast to a refusal. */
const isAway = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'OAUTH_TIMEOUT' ||
  (error instanceof TypeError && error.message === 'fetch failed');

function unknown(): never {
  throw authErrors.SOCIAL_UNKNOWN();
}
