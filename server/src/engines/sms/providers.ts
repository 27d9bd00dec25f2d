import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { sms, smsKind } from '@trade-assistant/contract/areas/resource/sms.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Outbound } from '../../kernel/outbound/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { SMPP_PROTOCOLS } from '../smpp/index.ts';
import { smsErrors } from './errors.ts';
import { type SmsProvider, smsProviders } from './tables.ts';
import { checkHttpBody } from './vendors/http.ts';

const { on, off } = providerStatus.is;

/** Returns a tenant's provider by its code, or the one in use. @throws SMS_NO_PROVIDER, SMS_UNKNOWN_CODE */
export async function providerOf(tx: Tx, tenantId: string, code: string | undefined): Promise<SmsProvider> {
  const which = code ? eq(smsProviders.smsCode, code) : eq(smsProviders.status, on);
  const [row] = await tx
    .select()
    .from(smsProviders)
    .where(and(eq(smsProviders.tenantId, tenantId), isNull(smsProviders.deletedAt), which));
  if (!row) throw code ? smsErrors.SMS_UNKNOWN_CODE({ code }) : smsErrors.SMS_NO_PROVIDER();
  return row;
}

/**
 * Enables one of the tenant's providers and disables the others, or disables it, by one statement. @throws NOT_FOUND
 */
export async function useProvider(tx: Tx, actor: Actor, id: bigint, isOn: boolean): Promise<void> {
  const [found] = await tx
    .select({ id: smsProviders.id })
    .from(smsProviders)
    .where(and(visible(actor, smsProviders, 'tenant'), eq(smsProviders.id, id)))
    .for('update');
  if (!found) throw commonErrors.NOT_FOUND();
  const { tenantId, userId } = actor;
  await tx.execute(sql`
    update sys_sms set status = case when ${isOn}::boolean and id = ${id} then ${on}::int else ${off}::int end,
      version = version + 1, update_user = ${userId}, update_time = now()
    where tenant_id = ${tenantId} and deleted_at is null and (id = ${id} or (${isOn}::boolean and status = ${on}))`);
  announceChange(tx, tenantId, sms);
}

interface Form {
  readonly category?: number | undefined;
  readonly endpoint?: string | undefined;
  readonly httpFormat?: number | null | undefined;
  readonly httpBody?: string | null | undefined;
}

/** @throws ENDPOINT_ADDRESS, ENDPOINT_PRIVATE, SMS_BODY_JSON, SMS_BODY_LINES, SMS_BODY_PLACE for an invalid form */
export function checkProvider(outbound: Outbound, { category, endpoint, httpFormat, httpBody }: Form): void {
  if (endpoint) outbound.check(endpoint, category === smsKind.is.smpp ? SMPP_PROTOCOLS : undefined);
  if (category === smsKind.is.http && httpBody) checkHttpBody(httpFormat ?? 0, httpBody);
}
