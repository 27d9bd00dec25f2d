import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { z } from 'zod';
import type { Treatment, Treatments } from '../log/redact.ts';
import { TENANT } from './names.ts';

/**
 * Returns how logs treat the parameters of a call, by name, derived from the contract: `unlogged` ones and secrets are hidden, phones are
 * masked, possible phones in texts are removed, and other values (ids, amounts, times, codes of dictionaries) stay. A missing name is
 * hidden.
 */
export function loggableParameters(call: Call, { fields }: Resource): Treatments {
  const found = new Map<string, Treatment>([
    [TENANT, 'plain'],
    ['id', 'plain'],
  ]);
  const named = Object.entries(fields);
  const fieldOf = (name: string): Field | undefined =>
    fields[name] ??
    fields[name.replace(/_[a-z]+$/, '')] ??
    named.find(([, { options }]) => options.alias === name)?.[1];
  // Forms take the rows that were read: their fields, under all their names.
  for (const [name, field] of named)
    for (const one of [name, field.options.alias, field.options.namedAs])
      if (one !== undefined) found.set(one, ofField(field, field.schema));
  for (const [name, schema] of Object.entries(parametersOf(call.input))) {
    const field = fieldOf(name);
    found.set(name, field ? ofField(field, schema) : ofSchema(schema));
  }
  for (const name of call.unlogged ?? []) found.set(name, 'secret');
  return found;
}

/** The schemas of a call's parameters, by name. */
function parametersOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const listed = listParameters(schema);
  if (listed) return Object.fromEntries(Object.entries(listed).map(([name, one]) => [name, one.schema]));
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.shape;
    case 'pipe':
      return parametersOf(def.in);
    case 'union':
      return Object.assign({}, ...def.options.map(parametersOf));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return parametersOf(def.innerType);
    default:
      return {};
  }
}

const ofField = ({ kind }: Field, schema: z.core.$ZodType): Treatment =>
  kind === 'secret' ? 'secret' : kind === 'phone' ? 'phone' : ofSchema(schema);

/** A phone number without separators. */
const SAMPLE = '12015550100';

const treatments = new WeakMap<object, Treatment>();

/** `secret`: declared as `proof`. `plain`: a phone is refused, or read as an id, an amount or another number. */
function ofSchema(schema: z.core.$ZodType): Treatment {
  const known = treatments.get(schema);
  if (known) return known;
  const treatment = isProof(schema) ? 'secret' : readsText(schema) ? 'text' : 'plain';
  treatments.set(schema, treatment);
  return treatment;
}

function isProof(schema: z.core.$ZodType): boolean {
  if ((schema as z.ZodType).meta()?.format === 'password') return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return 'innerType' in def ? isProof(def.innerType) : def.type === 'pipe' && isProof(def.in);
}

function readsText(schema: z.core.$ZodType): boolean {
  try {
    const read = z.safeParse(schema, SAMPLE);
    const values: unknown[] = read.success ? [read.data].flat() : [];
    return values.some((value) => typeof value !== 'bigint' && typeof value !== 'number');
  } catch {
    return true;
  }
}
