import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The people of this provider. The second has only a sign-in name. */
const people = {
  ada: { id: 4711, sub: 'subject-ada', login: 'ada_provider', name: 'Ada Example', email: 'ada@example.com' },
  ben: { id: 4712, sub: 'subject-ben', login: 'ben', name: undefined, email: undefined },
} as const;
export type ProviderPerson = keyof typeof people;

/** Faults of a dishonest or broken provider in the identity token of a code. */
export type ProviderFault = 'nonce' | 'signature' | 'audience' | 'expired' | 'issuer' | 'refused';

export const PROVIDER_CLIENT = { clientId: 'trade-console', clientSecret: 'a-secret-of-the-mock' } as const;

export interface SocialProviderProcess {
  /** Its issuer, without a slash at the end. */
  readonly url: string;
  /** The value of SOCIAL_PROVIDERS that names it twice: as OpenID Connect (`mock`) and as plain OAuth 2.0 (`plain`). */
  readonly setting: string;
  stop(): Promise<void>;
}

/** Starts a sign-in provider in a separate process: real codes, PKCE, client secrets and signed tokens. */
export async function startSocialProvider(): Promise<SocialProviderProcess> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await addressOf(child);
  const setting = JSON.stringify([
    { key: 'mock', name: 'Mock ID', issuer: url, ...PROVIDER_CLIENT },
    {
      key: 'plain',
      name: 'Plain Hub',
      authorizationEndpoint: `${url}/authorize`,
      tokenEndpoint: `${url}/token`,
      userInfoEndpoint: `${url}/user`,
      scope: 'read:user',
      ...PROVIDER_CLIENT,
    },
  ]);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  return { url, setting, stop };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('No output to read the address from');
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The provider ended with ${code}`);
  });
  const [text] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer];
  exited.catch(() => undefined);
  return text.toString().trim();
}

interface Grant {
  readonly person: ProviderPerson;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly scope: string;
  readonly fault: string | null;
}

if (import.meta.main) await serve();

async function serve(): Promise<void> {
  const [keys, foreignKeys] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, ProviderPerson>();
  let issuer = '';

  const idToken = (grant: Grant) => {
    const { fault } = grant;
    const { sub, email } = people[grant.person];
    const claims = { ...(grant.nonce ? { nonce: fault === 'nonce' ? 'another' : grant.nonce } : {}), email };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setSubject(sub)
      .setIssuer(fault === 'issuer' ? 'https://elsewhere.example' : issuer)
      .setAudience(fault === 'audience' ? 'another-client' : PROVIDER_CLIENT.clientId)
      .setIssuedAt(fault === 'expired' ? '-2h' : undefined)
      .setExpirationTime(fault === 'expired' ? '-1h' : '5m')
      .sign(fault === 'signature' ? foreignKeys.privateKey : keys.privateKey);
  };

  const routes: Record<string, (request: IncomingMessage, url: URL, response: ServerResponse) => unknown> = {
    '/.well-known/openid-configuration': (_request, _url, response) =>
      json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        authorization_response_iss_parameter_supported: true,
      }),
    '/jwks': (_request, _url, response) => json(response, 200, { keys: [jwk] }),
    /** Asks for the person; each answer is a link, as is the refusal. */
    '/authorize': (_request, { searchParams }, response) => {
      const choice = (person: string, words: string) =>
        `<p><a href="/consent?${new URLSearchParams([...searchParams, ['person', person]])}">${words}</a></p>`;
      const page = `${choice('ada', 'Continue as Ada')}${choice('ben', 'Continue as Ben')}${choice('', 'Cancel')}`;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><html lang="en"><title>Mock ID</title><link rel="icon" href="data:,">${page}</html>`,
      );
    },
    '/consent': (_request, { searchParams: asked }, response) => {
      const get = (name: string) => asked.get(name) ?? '';
      const isKnown = get('client_id') === PROVIDER_CLIENT.clientId && get('code_challenge_method') === 'S256';
      if (!isKnown || get('response_type') !== 'code') return json(response, 400, { error: 'invalid_request' });
      const back = new URL(get('redirect_uri'));
      back.searchParams.set('state', get('state'));
      back.searchParams.set('iss', issuer);
      if (get('person') in people) {
        const code = randomUUID();
        codes.set(code, {
          person: get('person') as ProviderPerson,
          redirectUri: get('redirect_uri'),
          challenge: get('code_challenge'),
          nonce: asked.get('nonce'),
          scope: get('scope'),
          fault: asked.get('fault'),
        });
        back.searchParams.set('code', code);
      } else back.searchParams.set('error', 'access_denied');
      response.writeHead(302, { location: back.href });
      return response.end();
    },
    '/token': async (request, _url, response) => {
      const form = new URLSearchParams(await bodyOf(request));
      const grant = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (!isOurClient(request, form)) return json(response, 401, { error: 'invalid_client' });
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const isGood = grant && grant.redirectUri === form.get('redirect_uri') && grant.challenge === challenge;
      if (!isGood || grant.fault === 'refused') return json(response, 400, { error: 'invalid_grant' });
      const accessToken = randomUUID();
      tokens.set(accessToken, grant.person);
      const isConnect = grant.scope.split(' ').includes('openid');
      return json(response, 200, {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 300,
        ...(isConnect ? { id_token: await idToken(grant) } : {}),
      });
    },
    '/userinfo': (request, _url, response) => {
      const person = holderOf(request);
      if (!person) return json(response, 401, { error: 'invalid_token' });
      const { sub, name, email, login } = people[person];
      return json(response, 200, { sub, name, email, preferred_username: login });
    },
    '/user': (request, _url, response) => {
      const person = holderOf(request);
      if (!person) return json(response, 401, { error: 'invalid_token' });
      const { id, name, email, login } = people[person];
      return json(response, 200, { id, name, email, login });
    },
  };
  const holderOf = (request: IncomingMessage) =>
    tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '');

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const route = routes[url.pathname];
    if (route) void route(request, url, response);
    else json(response, 404, { error: 'not_found' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  console.log(issuer);
}

/** The secret in the header, as OpenID Connect's standard way is, or in the form, as plain OAuth clients send it. */
function isOurClient(request: IncomingMessage, form: URLSearchParams): boolean {
  const { clientId, clientSecret } = PROVIDER_CLIENT;
  const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (basic !== undefined) {
    const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent);
    return id === clientId && secret === clientSecret;
  }
  return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
