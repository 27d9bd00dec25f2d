import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { z } from 'zod';

/** Finds the undeclared names in an input: paths such as `settings.valeu`. */
type Finder = (value: unknown, path: string) => string[];

/** The parameter names a call takes; undefined when it takes any. */
export function inputNames(schema: z.core.$ZodType): readonly string[] | undefined {
  const listed = (schema as z.ZodType).meta()?.['parameters'] as readonly string[] | undefined;
  if (listed) return listed;
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'object') return Object.keys(def.shape);
  return def.type === 'pipe' ? inputNames(def.in) : undefined;
}

/** Calls that take a row's form, in any resource. */
const FORMS: ReadonlySet<string> = new Set(['save', 'update', 'submit']);
const PAGING: readonly string[] = ['current', 'size'];

/**
 * Returns the input names that a call does not know, so that a misspelt one is refused instead of ignored. Also
 * accepted, and ignored: in a form, every name of its resource's rows, since a client sends back the row it read; for a
 * call that returns all its rows at once, page and size. A tenant is never ignored: see `isTenantGiven`.
 */
export function unknownNames(call: Call, resource: Resource): (input: unknown) => string[] {
  if (call.allowUnknownNames) return () => [];
  const find = finder(call.input);
  const isForm = isRowForm(call, resource);
  const ignored = new Set(isForm ? rowNames(resource) : answersRows(call) ? PAGING : []);
  if (!resource.isPlatformWide) ignored.delete(TENANT);
  return (input) => find(input, '').filter((name) => !ignored.has(name));
}

const isRowForm = (call: Call, { calls }: Resource): boolean =>
  Object.entries(calls).some(([name, one]) => one === call && FORMS.has(name));

/**
 * Returns names in a sent-back row that carry no value: a masked secret, and in a form also the kit's empty value of
 * optional fields.
 */
export function unsetNames(call: Call, resource: Resource): (wire: Readonly<Record<string, unknown>>) => string[] {
  if (!isRowForm(call, resource)) return () => [];
  const shape = call.standard ? {} : shapeOf(call.input);
  const optional = new Set(
    Object.entries(shape).flatMap(([name, rule]) =>
      z.safeParse(rule, undefined).success && !z.safeParse(rule, null).success ? [name] : [],
    ),
  );
  const isSecret = (name: string) => resource.fields[name]?.kind === 'secret';
  return (wire) =>
    Object.entries(wire).flatMap(([name, value]) =>
      (value === null && optional.has(name)) || (value === SECRET_MASK && isSecret(name)) ? [name] : [],
    );
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  return def.type === 'object' ? def.shape : def.type === 'pipe' ? shapeOf(def.in) : {};
}

export const TENANT = 'tenantId';

/** Whether a call has a parameter for a tenant. Every other call takes the sender's own, which changes nothing, and refuses another. */
export const takesTenant = (call: Call): boolean => inputNames(call.input)?.includes(TENANT) ?? false;

/** Whether a call reads rows and answers all of them in an array. */
const answersRows = ({ methods, data }: Call): boolean =>
  !methods.includes('POST') && (data as z.core.$ZodType as z.core.$ZodTypes)._zod.def.type === 'array';

/** The names in the rows that a resource answers, those of its fields among them. */
function rowNames({ fields, calls }: Resource): string[] {
  const answered = ['detail', 'list', 'page'].flatMap((name) => (calls[name] ? namesInRow(calls[name].data) : []));
  return ['id', ...Object.keys(fields), ...answered];
}

/** The names in the rows that a call answers. */
export function namesInRow(schema: z.core.$ZodType): string[] {
  const def = (schema as z.core.$ZodTypes)._zod.def;
  if (def.type === 'array') return namesInRow(def.element);
  if (def.type !== 'object') return [];
  return def.shape['records'] ? namesInRow(def.shape['records']) : Object.keys(def.shape);
}

const none: Finder = () => [];

/** A list's input refuses unknown names itself; objects are searched as far as their rules go. */
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
          // An empty parameter of any name is ignored.
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
