import { oauth, type tokenAnswer, type userInfo } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { grantType } from '@trade-assistant/contract/areas/system/client.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import type { z } from 'zod';
import {
  type AskedNarrowing,
  authenticateClient,
  brandOf,
  type ClientCredentials,
  DEFAULT_TENANT,
  profileOf,
  renewNarrowing,
  signIn,
  signInByCode,
  signInByPasskey,
  signInSocial,
} from '../../engines/people/identity/index.ts';
import {
  assertCaptcha,
  authErrors,
  newCaptcha,
  rightsChanged,
  type SessionClient,
  type SocialIdentity,
  type Tokens,
} from '../../kernel/auth/index.ts';
import { tokenOf } from '../../kernel/http/callers.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { browserSecretOf, startAuthorization } from './oauth/authorization.ts';
import { beginLink, finishLink, ownLinks, unlink } from './oauth/links.ts';

type TokenAnswer = z.output<typeof tokenAnswer>;

const done = { success: 'true', msg: 'success' } as const;

export default serve(oauth, {
  token: async (c, input) => {
    const grant = input.grant_type ?? input.grantType ?? '';
    if (!isGrant(grant)) throw authErrors.GRANT_UNKNOWN({ grant: grant.slice(0, 32) });
    const { drizzle } = c.app.db;
    const client = await authenticateClient(drizzle, c.app.secrets, clientOf(c, input), grant);
    const narrowing = narrowingOf(c, input);
    if (grant === 'refresh_token') {
      const refreshToken = input.refresh_token ?? input.refreshToken;
      if (!refreshToken) throw commonErrors.BAD_REQUEST({ detail: 'refresh_token' });
      const tokens = await c.app.sessions.refresh(refreshToken, client, (tx, session) =>
        renewNarrowing(tx, session, narrowing),
      );
      return answer(c, tokens, client);
    }
    if (grant === 'social') return bySocial(c, input, client);
    const origin = { address: c.ip, userAgent: header(c, 'user-agent') ?? '', client, narrowing };
    if (grant === 'totp') {
      const { ticket, code } = input;
      if (!ticket || !code) throw commonErrors.BAD_REQUEST({ detail: ticket ? 'code' : 'ticket' });
      return answer(
        c,
        await signInByCode(c.app.db, c.app.sessions, c.app.secrets, { ...origin, ticket, code }),
        client,
      );
    }
    if (grant === 'passkey') {
      const { ticket, credential } = input;
      if (!ticket || !credential) throw commonErrors.BAD_REQUEST({ detail: ticket ? 'credential' : 'ticket' });
      return answer(c, await signInByPasskey(c.app.db, c.app.sessions, { ...origin, ticket, credential }), client);
    }
    const { username, password } = input;
    if (!username || !password) throw commonErrors.BAD_REQUEST({ detail: username ? 'password' : 'username' });
    // The server decides whether a captcha is needed; another grant does not avoid it.
    await assertCaptcha(c.app, c.request.headers);
    const tokens = await signIn(c.app.db, c.app.sessions, {
      tenantId: header(c, 'tenant-id') || input.tenantId || DEFAULT_TENANT,
      account: username.trim(),
      password,
      ...origin,
    });
    return answer(c, tokens, client);
  },
  captcha: async (c) => (c.app.config.captcha ? newCaptcha(c.app.secrets) : { key: '' }),
  sources: async (c) => c.app.social.sources.map((source) => ({ ...source })),
  render: (c, { source, tenantId }) =>
    startAuthorization(c, { source, tenantId: header(c, 'tenant-id') || tenantId || DEFAULT_TENANT, sessionId: null }),
  links: ownLinks,
  link: beginLink,
  'link-back': finishLink,
  unlink,
  logout: async (c) => {
    const token = tokenOf(c.request);
    if (token) await c.app.sessions.signOut(token);
    return done;
  },
  'user-info': async (c): Promise<z.output<typeof userInfo>> => {
    const profile = await profileOf(c.app.db.drizzle, c.actor);
    return {
      brand: await brandOf(c.app.db.drizzle, profile.tenantId),
      userId: profile.userId.toString(),
      tenantId: profile.tenantId,
      account: profile.account,
      userName: profile.account,
      realName: profile.realName,
      avatar: profile.avatar,
      phone: profile.phone,
      email: profile.email,
      serviceAddress: profile.serviceAddress,
      userType: profile.userType,
      mustChangePassword: profile.mustChangePassword ? 1 : 0,
      roles: profile.roles.map((role) => role.key),
      roleName: profile.roles.map((role) => role.name).join(','),
      roleNameEn: profile.roles.map((role) => role.nameEn || role.name).join(','),
      deptId: profile.deptIds.join(','),
      isNarrowed: c.actor.narrowing ? 1 : 0,
      messagePort: c.app.realtime.messagePort,
      parameters: c.app.parameters.publicOf(profile.tenantId),
    };
  },
  'clear-cache': async (c) => {
    c.app.sessions.forget();
    await rightsChanged(c.app.db.drizzle);
    return done;
  },
});

