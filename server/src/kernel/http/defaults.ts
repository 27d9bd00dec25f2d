import { randomInt } from 'node:crypto';
import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { mustBeGiven } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';

type Values = Readonly<Record<string, unknown>>;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * A standard form with a value for each required field that has one of its own: another field's (`follows`), a generated one, or
 * the one an empty form starts with. A change keeps what it does not name; only a field that was emptied follows another again.
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
