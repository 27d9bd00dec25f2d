import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Secrets } from '../secrets/index.ts';

/** Returns the purpose that binds a secret to its field and tenant: a copy elsewhere cannot be opened. */
export const sealingPurpose = (resource: string, field: string, tenantId: string): string =>
  `${resource} ${field} ${tenantId}`;

/** Returns the secret of a row; empty without one. @throws SECRET_UNREADABLE */
export function openSecretOf(
  secrets: Secrets,
  { name }: Resource,
  row: Readonly<Record<string, unknown>> & { readonly tenantId: string },
  field: string,
): string {
  const sealed = row[field];
  return typeof sealed === 'string' && sealed !== ''
    ? secrets.open(sealed, sealingPurpose(name, field, row.tenantId))
    : '';
}
