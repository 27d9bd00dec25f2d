import type { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import {
  checkOwnPassword,
  identityErrors,
  linkIdentity,
  linksOf,
  unlinkIdentity,
} from '../../../engines/people/identity/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { browserSecretOf, startAuthorization } from './authorization.ts';

type Input<K extends keyof (typeof oauth)['calls']> = CallInput<typeof oauth, K, 'out'>;

/** Returns the configured providers with whether each is linked; linked ones no longer configured come last. */
export async function ownLinks(c: Context) {
  const linked = new Map((await linksOf(c.app.db.drizzle, c.actor.userId)).map((link) => [link.source, link]));
  const offered = c.app.social.sources.map(({ source, name }) => ({ source, name, isOffered: 1 as const }));
  const others = [...linked.keys()]
    .filter((source) => !offered.some((one) => one.source === source))
    .map((source) => ({ source, name: source, isOffered: 0 as const }));
  return [...offered, ...others].map((one) => {
    const link = linked.get(one.source);
    return {
      ...one,
      isLinked: link ? (1 as const) : (0 as const),
      account: link?.account || link?.name || link?.email || '',
      linkTime: link?.linkTime ?? null,
      lastLoginTime: link?.lastLoginTime ?? null,
    };
  });
}

/** Starts linking a provider; only the requesting session can finish it. */
export async function beginLink(c: Context, { source, password }: Input<'link'>) {
  await checkOwnPassword(c.app.db, c.actor, password);
  return startAuthorization(c, { source, tenantId: c.actor.tenantId, sessionId: c.actor.sessionId ?? 0n });
}

/** Links the identity of a user who returns from the provider to the account that started. */
export async function finishLink(c: Context, { source, code, state, iss }: Input<'link-back'>) {
  const { identity } = await c.app.social
    .finish({ source, code, state, issuer: iss, browserSecret: browserSecretOf(c), sessionId: c.actor.sessionId ?? 0n })
    .catch((error: unknown) => {
      throw isAppError(error, 'SOCIAL_STATE') ? identityErrors.LINK_EXPIRED() : error;
    });
  await c.tx((tx) => linkIdentity(tx, c.actor, identity));
  const name = c.app.social.sources.find((one) => one.source === source)?.name ?? source;
  return { source, name, account: identity.account || identity.name };
}

export async function unlink(c: Context, { source, password }: Input<'unlink'>): Promise<undefined> {
  await unlinkIdentity(c.app.db, c.actor, { source, password });
}
