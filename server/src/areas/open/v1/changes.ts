type Json = Readonly<Record<string, unknown>>;

/** Whether a schema describes the input of partners or their answers: each may change in the other direction. */
type Direction = 'input' | 'output';

const METHODS = ['get', 'post'] as const;

/**
 * Returns the changes between two partner documents that break a partner: calls, fields, values and events that are gone or renamed, inputs that are
 * newly required or take less, answers that may be something new. Additions break nobody.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const found: string[] = [];
  for (const kind of ['paths', 'webhooks'])
    for (const [path, was] of entries(before[kind])) {
      const now = child(after, kind, path);
      for (const method of METHODS) {
        const [old, next] = [child(was, method), child(now, method)];
        if (old && !next) found.push(`${method.toUpperCase()} ${path} is gone`);
        if (old && next) found.push(...ofOperation(old, next, `${method.toUpperCase()} ${path}`, kind === 'webhooks'));
      }
    }
  for (const code of gone(values(before), values(after))) found.push(`the error code ${code} is gone`);
  return found;
}

const values = (document: Json): unknown => child(document, 'components', 'schemas', 'ErrorCode')?.['enum'];

function ofOperation(old: Json, next: Json, place: string, isSent: boolean): string[] {
  const found: string[] = [];
  if (old['operationId'] !== next['operationId']) found.push(`${place} has another operationId`);
  if (JSON.stringify(old['description']) !== JSON.stringify(next['description']) && scopeOf(old) !== scopeOf(next))
    found.push(`${place} needs another scope`);
  const parameters = (operation: Json) => new Map(list(operation['parameters']).map((one) => [nameOf(one), one]));
  const [known, current] = [parameters(old), parameters(next)];
  for (const [name, was] of known) {
    const now = current.get(name);
    if (!now) found.push(`${place} lost the parameter ${name}`);
    else found.push(...ofSchema(child(was, 'schema'), child(now, 'schema'), `${place} ${name}`, 'input'));
    if (now?.['required'] === true && was['required'] !== true) found.push(`${place} now requires ${name}`);
  }
  for (const [name, one] of current)
    if (one['required'] === true && !known.has(name)) found.push(`${place} now requires ${name}`);
  const body = (operation: Json) => child(operation, 'requestBody', 'content', 'application/json', 'schema');
  found.push(...ofSchema(body(old), body(next), place, isSent ? 'output' : 'input'));
  const answer = (operation: Json) => child(operation, 'responses', '200', 'content');
  for (const [type, was] of entries(answer(old))) {
    const now = child(answer(next), type);
    if (now) found.push(...ofSchema(child(was as Json, 'schema'), child(now, 'schema'), place, 'output'));
    else found.push(`${place} no longer answers ${type}`);
  }
  return found;
}

const nameOf = (parameter: Json): string => String(parameter['name'] ?? parameter['$ref']);
const scopeOf = ({ description }: Json): string => /Scope: `([^`]+)`/.exec(String(description))?.[1] ?? '';

function ofSchema(old: Json | undefined, next: Json | undefined, place: string, direction: Direction): string[] {
  if (!old)
    return next && list(next['required']).length > 0 && direction === 'input' ? [`${place} now requires a body`] : [];
  if (!next) return direction === 'input' ? [] : [`${place} lost its schema`];
  const found: string[] = [];
  if (JSON.stringify(typesOf(old)) !== JSON.stringify(typesOf(next)) && !isWider(old, next, direction))
    found.push(`${place} has another type`);
  const [was, now] = [old['enum'], next['enum']];
  // A partner may send each of the old values, and knows those only.
  if (direction === 'input') for (const value of gone(was, now)) found.push(`${place} no longer takes ${value}`);
  else for (const value of gone(now, was)) if (was) found.push(`${place} may now be ${value}`);
  for (const limit of ['maximum', 'maxLength', 'maxItems'])
    if (direction === 'input' && Number(next[limit] ?? Infinity) < Number(old[limit] ?? Infinity))
      found.push(`${place} has a smaller ${limit}`);
  for (const limit of ['minimum', 'minLength', 'minItems'])
    if (direction === 'input' && Number(next[limit] ?? -Infinity) > Number(old[limit] ?? -Infinity))
      found.push(`${place} has a larger ${limit}`);
  const required = (schema: Json) => new Set(list(schema['required']) as unknown as string[]);
  for (const [name, property] of entries(old['properties'])) {
    const current = child(next, 'properties', name);
    if (!current) found.push(`${place} lost the field ${name}`);
    else found.push(...ofSchema(property, current, `${place} ${name}`, direction));
    if (direction === 'output' && required(old).has(name) && current && !required(next).has(name))
      found.push(`${place} may lack ${name}`);
  }
  if (direction === 'input')
    for (const name of required(next)) if (!required(old).has(name)) found.push(`${place} now requires ${name}`);
  const choices = (schema: Json) => list(schema['anyOf']).filter(({ type }) => type !== 'null');
  const [first] = choices(old);
  if (first) found.push(...ofSchema(first, choices(next)[0] ?? next, place, direction));
  const items = child(old, 'items');
  if (items) found.push(...ofSchema(items, child(next, 'items'), `${place}[]`, direction));
  return found;
}

/** The types a value may have, `null` included. */
const typesOf = (schema: Json): string[] => {
  const choices = list(schema['anyOf']);
  return (choices.length > 0 ? choices.flatMap(typesOf) : [String(schema['type'] ?? '')]).sort();
};

/** A sender may be offered more types, a receiver fewer. */
function isWider(old: Json, next: Json, direction: Direction): boolean {
  const [inner, outer] = direction === 'input' ? [typesOf(old), typesOf(next)] : [typesOf(next), typesOf(old)];
  return inner.every((type) => outer.includes(type));
}

const gone = (before: unknown, after: unknown): unknown[] =>
  Array.isArray(before) && Array.isArray(after) ? before.filter((value) => !after.includes(value)) : [];
const entries = (value: unknown): [string, Json][] => Object.entries((value ?? {}) as Readonly<Record<string, Json>>);
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const child = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((at, name) => at?.[name] as Json | undefined, value);
