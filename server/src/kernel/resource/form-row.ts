import { offeredEntries } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { isFitting, SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { Context } from '../http/context.ts';
import { neededRefusal } from '../http/errors.ts';
import { sealingPurpose } from './sealed.ts';

type Values = Readonly<Record<string, unknown>>;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Returns the row of a form: secrets are sealed, empty ones stay, and fields excluded by others (`when`) are emptied. @throws BAD_REQUEST
 * naming each missing field and each value its dictionary does not offer
 */
export function rowOfForm(context: Context, resource: Resource, input: Values, existing: Values | null): Values {
  const values: Record<string, unknown> = { ...input };
  for (const [name, { kind }] of Object.entries(resource.fields)) {
    if (kind !== 'secret' || !(name in values)) continue;
    const given = values[name];
    if (!given || given === SECRET_MASK) delete values[name];
    else
      values[name] = context.app.secrets.seal(
        String(given),
        sealingPurpose(resource.name, name, context.actor.tenantId),
      );
  }
  if (existing) assertSecretsGiven(context, resource, values, existing);
  assertOffered(context, resource, values, existing);
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

const MOVED = {
  zh: '地址或账号已更改，请重新填写',
  en: 'the address or account changed; enter this again',
};

/** Refuses to keep a secret for another place or account than the one that it was entered for. @throws BAD_REQUEST at each such secret */
function assertSecretsGiven({ locale }: Context, { fields }: Resource, values: Values, existing: Values): void {
  const isChanged = (name: string) => name in values && String(values[name] ?? '') !== String(existing[name] ?? '');
  const kept = Object.entries(fields).flatMap(([field, declared]) => {
    const { kind, options } = declared;
    const { sentTo = [] } = options;
    const isSet = kind === 'secret' && !(field in values) && !isMissing(existing[field]);
    const isKept = isSet && isFitting(declared, { ...existing, ...values });
    return isKept && sentTo.some(isChanged) ? [{ field, message: MOVED[locale], label: options.label[locale] }] : [];
  });
  if (kept.length === 0) return;
  const detail = kept.map(({ label, message }) => `${label} ${message}`).join('; ');
  throw commonErrors.BAD_REQUEST({ detail }, { fields: kept.map(({ field, message }) => ({ field, message })) });
}

/** Accepts a dictionary value that is offered now or that the row has. @throws BAD_REQUEST naming each other value */
function assertOffered({ app, locale }: Context, { fields }: Resource, values: Values, existing: Values | null): void {
  const refused = Object.entries(fields).flatMap(([field, { kind, dictionary, options }]) => {
    const value = values[field];
    if (kind !== 'dictionary' || !dictionary || typeof value !== 'number' || value === existing?.[field]) return [];
    const offered = offeredEntries(app.dictionaries.current(dictionary));
    if (offered.some((entry) => entry.value === value)) return [];
    const listed = offered.map((entry) => `${entry.value} ${entry[locale]}`);
    const message = locale === 'zh' ? `应为以下之一：${listed.join('、')}` : `should be one of: ${listed.join(', ')}`;
    return [{ field, message, label: options.label[locale] }];
  });
  if (refused.length === 0) return;
  const detail = refused.map(({ label, message }) => `${label} ${message}`).join('; ');
  throw commonErrors.BAD_REQUEST({ detail }, { fields: refused.map(({ field, message }) => ({ field, message })) });
}

/** A field that a form may leave out starts with its `initial`. */
const initialOf = ({ fields }: Resource, name: string): Values => {
  const initial = fields[name]?.options.initial;
  return initial === undefined ? {} : { [name]: initial };
};
