import { randomInt } from 'node:crypto';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { mustBeGiven } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';

type Values = Readonly<Record<string, unknown>>;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Completes a standard form: a missing required field gets another field's value (`follows`), a generated one, or the
 * initial value of an empty form. A change keeps fields it does not name; only an emptied field follows another again.
 */
export function withDefaults({ standard }: Call, { fields }: Resource, wire: Values): Values {
  const isAdding = standard === 'save' || (standard === 'submit' && wire['id'] === undefined);
  if (!isAdding && standard !== 'update' && standard !== 'submit') return wire;
  const values: Record<string, unknown> = { ...wire };
  for (const [name, field] of Object.entries(fields)) {
    const { required, form, follows, generated, initial } = field.options;
    if (!required || form === false || mustBeGiven(field) || !isMissing(wire[name])) continue;
    if (!isAdding && !(follows !== undefined && name in wire)) continue;
    if (follows !== undefined) values[name] = wire[follows];
    else
      values[name] = generated === undefined ? initial : `${generated}-${randomInt(1e8).toString().padStart(8, '0')}`;
    if (values[name] === undefined) delete values[name];
  }
  return values;
}
