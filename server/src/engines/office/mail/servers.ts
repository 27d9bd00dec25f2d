import { mail, mailSecurity } from '@trade-assistant/contract/areas/resource/mail.ts';
import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import type { Outbound } from '../../../kernel/outbound/index.ts';
import type { WatchedKind } from '../in-use/index.ts';
import { mailErrors } from './errors.ts';
import { type MailServer, mailServers } from './tables.ts';

/** Returns the server in use, or the one with this id. @throws MAIL_NO_SERVER */
export async function serverOf(run: Db['drizzle'] | Tx, tenantId: string, id: bigint | null): Promise<MailServer> {
  const which = id === null ? eq(mailServers.status, providerStatus.is.on) : eq(mailServers.id, id);
  const [row] = await run
    .select()
    .from(mailServers)
    .where(and(eq(mailServers.tenantId, tenantId), isNull(mailServers.deletedAt), which));
  if (!row) throw mailErrors.MAIL_NO_SERVER();
  return row;
}

export const MAIL_SERVICES: WatchedKind = { table: mailServers, resource: mail, failing: 'MAIL_FAILING' };

interface Form {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly security?: number | undefined;
}

/** Checks the address of a server by the operator's rules. @throws those of `Outbound.check` */
export function checkServer(outbound: Outbound, { host = '', port = 465, security }: Form): void {
  const isEncrypted = security !== mailSecurity.is.none;
  outbound.check(`${isEncrypted ? 'smtps' : 'smtp'}://${host}:${port}`, ['smtp:', 'smtps:']);
}
