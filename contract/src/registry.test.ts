import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { view } from './areas/desk/view.ts';
import type { Call } from './kit/call.ts';
import type { Dictionary } from './kit/dictionary.ts';
import type { Text } from './kit/locale.ts';
import { permissionsOf } from './kit/permission.ts';
import type { Resource } from './kit/resource.ts';
import { sentenceOf } from './kit/sentences.ts';
import { registry } from './registry.ts';

const resources: readonly Resource[] = registry;
const camelCase = /^[a-z][a-zA-Z0-9]*$/;
/** Call names are addresses: kebab-case segments; a few the specification writes with a capital (`update-isCheat`). */
const address = /^[a-z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*(\/[a-z][a-zA-Z0-9]*(-[a-zA-Z0-9]+)*)*$/;

/** Options of fields that something reads. The compiler lets others through: a permission misspelt would be none. */
const OPTIONS: ReadonlySet<string> = new Set([
  ...[
    'label',
    'help',
    'required',
    'list',
    'form',
    'search',
    'sort',
    'isGroup',
    'readPermission',
    'writePermission',
    'group',
    'width',
    'emptyMeans',
    'namedValues',
  ],
  ...[
    'initial',
    'follows',
    'alias',
    'namedAs',
    'generated',
    'initialFrom',
    'sentTo',
    'alsoSearchedAs',
    'suggested',
    'when',
    'min',
    'max',
    'least',
    'pattern',
    'any',
    'scale',
    'count',
    'upload',
  ],
]);

const spoken = (text: Text): boolean =>
  text.zh.trim() !== '' && text.en.trim() !== '' && !/\p{Script=Han}/u.test(text.en);

const dictionaries = (): Set<Dictionary> =>
  new Set(
    resources.flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ dictionary }) => (dictionary ? [dictionary] : [])),
    ),
  );

describe('the registry', () => {
  test('is sorted by address within an area and names nothing twice', () => {
    const names = resources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([...names].sort());
  });

  test('names every resource after its file', () => {
    for (const { name } of resources) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*(\/[a-z]+(-[a-z]+)*)?$/);
      expect(
        existsSync(new URL(`./areas/${name.includes('/') ? name : `${name}/index`}.ts`, import.meta.url)),
        name,
      ).toBe(true);
    }
  });

  test('lists every resource in the folders', async () => {
    const known = new Set(resources.map(({ name }) => name));
    for (const file of readdirSync(new URL('./areas/', import.meta.url), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
      const exported: Record<string, unknown> = await import(new URL(`./areas/${file}`, import.meta.url).href);
      for (const value of Object.values(exported)) if (isResource(value)) expect(known, file).toContain(value.name);
    }
  });

  test('gives no permission twice', () => {
    const codes = resources.flatMap((resource) => permissionsOf(resource).map(({ code }) => code));
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('speaks both languages', () => {
    const texts = [
      resource.title,
      ...Object.values(resource.extras),
      ...Object.values(resource.calls).map(({ title }) => title),
      ...Object.values(resource.fields).flatMap(({ options }) =>
        [options.label, options.help, options.group].filter((text) => text !== undefined),
      ),
    ];
    for (const text of texts) expect(spoken(text), JSON.stringify(text)).toBe(true);
  });

  test('names its fields, calls and extra permissions in the house style', () => {
    for (const field of Object.keys(resource.fields)) expect(field).toMatch(camelCase);
    for (const call of Object.keys(resource.calls)) expect(call).toMatch(address);
    for (const extra of Object.keys(resource.extras)) expect(extra).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('has columns for its lists', () => {
    const listed = Object.values(resource.calls).some(({ standard }) => standard === 'list' || standard === 'page');
    const columns = Object.values(resource.fields).filter(({ options }) => options.list && options.list !== 'hidden');
    if (listed) expect(columns.length).toBeGreaterThan(0);
  });

  test('hides fields only behind permissions it declares', () => {
    const actions = permissionsOf(resource).map(({ action }) => action);
    for (const { options } of Object.values(resource.fields)) {
      if (options.readPermission) expect(actions).toContain(options.readPermission);
      if (options.writePermission) expect(actions).toContain(options.writePermission);
      // Users who may not write a required field leave it to its initial value.
      if (options.writePermission && options.required) expect(options.initial).toBeDefined();
    }
  });

  test('declares no unused option of a field', () => {
    const unknown = Object.entries(resource.fields).flatMap(([name, { options }]) =>
      Object.keys(options).flatMap((option) => (OPTIONS.has(option) ? [] : [`${name}.${option}`])),
    );
    expect(unknown).toEqual([]);
  });

  test('starts its form with values the fields accept', () => {
    for (const [name, { options, schema }] of Object.entries(resource.fields)) {
      if (options.initial !== undefined) expect(schema.safeParse(options.initial).success, name).toBe(true);
    }
  });

  test('references calls that can be searched as declared', () => {
    for (const [name, { source }] of Object.entries(resource.fields)) {
      if (!source) continue;
      const target = resources.find((one) => one.name === source.resource);
      const call = target?.calls[source.call];
      expect(call, name).toBeDefined();
      const { by = 'keyword' } = source;
      const input = Object.fromEntries((typeof by === 'string' ? [by] : [by.zh, by.en]).map((one) => [one, 'x']));
      expect(parsedAs(call, input), name).toBe(true);
      if (source.by === undefined) expect(parsedAs(call, { id: '1' }), name).toBe(true);
      else expect(target?.calls['detail'], name).toBeDefined();
      if (source.by !== undefined)
        expect(Object.keys(target?.fields ?? {})).toEqual(expect.arrayContaining(Object.keys(input)));
    }
  });

  test('reports errors in its own sentences, for each rule', () => {
    for (const [name, { input }] of Object.entries(resource.calls))
      expect(unspoken(input, `${resource.name}/${name}`)).toEqual([]);
    for (const [name, { schema }] of Object.entries(resource.fields))
      expect(unspoken(schema, `${resource.name} ${name}`)).toEqual([]);
  });

  test('can be described to a caller', () => {
    for (const call of Object.values(resource.calls)) {
      expect(() => z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })).not.toThrow();
    }
  });
});

test('finds a rule without its own sentence at any depth', () => {
  const silent = z.string().refine(() => false, 'x');
  for (const schema of [
    silent,
    z.object({ a: z.array(silent).optional() }),
    z.codec(silent, z.string(), { decode: (text) => text, encode: (text) => text }),
    z.union([z.int(), z.record(silent, z.int())]),
    z.string().regex(/never declared/),
  ])
    expect(unspoken(schema, 'here')).toEqual([expect.stringMatching(/^here/)]);
});

describe('dictionaries', () => {
  test('have one meaning per code and per value, in both languages', () => {
    const all = [...dictionaries()];
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
    for (const { code, entries, values } of all) {
      expect(new Set(values).size, code).toBe(values.length);
      for (const entry of Object.values(entries)) expect(spoken(entry), `${code} ${JSON.stringify(entry)}`).toBe(true);
    }
  });
});

/** Returns whether a call accepts these parameters and knows each of them. */
function parsedAs(call: Call | undefined, input: object): boolean | undefined {
  const schema = call?.input instanceof z.ZodObject ? call.input.strict() : call?.input;
  return schema?.safeParse(input).success;
}

test('texts that group rows of reports are short, and no names or numbers', () => {
  const groups = resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, options }]) =>
      options.isGroup ? [{ field: `${name}.${field}`, kind, options }] : [],
    ),
  );
  expect(groups.length).toBeGreaterThan(5);
  const refused = groups.filter(
    ({ field, kind, options }) =>
      kind !== 'text' || /name|account|number|phone|mail|address|remark$/i.test(field) || !(maxOf(options) <= 255),
  );
  expect(refused.map(({ field }) => field)).toEqual([]);
});
/** The longest text that a field accepts. */
const maxOf = (options: object): number =>
  'max' in options && typeof options.max === 'number' ? options.max : Infinity;

