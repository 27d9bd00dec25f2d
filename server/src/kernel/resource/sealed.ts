import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Secrets } from '../secrets/index.ts';

/** What a secret of a row is sealed for: copied to another field or tenant it cannot be opened. */
export const sealingPurpose = (resource: string, field: string, tenantId: string): string =>
  `${resource} ${field} ${tenantId}`;

/** What stands behind a sealed field of a row; empty where nothing does. @throws SECRET_UNREADABLE */
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
