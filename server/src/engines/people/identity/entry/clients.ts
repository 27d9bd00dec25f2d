import { timingSafeEqual } from 'node:crypto';
import { CONSOLE_CLIENT, client, grantType } from '@trade-assistant/contract/areas/system/client.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { endClientSessions } from '../../../../kernel/auth/changes.ts';
import type { SessionClient } from '../../../../kernel/auth/sessions.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { openSecretOf } from '../../../../kernel/resource/sealed.ts';
import { tableOf } from '../../../../kernel/resource/table.ts';
import type { Secrets } from '../../../../kernel/secrets/index.ts';
import { DEFAULT_TENANT } from '../tenants/tenants.ts';

export const clients = tableOf('sys_client', client);
type ClientRow = typeof clients.$inferSelect;

const ALL_GRANTS = Object.values(grantType.is).reduce((all, one) => all + one, 0);

export const clientErrors = defineErrors({
  CLIENT_REFUSED: {
    status: 401,
    zh: '应用编号或密钥不正确，或应用已停用',
    en: 'The client ID or secret is wrong, or the client is disabled',
  },
  GRANT_NOT_ALLOWED: {
    status: 400,
    zh: '该应用不能使用此登录方式：{grant}',
    en: 'This client may not use the grant type {grant}',
  },
  CLIENT_OF_CONSOLE: {
    status: 400,
    zh: '控制台自身的应用须保持启用、公开并保留全部登录方式，不可删除',
    en: 'The console’s own client must stay enabled and public with all grant types, and cannot be deleted',
  },
  CLIENT_GRANTS_MISSING: { status: 400, zh: '请至少选择一种登录方式', en: 'Choose at least one grant type' },
});

/** Credentials of an application. Without an id it is the console. */
export interface ClientCredentials {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/**
 * Returns the application that requests tokens.
 * @throws CLIENT_REFUSED when it is unknown, disabled or its secret is wrong; GRANT_NOT_ALLOWED
 */
export async function authenticateClient(
  executor: Pick<Tx, 'select'>,
  secrets: Secrets,
  { clientId = CONSOLE_CLIENT, clientSecret = '' }: ClientCredentials,
  grant: keyof typeof grantType.is,
): Promise<SessionClient> {
  const [row] = await executor
    .select()
    .from(clients)
    .where(and(eq(clients.clientId, clientId), eq(clients.status, enableStatus.is.enabled), isNull(clients.deletedAt)));
  if (!row || !(row.isPublic === 1 || isSecretOf(secrets, row, clientSecret))) throw clientErrors.CLIENT_REFUSED();
  if ((row.authorizedGrantTypes & grantType.is[grant]) === 0) throw clientErrors.GRANT_NOT_ALLOWED({ grant });
  return {
    clientId: row.clientId,
    ...((row.authorizedGrantTypes & grantType.is.refresh_token) === 0 ? { isOnce: true as const } : {}),
    ...(row.accessTokenValidity === null ? {} : { accessSeconds: row.accessTokenValidity }),
    ...(row.refreshTokenValidity === null ? {} : { refreshSeconds: row.refreshTokenValidity }),
  };
}

/** Compares digests, so that timing reveals neither the secret nor its length. */
function isSecretOf(secrets: Secrets, row: ClientRow, given: string): boolean {
  const digest = (text: string) => Buffer.from(secrets.digest(text, 'client secret'));
  const known = openSecretOf(secrets, client, row, 'clientSecret');
  return known !== '' && timingSafeEqual(digest(known), digest(given));
}

type Changed = Partial<Pick<RowOf<typeof client>, 'authorizedGrantTypes' | 'isPublic' | 'status'>>;

/** @throws CLIENT_GRANTS_MISSING; CLIENT_OF_CONSOLE for changes that would lock users out of the console */
export function assertClientSound(input: Changed, existing: { readonly clientId: string } | null): void {
  if (input.authorizedGrantTypes === 0) throw clientErrors.CLIENT_GRANTS_MISSING();
  if (existing?.clientId !== CONSOLE_CLIENT) return;
  const { authorizedGrantTypes = ALL_GRANTS, isPublic = 1, status = enableStatus.is.enabled } = input;
  if (authorizedGrantTypes !== ALL_GRANTS || isPublic !== 1 || status !== enableStatus.is.enabled)
    throw clientErrors.CLIENT_OF_CONSOLE();
}

/** Ends all sessions of clients that are no longer in use. @throws CLIENT_OF_CONSOLE */
export async function closeClients(tx: Tx, rows: readonly { readonly clientId: string }[], why: string): Promise<void> {
  if (rows.some(({ clientId }) => clientId === CONSOLE_CLIENT)) throw clientErrors.CLIENT_OF_CONSOLE();
  for (const { clientId } of rows) await endClientSessions(tx, clientId, why);
}

/** Adds the console's own client: all grants, with the token lifetimes of the installation. */
export async function seedConsoleClient(tx: Pick<Tx, 'execute'>): Promise<void> {
  await tx.execute(sql`
    insert into sys_client (tenant_id, client_id, client_name, client_name_en, is_public, authorized_grant_types)
    values (${DEFAULT_TENANT}, ${CONSOLE_CLIENT}, '控制台', 'Console', 1, ${ALL_GRANTS})
    on conflict (tenant_id, client_id) where deleted_at is null do nothing`);
}