/** Signs in a user returning from a provider; without an account returns a ticket to register with. */
async function bySocial(
  c: Context,
  input: CallInput<typeof oauth, 'token', 'out'>,
  client: SessionClient,
): Promise<TokenAnswer> {
  const { source, code, state } = input;
  if (!source || !code || !state)
    throw commonErrors.BAD_REQUEST({ detail: source ? (code ? 'state' : 'code') : 'source' });
  const { identity, tenantId } = await c.app.social.finish({
    source,
    code,
    state,
    issuer: input.iss,
    browserSecret: browserSecretOf(c),
    sessionId: null,
  });
  const { tokens, ticket } = await signInSocial(c.app.db, c.app.sessions, {
    identity,
    tenantId,
    address: c.ip,
    userAgent: header(c, 'user-agent') ?? '',
    client,
    narrowing: narrowingOf(c, input),
  });
  return tokens ? answer(c, tokens, client) : strangerAnswer(c, ticket, tenantId, identity);
}

function strangerAnswer(c: Context, ticket: string, tenantId: string, identity: SocialIdentity): TokenAnswer {
  void c.reply.header('Cache-Control', 'no-store');
  return {
    access_token: '',
    refresh_token: '',
    token_type: 'bearer',
    expires_in: 0,
    token_time: 0,
    tenant_id: tenantId,
    user_id: '',
    oauth_id: ticket,
    account: identity.account,
    user_name: identity.account,
    nick_name: identity.name,
    real_name: identity.name,
    avatar: '',
    role_id: '',
    role_name: '',
    dept_id: '',
    post_id: '',
    user_type: 0,
    must_change_password: 0,
    locked: 0,
  };
}

async function answer(c: Context, tokens: Tokens, { accessSeconds, isOnce }: SessionClient): Promise<TokenAnswer> {
  const profile = await profileOf(c.app.db.drizzle, tokens);
  // The token must not stay in a cache.
  void c.reply.header('Cache-Control', 'no-store');
  return {
    access_token: tokens.accessToken,
    refresh_token: isOnce ? '' : tokens.refreshToken,
    token_type: 'bearer',
    expires_in: tokens.expiresIn,
    // Half of its own lifetime, so that a renewal is never late.
    token_time: accessSeconds === undefined ? c.app.config.tokenTimeSeconds : Math.floor(accessSeconds / 2),
    tenant_id: profile.tenantId,
    user_id: profile.userId.toString(),
    oauth_id: '',
    account: profile.account,
    user_name: profile.account,
    nick_name: profile.name || profile.realName,
    real_name: profile.realName,
    avatar: profile.avatar,
    role_id: profile.roles.map((role) => role.id).join(','),
    role_name: profile.roles.map((role) => role.key).join(','),
    dept_id: profile.deptIds.join(','),
    post_id: '',
    user_type: profile.userType,
    must_change_password: profile.mustChangePassword ? 1 : 0,
    locked: tokens.isLocked ? 1 : 0,
  };
}

const isGrant = (grant: string): grant is keyof typeof grantType.is => Object.hasOwn(grantType.is, grant);

/** Returns the client's credentials: by Basic authentication (RFC 6749, 2.3.1), else by parameters. */
function clientOf(c: Context, input: CallInput<typeof oauth, 'token', 'out'>): ClientCredentials {
  const [, basic] = /^Basic ([A-Za-z0-9+/=_-]{1,1024})$/i.exec(header(c, 'authorization') ?? '') ?? [];
  if (basic === undefined) return { clientId: input.client_id, clientSecret: input.client_secret };
  const [clientId = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { clientId, clientSecret: secret.join(':') };
}

/** Returns the requested department and role: by headers, else by parameters; undefined for none. */
function narrowingOf(c: Context, input: CallInput<typeof oauth, 'token', 'out'>): AskedNarrowing | undefined {
  const deptId = (header(c, 'dept-id') ?? input.deptId)?.trim();
  const roleId = (header(c, 'role-id') ?? input.roleId)?.trim();
  return deptId || roleId ? { deptId, roleId } : undefined;
}

function header(c: Context, name: string): string | undefined {
  const value = c.request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
