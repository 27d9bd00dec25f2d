import { z } from 'zod';

/** A provider people may sign in with. Only `key` and `name` ever leave the server. */
export interface SocialProvider {
  /** Part of addresses and stored identities: never given to another provider later. */
  readonly key: string;
  readonly name: string;
  readonly clientId: string;
  /** Without one the provider knows us as a public client; PKCE protects the code either way. */
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** Where the provider is: its issuer (OpenID Connect, discovered), or the three addresses of plain OAuth 2.0. */
  readonly server:
    | { readonly issuer: URL }
    | { readonly authorizationEndpoint: URL; readonly tokenEndpoint: URL; readonly userInfoEndpoint: URL };
  /** Names of the fields in the provider's answer about a user. */
  readonly claims: SocialClaims;
}

export interface SocialClaims {
  readonly subject: string;
  readonly account: string;
  readonly name: string;
  readonly email: string;
}

const CONNECT: SocialClaims = { subject: 'sub', account: 'preferred_username', name: 'name', email: 'email' };
const PLAIN: SocialClaims = { subject: 'id', account: 'login', name: 'name', email: 'email' };
const ENDPOINTS = ['authorizationEndpoint', 'tokenEndpoint', 'userInfoEndpoint'] as const;

/** The only hosts that may be reached without TLS: this machine. */
export const isLoopback = (url: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);

const address = z
  .string()
  .refine((text) => URL.canParse(text), 'must be an address')
  .transform((text) => new URL(text))
  .refine(
    (url) => url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)),
    'must be https (http only on this machine)',
  );
const claim = z.string().min(1).max(64);

const provider = z
  .strictObject({
    key: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits or hyphens'),
    name: z.string().trim().min(1).max(32),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    scope: z.string().min(1).optional(),
    issuer: address.optional(),
    authorizationEndpoint: address.optional(),
    tokenEndpoint: address.optional(),
    userInfoEndpoint: address.optional(),
    claims: z.strictObject({ subject: claim, account: claim, name: claim, email: claim }).partial().default({}),
  })
  .transform(
    ({ issuer, authorizationEndpoint, tokenEndpoint, userInfoEndpoint, ...given }, context): SocialProvider => {
      const named = ENDPOINTS.filter((_, index) => [authorizationEndpoint, tokenEndpoint, userInfoEndpoint][index]);
      const isWhole = issuer ? named.length === 0 : named.length === ENDPOINTS.length;
      if (!isWhole) context.addIssue(`needs either issuer or ${ENDPOINTS.join(', ')}`);
      const plain = { authorizationEndpoint, tokenEndpoint, userInfoEndpoint } as Record<
        (typeof ENDPOINTS)[number],
        URL
      >;
      const claims = { ...(issuer ? CONNECT : PLAIN), ...given.claims } as SocialClaims;
      return {
        ...given,
        clientSecret: given.clientSecret,
        scope: given.scope ?? (issuer ? 'openid profile email' : ''),
        server: issuer ? { issuer } : plain,
        claims,
      };
    },
  );

const providers = z.array(provider).superRefine((list, context) => {
  const twice = list.find(({ key }, index) => list.findIndex((other) => other.key === key) !== index);
  if (twice) context.addIssue(`two providers have the key ${twice.key}`);
});

/** Reads the setting. @throws Error naming each invalid entry and the accepted values, without quoting it: it may hold secrets */
export function readSocialProviders(text: string): readonly SocialProvider[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('is not valid JSON');
  }
  const parsed = providers.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${spot(path)} ${message}`.trim()).join('; '));
}

const spot = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');
