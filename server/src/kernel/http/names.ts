import type { Call } from '@trade-assistant/contract/kit/call.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { z } from 'zod';

/** Finds the names in an input that nobody declared: paths such as `settings.valeu`. */
type Finder = (value: unknown, path: string) => string[];

/** The parameter names a call takes; undefined when it takes any. */
export function inputNames(schema: z.core.$ZodType): readonly string[] | undefined {
  const listed = (schema as z.ZodType).meta()?.['parameters'] as readonly string[] | undefined;
  if (listed) return listed;
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'object') return Object.keys(def.shape);
  return def.type === 'pipe' ? inputNames(def.in) : undefined;
}

/**
 * The names of an input that its call does not know, so that a misspelt one is refused instead of silently ignored. A form
 * may send back the row it read: the resource's own fields are known to its standard forms, also those they cannot change.
 */
export function unknownNames(call: Call, { fields }: Resource): (input: unknown) => string[] {
  if (call.allowUnknownNames) return () => [];
  const find = finder(call.input);
  const isForm = call.standard === 'save' || call.standard === 'update' || call.standard === 'submit';
  const isOfRow = (name: string) => name === 'id' || Object.hasOwn(fields, name);
  return (input) => find(input, '').filter((name) => !(isForm && isOfRow(name)));
}

const none: Finder = () => [];

/** A list's input refuses what it does not know itself; objects are looked into, as far as their rules go. */
function finder(schema: z.core.$ZodType): Finder {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'object': {
      if (def.catchall) return none;
      const inner = new Map(Object.entries(def.shape).map(([name, rule]) => [name, finder(rule)]));
      return (value, path) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
        return Object.entries(value).flatMap(([name, one]) => {
          const find = inner.get(name);
          // What is empty says nothing, whatever it is called.
          if (!find) return one === '' || one === undefined || one === null ? [] : [path + name];
          return find === none ? [] : find(one, `${path}${name}.`);
        });
      };
    }
    case 'array': {
      const find = finder(def.element);
      if (find === none) return none;
      return (value, path) =>
        Array.isArray(value) ? value.flatMap((one, index) => find(one, `${path}${index}.`)) : [];
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return finder(def.innerType);
    case 'pipe':
      return finder(def.in);
    default:
      return none;
  }
}
