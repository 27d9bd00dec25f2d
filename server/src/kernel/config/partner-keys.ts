import { z } from 'zod';

/** A key with which a partner's server signs public calls of one tenant. */
export interface PartnerKey {
  /** `p-` and a name; two entries with the same id let a partner change its secret without a pause. */
  readonly keyId: string;
  readonly tenantId: string;
  readonly secret: string;
  readonly expires: Date | undefined;
}

const key = z.strictObject({
  keyId: z.string().regex(/^p-[a-z0-9-]{1,62}$/, 'must be p- and lower-case letters, digits or hyphens'),
  tenantId: z.string().regex(/^\d{6}$/, 'must have six digits'),
  secret: z.string().min(32, 'must have at least 32 characters').max(256),
  expires: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
});

/** Reads the setting's JSON. @throws naming the fault, never a secret */
export function readPartnerKeys(text: string): readonly PartnerKey[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
  const read = z.array(key).max(100).safeParse(json);
  if (!read.success)
    throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  return read.data.map((one) => ({ ...one, expires: one.expires }));
}
