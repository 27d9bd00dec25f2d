import { mail, mailSecurity } from '@trade-assistant/contract/areas/resource/mail.ts';
import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import type { Outbound } from '../../kernel/outbound/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { mailErrors } from './errors.ts';
import { type MailServer, mailServers } from './tables.ts';

const { on, off } = providerStatus.is;

/** Returns the server in use, or the one with this id. @throws MAIL_NO_SERVER */
export async function serverOf(run: Db['drizzle'] | Tx, tenantId: string, id: bigint | null): Promise<MailServer> {
  const which = id === null ? eq(mailServers.status, on) : eq(mailServers.id, id);
  const [row] = await run
    .select()
    .from(mailServers)
    .where(and(eq(mailServers.tenantId, tenantId), isNull(mailServers.deletedAt), which));
  if (!row) throw mailErrors.MAIL_NO_SERVER();
  return row;
}

/** Enables one of the tenant's servers and disables the others, or disables it, by one statement. @throws NOT_FOUND */
export async function useServer(tx: Tx, actor: Actor, id: bigint, isOn: boolean): Promise<void> {
  await assertReached(tx, actor, id);
  const { tenantId, userId } = actor;
  await tx.execute(sql`
    update sys_mail set status = case when ${isOn}::boolean and id = ${id} then ${on}::int else ${off}::int end,
      version = version + 1, update_user = ${userId}, update_time = now()
    where tenant_id = ${tenantId} and deleted_at is null and (id = ${id} or (${isOn}::boolean and status = ${on}))`);
  announceChange(tx, tenantId, mail);
}

/** Locks a server. @throws NOT_FOUND if the actor may not reach it */
export async function assertReached(tx: Tx, actor: Actor, id: bigint): Promise<void> {
  const [found] = await tx
    .select({ id: mailServers.id })
    .from(mailServers)
    .where(and(visible(actor, mailServers, 'tenant'), eq(mailServers.id, id)))
    .for('update');
  if (!found) throw commonErrors.NOT_FOUND();
}

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
