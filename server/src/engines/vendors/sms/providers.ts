import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { sms, smsKind } from '@trade-assistant/contract/areas/resource/sms.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Outbound } from '../../../kernel/outbound/index.ts';
import type { WatchedKind } from '../../office/in-use/index.ts';
import { SMPP_PROTOCOLS } from '../smpp/index.ts';
import { smsErrors } from './errors.ts';
import { type SmsProvider, smsProviders } from './tables.ts';
import { checkHttpBody } from './vendors/http.ts';

/** Returns a tenant's provider by its code, or the one in use. @throws SMS_NO_PROVIDER, SMS_UNKNOWN_CODE */
export async function providerOf(tx: Tx, tenantId: string, code: string | undefined): Promise<SmsProvider> {
  const which = code ? eq(smsProviders.smsCode, code) : eq(smsProviders.status, providerStatus.is.on);
  const [row] = await tx
    .select()
    .from(smsProviders)
    .where(and(eq(smsProviders.tenantId, tenantId), isNull(smsProviders.deletedAt), which));
  if (!row) throw code ? smsErrors.SMS_UNKNOWN_CODE({ code }) : smsErrors.SMS_NO_PROVIDER();
  return row;
}

export const SMS_SERVICES: WatchedKind = { table: smsProviders, resource: sms, failing: 'SMS_FAILING' };

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
