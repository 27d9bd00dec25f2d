import { isFitting, SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from '../http/context.ts';
import { neededRefusal } from '../http/errors.ts';
import type { Secrets } from '../secrets/index.ts';

type Values = Readonly<Record<string, unknown>>;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
const purposeOf = (resource: string, field: string, tenantId: string) => `${resource} ${field} ${tenantId}`;

/**
 * What a form means for its row: secrets are sealed, those left empty stay, and fields that do not fit the others (`when`) are
 * emptied.
 * @throws BAD_REQUEST that names each field which is needed and missing
 */
export function fitted(context: Context, resource: Resource, input: Values, existing: Values | null): Values {
  const values: Record<string, unknown> = { ...input };
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    if (kind !== 'secret' || !(name in values)) continue;
    const given = values[name];
    if (!given || given === SECRET_MASK) delete values[name];
    else values[name] = context.app.secrets.seal(String(given), purposeOf(resource.name, name, context.actor.tenantId));
  }
  const needed: string[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const { when, initial } = field.options;
    const isFilled = existing === null && initial !== undefined;
    if (!when) continue;
    const whole = { ...initialOf(resource, when.field), ...existing, ...values };
    if (!isFitting(field, whole)) {
      if (isFilled || !isMissing(values[name]) || !isMissing(existing?.[name])) values[name] = null;
    } else if (when.isNeeded && isMissing(whole[name]) && !(isFilled && !(name in values))) needed.push(name);
  }
  if (needed.length > 0) throw neededRefusal(needed, resource, context.locale);
  return values;
}

/** A field that a form may leave out starts with its `initial`. */
const initialOf = ({ fields }: Resource, name: string): Values => {
  const initial = fields[name]?.options.initial;
  return initial === undefined ? {} : { [name]: initial };
};

/** What stands behind a sealed field of a row; empty where nothing does. @throws SECRET_UNREADABLE */
export function openSecretOf(
  secrets: Secrets,
  { name }: Resource,
  row: Values & { readonly tenantId: string },
  field: string,
): string {
  const sealed = row[field];
  return typeof sealed === 'string' && sealed !== '' ? secrets.open(sealed, purposeOf(name, field, row.tenantId)) : '';
}