test('a field with phone numbers is of the kind found in any notation', () => {
  const named = resources.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, options }]) =>
      /phone|mobile|e164/i.test(field) || /^(手机|电话|号码$)/.test(options.label.zh)
        ? [`${name}.${field}: ${kind}`]
        : [],
    ),
  );
  // A form for many numbers in any notation; the list has digests, so that only whole numbers are found.
  const many = 'compliance/suppression.number: longText';
  // A sender of texts is a number, a short code or letters.
  const sender = 'sms/sms-phone.phoneNo: identifier';
  expect(named).toContain(many);
  expect(
    named.filter(
      (one) =>
        one !== many && one !== sender && !/: (phone|dictionary|dictionarySet|integer|dateTime|yesNo)$/.test(one),
    ),
  ).toEqual([]);
  expect(named).toContain('system/user.phone: phone');
});

/**
 * Returns the rules that would refuse a value without our own sentence: a pattern or a check without one. All others
 * are the library's, and `sentences.test.ts` checks their sentences.
 */
function unspoken(schema: z.core.$ZodType, place: string, seen = new Set<object>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const silent = (def.checks ?? []).flatMap(({ _zod: { def: check } }) => {
    const { check: kind, pattern } = check as { check: string; pattern?: RegExp };
    if (kind === 'string_format' && !sentenceOf({ code: 'invalid_format', pattern })) return [`${place}: ${pattern}`];
    const { params, fn } = check as { params?: unknown; fn?: unknown };
    // A check that uses the library's context creates its own issues.
    return kind === 'custom' && fn && !sentenceOf({ code: 'custom', params }) ? [`${place}: ${String(fn)}`] : [];
  });
  const inner = Object.entries(def).flatMap(([key, value]): [string, z.core.$ZodType][] => {
    if (key === 'shape') return Object.entries(value as Record<string, z.core.$ZodType>);
    const several = Array.isArray(value) ? value : [value];
    return several.filter(isSchema).map((one) => [key, one]);
  });
  return [...silent, ...inner.flatMap(([name, one]) => unspoken(one, `${place}.${name}`, seen))];
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value && 'def' in (value._zod as object);

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'calls' in value && 'fields' in value && 'extras' in value;
}

test('every call that lists rows can be the list of a saved view', () => {
  const { input } = view.calls.save;
  const refused = resources.flatMap(({ name, calls }) =>
    Object.keys(calls).filter((call) => !input.safeParse({ screen: name, resource: name, call, name: 'Mine' }).success),
  );
  expect(refused).toEqual([]);
});
