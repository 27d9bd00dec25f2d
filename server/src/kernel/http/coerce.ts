import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { z } from 'zod';

/**
 * POST parameters arrive from query string, form or JSON alike, so a number may come as text and a list comma-joined.
 * `coercer(schema)` returns a function that converts a wire value to the type the schema reads; it leaves other values
 * unchanged, and the schema refuses them by name.
 */
export type Coerce = (value: unknown) => unknown;

const cache = new WeakMap<object, Coerce>();
const same: Coerce = (value) => value;

export function coercer(schema: z.core.$ZodType): Coerce {
  let coerce = cache.get(schema);
  if (!coerce) {
    coerce = build(schema);
    cache.set(schema, coerce);
  }
  return coerce;
}

function build(schema: z.core.$ZodType): Coerce {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'object':
      return object(def.shape);
    case 'optional':
    case 'default':
    case 'prefault': {
      const inner = coercer(def.innerType);
      return (value) => (value === '' && !acceptsText(def.innerType) ? undefined : inner(value));
    }
    case 'nullable': {
      const inner = coercer(def.innerType);
      return (value) => (value === '' ? null : inner(value));
    }
    case 'pipe':
      return coercer(def.in);
    case 'number': {
      const { dictionary, isSet } = z.globalRegistry.get(schema) ?? {};
      return isSet && dictionary ? setOf(dictionary as Dictionary) : figure;
    }
    case 'union':
    case 'literal':
      return (value) =>
        typeof value === 'string' && /^-?\d{1,15}$/.test(value) && !(schema as z.ZodType).safeParse(value).success
          ? Number(value)
          : value;
    case 'boolean':
      return (value) =>
        value === 'true' || value === '1' || value === 1
          ? true
          : value === 'false' || value === '0' || value === 0
            ? false
            : value;
    case 'array': {
      const element = coercer(def.element);
      return (value) => {
        const list = typeof value === 'string' ? split(value) : value;
        return Array.isArray(list) ? list.map(element) : list;
      };
    }
    case 'record':
      return (value) => (typeof value === 'string' && value.startsWith('{') ? parsed(value) : value);
    case 'string':
      return (value) => (typeof value === 'number' || typeof value === 'bigint' ? String(value) : value);
    default:
      return same;
  }
}

const figure: Coerce = (value) =>
  typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;

/** The sum of a dictionary's values that are given by name, as a list or joined by commas; a name it lacks is left to the schema. */
const setOf =
  ({ is, ignoredNames = [] }: Dictionary): Coerce =>
  (value) => {
    const list = typeof value === 'string' && figure(value) === value && value !== '' ? split(value) : value;
    if (!Array.isArray(list)) return figure(value);
    // An array within an array may be nested deeper than its text can be made.
    if (list.some((one) => typeof one === 'object')) return value;
    let sum = 0;
    for (const name of list.map((one) => String(one).trim())) {
      if (ignoredNames.includes(name)) continue;
      const bit = Object.hasOwn(is, name) ? is[name] : undefined;
      if (bit === undefined) return value;
      sum |= bit;
    }
    return sum;
  };

function object(shape: Readonly<Record<string, z.core.$ZodType>>): Coerce {
  const entries = Object.entries(shape).map(([name, schema]) => [name, coercer(schema)] as const);
  return (value) => {
    const source = typeof value === 'string' && value.startsWith('{') ? parsed(value) : value;
    if (typeof source !== 'object' || source === null || Array.isArray(source)) return source;
    const result: Record<string, unknown> = { ...source };
    for (const [name, coerce] of entries) {
      if (name in result) result[name] = coerce(result[name]);
      if (result[name] === undefined) delete result[name];
    }
    return result;
  };
}

function acceptsText(schema: z.core.$ZodType): boolean {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'nullable' || def.type === 'optional') return acceptsText(def.innerType);
  return def.type === 'string';
}

const split = (text: string): unknown[] => {
  const list = text.startsWith('[') ? parsed(text) : undefined;
  return Array.isArray(list) ? list : text === '' ? [] : text.split(',');
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
