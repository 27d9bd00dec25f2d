import { createHash } from 'node:crypto';
import { type Dictionary, OPEN_VALUE_MAX } from '@trade-assistant/contract/kit/dictionary.ts';
import { z } from 'zod';

export type Json = Record<string, unknown>;
/** A rule of the contract as JSON Schema, as it travels. */
export type WriteSchema = (schema: z.ZodType) => Json;

const COMPONENTS = '#/components/schemas/';

/**
 * Writes rules as JSON Schema and collects shared definitions: dictionary values, and recursive types, which the
 * library defines within each schema while a document has one place for definitions.
 */
export function schemaWriter(): { write: WriteSchema; schemas: () => Json } {
  const shared = new Map<string, Json>();
  const write: WriteSchema = (schema) => {
    const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    return link(json, $defs as Definitions, shared) as Json;
  };
  return { write, schemas: () => Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Definitions of the library within one schema, by its names. */
type Definitions = Readonly<Record<string, Json>>;

const DEFINITIONS = '#/$defs/';

/** The same with references to definitions of the document, and a dictionary in place of each mention of one. */
function link(value: unknown, definitions: Definitions, shared: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => link(one, definitions, shared));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, anyOf, isAnything, dictionary, isSet } = value as Json;
  // Anything, also beside nothing, is anything.
  if (isAnything === true || (Array.isArray(anyOf) && anyOf.some((one) => Object.keys(one).length === 0))) return {};
  if (isDictionary(dictionary)) return { $ref: dictionaryRef(dictionary, isSet === true, shared) };
  if (typeof $ref === 'string' && $ref.startsWith(DEFINITIONS))
    return { $ref: definitionRef($ref.slice(DEFINITIONS.length), definitions, shared) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, link(inner, definitions, shared)]));
}

/** Named by its content, so that equal definitions of two calls are one. */
function definitionRef(name: string, definitions: Definitions, shared: Map<string, Json>): string {
  const definition = definitions[name] ?? {};
  const shown = `Nested${createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 8)}`;
  if (!shared.has(shown)) {
    // Known before it is looked into: it refers to itself.
    shared.set(shown, {});
    shared.set(shown, link(definition, definitions, shared) as Json);
  }
  return COMPONENTS + shown;
}

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && 'entries' in value && 'code' in value;

/** One value of a dictionary, or a set of them as the sum of their bits. */
function dictionaryRef(dictionary: Dictionary, isSet: boolean, shared: Map<string, Json>): string {
  const entries = Object.values(dictionary.entries);
  const all = dictionary.values.reduce((a, b) => a | b, 0);
  const name = pascal(dictionary.code) + (isSet ? 'Set' : '');
  const listed = entries.map(({ value, zh, en }) => `- ${value}: ${zh} / ${en}`).join('\n');
  shared.set(name, {
    type: 'integer',
    ...(isSet
      ? { minimum: 0, maximum: all, description: `Sum of:\n${listed}` }
      : dictionary.isOpen
        ? {
            minimum: 0,
            maximum: OPEN_VALUE_MAX,
            description: `Operators may add values; there are at first:\n${listed}`,
          }
        : { enum: dictionary.values, 'x-enum-varnames': Object.keys(dictionary.entries), description: listed }),
  });
  return COMPONENTS + name;
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
